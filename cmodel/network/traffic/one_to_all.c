/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* one_to_all -- one router sends a packet of its own to every other.
 *
 * Source: The Swapped Dragonfly, appendix, Theorem 5, and section 10;
 * docs/schedules/one_to_all.md.  By paths lgl, round i = pi + gamma M launches (gamma, pi,
 * delta) for all delta at once; by paths glgl, round i = pi + delta M launches the four-hop
 * vectors for all gamma at once.
 */
#include "network/traffic/collective.h"
#include "network/traffic/options.h"

#define KIND "one-to-all"

enum rule { RULE_CORRECTED, RULE_PRINTED, RULE_PROTOCOL_3, RULES };

static const char *const keys[] = {"source", "paths", "rule", "self"};
static const char *const path_names[] = {"lgl", "glgl"};
static const char *const rule_names[RULES] = {"corrected", "printed", "protocol-3"};

struct options {
  uint32_t source;
  size_t glgl; /* paths */
  size_t rule; /* enum rule */
  bool self;   /* it sends to itself too */
};

static bool parse(struct options *options, const struct collective *c, const char *argument,
                  struct err *err)
{
  return options_check(KIND, argument, keys, sizeof keys / sizeof keys[0], err) &&
         options_choice(KIND, argument, "paths", path_names, 2, &options->glgl, err) &&
         options_choice(KIND, argument, "rule", rule_names, RULES, &options->rule, err) &&
         options_flag(KIND, argument, "self", &options->self, err) &&
         options_terminal(KIND, argument, "source", c->t, &options->source, err);
}

/* The packets of a round: entries[] filled, their number returned. */
static size_t round_of(const struct collective *c, const struct options *options,
                       uint32_t i, struct schedule_entry entries[COLLECTIVE_ROUND])
{
  const uint32_t k = d3_k(c->t), m = d3_m(c->t);
  const struct d3_router from = d3_router(c->t, options->source);
  size_t count = 0;

  for (uint32_t j = 0; j < (options->glgl ? k : m); j++) {
    uint32_t to = options->glgl
                      ? d3_switch(c->t, (struct d3_router){.c = (from.c + j) % k,
                                                           .d = (from.d + i / m) % m,
                                                           .p = (from.p + i % m) % m})
                      : d3_end(c->t, options->source,
                               (struct d3_vector){.gamma = i / m, .pi = i % m, .delta = j});

    if (to == options->source && !options->self)
      continue;
    entries[count++] = (struct schedule_entry){
        .source = options->source,
        .destination = to,
        .header = d3_header(c->t, c->request->routing, options->glgl ? D3_GLGL : D3_LGL,
                            options->source, to),
    };
  }
  return count;
}

static bool launch(struct collective *c, const struct options *options, struct err *err)
{
  const uint32_t rounds = d3_m(c->t) * (options->glgl ? d3_m(c->t) : d3_k(c->t));
  const uint32_t first = options->rule == RULE_PRINTED; /* the printed loop starts at 1 */

  for (uint32_t i = first; i < rounds; i++) {
    struct schedule_entry entries[COLLECTIVE_ROUND];
    size_t count = round_of(c, options, i, entries);

    if (options->rule == RULE_PROTOCOL_3 && i > 0 && i % 2 == 0)
      c->next += 2;
    if (!collective_launch(c, entries, count, options->rule == RULE_CORRECTED, err))
      return false;
  }
  return true;
}

/* By construction, or with a step for each hop by the proof. */
static bool is_conflict_free(const struct collective *c, const struct options *options)
{
  const struct d3_router from = d3_router(c->t, options->source);

  return options->rule == RULE_CORRECTED ||
         (d3_is_minimal(c->request->routing) &&
          (options->rule == RULE_PROTOCOL_3 || from.d != from.p));
}

bool one_to_all_make(struct schedule *schedule, const struct traffic_request *request,
                     const char *argument, struct err *err)
{
  struct options options = {.rule = RULE_CORRECTED};
  struct collective c;

  collective_open(&c, schedule, request);
  if (!parse(&options, &c, argument, err))
    return false;
  schedule->conflict_free = is_conflict_free(&c, &options);
  return collective_close(&c, launch(&c, &options, err), err);
}
