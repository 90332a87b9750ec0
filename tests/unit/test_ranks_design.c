/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_ranks_design -- what one rank finds in lock step, all report, as one process would.
 *
 * The design under test is the golden machine once more, with faults that are planted at a
 * switch and a cycle.
 */
#include "run/lockstep/joint.h"
#include "run/machine/parts.h"
#include "tests/unit/ranks_unit.h"
#include "tool/session/machines.h"

#include <inttypes.h>

enum planted {
  NONE,
  VALUE,  /* a ready bit is wrong in the cycle */
  MOORE,  /* the Moore law is broken at the edge that ends the cycle */
  STOP,   /* the design stops there */
  MEMORY, /* it goes beyond a limit there */
  FINAL,  /* it stops when the run is over */
  FAULTS
};

static const char *const faults[FAULTS] = {"none", "value",  "moore",
                                           "stop", "memory", "final"};

struct plan {
  enum planted fault;
  uint32_t at;
  uint64_t cycle;
};

enum { PLANS = 2, SWITCHES = 16, PORTS = 4 };

/* --- the design --- */

struct twin {
  struct machine golden;
  const struct plan *plans; /* [PLANS] */
  uint32_t first, end;
  uint64_t cycle;
  bool over;
  uint64_t ready[SWITCHES];
  uint32_t active[SWITCHES];
};

static bool has(const struct twin *d, const struct plan *plan)
{
  return plan->at - d->first < d->end - d->first;
}

/* The lowest switch here that has this fault at the edge of the cycle before. */
static const struct plan *find(const struct twin *d, enum planted fault, uint64_t cycle)
{
  const struct plan *found = NULL;

  for (const struct plan *plan = d->plans; plan < d->plans + PLANS; plan++)
    if (plan->fault == fault && plan->cycle == cycle && has(d, plan) &&
        (!found || plan->at < found->at))
      found = plan;
  return found;
}

static bool design_reset(void *self, uint64_t seed, struct err *err)
{
  struct twin *d = self;

  (void)seed, (void)err;
  d->cycle = 0;
  return true;
}

static void design_exchange(void *self, const struct stimulus *stimulus)
{
  (void)self, (void)stimulus;
}

static void design_clock(void *self, uint32_t from, uint32_t to)
{
  struct twin *d = self;

  (void)from, (void)to;
  d->cycle++;
}

static struct links design_links(void *self)
{
  struct twin *d = self;
  struct links links = d->golden.ops->links(d->golden.self);

  memcpy(d->ready, links.ready, sizeof d->ready);
  for (const struct plan *plan = d->plans; plan < d->plans + PLANS; plan++)
    if (plan->fault == VALUE && plan->cycle == d->cycle && has(d, plan))
      d->ready[plan->at] ^= 2;
  links.ready = d->ready;
  links.active_count = 0;
  for (uint32_t sw = d->first; sw < d->end; sw++)
    d->active[links.active_count++] = sw;
  links.active = d->active;
  return links;
}

static struct packet design_out_packet(const void *self, uint32_t sw, uint32_t port)
{
  const struct twin *d = self;

  return d->golden.ops->out_packet(d->golden.self, sw, port);
}

static struct packet design_eject_packet(const void *self, uint32_t sw, uint32_t channel)
{
  const struct twin *d = self;

  return d->golden.ops->eject_packet(d->golden.self, sw, channel);
}

static bool design_failure(const void *self, struct machine_failure *failure)
{
  const struct twin *d = self;
  const struct plan *stop = find(d, STOP, d->cycle - 1);
  const struct plan *memory = find(d, MEMORY, d->cycle - 1);
  const struct plan *final = d->over ? find(d, FINAL, 0) : NULL;
  const struct plan *plan = stop ? stop : memory ? memory : final;

  if (stop && memory && memory->at < stop->at)
    plan = memory;
  if (plan)
    *failure =
        (struct machine_failure){.kind = plan == memory ? FAILURE_MEMORY : FAILURE_STOPPED,
                                 .at = plan->at,
                                 .text = "it was planted",
                                 .loop = ""};
  return plan != NULL;
}

static bool design_moore(const void *self, struct moore_fault *fault)
{
  const struct twin *d = self;
  const struct plan *plan = find(d, MOORE, d->cycle - 1);

  if (plan)
    *fault = (struct moore_fault){.at = plan->at,
                                  .output = "eject_valid",
                                  .output_index = 3,
                                  .after = 1,
                                  .input = plan->at % 2 ? "out_ready" : NULL,
                                  .input_index = 2,
                                  .input_at = plan->at};
  return plan != NULL;
}

/* Something about one switch. */
static struct moore_remarks design_remarks(const void *self)
{
  const struct twin *d = self;

  return (struct moore_remarks){.asynchronous = d->end > 13};
}

