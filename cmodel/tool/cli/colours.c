/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* colours -- lockhop schedule --colors: the colours of the packets of permutations, as
 * their headers have them.
 *
 * The row in which a packet crosses the middle level has them as digits: the highest one is
 * the first colour.  The lowest digit is that of the source, and no choice.
 */
#include "network/topology/pn.h"
#include "tool/cli/structure.h"

enum { HOPS = 64, COLOURS = 32 };

/* A packet, and the permutation that it belongs to. */
struct coloured {
  uint32_t wave;
  uint32_t middle;           /* row */
  uint32_t colours[COLOURS]; /* [d - 1] */
};

/* The rows that a colour tells apart: n^(d-1) for the first one. */
static uint32_t weight_of(const struct topology *t, uint32_t number)
{
  uint32_t weight = t->terminals;

  for (uint32_t i = 0; i <= number; i++)
    weight /= pn_n(t);
  return weight;
}

static bool colour(struct coloured *c, const struct topology *t,
                   const struct routing *routing, const struct schedule_entry *entry,
                   struct err *err)
{
  struct hop hops[HOPS];
  const uint32_t middle = pn_d(t) - 1; /* its level */

  if (topology_path(t, routing, entry->source, entry->destination, entry->header, 0, hops,
                    HOPS) <= middle)
    return err_set(err, ERR_USAGE, "the packet of terminal %u does not arrive",
                   entry->source);
  c->middle = hops[middle].at - middle * t->terminals;
  for (uint32_t i = 0; i < middle; i++)
    c->colours[i] = c->middle / weight_of(t, i) % pn_n(t);
  return true;
}

/* The wave of entry `i`: the j-th packets that terminals start in a cycle are one, if they
 * are not all one permutation. */
static void count_wave(struct coloured *c, const struct schedule *schedule, size_t i,
                       uint32_t *first, uint32_t *end)
{
  const struct schedule_entry *entry = &schedule->entries[i];
  const bool starts = i == 0 || entry->cycle != entry[-1].cycle;

  if (schedule->setups == 1) {
    c->wave = 0;
    *end = 1;
    return;
  }
  if (starts)
    *first = *end;
  c->wave = starts || entry->source != entry[-1].source ? *first : c->wave + 1;
  *end = c->wave + 1 > *end ? c->wave + 1 : *end;
}

/* --- output --- */

static void print_line(const struct coloured *c, const struct topology *t,
                       const struct schedule *schedule, size_t i)
{
  const struct schedule_entry *entry = &schedule->entries[i];
  const uint32_t middle = pn_d(t) - 1;
  char address[ADDRESS_TEXT];

  t->row->print_address(t, middle * t->terminals + c->middle, address);
  printf("%zu %u %u %u ", i, c->wave, entry->source, entry->destination);
  for (uint32_t k = 0; k < middle; k++)
    printf("%s%u", k > 0 ? "." : "", c->colours[k]);
  printf("%s %u %s\n", middle == 0 ? "-" : "", c->middle, address);
}

static json_t *packet_object(const struct coloured *c, const struct topology *t,
                             const struct schedule *schedule, size_t i)
{
  const struct schedule_entry *entry = &schedule->entries[i];
  json_t *colours = json_array();

  for (uint32_t k = 0; k + 1 < pn_d(t); k++)
    json_array_append_new(colours, json_integer(c->colours[k]));
  return json_pack("{s:I, s:i, s:i, s:i, s:o, s:i}", "packet", (json_int_t)i, "wave",
                   (int)c->wave, "source", (int)entry->source, "destination",
                   (int)entry->destination, "colors", colours, "middle", (int)c->middle);
}

/* *packets: NULL where JSON is not wanted. */
static bool print_packets(const struct settings *settings, const struct schedule *schedule,
                          const struct topology *t, const struct routing *routing,
                          json_t *packets, struct err *err)
{
  struct coloured c = {.wave = 0};
  uint32_t first = 0, end = 0;
  const bool text = structure_has_text(settings);

  if (text)
    printf("# packet wave source destination colors middle address\n");
  for (size_t i = 0; i < schedule->count && !ferror(stdout); i++) {
    if (!colour(&c, t, routing, &schedule->entries[i], err))
      return false;
    count_wave(&c, schedule, i, &first, &end);
    if (text)
      print_line(&c, t, schedule, i);
    if (settings->json)
      json_array_append_new(packets, packet_object(&c, t, schedule, i));
  }
  if (text)
    printf("# waves %u, each a permutation; colors of a packet %u, each in 0..%u\n", end,
           pn_d(t) - 1, pn_n(t) - 1);
  return true;
}

bool colours_print(const struct settings *settings, const struct schedule *schedule,
                   const struct topology *t, const struct routing *routing, struct err *err)
{
  if (!routing->set_up)
    return err_set(err, ERR_USAGE,
                   "%s sets up no permutations, so its packets have no colors; pn, benes "
                   "and waksman do",
                   t->spec);
  if (schedule->parts > 1)
    return err_set(err, ERR_USAGE, "--colors takes packets that are whole, without parts=");
  if (!schedule->all_set_up)
    return err_set(err, ERR_USAGE,
                   "packets of %.100s belong to no permutation that is set up; --colors "
                   "takes traffic such as random or bit-reversal",
                   settings->run.traffic);
  if (!structure_fits(settings, schedule->count, "packets", err))
    return false;
  json_t *packets = settings->json ? json_array() : NULL;
  if (!print_packets(settings, schedule, t, routing, packets, err)) {
    json_decref(packets);
    return false;
  }
  return structure_write(settings,
                         !packets
                             ? NULL
                             : json_pack("{s:s, s:s, s:I, s:i, s:i, s:i, s:o}", "topology",
                                         t->spec, "traffic", settings->run.traffic, "seed",
                                         (json_int_t)settings->run.seed, "n", (int)pn_n(t),
                                         "d", (int)pn_d(t), "waves", (int)schedule->setups,
                                         "packets", packets),
                         err);
}
