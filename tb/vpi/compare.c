/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* compare -- the pins of a switch, in four states: beside what is expected, and as the
 * outputs of lockhop.h. */
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PLACE_TEXT = 64 };

/* Where a line is written. */
struct place {
  const struct bench *bench;
  uint32_t sw;
  char *line;    /* [LINE_TEXT] */
  bool expected; /* what should be there is known */
};

/* A value, and what it should be; unknown bits are x or z. */
struct found {
  uint64_t should, value, unknown;
  uint32_t bits;
};

static bool tell(const struct place *p, const char *where, const char *field,
                 const struct found *f)
{
  char should[BUS_TEXT], is[BUS_TEXT];

  bus_print(should, f->should, 0, f->bits);
  bus_print(is, f->value, f->unknown, f->bits);
  snprintf(p->line, LINE_TEXT,
           "first difference: cycle %" PRIu64 ", switch %" PRIu32 ", %s, %s: %s%s%sdut %s",
           p->bench->cycle, p->sw, where, field, p->expected ? "golden " : "",
           p->expected ? should : "", p->expected ? ", " : "", is);
  return false;
}

/* "port 1 VC 0", "channel 2", or "channel 6 (lane 1)", as lockhop cosim names it. */
static void name_place(const struct bench *b, char text[PLACE_TEXT], const char *what,
                       uint32_t i, uint32_t vcs)
{
  const uint32_t queues = b->shape.queues;
  const bool lane = strcmp(what, "lane") == 0;

  if (lane || (strcmp(what, "channel") == 0 && i >= queues))
    snprintf(text, PLACE_TEXT, "channel %" PRIu32 " (lane %" PRIu32 ")",
             lane ? i + queues : i, lane ? i : i - queues);
  else if (vcs > 1)
    snprintf(text, PLACE_TEXT, "%s %" PRIu32 " VC %" PRIu32, what, i / vcs, i % vcs);
  else
    snprintf(text, PLACE_TEXT, "%s %" PRIu32, what, i);
}

/* A mask of `bits` bits, `vcs` of them to a place of the name `what`. */
static bool same_mask(const struct place *p, enum output pin, const char *field,
                      const char *what, uint32_t bits, uint32_t vcs, uint64_t golden)
{
  const struct bus *bus = &p->bench->output[pin];
  const uint64_t value = bus_bits(bus->value, p->sw * bits, bits);
  const uint64_t unknown = bus_bits(bus->unknown, p->sw * bits, bits);
  const uint64_t wrong = (p->expected ? golden ^ value : 0) | unknown;
  char where[PLACE_TEXT];
  uint32_t i = 0;

  if (!wrong)
    return true;
  while (!(wrong >> i & 1))
    i++;
  name_place(p->bench, where, what, i, vcs);
  return tell(
      p, where, field,
      &(struct found){golden >> i & 1, value >> i & 1, unknown >> i & 1, .bits = 1});
}

/* Packet `i` of the `count` of a switch: its header, or its data. */
static bool same_half(const struct place *p, enum output pin, bool data, const char *field,
                      const char *what, uint32_t count, uint32_t i,
                      const struct lockhop_packet *golden)
{
  const uint32_t header_bits = p->bench->shape.header_bits;
  const uint32_t data_bits = p->bench->shape.data_bits, at = p->sw * count + i;
  const struct bus *bus = &p->bench->output[pin];
  const struct lockhop_packet value =
      lockhop_bus_get(bus->value, at, header_bits, data_bits);
  const struct lockhop_packet unknown =
      lockhop_bus_get(bus->unknown, at, header_bits, data_bits);
  const struct found f = {.should = data ? golden->data : golden->header,
                          .value = data ? value.data : value.header,
                          .unknown = data ? unknown.data : unknown.header,
                          .bits = data ? data_bits : header_bits};
  char where[PLACE_TEXT];

  if (((p->expected ? f.should ^ f.value : 0) | f.unknown) == 0)
    return true;
  name_place(p->bench, where, what, i, 1);
  return tell(p, where, field, &f);
}

/* In the order of lockhop cosim: the headers of all ports before the data of any. */
static bool same_packets(const struct place *p, enum output pin,
                         const char *const fields[2], const char *what, uint32_t count,
                         uint32_t vcs, uint64_t valid, const struct lockhop_packet *golden)
{
  for (int data = 0; data < 2; data++)
    for (uint32_t i = 0; i < count * vcs; i++)
      if ((valid >> i & 1) &&
          !same_half(p, pin, data, fields[data], what, count, i / vcs, &golden[i / vcs]))
        return false;
  return true;
}

static bool same_pins(const struct place *p, const struct lockhop_outputs *e)
{
  static const char *const out[2] = {"out_header", "out_data"};
  static const char *const eject[2] = {"eject_header", "eject_data"};
  const struct lockhop_shape *s = &p->bench->shape;

  return same_mask(p, OUT_VALID, "out_valid", "port", s->queues, s->vcs, e->out_valid) &&
         same_packets(p, OUT_PACKET, out, "port", s->ports, s->vcs, e->out_valid,
                      e->out_packet) &&
         same_mask(p, IN_READY, "in_ready", "port", s->queues, s->vcs, e->in_ready) &&
         same_mask(p, INJECT_READY, "inject_ready", "lane", s->lanes, 1, e->inject_ready) &&
         same_mask(p, EJECT_VALID, "eject_valid", "channel", s->channels, 1,
                   e->eject_valid) &&
         same_packets(p, EJECT_PACKET, eject, "channel", s->channels, 1, e->eject_valid,
                      e->eject_packet);
}

bool compare_switch(const struct bench *b, uint32_t sw, char line[LINE_TEXT])
{
  return same_pins(&(struct place){.bench = b, .sw = sw, .line = line, .expected = true},
                   &b->expected[sw]);
}

/* The bits of a switch that are 1; x and z are 0. */
static uint64_t mask_of(const struct bench *b, enum output pin, uint32_t sw, uint32_t bits)
{
  const struct bus *bus = &b->output[pin];

  return bus_bits(bus->value, sw * bits, bits) & ~bus_bits(bus->unknown, sw * bits, bits);
}

static void read_packets(const struct bench *b, enum output pin, uint32_t sw,
                         uint32_t count, struct lockhop_packet *packets)
{
  const struct lockhop_shape *s = &b->shape;

  for (uint32_t i = 0; i < count; i++)
    packets[i] =
        lockhop_bus_get(b->output[pin].value, sw * count + i, s->header_bits, s->data_bits);
}

bool compare_read(const struct bench *b, uint32_t sw, struct lockhop_outputs *outputs,
                  char line[LINE_TEXT])
{
  const struct lockhop_shape *s = &b->shape;

  outputs->in_ready = mask_of(b, IN_READY, sw, s->queues);
  outputs->out_valid = mask_of(b, OUT_VALID, sw, s->queues);
  outputs->inject_ready = mask_of(b, INJECT_READY, sw, s->lanes);
  outputs->eject_valid = mask_of(b, EJECT_VALID, sw, s->channels);
  read_packets(b, OUT_PACKET, sw, s->ports, outputs->out_packet);
  read_packets(b, EJECT_PACKET, sw, s->channels, outputs->eject_packet);
  return same_pins(&(struct place){.bench = b, .sw = sw, .line = line}, outputs);
}