static uint64_t design_spared(const void *self)
{
  const struct twin *d = self;

  return d->cycle * (d->end - d->first);
}

static void design_finish(void *self)
{
  struct twin *d = self;

  d->over = true;
}

static bool design_tell(void *self, const uint64_t *stalled)
{
  (void)self, (void)stalled;
  return true;
}

static bool design_hear(void *self, struct err *err)
{
  (void)self, (void)err;
  return true;
}

static const struct machine_ops design_ops = {
    .name = "planted",
    .can = MACHINE_STOPS | MACHINE_MOORE | MACHINE_SIMULATED | MACHINE_RANKS |
           MACHINE_STALLS | MACHINE_RESETS,
    .reset = design_reset,
    .exchange = design_exchange,
    .clock = design_clock,
    .links = design_links,
    .out_packet = design_out_packet,
    .eject_packet = design_eject_packet,
    .failure = design_failure,
    .moore = design_moore,
    .moore_remarks = design_remarks,
    .spared = design_spared,
    .finish = design_finish,
    .tell = design_tell,
    .hear = design_hear,
};

/* --- a run --- */

struct task {
  struct plan plans[PLANS];
  const char *disturb;
  struct ranks *ranks; /* NULL: it alone */
  struct run_result result;
  struct err err;
  bool ran;
};

static void *make_run(void *self)
{
  struct task *task = self;
  struct description d = description_of("hypercube:4", "random");
  const struct session_host host = {.ranks = task->ranks};
  struct twin design = {.plans = task->plans, .end = SWITCHES};
  const struct machine dut = {.ops = &design_ops, .self = &design};
  struct session s;

  d.packets = 2;
  d.depth = 2;
  d.disturb = task->disturb;
  if (task->ranks) {
    const struct parts parts = parts_of(SWITCHES, task->ranks->count);

    design.first = parts_first(&parts, task->ranks->rank);
    design.end = parts_first(&parts, task->ranks->rank + 1);
  }
  assert_true(session_open(&s, &d, &host, &task->err));
  assert_true(machines_open(&design.golden, &s, &task->err));
  struct run_request request = session_request(&s);

  request.machine = design.golden;
  request.dut = &dut;
  task->ran = run(&request, &task->result, &task->err);
  design.golden.ops->close(design.golden.self);
  run_result_close(&task->result);
  session_close(&s);
  return NULL;
}

static void check_difference(const struct difference *x, const struct difference *y,
                             const char *what)
{
  CHECK(x->kind == y->kind && x->cycle == y->cycle && x->at == y->at &&
            x->port == y->port && x->vc == y->vc && x->field == y->field,
        "%s: switch %u in cycle %" PRIu64 ", not %u in %" PRIu64, what, y->at, y->cycle,
        x->at, x->cycle);
  CHECK(x->golden == y->golden && x->dut == y->dut && x->others == y->others &&
            x->in_reset == y->in_reset && strcmp(x->text, y->text) == 0,
        "%s: other values, %u others, '%s'", what, y->others, y->text);
  CHECK(x->moore.at == y->moore.at && x->moore.output_index == y->moore.output_index &&
            x->moore.before == y->moore.before && x->moore.after == y->moore.after &&
            x->moore.input_index == y->moore.input_index &&
            x->moore.input_at == y->moore.input_at &&
            !x->moore.output == !y->moore.output && !x->moore.input == !y->moore.input &&
            (!x->moore.output || strcmp(x->moore.output, y->moore.output) == 0) &&
            (!x->moore.input || strcmp(x->moore.input, y->moore.input) == 0),
        "%s: another Moore fault", what);
}

static void check_same(const struct task *one, const struct task *many, const char *what)
{
  const struct run_result *x = &one->result, *y = &many->result;

  CHECK(one->ran == many->ran && (one->ran || strcmp(one->err.text, many->err.text) == 0),
        "%s: %s", what, many->err.text);
  if (!one->ran || !many->ran)
    return;
  CHECK(x->outcome == y->outcome && x->cycles == y->cycles &&
            x->compared_cycles == y->compared_cycles &&
            x->scoreboard.delivered_count == y->scoreboard.delivered_count,
        "%s: %s after %" PRIu64 " cycles, %" PRIu64 " compared, not %s after %" PRIu64
        ", %" PRIu64,
        what, outcome_name(y->outcome), y->cycles, y->compared_cycles,
        outcome_name(x->outcome), x->cycles, x->compared_cycles);
  CHECK(x->spared == y->spared && x->remarks.asynchronous == y->remarks.asynchronous &&
            memcmp(&x->activity, &y->activity, sizeof x->activity) == 0,
        "%s: %" PRIu64 " spared, not %" PRIu64, what, y->spared, x->spared);
  if (x->outcome == OUTCOME_DIFFER)
    check_difference(&x->difference, &y->difference, what);
}

