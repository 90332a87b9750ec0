/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_needs -- the memory that runs are said to need is near what they take, and a run
 * for which there is no room is refused before it begins.  With ALL=1 all rows of the table
 * of docs/memory.md, which it prints as comments.  Needs Verilator.  How much is taken is a
 * question of logic, not of memory that is used wrongly. */
#include "tool/session/needs.h"

#include "tests/unit/verilated_unit.h"
#include "tool/session/lock_step.h"
#include "tool/session/machines.h"

#include <sys/wait.h>

/* Bounds of an estimate, in percent of what was taken: of a test, on any machine. */
enum { LEAST = 60, MOST = 170, KIB_SHIFT = 10 };

static const struct {
  const char *topology, *traffic, *routing;
  int64_t packets, depth;
  bool lock_step;
  const char *wave;
  bool always; /* without ALL=1 too */
} rows[] = {
    {.topology = "hypercube:14", .traffic = "random", .packets = 14, .always = true},
    {.topology = "hypercube:14",
     .traffic = "random",
     .routing = "rand-trans",
     .packets = 14},
    {.topology = "hypercube:10", .traffic = "uniform,load=0.3", .always = true},
    {.topology = "hypercube:12", .traffic = "uniform,load=0.1"},
    {.topology = "hypercube:10", .traffic = "uniform,load=1,measure=3000", .depth = 2},
    {.topology = "hypercube:8",
     .traffic = "random",
     .routing = "rand-sync",
     .packets = 1000},
    {.topology = "mesh:256x256", .traffic = "random", .packets = 4},
    {.topology = "torus:32x32x32", .traffic = "bit-complement", .packets = 8, .depth = 4},
    {.topology = "benes:16", .traffic = "random"},
    {.topology = "benes:13", .traffic = "random", .packets = 4, .always = true},
    {.topology = "butterfly:14", .traffic = "bit-reversal"},
    {.topology = "d3:8,12", .traffic = "all-to-all", .always = true},
    {.topology = "d3:4,16", .traffic = "all-to-all,order=protocol-1"},
    {.topology = "d3:4,8", .traffic = "broadcast,source=0,count=64"},
    {.topology = "mdf:8,16", .traffic = "uniform,load=0.2"},
    {.topology = "hypercube:9", .traffic = "gossip"},
    {.topology = "hypercube:9", .traffic = "all-to-all-broadcast,words=16"},
    {.topology = "hypercube:13", .traffic = "random", .depth = 2, .lock_step = true},
    {.topology = "torus:64x64",
     .traffic = "random",
     .packets = 4,
     .depth = 2,
     .lock_step = true,
     .always = true},
    {.topology = "torus:8x8",
     .traffic = "random",
     .packets = 1000,
     .depth = 2,
     .lock_step = true,
     .wave = "needs.fst"},
};

static struct description description_at(size_t i)
{
  struct description d = description_of(rows[i].topology, rows[i].traffic);

  d.routing = rows[i].routing;
  d.packets = rows[i].packets ? rows[i].packets : 1;
  d.depth = rows[i].depth ? rows[i].depth : DESCRIPTION_UNSET;
  d.lock_step = rows[i].lock_step;
  d.evidence = "";
  return d;
}

/* The most resident memory of this process so far, in bytes. */
static uint64_t peak(void)
{
  struct rusage usage;

  getrusage(RUSAGE_SELF, &usage);
  return (uint64_t)usage.ru_maxrss << KIB_SHIFT;
}

/* What a run in a process of its own says of itself. */
struct measured {
  uint64_t estimate, taken;
  struct needs needs;
  struct err err;
};

/* The estimate of a machine in Verilog is made when its plug-in is loaded. */
struct asked {
  struct session *s;
  struct needs needs;
};

static bool ask(void *self, uint64_t bytes, struct err *err)
{
  const struct room room = room_of("");
  struct asked *asked = self;

  (void)err;
  asked->needs = needs_of(asked->s, bytes, &room);
  return true;
}

static bool run_both(struct session *s, struct measured *m)
{
  struct asked asked = {.s = s};
  struct lock_step l;

  s->verilated.room = ask;
  s->verilated.room_self = &asked;
  if (!lock_step_open(&l, s, &m->err) || !lock_step_run(&l, &m->err))
    return false;
  m->needs = asked.needs;
  return true;
}

static bool run_golden(struct session *s, struct measured *m)
{
  struct machine machine;
  struct run_result result;
  const struct room room = room_of("");
  bool written;

  m->needs = needs_of(s, 0, &room);
  return machines_open(&machine, s, &m->err) &&
         session_run(s, &machine, &result, &written, &m->err);
}

_Noreturn static void measure(size_t row, int to)
{
  struct description d = description_at(row);
  struct measured m = {.err = {.kind = ERR_NONE}};
  struct session s;
  char path[FILE_PATH];

  malloc_trim(0); /* of what the parent has freed */
  if (rows[row].wave)
    d.wave = data_path(path, rows[row].wave);
  if (session_open(&s, &d, NULL, &m.err) &&
      (d.lock_step ? run_both(&s, &m) : run_golden(&s, &m)))
    m.estimate = needs_sum(&m.needs);
  m.taken = peak();
  _exit(write(to, &m, sizeof m) == sizeof m ? 0 : 1);
}

static struct measured measure_apart(size_t row)
{
  struct measured m;
  int ends[2], status;

