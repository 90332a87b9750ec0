/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* flow_dpi -- the judge of lockhop.h for flow_monitor.sv, which has the imports.
 *
 * Packets cross one by one, as two words of 64 bits, so that no width is fixed here.
 */
#include "parameters.h"

#include <stdio.h>
#include <stdlib.h>

struct monitor {
  struct lockhop_judge *judge;
  struct lockhop_inputs in; /* of the next tick */
  struct lockhop_outputs out;
  struct lockhop_error error;
};

static const char *or_null(const char *text)
{
  return text[0] ? text : NULL;
}

/* Ask flow_error before anything else.  sw: UINT32_MAX: the one that `here` shows.  All
 * else is as the instance has it. */
void *flow_open(const char *spec, const char *routing, const char *options, uint32_t sw,
                uint32_t ports, uint32_t lanes, uint32_t vcs, uint32_t phase_bits,
                uint32_t header_bits, uint32_t data_bits, uint32_t address_bits)
{
  const struct lockhop_description d = {.topology = or_null(spec),
                                        .routing = or_null(routing),
                                        .options = or_null(options),
                                        .lanes = lanes,
                                        .vcs = vcs,
                                        .data_bits = data_bits};
  struct monitor *m = calloc(1, sizeof *m);

  if (!m)
    return NULL;
  m->judge = lockhop_judge_open(&d, sw == UINT32_MAX ? LOCKHOP_HERE : sw, &m->error);
  if (!m->judge)
    return m;
  const struct lockhop_shape s = lockhop_judge_shape(m->judge);
  const struct lockhop_shape design = {.ports = ports,
                                       .lanes = lanes,
                                       .vcs = vcs,
                                       .phase_bits = phase_bits,
                                       .header_bits = header_bits,
                                       .data_bits = data_bits,
                                       .address_bits = address_bits};

  parameters_agree(&design, &s,
                   "PORTS LANES VCS PHASE_BITS HEADER_BITS DATA_BITS ADDRESS_BITS",
                   &m->error);
  return m;
}

/* "": nothing has failed. */
const char *flow_error(void *monitor)
{
  const struct monitor *m = monitor;

  if (!m)
    return "not enough memory for a judge";
  return m->error.code == LOCKHOP_OK ? "" : m->error.text;
}

/* A packet of the next tick.  bus: 0 in, 1 out, by port; 2 inject, by lane; 3 eject, by
 * channel. */
void flow_packet(void *monitor, uint32_t bus, uint32_t index, uint64_t header,
                 uint64_t data)
{
  struct monitor *m = monitor;
  struct lockhop_packet *const buses[] = {m->in.in_packet, m->out.out_packet,
                                          m->in.inject_packet, m->out.eject_packet};

  buses[bus][index] = (struct lockhop_packet){.header = header, .data = data};
}

static unsigned char is_over(const struct monitor *m)
{
  return m->error.code != LOCKHOP_OK || lockhop_judge_verdict_of(m->judge).broken;
}

/* The rising edge.  1: flow_text says what is wrong. */
unsigned char flow_tick(void *monitor, unsigned char rst, uint64_t here, uint32_t phase,
                        uint64_t in_valid, uint64_t in_ready, uint64_t out_valid,
                        uint64_t out_ready, uint64_t inject_valid, uint64_t inject_ready,
                        uint64_t eject_valid, uint64_t eject_refused)
{
  struct monitor *m = monitor;

  m->in.rst = rst;
  m->in.here = here;
  m->in.phase = phase;
  m->in.in_valid = in_valid;
  m->in.out_ready = out_ready;
  m->in.inject_valid = inject_valid;
  m->in.eject_refused = eject_refused;
  m->out.in_ready = in_ready;
  m->out.out_valid = out_valid;
  m->out.inject_ready = inject_ready;
  m->out.eject_valid = eject_valid;
  lockhop_judge_pins(m->judge, 0, &m->in, &m->out);
  lockhop_judge_tick(m->judge, &m->error);
  return is_over(m);
}

/* The simulation ends.  Likewise. */
unsigned char flow_end(void *monitor)
{
  struct monitor *m = monitor;

  lockhop_judge_end(m->judge, &m->error);
  return is_over(m);
}

const char *flow_text(void *monitor)
{
  const struct monitor *m = monitor;
  const struct lockhop_verdict verdict = lockhop_judge_verdict_of(m->judge);

  return verdict.broken ? verdict.text : flow_error(monitor);
}

void flow_close(void *monitor)
{
  struct monitor *m = monitor;

  if (m)
    lockhop_judge_close(m->judge);
  free(m);
}
