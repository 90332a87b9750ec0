/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_remarks -- remarks 1 to 5: the deterministic unit, by all of its
 * inputs. */
#include "base/bits.h"
#include "papers/hypercube.h"
#include "switch/route/bitfix.h"

/* Inputs tried, and those with which the unit does not do as a remark says. */
struct tried {
  uint32_t inputs;
  uint32_t wrong[6]; /* of remark i */
};

static struct tried try_bitfix(void)
{
  struct tried tried = {.inputs = 0};

  for (uint32_t n = 1; n <= 7; n++)
    for (uint32_t here = 0; here < 1u << n; here++)
      for (uint32_t to = 0; to < 1u << n; to++, tried.inputs++) {
        struct route_out way =
            bitfix.comb(&(struct route_in){.here = here, .header = to, .ports = n});
        bool routed = way.ports != 0;
        uint32_t index = 0;

        while (index < n && (to >> index & 1) == (here >> index & 1))
          index++;
        tried.wrong[1] += !routed != (here == to) || way.eject != (here == to);
        tried.wrong[3] += routed != ((here ^ to) != 0);
        tried.wrong[4] += routed && bits_lowest(way.ports) != index;
        tried.wrong[5] += routed && way.ports != UINT64_C(1) << index;
      }
  return tried;
}

static void say_tried(struct finding *f, uint32_t remark)
{
  const struct tried tried = try_bitfix();

  finding_reading(f, tried.wrong[remark] == 0,
                  "bitfix, all %u pairs of n=1..7: %u otherwise", tried.inputs,
                  tried.wrong[remark]);
}

static struct watched run_watched(struct finding *f, uint32_t depth)
{
  struct cube_request request = cube_unlimited(6, "random", DET, 6);

  request.depth = depth;
  return cube_watch(f, &request);
}

static void judge_remark_1(struct finding *f)
{
  const struct watched watched = run_watched(f, 0);

  say_tried(f, 1);
  finding_reading(f, watched.outcome == OUTCOME_PASS,
                  "random, n=p=6: %llu packets removed at their destinations, %s",
                  (unsigned long long)watched.delivered, outcome_name(watched.outcome));
}

static void judge_remark_2(struct finding *f)
{
  const uint64_t unlimited = run_watched(f, 0).kept, kept = run_watched(f, 1).kept;

  finding_note(f, "without a limit of depth in %llu", (unsigned long long)unlimited);
  /* The paper's output queues have a depth, w. */
  finding_reading(f, kept == 0, "random, n=p=6, depth 1: kept in %llu channel-cycles",
                  (unsigned long long)kept);
}

/* Remarks 3 and 4. */
static void judge_tried(struct finding *f)
{
  say_tried(f, *(const uint32_t *)f->with);
}

/* The port at which a source first shows a packet. */
struct first_port {
  uint32_t source, port;
  bool seen;
};

static bool see_first(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct first_port *first = self;
  uint64_t valid = cycle->links->valid[first->source];

  (void)err;
  if (valid && !first->seen)
    first->port = bits_lowest(valid);
  first->seen |= valid != 0;
  return true;
}

/* Every pair of a small cube, one packet at a time, through the whole switch. */
static void judge_remark_5(struct finding *f)
{
  enum { N = 4 };
  const struct cube_request request = cube_unlimited(N, "identity", DET, 1);
  uint32_t pairs = 0, wrong = 0;
  MACHINE_OF_BLOCK(m);
  RESULT_OF_BLOCK(result);

  say_tried(f, 5);
  if (!cube_open(f, &m, &request))
    return;
  for (uint32_t from = 0; from < 1u << N; from++)
    for (uint32_t to = 0; to < 1u << N; to++) {
      struct first_port first = {.source = from};

      if (from == to)
        continue;
      cube_send(&m, from, to, 0);
      lab_machine_run(&m, see_first, &first, &result);
      cube_send(&m, from, from, 0);
      wrong += !first.seen || first.port != bits_lowest(from ^ to);
      pairs++;
    }
  finding_reading(f, wrong == 0, "in the switch, all %u pairs of n=%d: %u otherwise", pairs,
                  N, wrong);
}

#define PLACE "section 2, remarks 1 to 5"

static const struct claim_row rows[] = {
    {"R1", PLACE, "not routed if and only if at its destination; then removed", "removed",
     .judge = judge_remark_1},
    {"R2", PLACE, "an input queue never keeps a packet", "one is enough",
     .judge = judge_remark_2},
    {"R3", PLACE, "routed if the xor of here and destination is not 0", "non-zero",
     judge_tried, &(const uint32_t){3}},
    {"R4", PLACE, "the encoder takes the lowest differing bit", "smallest i", judge_tried,
     &(const uint32_t){4}},
    {"R5", PLACE, "the router uses the queue of that number", "i-th queue",
     .judge = judge_remark_5},
};

const struct claim_part claims_hypercube_remarks = {rows, sizeof rows / sizeof rows[0]};
