/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_collective_session -- collectives from their description to their cycles: the word
 * level takes what the message level counts, and the numbers are those of the papers, as
 * far as these are right.
 *
 * A question of logic, not of memory.
 */
#include "tool/session/machines.h"
#include "tool/session/session.h"

#include "tests/unit/unit.h"

#include <inttypes.h>

enum { TRAFFIC = 128 };

static const char *const networks[] = {
    "hypercube:1", "hypercube:2", "hypercube:3", "hypercube:4", "torus:2x3",
    "torus:3x4",   "torus:5",     "rdn:2:1",     "rdn:3:1",     "rdn:2x2:1",
    "rdn:2x2x2:1", "dual-cube:3", "rdn:2:2",     "rdn:2x3:1",
};

static const char *const kinds[] = {
    "one-to-all-broadcast",
    "one-to-all-broadcast,source=1",
    "one-to-all-personalized",
    "one-to-all-personalized,source=1",
    "all-to-all-broadcast",
    "all-to-all-broadcast,send=not-own",
    "all-to-all-broadcast,send=all",
    "all-to-all-personalized",
    "all-to-all-personalized,order=intra-first",
};

/* A run at the word level: it passes, in the cycles that are counted, or when it may be
 * `early`, in no more.  Returns them. */
static uint64_t check_run(const char *network, const char *traffic, bool early)
{
  const struct description description = description_of(network, traffic);
  struct err err = {.kind = ERR_NONE};
  struct run_result result;
  struct machine machine;
  struct session s;
  bool written;

  CHECK(session_open(&s, &description, NULL, &err), "%s %s: %s", network, traffic,
        err.text);
  CHECK(s.collective.is && !s.collective.counted, "%s %s: level", network, traffic);
  CHECK(machines_open(&machine, &s, &err), "%s %s: %s", network, traffic, err.text);
  CHECK(session_run(&s, &machine, &result, &written, &err), "%s %s: %s", network, traffic,
        err.text);
  CHECK(result.outcome == OUTCOME_PASS, "%s %s: %s", network, traffic,
        outcome_name(result.outcome));
  const uint64_t cycles = session_cycles(&s, &result);

  CHECK(cycles == collective_session_cycles(&s) ||
            (early && cycles < collective_session_cycles(&s)),
        "%s %s: %" PRIu64 " cycles, but %" PRIu64 " are counted", network, traffic, cycles,
        collective_session_cycles(&s));
  run_result_close(&result);
  machine.ops->close(machine.self);
  session_close(&s);
  return cycles;
}

static uint64_t check_levels(const char *network, const char *traffic)
{
  return check_run(network, traffic, false);
}

/* Every network, kind and combination of costs. */
TEST(test_levels_agree)
{
  static const char *const costs[] = {"", ",startup=1", ",startup=13,word=2",
                                      ",startup=4,words=3", ",word=3,words=2"};

  for (size_t n = 0; n < sizeof networks / sizeof networks[0]; n++)
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
      for (size_t c = 0; c < sizeof costs / sizeof costs[0]; c++) {
        char traffic[TRAFFIC];

        snprintf(traffic, sizeof traffic, "%s%s", kinds[k], costs[c]);
        check_levels(networks[n], traffic);
      }
}

/* The start-ups a and word steps b, measured: with t_s = 0, M = 1, t_w = 1 a run takes b,
 * and with t_s = 1 a + b. */
