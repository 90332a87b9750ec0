/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* traffic -- the table of traffic, and what its kinds share. */
#include "traffic/traffic.h"

#include "base/rng.h"
#include "base/text.h"
#include "topology/d3.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What follows the name of a kind. */
enum argument { ARGUMENT_NONE, ARGUMENT_OPTIONS, ARGUMENT_PATH };

/* name, usage, help, argument, function */
#define TRAFFIC(ROW)                                                                       \
  ROW("random", "random", "independent random permutations, one per packet of a switch",   \
      ARGUMENT_NONE, random_make)                                                          \
  ROW("bit-reversal", "bit-reversal", "the address read backwards", ARGUMENT_NONE,         \
      pattern_make)                                                                        \
  ROW("transpose", "transpose", "the two halves of the address swapped; even dimensions",  \
      ARGUMENT_NONE, pattern_make)                                                         \
  ROW("bit-complement", "bit-complement", "every bit of the address inverted",             \
      ARGUMENT_NONE, pattern_make)                                                         \
  ROW("shuffle", "shuffle", "the address rotated left by one bit", ARGUMENT_NONE,          \
      pattern_make)                                                                        \
  ROW("identity", "identity", "every switch to itself", ARGUMENT_NONE, pattern_make)       \
  ROW("swap", "swap", "drawer and router swapped (d3)", ARGUMENT_NONE, pattern_make)       \
  ROW("drawer-to-drawer", "drawer-to-drawer",                                              \
      "to the next drawer: all packets of a drawer want one global link (d3)",             \
      ARGUMENT_NONE, pattern_make)                                                         \
  ROW("file", "file:PATH", "destinations from a file, one a line", ARGUMENT_PATH,          \
      destinations_make)                                                                   \
  ROW("uniform", "uniform,load=L[,warmup=C][,measure=C][,to=T]",                           \
      "L packets per switch and cycle, to random switches; defaults 1000 and 5000 cycles"  \
      "; to any, drawer (d3): of the next drawer alone",                                   \
      ARGUMENT_OPTIONS, uniform_make)                                                      \
  ROW("all-to-all", "all-to-all[,order=O][,self=1]",                                       \
      "every switch to every other (d3); order printed, minimal, zero-wait, protocol-1, "  \
      "protocol-2, protocol-3, lifo, doubly-parallel, doubly-parallel-1",                  \
      ARGUMENT_OPTIONS, all_to_all_make)                                                   \
  ROW("one-to-all", "one-to-all,source=A[,paths=P][,rule=R][,self=1]",                     \
      "one switch to every other (d3); paths lgl, glgl; rule corrected, printed, "         \
      "protocol-3",                                                                        \
      ARGUMENT_OPTIONS, one_to_all_make)                                                   \
  ROW("all-to-one", "all-to-one,sink=A[,rule=R]",                                          \
      "every switch to one (d3); rule corrected, printed, clocked", ARGUMENT_OPTIONS,      \
      all_to_one_make)                                                                     \
  ROW("broadcast", "broadcast,source=A[,count=N][,self-links=0]",                          \
      "N broadcasts from one switch (d3)", ARGUMENT_OPTIONS, broadcast_make)               \
  ROW("exchange", "exchange[,of=PERMUTATION][,delay=D]",                                   \
      "a permutation after routers of a drawer told each other their targets (d3)",        \
      ARGUMENT_OPTIONS, exchange_make)                                                     \
  ROW("hypercube-embedding", "hypercube-embedding[,of=PERMUTATION][,placement=P]",         \
      "a permutation of a hypercube that is embedded (d3); placement dilation-2, "         \
      "identity",                                                                          \
      ARGUMENT_OPTIONS, embedding_make)                                                    \
  ROW("trace", "trace:PATH", "a printed schedule, replayed", ARGUMENT_PATH, trace_make)

#define AS_ROW(name, usage, text, argument, make) {name, usage, text},
#define AS_KIND(name, usage, text, argument, make) {argument, make},

static const struct traffic_row rows[] = {TRAFFIC(AS_ROW)};

/* Same order as rows. */
static const struct kind {
  enum argument argument;
  traffic_make *make;
} kinds[] = {TRAFFIC(AS_KIND)};

enum { ROWS = sizeof rows / sizeof rows[0], NAME = 64, HINT = 128 };

const struct traffic_row *traffic_rows(size_t *count)
{
  *count = ROWS;
  return rows;
}

/* Index of the row that traffic[length] names; ROWS on error. */
static size_t find_row(const char *traffic, size_t length, struct err *err)
{
  const char *names[ROWS];
  char name[NAME], hint[HINT];

  for (size_t i = 0; i < ROWS; i++) {
    names[i] = rows[i].name;
    if (strlen(names[i]) == length && strncmp(names[i], traffic, length) == 0)
      return i;
  }
  snprintf(name, sizeof name, "%.*s", (int)(length < NAME ? length : NAME), traffic);
  text_did_you_mean(hint, sizeof hint, name, names, ROWS);
  err_set(err, ERR_USAGE, "unknown traffic '%s'%s", name,
          hint[0] != '\0' ? hint : "; 'lockhop list traffic' names them");
  return ROWS;
}

