/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_plan -- the runs of lockhop check: shapes of switches, traffic, disturbances. */
#include "session/check_plan.h"

#include "base/text.h"
#include "network/engine_programs.h"
#include "network/seeds.h"
#include "session/check_corners.h"
#include "session/check_members.h"
#include "session/machines.h"
#include "session/session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define FEW 0.8 /* packets a cycle, of all terminals */
#define NO_CORNER SIZE_MAX

enum {
  STORE_BUILT = 128, /* places of a store that Verilog can have */
  SEEDS = 1 << 16,
  RUNS = 1 << 20,
  LEAST_CYCLES = 20, /* of an open loop in a large network */
  WRAP_CYCLES = 200000,
  RESET_CYCLES = 400, /* of a run with resets, about, however few packets it has */
  COUNTED = 1 << 20,  /* most switch-cycles of a run that counts what it reaches */
  /* In a size of a family, at level quick. */
  SIZE_WORK = 1 << 21,   /* most switch-cycles of a run, about, */
  SAMPLE_WORK = 1 << 19, /* of gossip of which some rounds are drawn, */
  SAMPLE_PACKETS = 1 << 14,
  LONE_SWITCHES = 256, /* with more, so many packets go one at a time, */
  LONE_PACKETS = 16,
  LOOP_WORK = 1 << 14,    /* of an open loop before it drains, */
  SIZE_PACKETS = 1 << 16, /* and most packets */
  HOT_PACKETS = 1024      /* about, of a hot spot in a large network */
};

static const struct level {
  const char *name;
  uint32_t factor; /* of the packets of permutations */
  uint32_t cycles; /* of an open loop */
  uint64_t work;   /* most switch-cycles of a run */
  struct check_further further;
} levels[CHECK_LEVELS] = {
    [CHECK_QUICK] = {"quick", 1, 250, UINT64_C(1) << 20, {8, 4}},
    [CHECK_STANDARD] = {"standard", 4, 1000, UINT64_C(1) << 24, {64, 24}},
    [CHECK_DEEP] = {"deep", 64, 16000, UINT64_C(1) << 34, {256, 32}},
};

const char *check_level_list(size_t number)
{
  return number < CHECK_LEVELS ? levels[number].name : NULL;
}

bool check_level_read(enum check_level *level, const char *text, struct err *err)
{
  for (int i = 0; i < CHECK_LEVELS; i++)
    if (strcmp(text, levels[i].name) == 0) {
      *level = (enum check_level)i;
      return true;
    }
  return err_set(err, ERR_USAGE, "--level '%s': must be quick, standard or deep", text);
}

struct check_further check_plan_limits(enum check_level level)
{
  return levels[level].further;
}

const char *check_level_name(enum check_level level)
{
  return levels[level].name;
}

/* --- shapes --- */

/* In a family behind the network and its routing. */
static void name_shape(const struct check_plan *plan, struct check_shape *shape)
{
  const struct check_member *member = &plan->members[shape->member];
  size_t used = 0;

  if (plan->family)
    used = (size_t)snprintf(shape->name, CHECK_NAME, "%.100s, %s: ", member->topology,
                            member->routing);
  if (shape->program_words) {
    snprintf(shape->name + used, CHECK_NAME - used,
             "engines, programs of %u, memory of %u words", shape->program_words,
             shape->memory_words);
    return;
  }
  used += (size_t)snprintf(
      shape->name + used, CHECK_NAME - used, "depth %u, %u lane%s, %u VC%s", shape->depth,
      shape->lanes, shape->lanes == 1 ? "" : "s", shape->vcs, shape->vcs == 1 ? "" : "s");
  if (shape->sends)
    used += (size_t)snprintf(shape->name + used, CHECK_NAME - used, ", %u send%s",
                             shape->sends, shape->sends == 1 ? "" : "s");
  if (shape->store)
    used +=
        (size_t)snprintf(shape->name + used, CHECK_NAME - used, ", store %u", shape->store);
  if (shape->data_bits != DESCRIPTION_DATA_BITS)
    snprintf(shape->name + used, CHECK_NAME - used, ", %u data bit%s", shape->data_bits,
             shape->data_bits == 1 ? "" : "s");
}

/* --- making --- */

struct maker {
  struct check_plan *plan;
  const struct check_request *request;
  size_t member;                 /* whose runs are made, */
  const struct topology *t;      /* its network, */
  const struct routing *routing; /* and routing */
  uint32_t used;                 /* VCs that packets use */
  size_t shape_capacity;
  struct err refused; /* why the first traffic that is not run is not */
};

static bool no_memory(struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "not enough memory for the plan of the check");
}

