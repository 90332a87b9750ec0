/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_remarks -- remarks 1 to 9: the deterministic and the two-phase unit, by all of
 * their inputs. */
#include "base/bits.h"
#include "papers/hypercube.h"
#include "switch/component/destination_exchange.h"
#include "switch/route/bitfix.h"
#include "switch/route/bitfix_two_phase.h"

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

  reading(f, tried.wrong[remark] == 0, "bitfix, all %u pairs of n=1..7: %u otherwise",
          tried.inputs, tried.wrong[remark]);
}

static struct watched run_watched(struct finding *f, uint32_t depth)
{
  struct cube_request request = cube_unlimited(6, "random", DET, 6);

  request.depth = depth;
  return cube_watch(f, request);
}

static void judge_remark_1(struct finding *f)
{
  const struct watched watched = run_watched(f, 0);

  say_tried(f, 1);
  reading(f, watched.outcome == OUTCOME_PASS,
          "random, n=p=6: %" PRIu64 " packets removed at their destinations, %s",
          watched.delivered, outcome_name(watched.outcome));
}

static void judge_remark_2(struct finding *f)
{
  const uint64_t unlimited = run_watched(f, 0).kept, kept = run_watched(f, 1).kept;

  note(f, "without a limit of depth in %" PRIu64, unlimited);
  /* The paper's output queues have a depth, w. */
  reading(f, kept == 0, "random, n=p=6, depth 1: kept in %" PRIu64 " channel-cycles", kept);
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
  uint32_t pairs = 0, wrong = 0;
  OF_BLOCK(lab_machine, m);
  OF_BLOCK(run_result, result);

  say_tried(f, 5);
  if (!cube_open(f, &m, cube_unlimited(N, "identity", DET, 1)))
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
  reading(f, wrong == 0, "in the switch, all %u pairs of n=%d: %u otherwise", pairs, N,
          wrong);
}

static const struct claim_row rows[] = {
    {"R1", "not routed if and only if at its destination; then removed", "removed",
     .judge = judge_remark_1},
    {"R2", "an input queue never keeps a packet", "one is enough", .judge = judge_remark_2},
    {"R3", "routed if the xor of here and destination is not 0", "non-zero", judge_tried,
     .with = &(const uint32_t){3}},
    {"R4", "the encoder takes the lowest differing bit", "smallest i", judge_tried,
     .with = &(const uint32_t){4}},
    {"R5", "the router uses the queue of that number", "i-th queue",
     .judge = judge_remark_5},
};

const struct claim_part claims_hypercube_remarks =
    CLAIM_PART(rows, "section 2, remarks 1 to 5");

/* --- remarks 6 to 9 --- */

/* Remarks 6 and 8: the fields, and headers made with every intermediate destination. */
static void judge_fields(struct finding *f)
{
  const bool places = *(const bool *)f->with;
  uint32_t good = 0, bits[2] = {0};
  struct survey s SURVEY_OF_BLOCK = survey_range(f, "hypercube:%u", 1, 10);

  for (s.routed = algorithm_names[TRANS]; survey_next(&s);) {
    const struct routing *one = topology_routing(&s.t, algorithm_names[DET], f->err);
    const struct routing *two = s.routing;
    struct field fields[8];

    if (!finding_check(f, one != NULL))
      return;
    size_t before = routing_fields(one, &s.t, fields, 8),
           after = routing_fields(two, &s.t, fields, 8);
    bool as_said = after == before + 1 && fields[0].bits == s.k && fields[1].bits == s.k;
    bits[0] = one->header_bits(&s.t);
    bits[1] = two->header_bits(&s.t);
    if (places)
      as_said &= fields[0].lsb == 0 && fields[1].lsb == s.k && bits[1] == 2 * s.k;
    for (uint64_t random = 0; random < s.t.switches && as_said; random++) {
      uint32_t final = (uint32_t)(random * 5 + 1) % s.t.switches;
      uint64_t header = two->header(&s.t, 0, final, random);

      as_said = field_value(&fields[0], header) == random &&
                field_value(&fields[1], header) == final;
    }
    good += as_said;
  }
  reading(f, good == s.count,
          places ? "immediate in bits 1..n, final in n+1..2n, data above %u bits "
                   "at n=10; so in %u of %u sizes (n=1..10)"
                 : "header of %u bits at n=10 with both destinations, any of 2^n "
                   "intermediate ones; so in %u of %u sizes (n=1..10)",
          bits[1], good, s.count);
  note(f, "deterministic header at n=10: %u bits", bits[0]);
}

/* What is seen on the way from `from` over `by` to `to`. */
struct passage {
  bool passes_by;   /* it is at the intermediate destination on its way */
  bool immediate;   /* the field is `by` before it was there, and `to` afterwards */
  uint32_t changes; /* of the header */
  uint32_t end;     /* where it is ejected */
};

typedef struct route_out passage_unit(const struct route_in *in);

