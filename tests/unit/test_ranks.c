/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_ranks -- ranks find what one process finds, and notice when an exchange is wrong.
 */
#include "base/ranks.h"

#include "run/lockstep/joint.h"
#include "run/lockstep/pace.h"
#include "run/machine/golden_ranks.h"
#include "tests/unit/ranks_unit.h"
#include "tool/session/agree.h"
#include "tool/session/machines.h"

#include <inttypes.h>

/* What happens to one exchange, the first with something to harm after `after` of them: */
enum harm {
  NONE,
  LOSES,   /* a packet that is offered does not come */
  REPEATS, /* it comes in the place of another, too */
  CHANGES, /* a bit of its data does */
  OPENS,   /* that a channel is closed is not told */
  EMPTIES, /* nothing comes */
  CUTS,    /* only some bytes */
  OLD,     /* what came in the exchange before */
  HARMS
};

static const char *const harms[HARMS] = {"none",  "loses",   "repeats", "changes",
                                         "opens", "empties", "cuts",    "old"};

static struct {
  enum harm kind;
  uint64_t after;
  bool done;
} harm;

/* The places in a box of a cycle: news of a rank, then the head of what its machine shows.
 */
struct head {
  uint64_t offers, closed;
};

static const size_t news_size = sizeof(struct joint_news);

static bool harm_shown(struct ranks_box *box)
{
  struct head *head = (struct head *)(void *)(box->bytes + news_size);
  struct golden_offer *offers = (struct golden_offer *)(void *)(head + 1);

  if (box->size < news_size + sizeof *head || box->size % 8 != 0)
    return false;
  if (harm.kind == OPENS && head->closed > 0) {
    head->closed--;
    box->size -= sizeof(struct golden_closed);
    return true;
  }
  if (harm.kind == OPENS || head->offers == 0)
    return false;
  if (harm.kind == CHANGES) {
    offers[0].packet.data ^= UINT64_C(1) << 33;
  } else if (harm.kind == REPEATS) {
    if (head->offers < 2)
      return false;
    offers[1].packet = offers[0].packet;
  } else {
    head->offers--;
    box->size -= sizeof *offers;
    memmove(offers, offers + 1, box->size - news_size - sizeof *head);
  }
  return true;
}

/* Is the size that of a cycle, and not of another exchange? */
static bool is_cycle(const struct ranks_box *box)
{
  const struct head *head = (const struct head *)(const void *)(box->bytes + news_size);

  return box->size >= news_size + sizeof *head && head->offers < 1000 &&
         head->closed < 1000 &&
         box->size == news_size + sizeof *head +
                          head->offers * sizeof(struct golden_offer) +
                          head->closed * sizeof(struct golden_closed);
}

static void harm_box(struct ranks_box *box, const struct ranks_box *old)
{
  bool done = true;

  if (harm.done || !is_cycle(box))
    return;
  if (harm.after > 0) {
    harm.after--;
    return;
  }
  if (harm.kind == EMPTIES)
    box->size = 0;
  else if (harm.kind == CUTS)
    box->size -= 8;
  else if (harm.kind == OLD && old->size > 0 && old->size <= box->room)
    memcpy(box->bytes, old->bytes, box->size = old->size);
  else
    done = harm.kind != OLD && harm_shown(box);
  harm.done = done;
}

/* --- one run --- */

