/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_plan -- the runs of lockhop check: shapes of switches, traffic, disturbances. */
#include "tool/campaign/check_plan.h"

#include "run/machine/seeds.h"
#include "tool/campaign/check_corners.h"
#include "tool/campaign/check_length.h"
#include "tool/campaign/check_limits.h"
#include "tool/campaign/check_members.h"
#include "tool/campaign/check_shape.h"
#include "tool/session/machines.h"
#include "tool/session/session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NO_CORNER SIZE_MAX

enum {
  STORE_BUILT = 128, /* places of a store that Verilog can have */
  SEEDS = 1 << 16,
  COUNTED = 1 << 20 /* most switch-cycles of a run that counts what it reaches */
};

/* --- making --- */

struct maker {
  struct check_plan *plan;
  const struct check_request *request;
  size_t member;                 /* member whose runs are planned */
  struct check_scope scope;      /* its network, */
  const struct routing *routing; /* and routing */
  uint32_t used;                 /* VCs that packets use */
  struct check_limits limits;    /* of the user's switch */
  struct err refused;            /* why the first rejected traffic cannot run */
};

static void name_run(struct check_run *run)
{
  const struct description *d = &run->description;
  size_t used = (size_t)snprintf(run->name, CHECK_NAME, "%s", run->traffic);

  if (d->packets > 1 && used < CHECK_NAME)
    used += (size_t)snprintf(run->name + used, CHECK_NAME - used, ", %" PRId64 " packets",
                             d->packets);
  if (d->data && used < CHECK_NAME)
    used += (size_t)snprintf(run->name + used, CHECK_NAME - used, ", data %s", d->data);
  if (d->disturb && used < CHECK_NAME)
    used += (size_t)snprintf(run->name + used, CHECK_NAME - used, ", disturbed by %s",
                             d->disturb);
  if (used < CHECK_NAME)
    snprintf(run->name + used, CHECK_NAME - used, ", seed %" PRIu64, d->seed);
}

static const struct session_host planner = {.plans = true};

/* List each kind once, while there is room. */
static void leave_out(struct check_plan *plan, const char *traffic)
{
  const size_t length = strcspn(traffic, ",");
  const size_t used = strlen(plan->too_long_names);
  char name[CHECK_TRAFFIC + 4];

  plan->too_long++;
  snprintf(name, sizeof name, "%s%.*s", used ? ", " : "", (int)length, traffic);
  if (!strstr(plan->too_long_names, used ? name + 2 : name) &&
      used + strlen(name) < CHECK_NAME)
    snprintf(plan->too_long_names + used, CHECK_NAME - used, "%s", name);
}

/* Add a run to the plan if the network supports it and it is not too long; *added: it was
 * added. */
static bool try_run(struct maker *m, struct check_run *run, bool *added, struct err *err)
{
  struct check_plan *plan = m->plan;
  struct err refused = {.kind = ERR_NONE};
  struct session s;

  *added = false;
  if (!session_open(&s, &run->description, &planner, &refused)) {
    if (m->refused.kind == ERR_NONE)
      m->refused = refused;
    return refused.kind == ERR_USAGE || err_set(err, refused.kind, "%s", refused.text);
  }
  const struct check_shape own = check_shape_of(&s, m->member);
  bool allowed;
  bool good = check_limits_allow(&m->limits, &s, &own, m->used, &allowed, err);

  if (!good || !allowed) {
    session_close(&s);
    return good;
  }
  const uint64_t work = machines_work(&s);
  const bool fits = check_length_fits(&m->scope, &s, work) &&
                    check_shape_store(&s) <= STORE_BUILT && !s.collective.counted;

  if (!fits && check_length_sample(&m->scope, run, work)) {
    session_close(&s);
    return try_run(m, run, added, err);
  }
  if (!fits) {
    leave_out(plan, run->traffic);
  } else if (check_shape_find(plan, &s, m->member, &run->shape, err) &&
             check_plan_grow((void **)&plan->runs, plan->count, &plan->capacity, sizeof run,
                             err)) {
    plan->shapes[run->shape].work += work;
    plan->shapes[run->shape].runs++;
    run->counted =
        s.compare != COMPARE_DELIVERY && !run->wraps && !run->uncounted && work <= COUNTED;
    plan->shapes[run->shape].counted += run->counted;
    name_run(run);
    plan->runs[plan->count++] = run;
    *added = true;
  } else {
    good = false;
  }
  session_close(&s);
  return good;
}

static bool add_run(struct maker *m, const struct description *corner,
                    const struct check_traffic *row, bool wraps, uint64_t seed,
                    struct err *err)
{
  struct check_run *run = calloc(1, sizeof *run);
  bool added = false;

  if (!run)
    return check_plan_no_memory(err);
  run->description = *corner;
  run->wraps = wraps;
  run->uncounted = row->uncounted;
  check_length_put(&m->scope, run, row, wraps, seed);
  bool good = try_run(m, run, &added, err);
  if (!added)
    free(run);
  return good;
}

