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
#include "base/text.h"
#include "network/traffic/collective.h"
#include "network/traffic/options.h"
#include "network/traffic/relay.h"

#define KIND "all-to-one"

enum rule { RULE_CORRECTED, RULE_PRINTED, RULE_CLOCKED, RULES };

/* A request launched in cycle t crosses its links in steps t+1 to t+3; the answer is
 * launched in the cycle after. */
enum { ANSWER_AFTER = 4 };

static const char *const keys[] = {"sink", "rule", "copies"};
static const char *const rule_names[RULES] = {"corrected", "printed", "clocked"};

struct options {
  uint32_t sink;
  size_t rule; /* enum rule */
  enum copies copies;
};

static bool parse(struct options *options, const struct collective *c, const char *argument,
                  struct err *err)
{
  char value[OPTIONS_VALUE];

  if (!options_check(KIND, argument, keys, sizeof keys / sizeof keys[0], err) ||
      !options_choice(KIND, argument, "rule", rule_names, RULES, &options->rule, err) ||
      !options_terminal(KIND, argument, "sink", c->t, &options->sink, err))
    return false;
  if (options->rule != RULE_CLOCKED)
    return relay_read(&options->copies, c, KIND, argument, err);
  return !text_option(argument, "copies", value, sizeof value) ||
         err_set(err, ERR_USAGE,
                 "'" KIND ",%s': by the clock there are no requests; leave copies out",
                 argument);
}

/* The router (gamma, d, pi) that answers the request of round i; SCHEDULE_ALL: the sink,
 * which keeps its own message, but not as printed. */
static uint32_t answering(const struct collective *c, const struct options *options,
                          uint32_t i, uint32_t d)
{
  const uint32_t m = d3_m(c->t);
  const uint32_t from = d3_switch(c->t, (struct d3_router){.c = i / m, .d = d, .p = i % m});

  return from == options->sink && options->rule != RULE_PRINTED ? SCHEDULE_ALL : from;
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
    const uint32_t from = answering(c, options, i, d);

    if (from == SCHEDULE_ALL)
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

/* The same where terminals copy the request: all answer when the last router has it. */
static bool launch_relayed(struct collective *c, const struct options *options,
                           struct err *err)
{
  struct relay relay;
  bool good = relay_open(&relay, c, err);

  for (uint32_t i = 0; good && i < d3_k(c->t) * d3_m(c->t); i++) {
    relay_message(&relay, c, options->sink);
    for (uint32_t d = 0; d < d3_m(c->t); d++) {
      const uint32_t from = answering(c, options, i, d);

      if (from != SCHEDULE_ALL)
        relay.entries[relay.count++] = (struct schedule_entry){
            .cycle = relay.end,
            .source = from,
            .destination = options->sink,
            .answers = relay.arrives[from],
            .header = d3_header(c->t, c->request->routing, D3_LGL, from, options->sink),
        };
    }
    good = collective_launch(c, relay.entries, relay.count, options->rule != RULE_PRINTED,
                             err);
  }
  relay_close(&relay);
  return good;
}

static bool launch(struct collective *c, const struct options *options, struct err *err)
{
  if (options->rule != RULE_CLOCKED && options->copies == COPIES_TERMINALS)
    return launch_relayed(c, options, err);
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
  if (!parse(&options, &c, argument, err))
    return false;
  schedule->conflict_free = options.rule != RULE_PRINTED;
  return collective_close(&c, launch(&c, &options, err), err);
}
