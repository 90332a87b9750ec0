/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_ranks -- ranks find what one process finds, and notice when an exchange is wrong.
 *
 * The ranks are threads here, and copy what MPI would send.
 */
#include "base/ranks.h"

#include "run/lockstep/joint.h"
#include "run/machine/golden_ranks.h"
#include "tests/unit/unit.h"
#include "tool/session/agree.h"
#include "tool/session/machines.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4 };

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

/* The place where all meet. */
static struct {
  pthread_mutex_t lock;
  pthread_cond_t all;
  uint32_t count, waiting;
  uint64_t turn;
  bool gone; /* a rank has given up */
  char why[ERR_TEXT];
  struct ranks *ranks[MOST];
  enum harm harm;
  uint64_t after;
  bool harmed;
} hub = {.lock = PTHREAD_MUTEX_INITIALIZER, .all = PTHREAD_COND_INITIALIZER};

/* False: a rank has given up. */
static bool meet(void)
{
  pthread_mutex_lock(&hub.lock);
  const uint64_t turn = hub.turn;

  if (++hub.waiting == hub.count) {
    hub.waiting = 0;
    hub.turn++;
    pthread_cond_broadcast(&hub.all);
  }
  while (hub.turn == turn && !hub.gone)
    pthread_cond_wait(&hub.all, &hub.lock);
  const bool met = !hub.gone;
  pthread_mutex_unlock(&hub.lock);
  return met;
}

/* The places in a box of a cycle: news of a rank, then the head of what its machine shows.
 */
struct head {
  uint64_t offers, closed;
};

static const size_t news_size = sizeof(struct joint_news);

static bool harm_shown(struct ranks_box *box, enum harm harm)
{
  struct head *head = (struct head *)(void *)(box->bytes + news_size);
  struct golden_offer *offers = (struct golden_offer *)(void *)(head + 1);

  if (box->size < news_size + sizeof *head || box->size % 8 != 0)
    return false;
  if (harm == OPENS && head->closed > 0) {
    head->closed--;
    box->size -= sizeof(struct golden_closed);
    return true;
  }
  if (harm == OPENS || head->offers == 0)
    return false;
  if (harm == CHANGES) {
    offers[0].packet.data ^= UINT64_C(1) << 33;
  } else if (harm == REPEATS) {
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

  if (!is_cycle(box))
    return;
  if (hub.after > 0) {
    hub.after--;
    return;
  }
  if (hub.harm == EMPTIES)
    box->size = 0;
  else if (hub.harm == CUTS)
    box->size -= 8;
  else if (hub.harm == OLD && old->size > 0 && old->size <= box->room)
    memcpy(box->bytes, old->bytes, box->size = old->size);
  else
    done = hub.harm != OLD && harm_shown(box, hub.harm);
  hub.harmed = done;
}

static void begin(struct ranks *ranks)
{
  hub.ranks[ranks->rank] = ranks;
}

static void copy(struct ranks_box *to, const struct ranks_box *from)
{
  if (from->size > 0)
    memcpy(ranks_append(to, from->size), from->bytes, from->size);
}

static void end(struct ranks *ranks)
{
  const bool met = meet();

  for (uint32_t i = 0; i < ranks->count; i++) {
    struct ranks_box *box = &ranks->in[i];
    struct ranks_box old = {.bytes = NULL};

    if (i == ranks->rank)
      continue;
    if (met && hub.harm == OLD)
      copy(&old, box);
    box->size = box->taken = 0;
    if (met)
      copy(box, &hub.ranks[i]->out[ranks->rank]);
    if (met && hub.harm != NONE && ranks->rank == 1 && !hub.harmed)
      harm_box(box, &old);
    free(old.bytes);
  }
  meet();
}

static void give_up(struct ranks *ranks, int code, const char *text)
{
  (void)ranks;
  (void)code;
  pthread_mutex_lock(&hub.lock);
  if (!hub.gone)
    snprintf(hub.why, sizeof hub.why, "%s", text);
  hub.gone = true;
  pthread_cond_broadcast(&hub.all);
  pthread_mutex_unlock(&hub.lock);
}

static const struct ranks_ops ops = {.begin = begin, .end = end, .fail = give_up};

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
  struct ranks *ranks; /* NULL: it alone */
  struct run_result result;
  struct err err;
  bool ran;
};