static const struct row {
  const char *spec, *traffic, *routing;
  int64_t packets, depth, vcs, sends;
  const char *disturb, *failed;
  int64_t store; /* 0: what the schedule needs */
} rows[] = {
    {"hypercube:5", "uniform,load=0.5,measure=100", NULL, 1, 2, -1, 0, NULL, NULL, 0},
    {"hypercube:4", "random", "rand-sync", 4, 1, -1, 0, NULL, NULL, 0},
    {"hypercube:3", "random", "rand-sync", 4, 1, -1, 1, NULL, NULL, 0},
    {"hypercube:4", "random", "rand-trans", 6, 1, 2, 0, NULL, NULL, 0},
    {"hypercube:4", "random", "drand-trans-ooo", 6, 1, 2, 2, NULL, NULL, 0},
    {"d3:2,3", "broadcast,source=0,count=20", NULL, 1, 1, -1, 0, NULL, NULL, 0},
    {"d3:2,3", "uniform,load=0.4,measure=100", "ugal-l", 1, 2, -1, 0, NULL, NULL, 0},
    {"mesh:5x5", "random", NULL, 5, 2, -1, 0, NULL, NULL, 0},
    {"torus:4x4", "random", NULL, 30, 1, 1, 0, NULL, NULL, 0},
    {"hypercube:2", "random", "rand-sync", 3, 1, -1, 0, NULL, NULL, 1},
    {"hypercube:2", "random", "rand-sync", 4, 1, -1, 0, NULL, NULL, 1},
    {"hypercube:3", "random", "rand-sync", 5, 1, -1, 0, NULL, NULL, 1},
    {"hypercube:4", "uniform,load=0.5,measure=100", NULL, 1, 1, -1, 0,
     "stalls,resets,holds", NULL, 0},
    {"hypercube:4", "random", NULL, 3, 2, -1, 0, NULL, "3,5", 0},
    {"benes:3", "random", NULL, 3, 1, -1, 0, NULL, NULL, 0},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

struct task {
  const struct row *row;
  bool alone;          /* as a design alone, whose packets are judged by their ways */
  struct ranks *ranks; /* NULL: it alone */
  struct run_result result;
  struct err err;
  bool ran;
};

/* --- the golden machine as a design alone: it does not tell how many links a packet has
 * crossed, and shows what its links show after the clock edge --- */

static bool silent_failure(const void *self, struct machine_failure *failure)
{
  (void)self, (void)failure;
  return false;
}

static bool silent_moore(const void *self, struct moore_fault *fault)
{
  (void)self, (void)fault;
  return false;
}

static struct moore_remarks silent_remarks(const void *self)
{
  (void)self;
  return (struct moore_remarks){.untried = true};
}

static uint64_t silent_spared(const void *self)
{
  (void)self;
  return 1;
}

static void silent_finish(void *self)
{
  (void)self;
}

/* `ops` must outlive it. */
static struct machine silence(const struct machine *golden, struct machine_ops *ops)
{
  *ops = *golden->ops;
  ops->can =
      MACHINE_RANKS | MACHINE_STOPS | MACHINE_MOORE | MACHINE_SIMULATED | MACHINE_RESETS;
  ops->failure = silent_failure;
  ops->moore = silent_moore;
  ops->moore_remarks = silent_remarks;
  ops->spared = silent_spared;
  ops->finish = silent_finish;
  return (struct machine){.ops = ops, .self = golden->self};
}

static void *make_run(void *self)
{
  struct task *task = self;
  const struct row *row = task->row;
  struct description d = description_of(row->spec, row->traffic);
  const struct session_host host = {.ranks = task->ranks};
  struct session s;
  struct machine machine;
  struct machine_ops silent;
  uint64_t word;

  d.routing = row->routing;
  d.packets = row->packets;
  d.depth = row->depth;
  d.vcs = row->vcs;
  d.sends = row->sends;
  d.disturb = row->disturb;
  d.failed = row->failed;
  if (row->store)
    d.store = row->store;
  if (!session_open(&s, &d, &host, &task->err))
    return NULL;
  if (machines_open(&machine, &s, &task->err)) {
    struct run_request request = session_request(&s);

    request.machine = task->alone ? silence(&machine, &silent) : machine;
    task->ran = (!task->ranks || (agree_word(&s, &word, &task->err) &&
                                  agree(task->ranks, true, word, &task->err))) &&
                run(&request, &task->result, &task->err);
    if (!task->ran)
      run_result_close(&task->result);
    machine.ops->close(machine.self);
  }
  task->result.scoreboard.schedule = NULL;
  session_close(&s);
  return NULL;
}

/* Make the run of a row by some ranks. */
static void make_runs(const struct row *row, bool alone, struct task *tasks, uint32_t count)
{
  struct ranks ranks[MOST];

  harm.done = false;
  for (uint32_t i = 0; i < count; i++)
    tasks[i] = (struct task){.row = row, .alone = alone, .ranks = &ranks[i]};
  work_in_ranks(count, make_run, tasks, sizeof *tasks, ranks);
}

static void check_same(const struct task *one, const struct task *many, uint32_t rank,
                       uint32_t count)
{
  const struct run_result *x = &one->result, *y = &many->result;
  const struct statistics *a = &x->statistics, *b = &y->statistics;
  const char *spec = one->row->spec;

  CHECK(many->ran, "%s, rank %u of %u: %s", spec, rank, count, many->err.text);
  CHECK(x->outcome == y->outcome && x->cycles == y->cycles && x->began == y->began &&
            x->stuck_since == y->stuck_since,
        "%s, rank %u of %u: %s after %" PRIu64 " cycles, not %s after %" PRIu64, spec, rank,
        count, outcome_name(y->outcome), y->cycles, outcome_name(x->outcome), x->cycles);
  CHECK(x->scoreboard.delivered_count == y->scoreboard.delivered_count &&
            x->scoreboard.faults == y->scoreboard.faults && x->in_window == y->in_window,
        "%s, rank %u of %u: %zu delivered", spec, rank, count,
        y->scoreboard.delivered_count);
  CHECK(x->max_output_queue == y->max_output_queue && x->max_buffer == y->max_buffer,
        "%s, rank %u of %u: queue %u, buffer %u", spec, rank, count, y->max_output_queue,
        y->max_buffer);
  CHECK(a->hops == b->hops && a->latency == b->latency && a->undelayed == b->undelayed &&
            a->steps == b->steps &&
            memcmp(a->batches, b->batches, sizeof a->batches) == 0 &&
            memcmp(&a->least[1], &b->least[1], (STATISTICS_HOPS - 1) * sizeof *a->least) ==
                0 &&
            statistics_quantile(a, 0.99) == statistics_quantile(b, 0.99),
        "%s, rank %u of %u: other statistics", spec, rank, count);
}

/* A run alone and by ranks. */
static enum outcome compare(const struct row *row, bool alone)
{
  struct task one = {.row = row, .alone = alone}, many[MOST];

  make_run(&one);
  CHECK(one.ran, "%s: %s", row->spec, one.err.text);
  for (uint32_t count = 2; count <= MOST; count++) {
    make_runs(row, alone, many, count);
    for (uint32_t rank = 0; rank < count; rank++) {
      check_same(&one, &many[rank], rank, count);
      run_result_close(&many[rank].result);
    }
  }
  run_result_close(&one.result);
  return one.result.outcome;
}

TEST(test_ranks_find_what_one_process_finds)
{
  uint32_t stuck = 0;

  hub.harm = NULL;
  for (size_t i = 0; i < ROWS; i++)
    stuck += compare(&rows[i], false) == OUTCOME_DEADLOCK;
  assert_int_equal(stuck, 4);
}

/* --- a design alone --- */

static const struct row lone_rows[] = {
    {"hypercube:5", "uniform,load=0.5,measure=100", NULL, 1, 2, -1, 0, NULL, NULL, 0},
    {"hypercube:4", "random", "rand-sync", 4, 1, -1, 0, NULL, NULL, 0},
    {"hypercube:3", "random", "rand-sync", 4, 1, -1, 1, NULL, NULL, 0},
    {"d3:2,3", "broadcast,source=0,count=20", NULL, 1, 1, -1, 0, NULL, NULL, 0},
    {"mesh:5x5", "random", NULL, 5, 2, -1, 0, NULL, NULL, 0},
    {"torus:4x4", "random", NULL, 30, 1, 1, 0, NULL, NULL, 0},
    {"torus:4x4", "uniform,load=0.2,measure=100", NULL, 1, 2, 3, 0, NULL, NULL, 0},
    {"hypercube:4", "uniform,load=0.3,measure=60", NULL, 1, 2, -1, 0, "resets", NULL, 0},
    {"benes:3", "random", NULL, 3, 1, -1, 0, NULL, NULL, 0},
};

TEST(test_ranks_judge_a_design_alone)
{
  uint32_t pass = 0, stuck = 0;

  hub.harm = NULL;
  for (size_t i = 0; i < sizeof lone_rows / sizeof lone_rows[0]; i++) {
    const enum outcome outcome = compare(&lone_rows[i], true);

    pass += outcome == OUTCOME_PASS;
    stuck += outcome == OUTCOME_DEADLOCK;
  }
  assert_int_equal(pass, 8);
  assert_int_equal(stuck, 1);
}

/* What happens to the first packet that a rank says comes, in some exchange. */
static bool harm_crossing(struct ranks_box *box)
{
  struct joint_crossings *head = (struct joint_crossings *)(void *)(box->bytes + news_size);
  struct joint_crossing *told = (struct joint_crossing *)(void *)(head + 1);

  if (harm.kind == CHANGES) {
    told->way.sum ^= 1;
    return true;
  }
  if (harm.kind == REPEATS) {
    if (head->count < 2)
      return false;
    told[1] = told[0];
    return true;
  }
  head->count--;
  if (harm.kind == LOSES) {
    box->size -= sizeof *told;
    memmove(told, told + 1, head->count * sizeof *told);
  }
  return true;
}

static void harm_lone_box(struct ranks_box *box, const struct ranks_box *old)
{
  const struct joint_crossings *head =
      (const struct joint_crossings *)(const void *)(box->bytes + news_size);

  (void)old;
  if (harm.done || box->size < news_size + sizeof *head || head->count == 0 ||
      box->size != news_size + sizeof *head + head->count * sizeof(struct joint_crossing))
    return;
  if (harm.after > 0)
    harm.after--;
  else
    harm.done = harm_crossing(box);
}

/* No rank may say PASS. */
TEST(test_a_wrong_crossing_is_noticed)
{
  static const enum harm kinds[] = {LOSES, REPEATS, CHANGES, CUTS};

  hub.harm = harm_lone_box;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    for (uint64_t after = 0; after < 90; after += 29) {
      struct task many[MOST];

      harm.kind = kinds[i];
      harm.after = after;
      make_runs(&lone_rows[0], true, many, 3);
      CHECK(harm.done, "%s: never", harms[harm.kind]);
      for (uint32_t rank = 0; rank < 3; rank++) {
        CHECK(!many[rank].ran || many[rank].result.outcome != OUTCOME_PASS,
              "%s after %" PRIu64 ": rank %u has a PASS", harms[harm.kind], after, rank);
        if (many[rank].ran)
          run_result_close(&many[rank].result);
      }
    }
  hub.harm = NULL;
}

/* No rank may say PASS. */
TEST(test_a_wrong_exchange_is_noticed)
{
  hub.harm = harm_box;
  for (harm.kind = LOSES; harm.kind < HARMS; harm.kind++) {
    uint32_t harmed = 0;

    for (uint64_t after = 0; after < 90; after += 13) {
      struct task many[MOST];

      harm.after = after;
      make_runs(&rows[0], false, many, 3);
      harmed += harm.done;
      for (uint32_t rank = 0; rank < 3; rank++) {
        CHECK(!harm.done || !many[rank].ran || many[rank].result.outcome != OUTCOME_PASS,
              "%s after %" PRIu64 ": rank %u has a PASS", harms[harm.kind], after, rank);
        if (many[rank].ran)
          run_result_close(&many[rank].result);
      }
    }
    CHECK(harmed > 2, "%s: only %u times", harms[harm.kind], harmed);
  }
  hub.harm = NULL;
}

/* Ranks that make different runs. */
TEST(test_ranks_that_differ_are_refused)
{
  static const struct row row = {"hypercube:3", "random", NULL, 1, 1, -1, 0, NULL, NULL, 0};
  struct row other = row;
  struct task tasks[2];
  struct ranks ranks[2];

  other.packets = 2;
  for (uint32_t i = 0; i < 2; i++)
    tasks[i] = (struct task){.row = i == 0 ? &row : &other, .ranks = &ranks[i]};
  work_in_ranks(2, make_run, tasks, sizeof *tasks, ranks);
  for (uint32_t i = 0; i < 2; i++) {
    assert_false(tasks[i].ran);
    assert_int_equal(tasks[i].err.kind, ERR_USAGE);
    assert_non_null(strstr(tasks[i].err.text, "do not make the same run"));
  }
}

/* --- how far the run is --- */

/* What a rank, or one process, sees of a run from cycle to cycle. */
struct view {
  struct ranks *ranks;
  uint64_t moves, calls;
  double all, part;
};

static void see(void *self, const struct run_pace *pace)
{
  struct view *view = self;

  view->moves += pace_moves(pace);
  view->calls++;
  view->all = pace->moves;
  view->part = pace->part;
}

static void *make_seen(void *self)
{
  struct view *view = self;
  struct description d = description_of("hypercube:12", "random");
  const struct session_host host = {.ranks = view->ranks, .progress = see};
  struct run_result result;
  struct session s;
  struct machine machine;
  struct err err;

  d.depth = 0;
  assert_true(session_open(&s, &d, &host, &err));
  assert_true(machines_open(&machine, &s, &err));
  struct run_request request = session_request(&s);

  request.machine = machine;
  request.progress_self = view;
  assert_true(run(&request, &result, &err));
  assert_int_equal(result.outcome, OUTCOME_PASS);
  run_result_close(&result);
  machine.ops->close(machine.self);
  session_close(&s);
  return NULL;
}

/* The forecast of a rank is right if it sees its part of all moves, and knows how large
 * that is (tool/console/forecast.h).  Channels are always ready here. */
TEST(test_ranks_see_their_parts_of_the_moves)
{
  struct view one = {.moves = 0}, many[MOST];
  struct ranks ranks[MOST];
  uint64_t moves = 0;
  double part = 0;

  make_seen(&one);
  assert_true(one.part == 0 && one.all > 0);
  assert_true((double)one.moves > 0.8 * one.all && (double)one.moves < 1.25 * one.all);
  for (uint32_t i = 0; i < 3; i++)
    many[i] = (struct view){.ranks = &ranks[i]};
  work_in_ranks(3, make_seen, many, sizeof *many, ranks);
  for (uint32_t i = 0; i < 3; i++) {
    CHECK(many[i].calls == one.calls && many[i].all == one.all,
          "rank %u: %" PRIu64 " calls, %.0f moves in all", i, many[i].calls, many[i].all);
    CHECK((double)many[i].moves > 0.8 * many[i].part * (double)one.moves &&
              (double)many[i].moves < 1.25 * many[i].part * (double)one.moves,
          "rank %u: %" PRIu64 " moves in %.2f of the network", i, many[i].moves,
          many[i].part);
    moves += many[i].moves;
    part += many[i].part;
  }
  CHECK(moves == one.moves && part > 0.999 && part < 1.001,
        "%" PRIu64 " moves of ranks, not %" PRIu64 "; %.3f networks", moves, one.moves,
        part);
}

/* What ranks cannot do. */
TEST(test_refusals)
{
  static const struct row refused[] = {
      {"d3:2,3", "random", "ugal", 1, 1, -1, 0, NULL, NULL, 0},
  };

  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
    struct task tasks[4];

    make_runs(&refused[i], false, tasks, 4);
    for (uint32_t rank = 0; rank < 4; rank++)
      CHECK(!tasks[rank].ran && tasks[rank].err.kind == ERR_USAGE, "%s %s: %s",
            refused[i].spec, refused[i].routing, tasks[rank].err.text);
  }
}
