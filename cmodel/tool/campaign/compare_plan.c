/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* compare_plan -- which designs are compared, at which loads, in which network. */
#include "base/text.h"
#include "tool/campaign/compare.h"
#include "tool/session/machines.h"

#include <string.h>

enum {
  DEPTH = 4,       /* where nothing is said */
  FIRST_DESIGN = 2 /* among the arguments */
};

static const char usual_loads[] = "0.05..1:0.05";

/* "0.1,0.5..1:0.1" */
static bool read_loads(struct compare *c, const char *text, struct err *err)
{
  char item[LINES_TEXT];

  for (const char *at = text;; at++) {
    const size_t length = strcspn(at, ",");

    snprintf(item, sizeof item, "%.*s",
             (int)(length < sizeof item ? length : sizeof item - 1), at);
    if (!sweep_range_add(&c->loads, item, true, err))
      return err_set(err, err->kind, "--loads: %.500s", err->text);
    at += length;
    if (*at == '\0')
      break;
  }
  if (c->loads.count > COMPARE_LOADS)
    return err_set(err, ERR_USAGE, "--loads '%.200s': at most %d loads", text,
                   COMPARE_LOADS);
  for (size_t i = 0; i < c->loads.count; i++) {
    if (!text_real(c->loads.word[i], 0, 1, &c->load[i]) || c->load[i] <= 0)
      return err_set(err, ERR_USAGE,
                     "--loads '%.200s': '%.40s' is no number in (0, 1], nor a range "
                     "FROM..TO:STEP",
                     text, c->loads.word[i]);
    if (i > 0 && c->load[i] <= c->load[i - 1])
      return err_set(err, ERR_USAGE,
                     "--loads '%.200s': %s comes after %s; give them in "
                     "ascending order",
                     text, c->loads.word[i], c->loads.word[i - 1]);
  }
  return true;
}

static bool write_traffic(struct compare *c, const char *traffic, struct err *err)
{
  for (size_t i = 0; i < c->loads.count; i++)
    if (snprintf(c->traffic[i], COMPARE_TRAFFIC, "%s,load=%s", traffic, c->loads.word[i]) >=
        COMPARE_TRAFFIC)
      return err_set(err, ERR_USAGE, "'%.60s...': the traffic is too long", traffic);
  return !strstr(traffic, ",load=") ||
         err_set(err, ERR_USAGE,
                 "'%.200s': leave out the load; --loads has those of all runs", traffic);
}

/* The name of its file without folder and ending; of options, all of them. */
static void name_design(struct compare_design *d, bool whole)
{
  const char *slash = strrchr(d->dut, '/'), *start = slash ? slash + 1 : d->dut;
  const char *point = strrchr(start, '.');
  const size_t length = point && point > start ? (size_t)(point - start) : strlen(start);

  if (whole || strchr(d->dut, ' '))
    snprintf(d->name, sizeof d->name, "%s", d->dut);
  else
    snprintf(d->name, sizeof d->name, "%.*s", (int)length, start);
}

static bool is_taken(const struct compare *c, size_t design)
{
  for (size_t i = 0; i < c->count; i++)
    if (i != design && strcmp(c->designs[i].name, c->designs[design].name) == 0)
      return true;
  return false;
}

static bool read_designs(struct compare *c, struct err *err)
{
  const struct settings *s = c->settings;
  bool twice[COMPARE_DESIGNS] = {false};

  c->count = 1 + s->argument_count - FIRST_DESIGN;
  if (c->count > COMPARE_DESIGNS)
    return err_set(err, ERR_USAGE, "at most %d designs, and the golden one",
                   COMPARE_DESIGNS - 1);
  snprintf(c->designs[0].name, COMPARE_NAME, "golden");
  for (size_t i = 1; i < c->count; i++) {
    c->designs[i].dut = s->argument[FIRST_DESIGN + i - 1];
    name_design(&c->designs[i], false);
  }
  for (size_t i = 1; i < c->count; i++)
    twice[i] = is_taken(c, i);
  for (size_t i = 1; i < c->count; i++)
    if (twice[i])
      name_design(&c->designs[i], true);
  for (size_t i = 1; i < c->count; i++)
    if (is_taken(c, i))
      return err_set(err, ERR_USAGE, "'%s': the design is there twice", c->designs[i].dut);
  return true;
}

struct description compare_describe(const struct compare *c, size_t design, size_t load)
{
  const struct compare_design *of = &c->designs[design];
  struct description d = c->settings->run;

  d.traffic = c->traffic[load];
  d.depth = d.depth == DESCRIPTION_UNSET ? DEPTH : d.depth;
  d.work = c->work;
  if (of->dut) {
    d.lock_step = true;
    d.compare = "flow";
    d.dut[0] = of->dut;
    d.dut_count = 1;
    d.evidence = "";
    return d;
  }
  d.waive = d.link = d.moore = NULL;
  d.link_latency = 0;
  d.capacity = d.starve = d.patience = DESCRIPTION_UNSET;
  return d;
}

/* Keep what all switches of the comparison are. */
static void keep_shape(struct compare *c, const struct session *s)
{
  const struct shape *shape = &s->shape;

  c->shape = (struct compare_shape){
      .depth = shape->depth, .vcs = shape->vcs, .lanes = shape->lanes};
  snprintf(c->shape.routing, sizeof c->shape.routing, "%s", shape->routing->name);
}

/* Open what every load describes, so that an error is told before the first run. */
static bool look_at_loads(struct compare *c, struct err *err)
{
  uint64_t work = 0;

  for (size_t i = 0; i < c->loads.count; i++) {
    const struct description d = compare_describe(c, 0, i);
    struct session s;

    if (!session_open(&s, &d, NULL, err))
      return false;
    const bool open_loop = s.schedule.measure_to != 0;

    work += machines_work(&s);
    keep_shape(c, &s);
    session_close(&s);
    if (!open_loop)
      return err_set(err, ERR_USAGE, "'%.200s': has no load to change; take an open loop",
                     c->settings->run.traffic);
  }
  c->work = work;
  return true;
}

bool compare_plan(struct compare *c, const struct settings *settings, struct err *err)
{
  *c = (struct compare){.settings = settings};
  if (settings->run.depth == 0)
    return err_set(err, ERR_USAGE,
                   "--depth 0: only the golden model has queues without limit; give 1 or "
                   "more");
  return read_loads(c, settings->load_list ? settings->load_list : usual_loads, err) &&
         write_traffic(c, settings->run.traffic, err) && read_designs(c, err) &&
         look_at_loads(c, err);
}