/* The argument after the name, or NULL. */
static const char *find_argument(const char *traffic, size_t name_length, size_t row,
                                 struct err *err)
{
  char separator = traffic[name_length];
  const char *argument = traffic + name_length + (separator != '\0');

  switch (kinds[row].argument) {
  case ARGUMENT_NONE:
    if (separator == '\0')
      return argument;
    err_set(err, ERR_USAGE, "'%.100s': %s takes no options", traffic, rows[row].name);
    return NULL;
  case ARGUMENT_PATH:
    if (separator == ':' && *argument != '\0')
      return argument;
    err_set(err, ERR_USAGE, "'%.100s': needs a path, as in %s", traffic, rows[row].usage);
    return NULL;
  case ARGUMENT_OPTIONS:
    if (separator == '\0' || (separator == ',' && *argument != '\0'))
      return argument;
    break;
  }
  err_set(err, ERR_USAGE, "'%.100s': the form is %s", traffic, rows[row].usage);
  return NULL;
}

bool schedule_make(struct schedule *schedule, const struct traffic_request *request,
                   struct err *err)
{
  const char *traffic = request->traffic;
  size_t name_length = strcspn(traffic, ":,");
  const char *argument;
  size_t row;

  *schedule = (struct schedule){.entries = NULL};
  if (traffic[0] == '\0')
    return err_set(err, ERR_USAGE, "the traffic is empty; give one, as in %s",
                   rows[0].usage);
  row = find_row(traffic, name_length, err);
  if (row == ROWS)
    return false;
  argument = find_argument(traffic, name_length, row, err);
  if (!argument)
    return false;
  if (!kinds[row].make(schedule, request, argument, err)) {
    schedule_free(schedule);
    return false;
  }
  /* Where nobody can follow a packet, nothing is promised. */
  schedule->conflict_free = schedule->conflict_free && request->routing->timed;
  return true;
}

const char *schedule_routing(const struct topology *t, const char *traffic)
{
  struct err ignored;
  size_t length = strcspn(traffic, ",");
  size_t row = find_row(traffic, length, &ignored);

  if (row == ROWS || !d3_is(t))
    return NULL;
  if (kinds[row].make == all_to_all_make)
    return all_to_all_routing(traffic + length);
  if (kinds[row].make == exchange_make || kinds[row].make == embedding_make)
    return "source-vector,holds=0";
  return NULL;
}

bool traffic_all_at_once(struct schedule *schedule, const struct traffic_request *request,
                         struct err *err)
{
  const struct topology *t = request->topology;
  uint64_t count = (uint64_t)request->packets * t->switches;
  size_t capacity = 0;

  if (request->packets < 1)
    return err_set(err, ERR_USAGE, "%.100s: 0 packets per switch; at least 1 is needed",
                   request->traffic);
  if (count > traffic_packets_max)
    return err_set(err, ERR_USAGE,
                   "%s with %u packets per switch makes %" PRIu64
                   " packets; at most %" PRIu64 ", so at most %" PRIu64 " per switch",
                   t->spec, request->packets, count, traffic_packets_max,
                   traffic_packets_max / t->switches);
  if (!traffic_reserve(schedule, &capacity, count, err))
    return false;
  schedule->count = count;
  for (uint64_t i = 0; i < count; i++)
    schedule->entries[i] =
        (struct schedule_entry){.source = (uint32_t)(i / request->packets)};
  return true;
}

bool traffic_reserve(struct schedule *schedule, size_t *capacity, uint64_t wanted,
                     struct err *err)
{
  struct schedule_entry *entries = NULL;

  if (wanted > traffic_packets_max)
    return err_set(err, ERR_USAGE, "more than %" PRIu64 " packets", traffic_packets_max);
  entries = realloc(schedule->entries, wanted * sizeof *entries);
  if (!entries)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %" PRIu64 " packets",
                   wanted);
  schedule->entries = entries;
  *capacity = wanted;
  return true;
}

bool traffic_append(struct schedule *schedule, size_t *capacity,
                    const struct schedule_entry *entry, struct err *err)
{
  if (schedule->count == *capacity) {
    uint64_t wanted = 2 * (uint64_t)*capacity + 64;

    if (wanted > traffic_packets_max && *capacity < traffic_packets_max)
      wanted = traffic_packets_max;
    if (!traffic_reserve(schedule, capacity, wanted, err))
      return false;
  }
  schedule->entries[schedule->count++] = *entry;
  return true;
}

void traffic_set_header(struct schedule_entry *entry, size_t number,
                        const struct traffic_request *request)
{
  struct rng rng = rng_seed(request->seed, traffic_stream_header);

  rng.state += number * RNG_STEP;
  entry->header = request->routing->header(request->topology, entry->source,
                                           entry->destination, rng_next(&rng));
}

void traffic_set_headers(struct schedule *schedule, const struct traffic_request *request)
{
  for (size_t i = 0; i < schedule->count; i++)
    traffic_set_header(&schedule->entries[i], i, request);
}