/* Room for one more. */
static bool grow(void **list, size_t count, size_t *capacity, size_t size, struct err *err)
{
  size_t wanted = *capacity ? 2 * *capacity : 64;

  if (count < *capacity)
    return true;
  void *more = realloc(*list, wanted * size);
  if (!more)
    return no_memory(err);
  *list = more;
  *capacity = wanted;
  return true;
}

static bool same_shape(const struct check_shape *a, const struct check_shape *b)
{
  return a->member == b->member && a->depth == b->depth && a->lanes == b->lanes &&
         a->vcs == b->vcs && a->sends == b->sends && a->few_places == b->few_places &&
         (!a->few_places || a->store == b->store) && a->program_words == b->program_words &&
         a->memory_words == b->memory_words && a->header_bits == b->header_bits &&
         a->data_bits == b->data_bits;
}

/* The store has no more places than packets wait: all are used. */
static uint32_t store_of(const struct session *s)
{
  const uint32_t needed = s->waiting ? s->waiting : 1;

  return s->description.store == DESCRIPTION_UNSET && needed < s->shape.store
             ? needed
             : s->shape.store;
}

static struct check_shape shape_of(const struct session *s, size_t member)
{
  const struct engine_programs *programs = s->shape.programs;

  return (struct check_shape){
      .member = member,
      .switches = s->topology.switches,
      .depth = s->shape.depth,
      .lanes = s->shape.lanes,
      .vcs = s->shape.vcs,
      .sends = s->shape.sends,
      .store = store_of(s),
      .few_places = s->description.store != DESCRIPTION_UNSET,
      .waiting = s->waiting,
      .program_words = programs ? programs->program_words : 0,
      .memory_words = programs ? programs->memory_words : 0,
      .header_bits = s->shape.format.header_bits,
      .data_bits = s->shape.format.data_bits,
  };
}

/* The shape of a session in the plan; its store grows to that of its runs. */
static bool find_shape(struct maker *m, const struct session *s, size_t *at,
                       struct err *err)
{
  struct check_plan *plan = m->plan;
  const struct check_shape shape = shape_of(s, m->member);

  for (*at = 0; *at < plan->shape_count; ++*at)
    if (same_shape(&plan->shapes[*at], &shape))
      break;
  if (*at == plan->shape_count) {
    if (!grow((void **)&plan->shapes, plan->shape_count, &m->shape_capacity, sizeof shape,
              err))
      return false;
    plan->shapes[plan->shape_count++] = shape;
  }
  if (plan->shapes[*at].store < shape.store)
    plan->shapes[*at].store = shape.store;
  if (plan->shapes[*at].waiting < shape.waiting)
    plan->shapes[*at].waiting = shape.waiting;
  return true;
}

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

/* Once for each kind, as far as there is room. */
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

/* Sizes of a family are many. */
static bool is_short(const struct maker *m)
{
  return m->plan->family && m->request->level == CHECK_QUICK;
}

static bool fits_level(const struct maker *m, const struct session *s, uint64_t work)
{
  return is_short(m) ? work <= SIZE_WORK && s->schedule.count <= SIZE_PACKETS
                     : work <= levels[m->request->level].work;
}

/* Of gossip that is too long some rounds are taken: from each to some.  False: no round is
 * short enough, or it is another kind of traffic. */
static bool sample(const struct maker *m, struct check_run *run, uint64_t work)
{
  const uint64_t most = is_short(m) ? SAMPLE_WORK : levels[m->request->level].work / 2;

  if (strcmp(run->traffic, "gossip") != 0)
    return false;
  run->all_rounds = m->t->terminals - 1;
  run->rounds = (uint32_t)((double)run->all_rounds * (double)most / (double)work);
  if (is_short(m) && run->rounds > SAMPLE_PACKETS / m->t->terminals)
    run->rounds = SAMPLE_PACKETS / m->t->terminals;
  if (run->rounds == 0 || run->rounds >= run->all_rounds)
    return false;
  snprintf(run->traffic, CHECK_TRAFFIC, "gossip,rounds=%u", run->rounds);
  return true;
}

/* Put a run into the plan, when the network has it and it is not too long.  *added says
 * whether it was. */
