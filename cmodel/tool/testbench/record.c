/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* record -- records the pins of a golden switch, or of a golden network, in a run. */
#include "tool/testbench/record.h"

#include "base/bits.h"
#include "base/hash.h"
#include "tool/api/describe.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  ONE_WORD_PINS = 6,
  BUS_WORDS = SHAPE_CHANNELS * 128 / 32 /* of packets of 64 + 64 bits */
};

/* --- a bus of packets, as one number --- */

struct bus {
  uint32_t words[BUS_WORDS]; /* as lockhop_bus_put has it */
};

static void put_packet(struct bus *bus, const struct packet_format *format, uint32_t index,
                       struct packet packet)
{
  const struct lockhop_packet put = describe_packet(packet);

  lockhop_bus_put(bus->words, index, format->header_bits, format->data_bits, &put);
}

/* In hexadecimal without zeros in front. */
static void print_bus(const struct bus *bus, FILE *file)
{
  size_t high = BUS_WORDS - 1;

  while (high > 0 && bus->words[high] == 0)
    high--;
  fprintf(file, " %" PRIx32, bus->words[high]);
  while (high-- > 0)
    fprintf(file, "%08" PRIx32, bus->words[high]);
}

/* --- opening and closing --- */

/* The pins of a switch, one behind the other. */
static void lay_out(struct pins *pins, const struct shape *shape)
{
  static const enum pin one_word[ONE_WORD_PINS] = {IN_VALID, OUT_READY, INJECT_VALID,
                                                   HERE,     SEED,      PHASE};
  const ptrdiff_t word = sizeof(uint64_t);
  ptrdiff_t at = 0;

  pins->slot_words = shape->format.header_bits + shape->format.data_bits > 64 ? 2 : 1;
  pins->format = shape->format;
  for (size_t i = 0; i < ONE_WORD_PINS; i++, at += word)
    pins->offset[one_word[i]] = at;
  pins->offset[IN_PACKET] = at;
  pins->offset[INJECT_PACKET] =
      at + (ptrdiff_t)(shape->topology->ports * pins->slot_words) * word;
}

static size_t words_of(const struct record *r)
{
  return ONE_WORD_PINS +
         (r->shape->topology->ports + (size_t)r->shape->lanes) * r->pins.slot_words;
}

/* Each file names its run, so that files of two runs are not mixed. */
static uint64_t key_of(const struct session *s, uint32_t sw)
{
  const struct shape *shape = &s->shape;
  struct hash hash = hash_start();

  hash_text(&hash, s->topology.spec);
  hash_text(&hash, shape->routing->name);
  hash_text(&hash, s->description.traffic);
  hash_text(&hash, s->description.disturb ? s->description.disturb : "");
  const uint64_t numbers[] = {shape->lanes,
                              shape->depth,
                              shape->vcs,
                              shape->store,
                              shape->sends,
                              shape->format.data_bits,
                              s->description.seed,
                              (uint64_t)s->description.packets,
                              sw};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    hash_u64(&hash, numbers[i]);
  if (shape->pushes)
    hash_text(&hash, "pushes");
  return hash.lane[0];
}

bool record_open(struct record *r, const struct session *s, const struct machine *machine,
                 uint32_t sw, struct err *err)
{
  const struct shape *shape = &s->shape;
  const uint32_t switches = shape->topology->switches;
  const bool network = sw == RECORD_NETWORK;

  *r = (struct record){.shape = shape,
                       .machine = machine,
                       .first = network ? 0 : sw,
                       .count = network ? switches : 1,
                       .network = network,
                       .key = key_of(s, sw)};
  if (!edge_open(&r->edge, shape, s->description.seed, err))
    return false;
  lay_out(&r->pins, shape);
  r->pins.base = calloc(switches, sizeof r->pins.base[0]);
  r->words = calloc(r->count * words_of(r), sizeof r->words[0]);
  if (!r->pins.base || !r->words)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the pins of %s",
                   shape->topology->spec);
  for (uint32_t i = 0; i < r->count; i++)
    r->pins.base[r->first + i] = (unsigned char *)(r->words + i * words_of(r));
  r->inputs = (struct inputs){.pins = &r->pins,
                              .shape = shape,
                              .network = network,
                              .seed = s->description.seed,
                              .noise = s->schedule.disturbances.noise};
  return true;
}

