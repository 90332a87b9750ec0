/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* golden_dpi -- golden switches and golden networks for SystemVerilog: the functions of
 * functions.txt.
 *
 * Packets cross one by one, as two words of 64 bits, so that no width is fixed here.  A
 * handle is of a network or of one switch; `sw` is 0 for that.
 */
#include "golden_dpi.h"

#include "description.h"
#include "golden.h"
#include "parameters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In which a switch must be what the golden one is; ARBITER decides nothing in most, and is
 * compared, too. */
static const char compared[] = "PORTS LANES VCS DEPTH STORE PRIORITY_BITS ARBITER SENDS "
                               "PHASE_BITS RANDOM HEADER_BITS DATA_BITS ADDRESS_BITS";

/* --- how it all ends --- */

/* One in a simulation: $fatal tells nobody how it came to it. */
static uint32_t code = 1;

/* The exit code of a simulation that ends by $fatal from now on, where C can choose it
 * (verilator_end.cpp): those of `lockhop cosim`; 1 unless told. */
void golden_ends(uint32_t exit_code)
{
  code = exit_code;
}

int golden_exit_code(void)
{
  return (int)code;
}

/* --- a handle --- */

/* Ask golden_error before anything else.  NULL: memory is short. */
void *golden_open_network(const char *run)
{
  struct golden *g = calloc(1, sizeof *g);
  char *line = strdup(run);
  struct lockhop_description description;

  if (g && line && description_read(&description, line, &g->error))
    g->network = lockhop_open(&description, &g->error);
  if (g && g->network) {
    g->shape = lockhop_shape_of(g->network);
    g->ready = calloc(g->shape.switches, sizeof *g->ready);
    judge_network(g, &description);
    if (!g->ready)
      g->error = (struct lockhop_error){LOCKHOP_ENVIRONMENT, "not enough memory"};
  }
  free(line);
  return g;
}

/* Likewise.  Of `run` only the SPEC and --routing are read, so it may be that of a network;
 * all else is as the design has it. */
void *golden_open_switch(const char *run, uint32_t ports, uint32_t lanes, uint32_t vcs,
                         uint32_t depth, uint32_t store, uint32_t priority_bits,
                         uint32_t arbiter, uint32_t sends, uint32_t phase_bits,
                         uint32_t random, uint32_t header_bits, uint32_t data_bits,
                         uint32_t address_bits)
{
  const struct lockhop_shape design = {.ports = ports,
                                       .lanes = lanes,
                                       .vcs = vcs,
                                       .depth = depth,
                                       .store = store,
                                       .priority_bits = priority_bits,
                                       .arbiter = arbiter,
                                       .sends = sends,
                                       .phase_bits = phase_bits,
                                       .random = random,
                                       .header_bits = header_bits,
                                       .data_bits = data_bits,
                                       .address_bits = address_bits};
  struct lockhop_description d = {.depth = depth,
                                  .lanes = lanes,
                                  .vcs = vcs,
                                  .data_bits = data_bits,
                                  .store = store,
                                  .sends = sends};
  struct golden *g = calloc(1, sizeof *g);
  char *line = strdup(run), *rest = NULL;

  if (g && line) {
    d.topology = strtok_r(line, " ", &rest);
    for (char *word; (word = strtok_r(NULL, " ", &rest));)
      if (strcmp(word, "--routing") == 0)
        d.routing = strtok_r(NULL, " ", &rest);
    g->alone = lockhop_switch_open(&d, &g->error);
  }
  if (g && g->alone) {
    g->shape = lockhop_switch_shape(g->alone);
    parameters_agree(&design, &g->shape, compared, &g->error);
  }
  free(line);
  return g;
}

void golden_close(void *golden)
{
  struct golden *g = golden;

  if (!g)
    return;
  judge_close(g);
  lockhop_close(g->network);
  lockhop_switch_close(g->alone);
  free(g->ready);
  free(g);
}

/* "": it is open, and nothing has failed. */
const char *golden_error(void *golden)
{
  const struct golden *g = golden;

  if (!g)
    return "not enough memory";
  if ((g->network || g->alone || g->whole) && g->error.code == LOCKHOP_OK)
    return "";
  return g->error.text[0] ? g->error.text : "not enough memory";
}

/* The exit code of `lockhop cosim` for golden_error, or where that is "" for the outcome of
 * a network. */
uint32_t golden_code(void *golden)
{
  struct golden *g = golden;

  if (golden_error(g)[0] != '\0')
    return g && g->error.code == LOCKHOP_USAGE ? LOCKHOP_USAGE : LOCKHOP_ENVIRONMENT;
  return g->network ? (uint32_t)judged_code(lockhop_result_of(g->network).outcome) : 0;
}

/* Of rtl/switch/switch.v, by its name; SWITCHES, CHANNELS and TERMINALS besides. */
uint32_t golden_parameter(void *golden, const char *name)
{
  const struct lockhop_shape *s = &((const struct golden *)golden)->shape;
  struct parameter parameters[PARAMETERS];

  if (strcmp(name, "TERMINALS") == 0)
    return s->terminals;
  parameters_of(parameters, s);
  for (int i = 0; i < PARAMETERS; i++)
    if (strcmp(parameters[i].name, name) == 0)
      return parameters[i].value;
  return UINT32_MAX;
}

/* --- what a golden switch shows --- */

static void tell(const struct lockhop_packet *packet, uint64_t *header, uint64_t *data)
{
  *header = packet->header;
  *data = packet->data;
}

