/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* all_to_one -- every router sends a packet to one, the sink.
 *
 * Source: The Swapped Dragonfly, appendix, Theorem 6; docs/schedules/all_to_one.md.  In
 * round i = pi + gamma M the sink broadcasts a request, and the routers (gamma, d, pi), for
 * all d, answer it as soon as they have it.  By the clock there are no requests: all know
 * i.
 */
#include "network/traffic/collective.h"
#include "network/traffic/options.h"

#define KIND "all-to-one"

enum rule { RULE_CORRECTED, RULE_PRINTED, RULE_CLOCKED, RULES };

/* A request launched in cycle t crosses its links in steps t+1 to t+3; the answer is
 * launched in the cycle after. */
enum { ANSWER_AFTER = 4 };

static const char *const keys[] = {"sink", "rule"};
static const char *const rule_names[RULES] = {"corrected", "printed", "clocked"};

struct options {
  uint32_t sink;
  size_t rule; /* enum rule */
};

static bool parse(struct options *options, const struct collective *c, const char *argument,
                  struct err *err)
{
  return options_check(KIND, argument, keys, sizeof keys / sizeof keys[0], err) &&
         options_choice(KIND, argument, "rule", rule_names, RULES, &options->rule, err) &&
         options_terminal(KIND, argument, "sink", c->t, &options->sink, err);
}

/* The packets of a round: the request first, if there is one. */
static size_t round_of(const struct collective *c, const struct options *options,
                       uint32_t i, struct schedule_entry entries[COLLECTIVE_ROUND])
{
  const uint32_t m = d3_m(c->t);
  const bool requests = options->rule != RULE_CLOCKED;
  size_t count = 0;

  if (requests)
    entries[count++] = (struct schedule_entry){
        .source = options->sink,
        .destination = SCHEDULE_ALL,
        .header = d3_broadcast(c->t, options->rule == RULE_CORRECTED),
    };
  for (uint32_t d = 0; d < m; d++) {
    uint32_t from = d3_switch(c->t, (struct d3_router){.c = i / m, .d = d, .p = i % m});

    /* As printed, the sink answers too; else it keeps its own message. */
    if (from == options->sink && options->rule != RULE_PRINTED)
      continue;
    entries[count++] = (struct schedule_entry){
        .cycle = requests ? ANSWER_AFTER : 0,
        .source = from,
        .destination = options->sink,
        .answers = requests ? (uint32_t)c->schedule->count + 1 : 0,
        .header = d3_header(c->t, c->request->routing, D3_LGL, from, options->sink),
    };
  }
  return count;
}

static bool launch(struct collective *c, const struct options *options, struct err *err)
{
  for (uint32_t i = 0; i < d3_k(c->t) * d3_m(c->t); i++) {
    struct schedule_entry entries[COLLECTIVE_ROUND];
    size_t count = round_of(c, options, i, entries);

    if (!collective_launch(c, entries, count, options->rule != RULE_PRINTED, err))
      return false;
  }
  return true;
}

bool all_to_one_make(struct schedule *schedule, const struct traffic_request *request,
                     const char *argument, struct err *err)
{
  struct options options = {.rule = RULE_CORRECTED};
  struct collective c;

  collective_open(&c, schedule, request);
  if (!parse(&options, &c, argument, err) ||
      (options.rule != RULE_CLOCKED && !collective_needs_broadcasts(&c, KIND, err)))
    return false;
  schedule->conflict_free = options.rule != RULE_PRINTED;
  return collective_close(&c, launch(&c, &options, err), err);
}