TEST(test_numbers)
{
  static const struct {
    const char *network, *traffic;
    uint64_t a, b;
  } rows[] = {
      {"rdn:2x2x2:1", "one-to-all-broadcast,source=77", 8, 8},
      {"rdn:2x2x2:1", "one-to-all-personalized,source=77", 8, 127},
      {"rdn:2x2x2:1", "all-to-all-broadcast", 8, 127},
      {"rdn:2x2x2:1", "all-to-all-broadcast,send=not-own", 8, 134},
      {"rdn:2x2x2:1", "all-to-all-broadcast,send=all", 8, 135},
      {"rdn:2x2x2:1", "all-to-all-personalized", 8, 574},
      {"rdn:2x2x2:1", "all-to-all-personalized,order=intra-first", 8, 560},
      {"dual-cube:4", "all-to-all-personalized", 8, 574},
      {"hypercube:7", "one-to-all-broadcast,source=5", 7, 7},
      {"hypercube:7", "one-to-all-personalized,source=5", 7, 127},
      {"hypercube:7", "all-to-all-broadcast", 7, 127},
      {"hypercube:7", "all-to-all-personalized", 7, 448},
      {"rdn:2:2", "all-to-all-personalized", 10, 766},
      {"rdn:2:2", "all-to-all-personalized,order=intra-first", 10, 688},
      {"rdn:2x2x2:2", "one-to-all-broadcast", 18, 18},
      {"rdn:2x2x2:2", "one-to-all-personalized", 18, 32767},
      {"hdn:2x2:2", "one-to-all-broadcast,source=3", 5, 5},
      {"hdn:2x2:2", "one-to-all-personalized,source=3", 5, 18},
      {"hdn:2x2:2", "all-to-all-broadcast", 5, 15},
      {"hdn:2x2:2", "all-to-all-personalized", 5, 40},
      {"hdn:2x2:2,2@2", "all-to-all-personalized", 11, 1504},
      {"hdn:2x3x5:2x3", "all-to-all-broadcast", 13, 299},
      {"hdn:2x2:2,2x2", "one-to-all-broadcast", 10, 10},
      {"hdn:2x2:1,1", "one-to-all-broadcast,source=100", 14, 14},
      {"hdn:2x3x5:2x3", "one-to-all-broadcast", 11, 11},
      {"hdn:2x3x5:3x5", "one-to-all-broadcast,source=99", 9, 9},
      {"hdn:2x3x5:2x3,3x5", "one-to-all-broadcast", 19, 19},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char traffic[TRAFFIC];

    CHECK(check_levels(rows[i].network, rows[i].traffic) == rows[i].b, "%s %s: b",
          rows[i].network, rows[i].traffic);
    snprintf(traffic, sizeof traffic, "%s,startup=1", rows[i].traffic);
    CHECK(check_levels(rows[i].network, traffic) == rows[i].a + rows[i].b, "%s %s: a",
          rows[i].network, rows[i].traffic);
  }
}

/* Some branches of a tree with few leaves are short, and no engine waits for the steps of
 * the others: four steps in the plan, but no more than three from the root to a leaf. */
TEST(test_one_to_many)
{
  check_run("hypercube:4", "one-to-many-broadcast,destinations=3+9+12,source=2", true);
  const uint64_t cycles =
      check_run("torus:3x4", "one-to-many-broadcast,count=4,words=3,startup=5", true);

  CHECK(cycles == 24, "%" PRIu64 " cycles", cycles);
}

/* The message level says the same where a run would take too long. */
TEST(test_message_level)
{
  struct description description = description_of("rdn:2x2x2:2", "all-to-all-broadcast");
  struct err err = {.kind = ERR_NONE};
  struct session s;

  CHECK(!session_open(&s, &description, NULL, &err), "opened at the word level");
  check_error(&err, ERR_USAGE, "1073709056 words", "all-to-all-broadcast");
  description.counts = true;
  err = (struct err){.kind = ERR_NONE};
  CHECK(session_open(&s, &description, NULL, &err), "%s", err.text);
  CHECK(s.collective.counted && s.schedule.count == 0, "level");
  session_close(&s);
}

static void check_session_refused(struct description description, const char *part)
{
  struct err err = {.kind = ERR_NONE};
  struct session s;

  CHECK(!session_open(&s, &description, NULL, &err), "opened: %s", part);
  check_error(&err, ERR_USAGE, part, description.traffic);
}

TEST(test_refusals)
{
  struct description d = description_of("hypercube:3", "one-to-all-broadcast");

  d.depth = 2;
  check_session_refused(d, "--depth");
  d = description_of("hypercube:3", "one-to-all-broadcast");
  d.vcs = 1;
  check_session_refused(d, "--vcs");
  d = description_of("hypercube:3", "one-to-all-broadcast");
  d.lanes = 1;
  check_session_refused(d, "--lanes");
  d = description_of("hypercube:3", "one-to-all-broadcast");
  d.sends = 1;
  check_session_refused(d, "--sends");
  d = description_of("hypercube:3", "one-to-all-broadcast");
  d.routing = "deterministic";
  check_session_refused(d, "--routing");
  d = description_of("hypercube:3", "one-to-all-broadcast");
  d.machine = "network";
  check_session_refused(d, "--machine network");
  d = description_of("hypercube:3", "one-to-all-broadcast,words=0");
  check_session_refused(d, "words");
  d = description_of("hypercube:5", "all-to-all-broadcast");
  d.data_bits = 4;
  check_session_refused(d, "--data-bits");
}
