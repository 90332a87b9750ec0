/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_phases -- remarks 6 to 9: the two-phase unit, by all of its inputs. */
#include "base/bits.h"
#include "papers/hypercube.h"
#include "switch/component/destination_exchange.h"
#include "switch/route/bitfix.h"
#include "switch/route/bitfix_two_phase.h"

/* Remarks 6 and 8: the fields, and headers made with every intermediate destination. */
static void judge_fields(struct finding *f)
{
  const bool places = *(const bool *)f->with;
  uint32_t good = 0, bits[2] = {0};
  struct survey s SURVEY_OF_BLOCK = survey_range(f, "hypercube:%u", 1, 10);

  for (s.routed = algorithm_names[TRANS]; survey_next(&s);) {
    const struct routing *one = topology_routing(&s.t, algorithm_names[DET], f->err);
    const struct routing *two = s.routing;
    const uint32_t n = s.size.k;
    struct field fields[8];

    if (!finding_check(f, one != NULL))
      return;
    size_t before = routing_fields(one, &s.t, fields, 8),
           after = routing_fields(two, &s.t, fields, 8);
    bool as_said = after == before + 1 && fields[0].bits == n && fields[1].bits == n;
    bits[0] = one->header_bits(&s.t);
    bits[1] = two->header_bits(&s.t);
    if (places)
      as_said &= fields[0].lsb == 0 && fields[1].lsb == n && bits[1] == 2 * n;
    for (uint64_t random = 0; random < s.t.switches && as_said; random++) {
      uint32_t final = (uint32_t)(random * 5 + 1) % s.t.switches;
      uint64_t header = two->header(&s.t, 0, final, random);

      as_said = field_value(&fields[0], header) == random &&
                field_value(&fields[1], header) == final;
    }
    good += as_said;
  }
  finding_reading(f, good == s.count,
                  places
                      ? "immediate in bits 1..n, final in n+1..2n, data above %u bits at "
                        "n=10; so in %u of %u sizes (n=1..10)"
                      : "header of %u bits at n=10 with both destinations, any of 2^n "
                        "intermediate ones; so in %u of %u sizes (n=1..10)",
                  bits[1], good, s.count);
  finding_note(f, "deterministic header at n=10: %u bits", bits[0]);
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
};

static struct passages all_passages(passage_unit *unit)
{
  struct passages all = {.count = 0};

  for (uint32_t n = 1; n <= 5; n++)
    for (uint32_t from = 0; from < 1u << n; from++)
      for (uint32_t by = 0; by < 1u << n; by++)
        for (uint32_t to = 0; to < 1u << n; to++, all.count++) {
          struct passage p = passage(unit, n, from, by, to);

          all.not_passed += !p.passes_by;
          all.not_immediate += !p.immediate;
          all.elsewhere += p.end != to;
          all.changed_twice += p.changes > 1;
        }
  return all;
}

static void judge_remark_7(struct finding *f)
{
  const struct passages all = all_passages(bitfix_two_phase.comb);

  finding_reading(f, all.not_immediate == 0,
                  "%u walks, all of n=1..5: in %u the immediate destination is another one",
                  all.count, all.not_immediate);
}

static uint32_t wrong_exchanges(uint32_t *inputs)
{
  uint32_t wrong = 0;

  for (uint32_t n = 1; n <= 5; n++)
    for (uint32_t here = 0; here < 1u << n; here++)
      for (uint32_t by = 0; by < 1u << n; by++)
        for (uint32_t to = 0; to < 1u << n; to++, ++*inputs) {
          struct destination_exchange_out out =
              destination_exchange_comb(&(struct destination_exchange_in){
                  .immediate = by, .final = to, .here = here, .exchange = true});

          wrong += out.immediate != (by == here ? to : by);
        }
  return wrong;
}

static void judge_remark_9(struct finding *f)
{
  const struct passages all = all_passages(bitfix_two_phase.comb);
  uint32_t inputs = 0, wrong = wrong_exchanges(&inputs);

  finding_reading(f, wrong == 0, "exchange, all %u inputs of n=1..5: %u otherwise", inputs,
                  wrong);
  finding_reading(
      f, all.not_passed == 0 && all.elsewhere == 0,
      "of %u walks %u do not pass the intermediate destination, %u end elsewhere "
      "than at the final one",
      all.count, all.not_passed, all.elsewhere);
}

static void judge_order(struct finding *f)
{
  const struct passages exchange = all_passages(bitfix_two_phase.comb);
  const struct passages compare = all_passages(compare_first);

  finding_reading(f, exchange.elsewhere == 0,
                  "exchange, then compare: %u of %u walks end elsewhere",
                  exchange.elsewhere, exchange.count);
  finding_reading(f, compare.elsewhere == 0,
                  "compare, then exchange: %u of %u, at the intermediate destination",
                  compare.elsewhere, compare.count);
}

/* "at most once", section 5 */
static void judge_changes(struct finding *f)
{
  const struct passages all = all_passages(bitfix_two_phase.comb);

  finding_reading(f, all.changed_twice == 0,
                  "rand-trans, %u walks, all of n=1..5: %u headers change more than once",
                  all.count, all.changed_twice);
}

#define PLACE "section 3.1, remarks 6 to 9"

static const struct claim_row rows[] = {
    {"R6", PLACE, "a packet carries its random intermediate destination too",
     "also contains", judge_fields, &(const bool){false}},
    {"R7", PLACE, "immediate destination: first the random one, then the final one",
     "two phases", .judge = judge_remark_7},
    {"R8", PLACE, "immediate in bits 1..n, final in n+1..2n, then data", "1..n, n+1..2n",
     judge_fields, &(const bool){true}},
    {"R9", PLACE, "where they are equal the final destination replaces the immediate",
     "overwrite", .judge = judge_remark_9},
    {"R9.1", PLACE, "exchange and comparison may come in either order", "-",
     .judge = judge_order},
    {"R9.2", PLACE,
     "precomputed destination: a packet is reprocessed at most once "
     "(section 5)",
     "at most once", .judge = judge_changes},
};

const struct claim_part claims_hypercube_phases = {rows, sizeof rows / sizeof rows[0]};