  assert_int_equal(pipe(ends), 0);
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0)
    measure(row, ends[1]);
  close(ends[1]);
  const bool whole = read(ends[0], &m, sizeof m) == sizeof m;
  close(ends[0]);
  assert_int_equal(waitpid(child, &status, 0), child);
  CHECK(whole && m.err.kind == ERR_NONE, "%s %s: %s", rows[row].topology, rows[row].traffic,
        whole ? m.err.text : "no result");
  return m;
}

TEST_GROUP(open_cache, NULL)
TESTS_NEED("verilator")

TEST(test_estimates_are_near_what_runs_take)
{
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (!rows[i].always && !getenv("ALL"))
      continue;
    if (rows[i].lock_step) /* building the Verilog takes memory of its own, once */
      (void)measure_apart(i);
    const struct measured m = measure_apart(i);
    const double percent = 100.0 * (double)m.estimate / (double)m.taken;

    print_message("# %s %s%s%s: %.1f MB taken, %.1f MB estimated, %.0f %%\n",
                  rows[i].topology, rows[i].traffic, rows[i].routing ? " " : "",
                  rows[i].routing ? rows[i].routing : "", (double)m.taken / 1e6,
                  (double)m.estimate / 1e6, percent);
    CHECK(percent >= LEAST && percent <= MOST, "%s %s: %.0f %%", rows[i].topology,
          rows[i].traffic, percent);
  }
}

/* --- too much --- */

enum { MIB = 1 << 20 };

static char warned[1024];

static void keep_warning(void *self, const char *text, size_t length)
{
  (void)self;
  snprintf(warned, sizeof warned, "%.*s", (int)length, text);
}

static void open_row(struct session *s, struct description *d)
{
  const struct session_host host = {.warn = keep_warning};
  struct err err;

  warned[0] = '\0';
  CHECK(session_open(s, d, &host, &err), "%s", err.text);
}

/* needs_check with so many bytes to come, while the process may grow by `more`. */
static bool check_with(struct session *s, size_t more, uint64_t to_come, struct err *err)
{
  const rlim_t old = limit_memory(more);
  const bool fits = needs_check(s, to_come, err);

  set_memory(old);
  return fits;
}

TEST(test_half_is_warned_and_all_is_refused)
{
  struct description d = description_of("hypercube:4", "random");
  struct session s;
  struct err err;

  skip_where_memory_has_no_limit();
  open_row(&s, &d);
  CHECK(check_with(&s, 1000 * MIB, 100 * MIB, &err) && warned[0] == '\0', "'%s'", warned);
  CHECK(check_with(&s, 1000 * MIB, 900 * MIB, &err), "%s", err.text);
  CHECK(strstr(warned, "needs about") && strstr(warned, "switches in Verilog 944 MB"),
        "'%s'", warned);
  warned[0] = '\0';
  assert_false(check_with(&s, 1000 * MIB, 1100 * MIB, &err));
  check_error(&err, ERR_ENVIRONMENT, "--dut-memory or ulimit -v allows", "Verilog");
  check_error(&err, ERR_ENVIRONMENT, "give a smaller network", "Verilog");
  assert_string_equal(warned, "");
  s.description.at_once = 2;
  assert_false(check_with(&s, 1000 * MIB, 600 * MIB, &err));
  s.description.memory = 0;
  assert_true(check_with(&s, 1000 * MIB, 1100 * MIB, &err));
  assert_string_equal(warned, "");
  s.description.memory = 1;
  assert_false(check_with(&s, 1000 * MIB, 1100 * MIB, &err));
  check_error(&err, ERR_ENVIRONMENT, "--memory allows 1.1 GB", "--memory 1");
  assert_true(needs_check(&s, 100 * MIB, &err));
  session_close(&s);
}

/* The largest part has the remedy. */
TEST(test_the_remedy_is_that_of_the_largest_part)
{
  static const struct {
    const char *topology, *traffic;
    int64_t packets;
    const char *says;
  } large[] = {{"hypercube:12", "random", 60, "fewer packets (--packets"},
               {"benes:12", "random", 1, "a smaller network, or fewer --vcs"}};

  skip_where_memory_has_no_limit();
  for (size_t i = 0; i < sizeof large / sizeof large[0]; i++) {
    struct description d = description_of(large[i].topology, large[i].traffic);
    struct session s;
    struct err err;

    d.packets = large[i].packets;
    open_row(&s, &d);
    assert_false(check_with(&s, 0, 0, &err));
    check_error(&err, ERR_ENVIRONMENT, large[i].says, large[i].topology);
    session_close(&s);
  }
}

/* A schedule for which there is no room is not begun: the process does not grow. */
TEST(test_a_schedule_is_refused_before_it_is_made)
{
  static const char *const traffic[] = {"random", "random,parts=100",
                                        "uniform,load=1,measure=2000", "gossip"};

  skip_where_memory_has_no_limit();
  for (size_t i = 0; i < sizeof traffic / sizeof traffic[0]; i++) {
    struct description d = description_of("hypercube:14", traffic[i]);
    const rlim_t old = limit_memory(20 * MIB);
    struct session s;
    struct err err;

    d.packets = 100;
    const bool opened = session_open(&s, &d, NULL, &err);
    d.memory = 0;
    set_memory(old);
    assert_false(opened);
    check_error(&err, ERR_ENVIRONMENT, "there is room for", traffic[i]);
    check_error(&err, ERR_ENVIRONMENT, "--memory 0", traffic[i]);
  }
}
