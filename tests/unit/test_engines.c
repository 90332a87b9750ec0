/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_engines -- networks of collective engines with programs written here: what they
 * deliver, how many cycles they take, and what becomes of programs with a mistake. */
#include "run/machine/engines.h"

#include "tests/unit/support.h"

enum { SENDS_MOST = 64, DIMENSIONS_MOST = 5 };

/* A collective on a hypercube, as programs, and the words that it is about. */
struct work {
  struct topology topology;
  struct programs programs;
  struct engine_programs encoded;
  struct schedule schedule;
  uint32_t n;
  uint64_t hops; /* of the last run */
};

static void start(struct work *w, uint32_t n, uint32_t startup, uint32_t word,
                  uint32_t words)
{
  char spec[TOPOLOGY_SPEC];

  snprintf(spec, sizeof spec, "hypercube:%u", n);
  *w = (struct work){.topology = topology_of(spec), .n = n};
  w->programs =
      (struct programs){.nodes = calloc(w->topology.switches, sizeof *w->programs.nodes),
                        .count = w->topology.switches,
                        .startup = startup,
                        .word = word,
                        .words = words};
  for (uint32_t i = 0; i < w->programs.count; i++) {
    struct program *p = &w->programs.nodes[i];

    p->steps = calloc(n, sizeof *p->steps);
    p->sends = calloc(SENDS_MOST, sizeof *p->sends);
    p->flags = calloc(SENDS_MOST, sizeof *p->flags);
  }
}

static void take(struct program *p, uint32_t words, uint8_t flags)
{
  p->flags[p->flag_count++] = flags;
  p->memory_words += flags & PROGRAM_STORE ? words : 0;
}

/* The words of the messages of sources [0, sources) for all. */
static void schedule_all(struct work *w, uint32_t sources)
{
  const size_t count = (size_t)sources * w->programs.words;

  w->schedule = (struct schedule){.entries = calloc(count, sizeof *w->schedule.entries),
                                  .count = count};
  for (size_t i = 0; i < count; i++)
    w->schedule.entries[i] = (struct schedule_entry){
        .source = (uint32_t)(i / w->programs.words), .destination = SCHEDULE_ALL};
}

/* Node 0 to all: in step d those below 2^d send across dimension d. */
static void broadcast(struct work *w)
{
  for (uint32_t i = 0; i < w->programs.count; i++) {
    struct program *p = &w->programs.nodes[i];

    p->loads = i == 0;
    if (i == 0)
      take(p, w->programs.words, PROGRAM_STORE | PROGRAM_EJECT);
    for (uint32_t d = 0; d < w->n; d++) {
      const bool sends = i >> d == 0, receives = i >> d == 1;

      if (!sends && !receives)
        continue;
      p->steps[p->step_count++] = (struct program_step){
          .send_port = d, .receive_port = d, .sends = sends, .receives = receives};
      if (sends)
        p->sends[p->send_count++] = 0;
      else
        take(p, w->programs.words, PROGRAM_STORE | PROGRAM_EJECT);
    }
  }
  schedule_all(w, 1);
}

/* All to all: in step d everyone exchanges the 2^d messages that it has. */
static void gather(struct work *w)
{
  for (uint32_t i = 0; i < w->programs.count; i++) {
    struct program *p = &w->programs.nodes[i];

    p->loads = 1;
    take(p, w->programs.words, PROGRAM_STORE | PROGRAM_EJECT);
    for (uint32_t d = 0; d < w->n; d++) {
      p->steps[p->step_count++] = (struct program_step){.send_port = d,
                                                        .receive_port = d,
                                                        .sends = UINT32_C(1) << d,
                                                        .receives = UINT32_C(1) << d};
      for (uint32_t k = 0; k < UINT32_C(1) << d; k++)
        p->sends[p->send_count++] = k * w->programs.words;
      for (uint32_t k = 0; k < UINT32_C(1) << d; k++)
        take(p, w->programs.words, PROGRAM_STORE | PROGRAM_EJECT);
    }
  }
  schedule_all(w, w->programs.count);
}

static void end(struct work *w)
{
  for (uint32_t i = 0; i < w->programs.count; i++) {
    free(w->programs.nodes[i].steps);
    free(w->programs.nodes[i].sends);
    free(w->programs.nodes[i].flags);
  }
  free(w->programs.nodes);
  engine_programs_free(&w->encoded);
  free(w->schedule.entries);
}

static struct shape shape_of_work(const struct work *w)
{
  return (struct shape){.topology = &w->topology,
                        .routing = &engines_routing,
                        .lanes = 1,
                        .depth = 1,
                        .vcs = 1,
                        .format = {.header_bits = 1, .data_bits = 40},
                        .programs = &w->encoded};
}

/* Run the programs as they are; the cycles from the start of phase 1 to the end. */
static uint64_t run_work(struct work *w, bool every, struct run_result *result)
{
  struct err err = {.kind = ERR_NONE};
  struct run_request request = {.schedule = &w->schedule, .seed = 3};

  engine_programs_free(&w->encoded);
  CHECK(engine_programs_encode(&w->encoded, &w->programs, &err), "%s", err.text);
  request.shape = shape_of_work(w);
  CHECK(engines_open(&request.machine, &request.shape, every, &err), "%s", err.text);
  CHECK(run(&request, result, &err), "%s", err.text);
  w->hops = result->statistics.hops;
  run_result_close(result);
  request.machine.ops->close(request.machine.self);
  return result->cycles - 1 - result->began;
}