/* Plan the runs of one turn on one corner, or NO_CORNER; `most`: at most so many kinds of
 * traffic. */
static bool add_corner(struct maker *m, const struct description *corner, bool most,
                       enum check_turn turn, size_t number, struct err *err)
{
  const struct check_request *r = m->request;
  size_t count;
  const struct check_traffic *rows = check_traffic_rows(&count);

  for (size_t i = 0; i < count; i++) {
    const bool wraps = rows[i].wraps || (r->level == CHECK_DEEP && i == 0);

    if (rows[i].turn != turn || (most ? rows[i].first : rows[i].all) > r->level)
      continue;
    if (rows[i].zero && m->routing->random == RANDOM_NONE)
      continue;
    const uint64_t from = rows[i].zero ? SEEDS_ZERO : r->seed_from;
    const uint64_t to = rows[i].zero ? SEEDS_ZERO : r->seed_to;

    for (uint64_t k = 0; k <= to - from; k++)
      if ((rows[i].zero || number == NO_CORNER ||
           check_corner_at(number, r->level, from + k)) &&
          !add_run(m, corner, &rows[i], wraps, from + k, err))
        return false;
  }
  return true;
}

static struct description describe(const struct maker *m)
{
  const struct check_member *member = &m->plan->members[m->member];

  return check_describe(m->request, member->topology, member->routing);
}

/* Sizes of a family test what depends on the size, so they have fewer shapes. */
static size_t most_corners(const struct maker *m)
{
  return check_is_short(&m->scope) ? 1 : check_corners();
}

static enum check_level corner_level(const struct maker *m)
{
  return m->plan->family && m->request->level > CHECK_QUICK
             ? (enum check_level)(m->request->level - 1)
             : m->request->level;
}

static bool add_turn(struct maker *m, enum check_turn turn, struct err *err)
{
  const struct check_member *member = &m->plan->members[m->member];
  bool first = true;

  for (size_t i = 0; i < most_corners(m); i++) {
    struct description d = describe(m);

    if (!check_corner(&d, i, corner_level(m), m->scope.t, m->routing, m->used))
      continue;
    if (member->vcs)
      d.vcs = member->vcs;
    if (!add_corner(m, &d, first || d.store != DESCRIPTION_UNSET, turn, i, err))
      return false;
    first = false;
  }
  return true;
}

/* Fill in what depends on all runs. */
static void complete(struct check_plan *plan, enum check_level level)
{
  for (size_t i = 0; i < plan->shape_count; i++)
    check_shape_complete(plan, &plan->shapes[i], level);
  for (size_t i = 0; i < plan->count; i++) {
    const struct check_shape *shape = &plan->shapes[plan->runs[i]->shape];

    plan->runs[i]->description.work = shape->work;
    if (shape->store)
      plan->runs[i]->description.store = shape->store;
  }
}

static bool check_size(const struct topology *t, struct err *err)
{
  return t->switches <= CHECK_SWITCHES ||
         err_set(
             err, ERR_USAGE,
             "%s has %u switches, too many for a check (at most %d); 'lockhop check %s' "
             "checks sizes of its family that have all mechanisms",
             t->spec, t->switches, CHECK_SWITCHES, t->row->name);
}

/* Sizes of a family: the first runs of each, and all pairs of terminals. */
static bool add_size(struct maker *m, struct err *err)
{
  return add_turn(m, CHECK_SIZES, err) && add_turn(m, CHECK_STRONG, err) &&
         (m->request->level == CHECK_QUICK || add_turn(m, CHECK_LATER, err));
}

static bool add_network(struct maker *m, struct err *err)
{
  /* A collective determines its shape; corners do not apply. */
  struct description engines = describe(m);

  engines.routing = NULL;
  engines.pushes = 0;
  return add_turn(m, CHECK_STRONG, err) &&
         add_corner(m, &engines, true, CHECK_ENGINES, NO_CORNER, err) &&
         add_turn(m, CHECK_LATER, err);
}

static struct check_scope scope_of(const struct check_plan *plan,
                                   const struct check_request *request,
                                   const struct topology *t)
{
  return (struct check_scope){.t = t, .level = request->level, .family = plan->family};
}

static bool make_member(struct maker *m, struct err *err)
{
  const struct check_member *member = &m->plan->members[m->member];
  const size_t before = m->plan->count;
  TOPOLOGY_OF_BLOCK(t);

  m->refused.kind = ERR_NONE;
  m->scope = scope_of(m->plan, m->request, &t);
  const struct description d = describe(m);
  if (!session_topology(&t, &d, err))
    return false;
  m->routing = topology_routing(&t, member->routing, err);
  if (!m->routing || !check_corner_vcs(&m->used, &t, m->routing, err) ||
      !check_size(&t, err) || !(m->plan->family ? add_size(m, err) : add_network(m, err)))
    return false;
  if (m->plan->count > before || m->limits.count > 0)
    return true;
  if (m->refused.kind != ERR_NONE)
    return err_set(err, ERR_USAGE, "%s has no run for a check: %.600s", member->topology,
                   m->refused.text);
  return err_set(err, ERR_USAGE, "%s has no run that is short enough for level %s",
                 member->topology, check_levels[m->request->level].name);
}

