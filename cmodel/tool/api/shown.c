/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shown -- what the switches of a caller's design show, and a machine of them. */
#include "tool/api/shown.h"

#include "base/bits.h"

#include <stdlib.h>
#include <string.h>

bool shown_open(struct shown *s, const struct shape *shape, uint32_t switches,
                struct err *err)
{
  const size_t places = (size_t)switches * shape_channels(shape);

  *s = (struct shown){.shape = shape,
                      .switches = switches,
                      .valid = calloc(switches, sizeof *s->valid),
                      .ready = calloc(switches, sizeof *s->ready),
                      .eject = calloc(switches, sizeof *s->eject),
                      .out = calloc(places, sizeof *s->out),
                      .ejected = calloc(places, sizeof *s->ejected),
                      .active = malloc(switches * sizeof *s->active)};
  if (!s->valid || !s->ready || !s->eject || !s->out || !s->ejected || !s->active)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the pins of %s",
                   shape->topology->spec);
  for (uint32_t sw = 0; sw < switches; sw++)
    s->active[sw] = sw;
  return true;
}

void shown_close(struct shown *s)
{
  free(s->valid);
  free(s->ready);
  free(s->eject);
  free(s->out);
  free(s->ejected);
  free(s->active);
}

struct packet shown_packet(const struct shape *shape, const struct lockhop_packet *packet)
{
  return (struct packet){.header = packet->header & bits_mask(shape->format.header_bits),
                         .data = packet->data & bits_mask(shape->format.data_bits)};
}

void shown_put(struct shown *s, uint32_t sw, const struct lockhop_outputs *out)
{
  const struct shape *shape = s->shape;
  const uint32_t queues = shape_queues(shape);
  const size_t first = (size_t)sw * shape_channels(shape);

  s->valid[sw] = out->out_valid & bits_mask(queues);
  s->eject[sw] = out->eject_valid & bits_mask(shape_channels(shape));
  s->ready[sw] = (out->in_ready & bits_mask(queues)) |
                 (out->inject_ready & bits_mask(shape->lanes)) << queues;
  for (uint64_t left = s->valid[sw]; left; left &= left - 1) {
    const uint32_t port = bits_lowest(left) / shape->vcs;

    s->out[first + port] = shown_packet(shape, &out->out_packet[port]);
  }
  for (uint64_t left = s->eject[sw]; left; left &= left - 1) {
    const uint32_t channel = bits_lowest(left);

    s->ejected[first + channel] = shown_packet(shape, &out->eject_packet[channel]);
  }
}

/* --- the machine --- */

static bool reset(void *machine, uint64_t seed, struct err *err)
{
  const struct shown *s = machine;

  (void)seed, (void)err;
  memset(s->valid, 0, s->switches * sizeof *s->valid);
  memset(s->ready, 0, s->switches * sizeof *s->ready);
  memset(s->eject, 0, s->switches * sizeof *s->eject);
  return true;
}

/* The caller clocks the design. */
static void exchange(void *machine, const struct stimulus *stimulus)
{
  (void)machine, (void)stimulus;
}

static void clock_none(void *machine, uint32_t from, uint32_t to)
{
  (void)machine, (void)from, (void)to;
}

static struct links links(void *machine)
{
  const struct shown *s = machine;

  return (struct links){.valid = s->valid,
                        .ready = s->ready,
                        .eject = s->eject,
                        .active = s->active,
                        .active_count = s->switches};
}

static struct packet out_packet(const void *machine, uint32_t sw, uint32_t port)
{
  const struct shown *s = machine;

  return s->out[(size_t)sw * shape_channels(s->shape) + port];
}

static struct packet eject_packet(const void *machine, uint32_t sw, uint32_t channel)
{
  const struct shown *s = machine;

  return s->ejected[(size_t)sw * shape_channels(s->shape) + channel];
}

static void close_none(void *machine)
{
  (void)machine;
}

static const struct machine_ops ops = {.name = "shown",
                                       .can = MACHINE_STALLS | MACHINE_RESETS,
                                       .reset = reset,
                                       .exchange = exchange,
                                       .clock = clock_none,
                                       .links = links,
                                       .out_packet = out_packet,
                                       .eject_packet = eject_packet,
                                       .close = close_none};

struct machine shown_machine(struct shown *s)
{
  s->ops = ops;
  if (s->shape->eject_ready)
    s->ops.can |= MACHINE_REFUSALS;
  return (struct machine){.ops = &s->ops, .self = s};
}