static void check_cost(struct work *w, uint64_t cost, uint64_t hops, const char *what)
{
  for (uint32_t every = 0; every < 2; every++) {
    struct run_result result;
    const uint64_t cycles = run_work(w, every, &result);

    CHECK(result.outcome == OUTCOME_PASS, "%s on %s: %s", what, w->topology.spec,
          outcome_name(result.outcome));
    CHECK(cycles == cost,
          "%s on %s, t_s %u, t_w %u, M %u: %" PRIu64 " cycles, not %" PRIu64, what,
          w->topology.spec, w->programs.startup, w->programs.word, w->programs.words,
          cycles, cost);
    CHECK(w->hops == hops, "%s on %s: %" PRIu64 " hops, not %" PRIu64, what,
          w->topology.spec, w->hops, hops);
  }
}

/* Every combination of the numbers: n t_s + n M t_w, and n t_s + (2^n - 1) M t_w. */
TEST(test_costs)
{
  static const uint32_t startups[] = {0, 1, 7, 300}, words[] = {1, 2, 5};

  for (uint32_t n = 1; n <= DIMENSIONS_MOST; n++)
    for (size_t s = 0; s < sizeof startups / sizeof startups[0]; s++)
      for (size_t t = 0; t < 3; t++)
        for (size_t m = 0; m < 3; m++) {
          const uint64_t each = (uint64_t)words[m] * words[t], nodes = UINT64_C(1) << n;
          struct work w;

          start(&w, n, startups[s], words[t], words[m]);
          broadcast(&w);
          check_cost(&w, n * startups[s] + n * each, words[m] * n * nodes / 2, "broadcast");
          end(&w);
          start(&w, n, startups[s], words[t], words[m]);
          gather(&w);
          check_cost(&w, n * startups[s] + (nodes - 1) * each,
                     words[m] * nodes * n * nodes / 2, "gather");
          end(&w);
        }
}

/* A mistake in one program, and what the run is then. */
struct mistake {
  const char *what;
  void (*make)(struct program *p);
};

static void skip_send(struct program *p)
{
  p->steps[1].sends--;
}

static void skip_receive(struct program *p)
{
  p->steps[1].receives--;
}

static void no_step(struct program *p)
{
  p->step_count--;
}

static void other_address(struct program *p)
{
  p->sends[1]++;
}

static void no_eject(struct program *p)
{
  p->flags[2] = PROGRAM_STORE;
}

static void no_store(struct program *p)
{
  p->flags[1] = PROGRAM_EJECT;
  p->memory_words -= 2;
}

static void other_port(struct program *p)
{
  p->steps[1].send_port = 2;
}

TEST(test_mistakes)
{
  static const struct mistake mistakes[] = {
      {"a send is left out", skip_send},      {"a receive is left out", skip_receive},
      {"the last step is left out", no_step}, {"another address", other_address},
      {"nothing is ejected", no_eject},       {"nothing is stored", no_store},
      {"another port", other_port},
  };

  for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++)
    for (uint32_t node = 0; node < 8; node++) {
      struct run_result result;
      struct work w;

      start(&w, 3, 2, 1, 2);
      gather(&w);
      mistakes[i].make(&w.programs.nodes[node]);
      run_work(&w, false, &result);
      CHECK(result.outcome == OUTCOME_LOST || result.outcome == OUTCOME_DEADLOCK,
            "%s at node %u: %s", mistakes[i].what, node, outcome_name(result.outcome));
      end(&w);
    }
}

/* The edges of engines may come in parts, and a reset gives the same run again. */
TEST(test_parts)
{
  struct err err = {.kind = ERR_NONE};
  uint64_t digests[3] = {0};
  struct work w;

  start(&w, 4, 3, 2, 2);
  gather(&w);
  CHECK(engine_programs_encode(&w.encoded, &w.programs, &err), "%s", err.text);
  const struct shape shape = shape_of_work(&w);
  struct machine m;

  CHECK(engines_open(&m, &shape, true, &err), "%s", err.text);
  for (uint32_t part = 1; part <= 3; part++) {
    CHECK(m.ops->reset(m.self, part, &err), "reset");
    for (uint32_t cycle = 0; cycle < 120; cycle++) {
      struct injection injections[16];
      struct stimulus stimulus = {.injections = injections, .phase = cycle >= 1};

      for (uint32_t i = 0; cycle < 2 && i < 16; i++)
        injections[stimulus.injection_count++] =
            (struct injection){.at = i, .packet = {.data = 2 * i + cycle + 1}};
      digests[part - 1] = links_digest(&m, &shape, digests[part - 1]);
      m.ops->exchange(m.self, &stimulus);
      for (uint32_t from = 0; from < 16; from += part == 1 ? 16 : 3 * part)
        m.ops->clock(m.self, from, from + (part == 1 ? 16 : 3 * part));
    }
  }
  CHECK(digests[0] == digests[1] && digests[0] == digests[2], "parts differ");
  m.ops->close(m.self);
  end(&w);
}

static void check_encoding_refused(struct work *w, const char *part)
{
  struct err err = {.kind = ERR_NONE};

  CHECK(!engine_programs_encode(&w->encoded, &w->programs, &err), "taken: %s", part);
  check_error(&err, ERR_USAGE, part, part);
}

TEST(test_refusals)
{
  struct work w;

  start(&w, 2, 65536, 1, 1);
  broadcast(&w);
  check_encoding_refused(&w, "startup=65536");
  w.programs.startup = 65535;
  w.programs.word = 32769;
  check_encoding_refused(&w, "word=32769");
  w.programs.word = 32768;
  w.programs.words = 65537;
  check_encoding_refused(&w, "words=65537");
  w.programs.words = 65536;
  w.programs.nodes[1].steps[0].receives = 1 << 24;
  check_encoding_refused(&w, "collective engine");
  end(&w);
}