/* Keep what the limits say of the plan, and how the user's switch is connected, so that
 * runs need not find it out again. */
static void keep_limits(struct check_plan *plan, struct check_limits *limits)
{
  plan->left = limits->count;
  snprintf(plan->left_why, sizeof plan->left_why, "%s", limits->why);
  plan->fit = limits->fit;
  for (size_t i = 0; limits->fitted && i < plan->count; i++)
    plan->runs[i]->description.fit = &plan->fit;
  limits->fit = (struct fit){.needed = false};
  check_limits_close(limits);
}

/* A design of which all shapes of a switch were left out would run on engines alone. */
static bool some_switch_left(const struct check_plan *plan,
                             const struct check_request *request, struct err *err)
{
  bool some = plan->left == 0 || request->dut_count == 0 || plan->count == 0;

  for (size_t i = 0; i < plan->shape_count && !some; i++)
    some = plan->shapes[i].program_words == 0;
  return some ||
         err_set(err, ERR_USAGE, "'%.500s': no shape of a switch is left to check: %s",
                 request->dut_files[0], plan->left_why);
}

bool check_plan_make(struct check_plan *plan, const struct check_request *request,
                     struct err *err)
{
  struct maker m = {.plan = plan, .request = request};

  *plan = (struct check_plan){.count = 0};
  if (request->seed_to - request->seed_from >= SEEDS)
    return err_set(err, ERR_USAGE, "--seeds: at most %d seeds", SEEDS);
  bool good =
      check_members_make(plan, request, err) && check_limits_open(&m.limits, request, err);
  for (m.member = 0; good && m.member < plan->member_count; m.member++)
    good = make_member(&m, err);
  keep_limits(plan, &m.limits);
  good = good && some_switch_left(plan, request, err);
  if (good)
    complete(plan, request->level);
  return good;
}

/* --- further runs --- */

/* A run like the first of a shape with other traffic; *same: it uses the same shape. */
static bool open_further(struct maker *m, struct check_run *run, bool *same,
                         struct err *err)
{
  const struct check_shape *shape = &m->plan->shapes[run->shape];
  struct description own = run->description;
  struct err refused = {.kind = ERR_NONE};
  struct session s;

  *same = false;
  if (!shape->few_places)
    own.store = DESCRIPTION_UNSET; /* the store fits what its runs need */
  if (!session_open(&s, &own, &planner, &refused))
    return refused.kind == ERR_USAGE || err_set(err, refused.kind, "%s", refused.text);
  const struct check_shape its = check_shape_of(&s, shape->member);
  const uint64_t work = machines_work(&s);
  *same = check_shape_same(&its, shape) && its.store <= shape->store && work <= COUNTED &&
          !s.collective.is && !s.collective.counted;
  session_close(&s);
  return true;
}

static bool add_further(struct maker *m, size_t shape, uint64_t number, bool *added,
                        struct err *err)
{
  struct check_plan *plan = m->plan;
  size_t rows, first = 0;
  const struct check_traffic *row = check_traffic_further(&rows);
  struct check_run *run = calloc(1, sizeof *run);

  if (!run)
    return check_plan_no_memory(err);
  while (plan->runs[first]->shape != shape)
    first++;
  run->description = plan->runs[first]->description;
  run->shape = shape;
  run->counted = run->further = true;
  check_length_put(&m->scope, run, &row[number % rows], false,
                   m->request->seed_to + 1 + number);
  name_run(run);
  const bool good = open_further(m, run, added, err) &&
                    (!*added || check_plan_grow((void **)&plan->runs, plan->count,
                                                &plan->capacity, sizeof run, err));

  if (good && *added) {
    plan->runs[plan->count++] = run;
    plan->shapes[shape].runs++;
    plan->shapes[shape].counted++;
  } else {
    free(run);
  }
  return good;
}

bool check_plan_further(struct check_plan *plan, const struct check_request *request,
                        size_t shape, uint64_t number, bool *added, struct err *err)
{
  const size_t member = plan->shapes[shape].member;
  const struct description d =
      check_describe(request, plan->members[member].topology, NULL);
  TOPOLOGY_OF_BLOCK(t);

  *added = false;
  if (!session_topology(&t, &d, err))
    return false;
  struct maker m = {.plan = plan,
                    .request = request,
                    .member = member,
                    .scope = scope_of(plan, request, &t)};
  return add_further(&m, shape, number, added, err);
}

void check_plan_free(struct check_plan *plan)
{
  for (size_t i = 0; i < plan->count; i++)
    free(plan->runs[i]);
  free(plan->runs);
  free(plan->shapes);
  free(plan->members);
  fit_close(&plan->fit);
  *plan = (struct check_plan){.count = 0};
}