static void *make_run(void *self)
{
  struct task *task = self;
  const struct row *row = task->row;
  struct description d = description_of(row->spec, row->traffic);
  const struct session_host host = {.ranks = task->ranks};
  struct session s;
  struct machine machine;
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

    request.machine = machine;
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
static void make_runs(const struct row *row, struct task *tasks, uint32_t count)
{
  struct ranks ranks[MOST];
  pthread_t threads[MOST];

  hub.count = count;
  hub.waiting = 0;
  hub.gone = hub.harmed = false;
  hub.why[0] = '\0';
  for (uint32_t i = 0; i < count; i++) {
    ranks[i] = (struct ranks){.ops = &ops, .rank = i, .count = count, .here = count};
    tasks[i] = (struct task){.row = row, .ranks = &ranks[i]};
    assert_true(ranks_open(&ranks[i], &tasks[i].err));
  }
  for (uint32_t i = 0; i < count; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, make_run, &tasks[i]), 0);
  for (uint32_t i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
  for (uint32_t i = 0; i < count; i++)
    ranks_close(&ranks[i]);
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

TEST(test_ranks_find_what_one_process_finds)
{
  uint32_t stuck = 0;

  hub.harm = NONE;
  for (size_t i = 0; i < ROWS; i++) {
    struct task one = {.row = &rows[i]}, many[MOST];

    make_run(&one);
    CHECK(one.ran, "%s: %s", rows[i].spec, one.err.text);
    stuck += one.result.outcome == OUTCOME_DEADLOCK;
    for (uint32_t count = 2; count <= MOST; count++) {
      make_runs(&rows[i], many, count);
      for (uint32_t rank = 0; rank < count; rank++) {
        check_same(&one, &many[rank], rank, count);
        run_result_close(&many[rank].result);
      }
    }
    run_result_close(&one.result);
  }
  assert_int_equal(stuck, 4);
}

/* No rank may say PASS. */
TEST(test_a_wrong_exchange_is_noticed)
{
  for (enum harm harm = LOSES; harm < HARMS; harm++) {
    uint32_t harmed = 0;

    for (uint64_t after = 0; after < 90; after += 13) {
      struct task many[MOST];

      hub.harm = harm;
      hub.after = after;
      make_runs(&rows[0], many, 3);
      harmed += hub.harmed;
      for (uint32_t rank = 0; rank < 3; rank++) {
        CHECK(!hub.harmed || !many[rank].ran || many[rank].result.outcome != OUTCOME_PASS,
              "%s after %" PRIu64 ": rank %u has a PASS", harms[harm], after, rank);
        if (many[rank].ran)
          run_result_close(&many[rank].result);
      }
    }
    CHECK(harmed > 2, "%s: only %u times", harms[harm], harmed);
  }
  hub.harm = NONE;
}

/* Ranks that make different runs. */
TEST(test_ranks_that_differ_are_refused)
{
  static const struct row row = {"hypercube:3", "random", NULL, 1, 1, -1, 0, NULL, NULL, 0};
  struct row other = row;
  struct task tasks[2];
  struct ranks ranks[2];
  pthread_t threads[2];

  other.packets = 2;
  hub.count = 2;
  hub.waiting = 0;
  hub.gone = false;
  for (uint32_t i = 0; i < 2; i++) {
    ranks[i] = (struct ranks){.ops = &ops, .rank = i, .count = 2, .here = 2};
    tasks[i] = (struct task){.row = i == 0 ? &row : &other, .ranks = &ranks[i]};
    assert_true(ranks_open(&ranks[i], &tasks[i].err));
  }
  for (uint32_t i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, make_run, &tasks[i]);
  for (uint32_t i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
    assert_false(tasks[i].ran);
    assert_int_equal(tasks[i].err.kind, ERR_USAGE);
    assert_non_null(strstr(tasks[i].err.text, "do not make the same run"));
    ranks_close(&ranks[i]);
  }
}

/* What ranks cannot do. */
TEST(test_refusals)
{
  static const struct row refused[] = {
      {"d3:2,3", "random", "ugal", 1, 1, -1, 0, NULL, NULL, 0},
  };

  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
    struct task tasks[4];

    make_runs(&refused[i], tasks, 4);
    for (uint32_t rank = 0; rank < 4; rank++)
      CHECK(!tasks[rank].ran && tasks[rank].err.kind == ERR_USAGE, "%s %s: %s",
            refused[i].spec, refused[i].routing, tasks[rank].err.text);
  }
}