void record_close(struct record *r)
{
  edge_close(&r->edge);
  free(r->pins.base);
  free(r->words);
}

uint32_t record_reset_edges(const struct record *r)
{
  return inputs_reset_edges(&r->inputs, r->first);
}

/* --- what goes in --- */

static uint64_t load(const struct record *r, uint32_t sw, enum pin pin)
{
  return pin_load(pins_at(&r->pins, sw, pin));
}

static void store(const struct record *r, uint32_t sw, enum pin pin, uint64_t word)
{
  pin_store(pins_at(&r->pins, sw, pin), word);
}

static void clear(const struct record *r, uint32_t sw)
{
  memset(r->pins.base[sw], 0, words_of(r) * sizeof r->words[0]);
}

static void store_packets(const struct record *r, uint32_t sw, enum pin pin,
                          const struct lockhop_packet *packets, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    pins_store_packet(
        &r->pins, pins_slot(&r->pins, sw, pin, i),
        (struct packet){.header = packets[i].header, .data = packets[i].data});
}

/* The pins of a cycle with rst 0. */
static void show_cycle(const struct record *r, uint32_t sw)
{
  struct lockhop_inputs in;

  edge_show(&r->edge, sw, &in);
  clear(r, sw);
  store(r, sw, HERE, in.here);
  store(r, sw, PHASE,
        r->network && r->shape->routing->phases.tree ? r->edge.all_sent : in.phase);
  store(r, sw, INJECT_VALID, in.inject_valid);
  store_packets(r, sw, INJECT_PACKET, in.inject_packet, r->shape->lanes);
  if (!r->network) {
    store(r, sw, IN_VALID, in.in_valid);
    store(r, sw, OUT_READY, in.out_ready);
    store_packets(r, sw, IN_PACKET, in.in_packet, r->shape->topology->ports);
  }
  inputs_disturb(&r->inputs, NULL, sw, r->cycle, NULL, NULL);
}

static void print_packets(const struct record *r, uint32_t sw, enum pin pin, uint32_t count)
{
  struct bus bus = {{0}};

  for (uint32_t i = 0; i < count; i++)
    put_packet(&bus, &r->shape->format, i,
               pins_load_packet(&r->pins, pins_slot(&r->pins, sw, pin, i)));
  print_bus(&bus, r->stimulus);
}

static void print_inputs(const struct record *r, uint32_t sw)
{
  fprintf(r->stimulus, "%" PRIu32 " %" PRIx64 " %" PRIx64, sw, load(r, sw, SEED),
          load(r, sw, INJECT_VALID));
  print_packets(r, sw, INJECT_PACKET, r->shape->lanes);
  if (!r->network) {
    fprintf(r->stimulus, " %" PRIx64 " %" PRIx64, load(r, sw, HERE), load(r, sw, IN_VALID));
    print_packets(r, sw, IN_PACKET, r->shape->topology->ports);
    fprintf(r->stimulus, " %" PRIx64, load(r, sw, OUT_READY));
  }
  fputc('\n', r->stimulus);
}

/* Does a switch of a network get any non-zero input? The lanes are the last of its words.
 */
static bool is_fed(const struct record *r, uint32_t sw)
{
  const size_t words = (size_t)r->shape->lanes * r->pins.slot_words;

  if (load(r, sw, SEED) || load(r, sw, INJECT_VALID))
    return true;
  for (size_t i = 0; i < words; i++)
    if (pin_load(pins_at(&r->pins, sw, INJECT_PACKET) + i * sizeof(uint64_t)))
      return true;
  return false;
}

/* The pins as they are at the edge that ends a cycle; those before cycle 0 are negative. */
static void print_stimulus(const struct record *r, int64_t cycle, bool rst)
{
  uint32_t lines = 0;

  for (uint32_t i = 0; i < r->count; i++)
    lines += !r->network || is_fed(r, r->first + i);
  fprintf(r->stimulus, "%" PRId64 " %d %" PRIx64 " %" PRIu32 "\n", cycle, rst,
          load(r, r->first, PHASE), lines);
  for (uint32_t i = 0; i < r->count; i++)
    if (!r->network || is_fed(r, r->first + i))
      print_inputs(r, r->first + i);
}

