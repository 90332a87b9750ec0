/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* compare_json -- a comparison as JSON. */
#include "base/file.h"
#include "tool/campaign/compare.h"
#include "tool/console/json_print.h"

#include <jansson.h>

/* A number of 64 bits. */
static json_t *whole(uint64_t number)
{
  return json_integer((json_int_t)number);
}

static json_t *json_shares(const struct service_figures *figures)
{
  const struct service_shares *shares = &figures->shares;

  if (shares->inputs < 2)
    return json_null();
  return json_pack("{s:I, s:I, s:I, s:f, s:f, s:f}", "switch", (json_int_t)figures->at,
                   "port", (json_int_t)figures->port, "inputs", (json_int_t)shares->inputs,
                   "least", shares->least, "most", shares->most, "jain", shares->jain);
}

static json_t *json_run(const struct compare *c, size_t design, size_t load)
{
  const struct compare_design *d = &c->designs[design];
  const struct compare_numbers *n = &d->numbers[load];
  const struct compare_run *run = &d->runs[load];

  if (!compare_passed(c, design))
    return json_pack("{s:f, s:s, s:s}", "load", c->load[load], "outcome",
                     run->word ? run->word : "SKIPPED", "text", run->line);
  return json_pack("{s:f, s:s, s:f, s:f, s:f, s:o, s:o, s:o, s:o, s:o, s:o}", "load",
                   c->load[load], "outcome", run->word, "offered_load", n->offered,
                   "accepted_load", n->accepted, "latency_mean", n->mean, "latency_median",
                   whole(n->median), "latency_p99", whole(n->p99), "latency_max",
                   whole(n->most), "head_wait", whole(n->service.head_wait), "most_inside",
                   whole(n->service.most_inside), "shares", json_shares(&n->service));
}

static json_t *json_design(const struct compare *c, size_t design)
{
  const struct compare_design *d = &c->designs[design];
  const bool passed = compare_passed(c, design);
  json_t *runs = json_array();
  bool beyond = false;

  for (size_t load = 0; load < c->loads.count; load++)
    json_array_append_new(runs, json_run(c, design, load));
  const double most = passed ? compare_saturation(d->numbers, c->loads.count, &beyond) : 0;

  return json_pack("{s:s, s:s?, s:s, s:o, s:o, s:o, s:o}", "name", d->name, "dut", d->dut,
                   "outcome", passed ? "PASS" : d->runs[d->failed].word, "saturation",
                   passed ? json_real(most) : json_null(), "saturated",
                   passed ? json_boolean(!beyond) : json_null(), "cycles_per_hop",
                   passed ? json_real(d->numbers[0].cycles_per_hop) : json_null(), "runs",
                   runs);
}

bool compare_write_json(const struct compare *c, const char *path, struct err *err)
{
  const struct settings *s = c->settings;
  const size_t common = compare_common_load(c);
  struct output_file file;
  json_t *designs = json_array();

  if (!file_open_with(&file, path, s->out, err)) {
    json_decref(designs);
    return false;
  }
  for (size_t i = 0; i < c->count; i++)
    json_array_append_new(designs, json_design(c, i));
  json_t *json = json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:f, s:o, s:s}", "topology",
                           s->run.topology, "traffic", s->run.traffic, "routing",
                           c->shape.routing, "depth", (json_int_t)c->shape.depth, "vcs",
                           (json_int_t)c->shape.vcs, "lanes", (json_int_t)c->shape.lanes,
                           "seed", (json_int_t)s->run.seed, "common_load", c->load[common],
                           "designs", designs, "outcome", compare_word(c));

  const bool good =
      json_print(json, file.stream, JSON_INDENT(2) | JSON_REAL_PRECISION(10), err);
  json_decref(json);
  if (good)
    return file_commit(&file, err);
  file_abandon(&file);
  return false;
}
