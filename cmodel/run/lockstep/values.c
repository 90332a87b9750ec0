/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* values -- what the terminals of a reduction compute from the packets that arrive. */
#include "run/lockstep/values.h"

#include "base/bits.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

bool values_open(struct values *v, const struct schedule *schedule,
                 const struct packet_format *format, uint64_t seed, struct err *err)
{
  const struct reduction *reduction = schedule->reduction;

  *v = (struct values){.schedule = NULL};
  if (!reduction || payload_value_bits(format) == 0)
    return true;
  const uint32_t vertices = 1u << reduction->dimensions;

  *v = (struct values){
      .schedule = schedule,
      .format = *format,
      .vertices = vertices,
      .sums = memory_table((size_t)vertices * (reduction->dimensions + 1), sizeof *v->sums),
      .below = memory_table(vertices, sizeof *v->below),
      .boxes = memory_table((size_t)vertices * reduction->dimensions + 1, sizeof *v->boxes),
      .came = memory_table(vertices, sizeof *v->came),
      .done = memory_table(vertices, sizeof *v->done),
      .carried = memory_table(schedule->count + 1, sizeof *v->carried),
      .left = memory_table(schedule->count + 1, sizeof *v->left),
  };
  if (!v->sums || !v->below || !v->boxes || !v->came || !v->done || !v->carried || !v->left)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the values of %u vertices",
                   vertices);
  values_reset(v, seed);
  return true;
}

void values_close(struct values *v)
{
  free(v->sums);
  free(v->below);
  free(v->boxes);
  free(v->came);
  free(v->done);
  free(v->carried);
  free(v->left);
  *v = (struct values){.schedule = NULL};
}

/* The sum of a vertex after so many dimensions. */
static uint64_t *sum_of(const struct values *v, uint32_t vertex, uint32_t dimensions)
{
  return &v->sums[(size_t)vertex * (v->schedule->reduction->dimensions + 1) + dimensions];
}

static uint64_t *box_of(const struct values *v, uint32_t vertex, uint32_t turn)
{
  return &v->boxes[(size_t)vertex * v->schedule->reduction->dimensions + turn];
}

void values_reset(struct values *v, uint64_t seed)
{
  if (!v->schedule)
    return;
  v->seed = seed;
  memset(v->came, 0, v->vertices * sizeof *v->came);
  memset(v->done, 0, v->vertices * sizeof *v->done);
  memset(v->left, 0, v->schedule->count * sizeof *v->left);
  for (uint32_t vertex = 0; vertex < v->vertices; vertex++)
    v->below[vertex] = *sum_of(v, vertex, 0) = reduction_value(seed, vertex);
}

/* The part of a sum for which data have bits. */
static uint64_t cut(const struct values *v, uint64_t sum)
{
  return sum & bits_mask(payload_value_bits(&v->format));
}

/* The ends of a packet, and the turn of the dimension between them. */
struct crossing {
  uint32_t from, to, turn;
};

static struct crossing crossing_of(const struct values *v, uint32_t number)
{
  const struct schedule_entry *entry = &v->schedule->entries[number];
  const struct reduction *reduction = v->schedule->reduction;
  const uint32_t from = reduction->vertices[entry->source];
  const uint32_t to = reduction->vertices[entry->destination];

  return (struct crossing){
      .from = from, .to = to, .turn = reduction_turn(reduction, bits_lowest(from ^ to))};
}

uint64_t values_start(void *values, uint32_t number)
{
  struct values *v = values;
  const struct crossing c = crossing_of(v, number);
  const uint32_t done = v->done[c.from];
  const uint64_t sum = *sum_of(v, c.from, done < c.turn ? done : c.turn);

  v->carried[number] = cut(v, sum);
  v->left[number] = true;
  return schedule_value_data(v->schedule, number, sum, &v->format);
}

/* Combine what has come, in the order of the dimensions. */
static void combine(struct values *v, uint32_t vertex)
{
  const struct reduction *reduction = v->schedule->reduction;

  for (; v->came[vertex] >> v->done[vertex] & 1; v->done[vertex]++) {
    const uint32_t turn = v->done[vertex];
    const uint64_t other = *box_of(v, vertex, turn);
    const uint32_t bit = 1u << reduction_turn(reduction, turn);

    *sum_of(v, vertex, turn + 1) = *sum_of(v, vertex, turn) + other;
    if (vertex & bit) /* it comes from a smaller vertex */
      v->below[vertex] += other;
  }
}

bool values_arrive(struct values *v, uint32_t number, uint64_t data)
{
  if (!v->schedule)
    return true;
  const struct crossing c = crossing_of(v, number);
  const uint64_t value = payload_value(data, &v->format);

  *box_of(v, c.to, c.turn) = value;
  v->came[c.to] |= 1u << c.turn;
  combine(v, c.to);
  return v->left[number] && value == v->carried[number];
}

struct values_found values_found(const struct values *v)
{
  struct values_found found = {.kept = v->schedule != NULL, .vertices = v->vertices};
  uint64_t all = 0, below = 0;

  if (!v->schedule)
    return found;
  const struct reduction *reduction = v->schedule->reduction;

  for (uint32_t vertex = 0; vertex < v->vertices; vertex++)
    all += reduction_value(v->seed, vertex);
  for (uint32_t vertex = 0; vertex < v->vertices; vertex++) {
    below += reduction_value(v->seed, vertex);
    const bool prefix = reduction->kind == REDUCTION_PREFIX;
    const uint64_t sum = cut(v, *sum_of(v, vertex, v->done[vertex]));
    const uint64_t expected = cut(v, prefix ? below : all);
    const uint64_t value = prefix ? cut(v, v->below[vertex]) : sum;

    if (value == expected && sum == cut(v, all) && v->done[vertex] == reduction->dimensions)
      found.right++;
    else if (found.right == vertex) {
      found.first = vertex;
      found.value = value;
      found.expected = expected;
    }
  }
  return found;
}