static bool try_run(struct maker *m, struct check_run *run, bool *added, struct err *err)
{
  struct check_plan *plan = m->plan;
  struct err refused = {.kind = ERR_NONE};
  struct session s;

  *added = false;
  if (!session_open(&s, &run->description, NULL, &refused)) {
    if (m->refused.kind == ERR_NONE)
      m->refused = refused;
    return refused.kind == ERR_USAGE || err_set(err, refused.kind, "%s", refused.text);
  }
  const uint64_t work = machines_work(&s);
  const bool fits =
      fits_level(m, &s, work) && store_of(&s) <= STORE_BUILT && !s.collective.counted;
  bool good = true;

  if (!fits && sample(m, run, work)) {
    session_close(&s);
    return try_run(m, run, added, err);
  }
  if (!fits) {
    leave_out(plan, run->traffic);
  } else if (find_shape(m, &s, &run->shape, err) &&
             grow((void **)&plan->runs, plan->count, &plan->capacity, sizeof run, err)) {
    plan->shapes[run->shape].work += work;
    plan->shapes[run->shape].runs++;
    run->counted = !run->wraps && !run->uncounted && work <= COUNTED;
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

/* A hot spot takes a packet of each port in a cycle, and resets make it begin again. */
static double load_of(const struct maker *m, const struct check_traffic *row,
                      uint64_t cycles)
{
  const double all = (double)m->t->terminals * (double)cycles;

  return is_short(m) && row->load * all > HOT_PACKETS ? HOT_PACKETS / all : row->load;
}

/* The text of a row, with the last terminal and the cycles of an open loop put in. */
static void write_traffic(const struct maker *m, const struct check_traffic *row,
                          bool wraps, char text[CHECK_TRAFFIC])
{
  const struct level *level = &levels[m->request->level];
  const char *last = strstr(row->traffic, "@last");
  const uint64_t work = is_short(m) ? LOOP_WORK : level->work / (wraps ? 8 : 4);
  const uint64_t most = work / m->t->switches;
  uint64_t cycles = wraps ? WRAP_CYCLES : level->cycles;
  int head = last ? (int)(last - row->traffic) : (int)strlen(row->traffic);
  size_t used = (size_t)snprintf(text, CHECK_TRAFFIC, "%.*s", head, row->traffic);

  if (last)
    used += (size_t)snprintf(text + used, CHECK_TRAFFIC - used, "%u%s", m->t->terminals - 1,
                             last + strlen("@last"));
  if (row->few)
    used += (size_t)snprintf(text + used, CHECK_TRAFFIC - used, ",load=%.4f",
                             FEW / m->t->terminals);
  cycles = cycles < most ? cycles : most;
  cycles = cycles > LEAST_CYCLES ? cycles : LEAST_CYCLES;
  if (row->load > 0)
    used += (size_t)snprintf(text + used, CHECK_TRAFFIC - used, ",load=%.4g",
                             load_of(m, row, cycles));
  if (row->uncounted && is_short(m) && m->t->switches > LONE_SWITCHES)
    snprintf(text + used, CHECK_TRAFFIC - used, ",count=%d", LONE_PACKETS);
  if (row->open_loop)
    snprintf(text + used, CHECK_TRAFFIC - used, ",warmup=0,measure=%" PRIu64, cycles);
}

static void put_traffic(const struct maker *m, struct check_run *run,
                        const struct check_traffic *row, bool wraps, uint64_t seed)
{
  struct description *d = &run->description;

  write_traffic(m, row, wraps, run->traffic);
  d->traffic = run->traffic;
  d->disturb = row->disturb;
  if (row->data)
    d->data = row->data;
  d->seed = seed;
  d->packets = row->packets && d->store == DESCRIPTION_UNSET
                   ? (int64_t)row->packets * m->t->ports * levels[m->request->level].factor
                   : 1; /* few: a small store is not only to be full, but emptied, too */
}

static bool add_run(struct maker *m, const struct description *corner,
                    const struct check_traffic *row, bool wraps, uint64_t seed,
                    struct err *err)
{
  struct check_run *run = calloc(1, sizeof *run);
  bool added = false;

  if (!run)
    return no_memory(err);
  run->description = *corner;
  run->wraps = wraps;
  run->uncounted = row->uncounted;
  put_traffic(m, run, row, wraps, seed);
  bool good = try_run(m, run, &added, err);
  if (!added)
    free(run);
  return good;
}

/* The runs of one turn on one corner, number or NO_CORNER; `most`: as many kinds of traffic
 * as the first has. */
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
  struct description d = description_of(member->topology, NULL);

  d.routing = member->routing;
  d.lock_step = true;
  d.dut_files = m->request->dut_files;
  d.dut_count = m->request->dut_count;
  return d;
}

/* Sizes of a family are for what depends on the size, and have fewer shapes. */
static size_t most_corners(const struct maker *m)
{
  return is_short(m) ? 1 : check_corners();
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

    if (!check_corner(&d, i, corner_level(m), m->t, m->routing, m->used))
      continue;
    if (member->vcs)
      d.vcs = member->vcs;
    if (!add_corner(m, &d, first || d.store != DESCRIPTION_UNSET, turn, i, err))
      return false;
    first = false;
  }
  return true;
}

/* Sizes of a family are large, and their runs short: what resets repeat, and further runs,
 * are most of the work.  Without it their switches would be compiled for less. */