/* A cycle with rst 1: `left` such edges from this one on. */
static void print_reset(const struct record *r, uint64_t cycle, uint32_t left)
{
  for (uint32_t i = 0; i < r->count; i++) {
    clear(r, r->first + i);
    inputs_show_reset(&r->inputs, r->first + i, cycle, left);
  }
  print_stimulus(r, (int64_t)cycle, true);
}

static void print_titles(const struct record *r)
{
  fprintf(r->stimulus,
          "lockhop-testbench 1 %016" PRIx64 "\n"
          "# cycle rst phase lines; switch seed inject_valid inject_packet%s\n",
          r->key, r->network ? "" : " here in_valid in_packet out_ready");
  fprintf(r->expected,
          "lockhop-testbench 1 %016" PRIx64 "\n"
          "# cycle lines; switch out_valid out_packet in_ready inject_ready eject_valid "
          "eject_packet\n",
          r->key);
}

void record_begin(struct record *r, FILE *stimulus, FILE *expected)
{
  r->stimulus = stimulus;
  r->expected = expected;
  r->cycle = r->packets = 0;
  edge_reset(&r->edge);
  if (!stimulus)
    return;
  print_titles(r);
  for (uint32_t left = record_reset_edges(r); left > 0; left--)
    print_reset(r, UINT64_C(0) - left, left);
}

/* --- what comes out --- */

static bool shows(const struct record *r, const struct links *links, uint32_t sw)
{
  return !r->network || links->valid[sw] || links->eject[sw] ||
         ~links->ready[sw] & bits_mask(shape_channels(r->shape));
}

static void print_switch(const struct record *r, const struct links *links, uint32_t sw)
{
  const struct shape *shape = r->shape;
  const struct machine *m = r->machine;
  const uint32_t queues = shape_queues(shape);
  struct bus out = {{0}}, eject = {{0}};

  for (uint32_t port = 0; port < shape->topology->ports; port++)
    if (links->valid[sw] >> port * shape->vcs & bits_mask(shape->vcs))
      put_packet(&out, &shape->format, port, m->ops->out_packet(m->self, sw, port));
  for (uint64_t left = links->eject[sw]; left; left &= left - 1)
    put_packet(&eject, &shape->format, bits_lowest(left),
               m->ops->eject_packet(m->self, sw, bits_lowest(left)));
  fprintf(r->expected, "%" PRIu32 " %" PRIx64, sw, links->valid[sw]);
  print_bus(&out, r->expected);
  fprintf(r->expected, " %" PRIx64 " %" PRIx64 " %" PRIx64,
          links->ready[sw] & bits_mask(queues),
          links->ready[sw] >> queues & bits_mask(shape->lanes), links->eject[sw]);
  print_bus(&eject, r->expected);
  fputc('\n', r->expected);
}

static void print_expected(const struct record *r, const struct links *links)
{
  uint32_t lines = 0;

  for (uint32_t i = 0; i < r->count; i++)
    lines += shows(r, links, r->first + i);
  fprintf(r->expected, "%" PRIu64 " %" PRIu32 "\n", r->cycle, lines);
  for (uint32_t i = 0; i < r->count; i++)
    if (shows(r, links, r->first + i))
      print_switch(r, links, r->first + i);
}

void record_cycle(void *self, const struct links *links, const struct stimulus *stimulus)
{
  struct record *r = self;

  for (uint32_t i = 0; i < r->count; i++)
    r->packets +=
        bits_count(links->valid[r->first + i]) + bits_count(links->eject[r->first + i]);
  if (r->stimulus) {
    print_expected(r, links);
    edge_keep(&r->edge, r->machine, links, stimulus);
    if (stimulus->reset) {
      print_reset(r, r->cycle, stimulus->reset);
    } else {
      for (uint32_t i = 0; i < r->count; i++)
        show_cycle(r, r->first + i);
      print_stimulus(r, (int64_t)r->cycle, false);
    }
  }
  r->cycle++;
}