static struct passage passage(passage_unit *unit, uint32_t n, uint32_t from, uint32_t by,
                              uint32_t to)
{
  struct passage p = {.immediate = true};
  uint64_t header = (uint64_t)to << n | by;
  uint32_t at = from;

  for (uint32_t hop = 0; hop <= 2 * n; hop++) {
    struct route_out way =
        unit(&(struct route_in){.here = at, .header = header, .ports = n});

    p.passes_by |= at == by;
    p.immediate &= (way.header & bits_mask(n)) == (p.passes_by ? to : by);
    p.changes += way.header != header;
    header = way.header;
    if (way.eject)
      break;
    at ^= (uint32_t)way.ports;
  }
  p.end = at;
  return p;
}

/* The other order: remove what has arrived, then exchange. */
static struct route_out compare_first(const struct route_in *in)
{
  uint64_t immediate = in->header & bits_mask(in->ports), final = in->header >> in->ports;
  struct route_out way =
      bitfix_comb(&(struct route_in){.here = in->here, .header = immediate});
  struct destination_exchange_out exchanged =
      destination_exchange_comb(&(struct destination_exchange_in){
          .immediate = immediate, .final = final, .here = in->here, .exchange = true});

  way.header = final << in->ports | exchanged.immediate;
  return way;
}

/* All sources, intermediate and final destinations. */
struct passages {
  uint32_t count, not_passed, not_immediate, elsewhere, changed_twice;
  uint32_t wrong_exchanges; /* not done just where the source is the intermediate one */
};

static struct passages all_passages(passage_unit *unit)
{
  struct passages all = {.count = 0};

  for (uint32_t n = 1; n <= 5; n++)
    for (uint32_t from = 0; from < 1u << n; from++)
      for (uint32_t by = 0; by < 1u << n; by++)
        for (uint32_t to = 0; to < 1u << n; to++, all.count++) {
          const struct passage p = passage(unit, n, from, by, to);
          const uint64_t exchanged =
              destination_exchange_comb(
                  &(struct destination_exchange_in){
                      .immediate = by, .final = to, .here = from, .exchange = true})
                  .immediate;

          all.not_passed += !p.passes_by;
          all.not_immediate += !p.immediate;
          all.elsewhere += p.end != to;
          all.changed_twice += p.changes > 1;
          all.wrong_exchanges += exchanged != (by == from ? to : by);
        }
  return all;
}

static void judge_remark_7(struct finding *f)
{
  const struct passages all = all_passages(bitfix_two_phase.comb);

  reading(f, all.not_immediate == 0,
          "%u walks, all of n=1..5: in %u the immediate destination is another one",
          all.count, all.not_immediate);
}

static void judge_remark_9(struct finding *f)
{
  const struct passages all = all_passages(bitfix_two_phase.comb);

  reading(f, all.wrong_exchanges == 0, "exchange, all %u inputs of n=1..5: %u otherwise",
          all.count, all.wrong_exchanges);
  reading(f, all.not_passed == 0 && all.elsewhere == 0,
          "of %u walks %u do not pass the intermediate destination, %u end "
          "elsewhere than at the final one",
          all.count, all.not_passed, all.elsewhere);
}

static void judge_order(struct finding *f)
{
  const struct passages exchange = all_passages(bitfix_two_phase.comb);
  const struct passages compare = all_passages(compare_first);

  reading(f, exchange.elsewhere == 0,
          "exchange, then compare: %u of %u walks end elsewhere", exchange.elsewhere,
          exchange.count);
  reading(f, compare.elsewhere == 0,
          "compare, then exchange: %u of %u, at the intermediate destination",
          compare.elsewhere, compare.count);
}

/* "at most once", section 5 */
static void judge_changes(struct finding *f)
{
  const struct passages all = all_passages(bitfix_two_phase.comb);

  reading(f, all.changed_twice == 0,
          "rand-trans, %u walks, all of n=1..5: %u headers change more than once",
          all.count, all.changed_twice);
}

static const struct claim_row rows_of_phases[] = {
    {"R6", "a packet carries its random intermediate destination too", "also contains",
     judge_fields, .with = &(const bool){false}},
    {"R7", "immediate destination: first the random one, then the final one", "two phases",
     .judge = judge_remark_7},
    {"R8", "immediate in bits 1..n, final in n+1..2n, then data", "1..n, n+1..2n",
     judge_fields, .with = &(const bool){true}},
    {"R9", "where they are equal the final destination replaces the immediate", "overwrite",
     .judge = judge_remark_9},
    {"R9.1", "exchange and comparison may come in either order", "-", .judge = judge_order},
    {"R9.2", "precomputed destination: a packet is reprocessed at most once (section 5)",
     "at most once", .judge = judge_changes},
};

const struct claim_part claims_hypercube_phases =
    CLAIM_PART(rows_of_phases, "section 3.1, remarks 6 to 9");