/* Make a run alone and by ranks. */
static enum outcome compare(const struct task *row)
{
  struct task one = *row, many[MOST];
  struct ranks ranks[MOST];
  char what[128];

  make_run(&one);
  for (uint32_t count = 2; count <= MOST; count++) {
    for (uint32_t i = 0; i < count; i++) {
      many[i] = *row;
      many[i].ranks = &ranks[i];
    }
    work_in_ranks(count, make_run, many, sizeof *many, ranks);
    for (uint32_t i = 0; i < count; i++) {
      snprintf(what, sizeof what,
               "%s at %u in %" PRIu64 ", %s at %u in %" PRIu64 ": rank %u of %u",
               faults[row->plans[0].fault], row->plans[0].at, row->plans[0].cycle,
               faults[row->plans[1].fault], row->plans[1].at, row->plans[1].cycle, i,
               count);
      check_same(&one, &many[i], what);
    }
  }
  return one.ran ? one.result.outcome : OUTCOME_INTERRUPTED;
}

/* Cycles of a run without a fault. */
static uint64_t length_of(const char *disturb)
{
  struct task one = {.disturb = disturb};

  make_run(&one);
  assert_true(one.ran);
  assert_int_equal(one.result.outcome, OUTCOME_PASS);
  return one.result.compared_cycles;
}

/* A fault at the first or the last switch, in the first cycles, the last ones and one more.
 */
TEST(test_no_difference_is_lost)
{
  static const char *const disturbances[] = {NULL, "resets,stalls"};
  uint32_t differ = 0, pass = 0;

  for (size_t k = 0; k < 2; k++) {
    const uint64_t length = length_of(disturbances[k]);
    const uint64_t cycles[] = {0, 1, length / 2, length - 2, length - 1, length};

    assert_true(length > 5);
    for (enum planted fault = NONE; fault < FAULTS; fault++)
      for (size_t i = 0; i < (fault == NONE || fault == FINAL ? 1 : 6); i++)
        for (uint32_t at = 0; at < SWITCHES; at += SWITCHES - 1) {
          const struct task row = {.plans = {{fault, at, cycles[i]}},
                                   .disturb = disturbances[k]};
          const enum outcome outcome = compare(&row);

          differ += outcome == OUTCOME_DIFFER;
          pass += outcome == OUTCOME_PASS;
        }
  }
  /* What is planted behind the last cycle does not happen. */
  assert_int_equal(differ, 2 * (5 + 5 + 5 + 1) * 2);
  assert_int_equal(pass, 2 * (1 + 3 + 1) * 2);
}

/* Two ranks find something, in one cycle or one after the other. */
TEST(test_the_first_of_two_is_reported)
{
  uint32_t differ = 0;

  for (enum planted a = VALUE; a < FINAL; a++)
    for (enum planted b = VALUE; b < FINAL; b++)
      for (uint64_t later = 0; later < 2; later++)
        for (uint32_t at = 2; at < SWITCHES; at += 11) {
          const struct task row = {.plans = {{a, at, 4}, {b, 15 - at, 4 + later}}};

          differ += compare(&row) == OUTCOME_DIFFER;
        }
  assert_true(differ > 40);
}

/* A rank that says it has compared less than it has. */
static void compares_less(struct ranks_box *box, const struct ranks_box *old)
{
  uint64_t *words = (uint64_t *)(void *)box->bytes;

  (void)old;
  if (box->size == 6 * sizeof *words && words[0] == 3 && words[2] > 1)
    words[2]--;
}

/* A rank that does not tell what it has found. */
static void finds_nothing(struct ranks_box *box, const struct ranks_box *old)
{
  (void)old;
  if (box->size > 6 * sizeof(uint64_t) && ((uint64_t *)(void *)box->bytes)[1] == 1 &&
      box->size % 8 == 0)
    box->size = 6 * sizeof(uint64_t);
}

TEST(test_a_wrong_verdict_is_noticed)
{
  struct task tasks[2];
  struct ranks ranks[2];

  for (int i = 0; i < 2; i++) {
    for (uint32_t rank = 0; rank < 2; rank++)
      tasks[rank] =
          (struct task){.plans = {{i ? VALUE : NONE, 1, 4}}, .ranks = &ranks[rank]};
    hub.harm = i ? finds_nothing : compares_less;
    work_in_ranks(2, make_run, tasks, sizeof *tasks, ranks);
    assert_true(hub.gone);
    for (uint32_t rank = 0; rank < 2; rank++)
      CHECK(!tasks[rank].ran || tasks[rank].result.outcome != OUTCOME_PASS, "%d: rank %u",
            i, rank);
  }
  hub.harm = NULL;
}