/* The output pins of switch `sw` in this cycle; its packets follow. */
void golden_outputs(void *golden, uint32_t sw, uint64_t *in_ready, uint64_t *out_valid,
                    uint64_t *inject_ready, uint64_t *eject_valid)
{
  struct golden *g = golden;

  if (g->network)
    lockhop_outputs_of(g->network, sw, &g->outputs);
  else
    lockhop_switch_outputs(g->alone, &g->outputs);
  *in_ready = g->outputs.in_ready;
  *out_valid = g->outputs.out_valid;
  *inject_ready = g->outputs.inject_ready;
  *eject_valid = g->outputs.eject_valid;
}

void golden_out_packet(void *golden, uint32_t port, uint64_t *header, uint64_t *data)
{
  tell(&((struct golden *)golden)->outputs.out_packet[port], header, data);
}

void golden_eject_packet(void *golden, uint32_t channel, uint64_t *header, uint64_t *data)
{
  tell(&((struct golden *)golden)->outputs.eject_packet[channel], header, data);
}

/* --- one switch is clocked --- */

/* Packets of the next edge, before golden_tick_switch. */
void golden_in_packet(void *golden, uint32_t port, uint64_t header, uint64_t data)
{
  struct golden *g = golden;

  g->inputs.in_packet[port] = (struct lockhop_packet){.header = header, .data = data};
}

void golden_inject_packet(void *golden, uint32_t lane, uint64_t header, uint64_t data)
{
  struct golden *g = golden;

  g->inputs.inject_packet[lane] = (struct lockhop_packet){.header = header, .data = data};
}

void golden_tick_switch(void *golden, unsigned char rst, uint64_t here, uint64_t seed,
                        uint32_t phase, uint64_t in_valid, uint64_t out_ready,
                        uint64_t inject_valid)
{
  struct golden *g = golden;

  g->inputs.rst = rst;
  g->inputs.here = here;
  g->inputs.seed = seed;
  g->inputs.phase = phase;
  g->inputs.in_valid = in_valid;
  g->inputs.out_ready = out_ready;
  g->inputs.inject_valid = inject_valid;
  lockhop_switch_tick(g->alone, &g->inputs);
}

/* --- a network is clocked --- */

/* 1: there was a cycle of its run; 0: the run is over. */
unsigned char golden_tick(void *golden)
{
  struct golden *g = golden;

  if (lockhop_result_of(g->network).outcome != LOCKHOP_RUNNING)
    return 0;
  for (uint32_t sw = 0; sw < g->shape.switches; sw++) {
    lockhop_outputs_of(g->network, sw, &g->outputs);
    g->ready[sw] = g->outputs.in_ready;
  }
  return g->is_judged ? judged_tick(&g->judged, &g->error)
                      : lockhop_tick(g->network, &g->error);
}

/* Was a link stalled in the cycle of golden_tick?  In a design whose links are inside it
 * nobody can. */
unsigned char golden_stalled(void *golden)
{
  struct golden *g = golden;

  for (uint32_t sw = 0; sw < g->shape.switches; sw++) {
    lockhop_inputs_of(g->network, sw, &g->inputs);
    for (uint32_t queue = 0; queue < g->shape.queues && !g->inputs.rst; queue++) {
      const uint32_t vcs = g->shape.vcs;
      const struct lockhop_far far = lockhop_link(g->network, sw, queue / vcs);
      const uint32_t into = far.to_port * vcs + queue % vcs;

      if ((g->inputs.out_ready >> queue & 1) != (g->ready[far.to_switch] >> into & 1))
        return 1;
    }
  }
  return 0;
}

/* "PASS", ... */
const char *golden_outcome(void *golden)
{
  return lockhop_outcome_name(
      lockhop_result_of(((struct golden *)golden)->network).outcome);
}

/* What came in at the pins of switch `sw` at the edge of golden_tick; its packets follow.
 */
void golden_inputs(void *golden, uint32_t sw, unsigned char *rst, uint64_t *here,
                   uint64_t *seed, uint32_t *phase, uint64_t *in_valid, uint64_t *out_ready,
                   uint64_t *inject_valid)
{
  struct golden *g = golden;

  lockhop_inputs_of(g->network, sw, &g->inputs);
  *rst = g->inputs.rst;
  *here = g->inputs.here;
  *seed = g->inputs.seed;
  *phase = g->inputs.phase;
  *in_valid = g->inputs.in_valid;
  *out_ready = g->inputs.out_ready;
  *inject_valid = g->inputs.inject_valid;
}

void golden_came_in(void *golden, uint32_t port, uint64_t *header, uint64_t *data)
{
  tell(&((struct golden *)golden)->inputs.in_packet[port], header, data);
}

void golden_injected(void *golden, uint32_t lane, uint64_t *header, uint64_t *data)
{
  tell(&((struct golden *)golden)->inputs.inject_packet[lane], header, data);
}

/* --- what a network is like: as in lockhop.h --- */

uint64_t golden_here(void *golden, uint32_t sw)
{
  return lockhop_here(((struct golden *)golden)->network, sw);
}

uint64_t golden_seed(void *golden, uint32_t sw, uint32_t index)
{
  return lockhop_seed(((struct golden *)golden)->network, sw, index);
}

uint32_t golden_source(void *golden, uint32_t terminal)
{
  return lockhop_source(((struct golden *)golden)->network, terminal);
}

uint64_t golden_header(void *golden, uint32_t source, uint32_t destination, uint64_t random)
{
  return lockhop_header(((struct golden *)golden)->network, source, destination, random);
}

uint64_t golden_data(void *golden, uint32_t destination, uint64_t payload)
{
  return lockhop_data(((struct golden *)golden)->network, destination, payload);
}