static void add_work(struct check_shape *shape, const struct check_further *further)
{
  const uint64_t work =
      (shape->runs + further->most) * RESET_CYCLES * (uint64_t)shape->switches;

  if (shape->work < work)
    shape->work = work;
}

/* What was not known before all runs were. */
static void complete(struct check_plan *plan, enum check_level level)
{
  for (size_t i = 0; i < plan->shape_count; i++) {
    name_shape(plan, &plan->shapes[i]);
    if (plan->family)
      add_work(&plan->shapes[i], &levels[level].further);
  }
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

/* Sizes of a family: the first runs of each, and paths from each to each. */
static bool add_size(struct maker *m, struct err *err)
{
  return add_turn(m, CHECK_SIZES, err) && add_turn(m, CHECK_STRONG, err) &&
         (m->request->level == CHECK_QUICK || add_turn(m, CHECK_LATER, err));
}

static bool add_network(struct maker *m, struct err *err)
{
  /* A collective has the shape that it needs, whatever the corner says. */
  struct description engines = describe(m);

  engines.routing = NULL;
  return add_turn(m, CHECK_STRONG, err) &&
         add_corner(m, &engines, true, CHECK_ENGINES, NO_CORNER, err) &&
         add_turn(m, CHECK_LATER, err);
}

static bool make_member(struct maker *m, struct err *err)
{
  const struct check_member *member = &m->plan->members[m->member];
  const size_t before = m->plan->count;
  TOPOLOGY_OF_BLOCK(t);

  m->refused.kind = ERR_NONE;
  m->t = &t;
  if (!topology_open(&t, member->topology, err))
    return false;
  m->routing = topology_routing(&t, member->routing, err);
  if (m->routing)
    m->used = check_corner_vcs(&t, m->routing);
  if (!m->routing || !check_size(&t, err) ||
      !(m->plan->family ? add_size(m, err) : add_network(m, err)))
    return false;
  if (m->plan->count > before)
    return true;
  if (m->refused.kind != ERR_NONE)
    return err_set(err, ERR_USAGE, "%s has no run for a check: %.600s", member->topology,
                   m->refused.text);
  return err_set(err, ERR_USAGE, "%s has no run that is short enough for level %s",
                 member->topology, check_level_name(m->request->level));
}

bool check_plan_make(struct check_plan *plan, const struct check_request *request,
                     struct err *err)
{
  struct maker m = {.plan = plan, .request = request};

  *plan = (struct check_plan){.count = 0};
  if (request->seed_to - request->seed_from >= SEEDS)
    return err_set(err, ERR_USAGE, "--seeds: at most %d seeds", SEEDS);
  if (!check_members_make(plan, request, err))
    return false;
  for (m.member = 0; m.member < plan->member_count; m.member++)
    if (!make_member(&m, err))
      return false;
  complete(plan, request->level);
  return true;
}

/* --- further runs --- */

/* A run like the first of a shape, with other traffic; *same says whether the network has
 * it on this shape. */
static bool open_further(struct maker *m, struct check_run *run, bool *same,
                         struct err *err)
{
  const struct check_shape *shape = &m->plan->shapes[run->shape];
  struct description own = run->description;
  struct err refused = {.kind = ERR_NONE};
  struct session s;

  *same = false;
  if (!shape->few_places)
    own.store = DESCRIPTION_UNSET; /* it has what its runs need */
  if (!session_open(&s, &own, NULL, &refused))
    return refused.kind == ERR_USAGE || err_set(err, refused.kind, "%s", refused.text);
  const struct check_shape its = shape_of(&s, shape->member);
  const uint64_t work = machines_work(&s);
  *same = same_shape(&its, shape) && its.store <= shape->store && work <= COUNTED &&
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
    return no_memory(err);
  while (plan->runs[first]->shape != shape)
    first++;
  run->description = plan->runs[first]->description;
  run->shape = shape;
  run->counted = run->further = true;
  put_traffic(m, run, &row[number % rows], false, m->request->seed_to + 1 + number);
  name_run(run);
  const bool good = open_further(m, run, added, err) &&
                    (!*added || grow((void **)&plan->runs, plan->count, &plan->capacity,
                                     sizeof run, err));

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
  TOPOLOGY_OF_BLOCK(t);

  *added = false;
  if (!topology_open(&t, plan->members[member].topology, err))
    return false;
  struct maker m = {.plan = plan, .request = request, .member = member, .t = &t};
  return add_further(&m, shape, number, added, err);
}

void check_plan_free(struct check_plan *plan)
{
  for (size_t i = 0; i < plan->count; i++)
    free(plan->runs[i]);
  free(plan->runs);
  free(plan->shapes);
  free(plan->members);
  *plan = (struct check_plan){.count = 0};
}
