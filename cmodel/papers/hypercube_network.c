/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_network -- the paper's section 1: the network and its load. */
#include "base/bits.h"
#include "network/traffic/pattern.h"
#include "papers/hypercube.h"

#include <string.h>

static bool open_cube(struct topology *t, uint32_t n, struct err *err)
{
  char spec[TOPOLOGY_SPEC];

  snprintf(spec, sizeof spec, "hypercube:%u", n);
  return topology_open(t, spec, err);
}

/* 1.1: ids that the topology accepts, of 0 to N. */
static bool judge_ids(struct finding *f, struct err *err)
{
  uint32_t sizes = 0, printed = 0, less_one = 0;

  for (uint32_t n = 1; n <= 10; n++, sizes++) {
    TOPOLOGY_OF_BLOCK(t);
    uint32_t accepted = 0, sw;
    struct err refused;

    if (!open_cube(&t, n, err))
      return false;
    for (uint32_t id = 0; id <= 1u << n; id++) {
      char text[16];

      snprintf(text, sizeof text, "0x%x", id);
      accepted += topology_parse_address(&t, text, "id", &sw, &refused);
    }
    printed += accepted == (1u << n) + 1;
    less_one += accepted == 1u << n;
  }
  finding_reading(f, printed == sizes,
                  "n=1..%u: N + 1 ids are accepted in %u sizes, N ids, 0 to N - 1, in %u",
                  sizes, printed, less_one);
  return true;
}

/* 1.2 */
static bool judge_id_bits(struct finding *f, struct err *err)
{
  uint32_t good = 0, n;

  for (n = 1; n <= 20; n++) {
    TOPOLOGY_OF_BLOCK(t);

    if (!open_cube(&t, n, err))
      return false;
    good += t.address_bits == n && t.switches == UINT32_C(1) << t.address_bits;
  }
  finding_reading(f, good == n - 1, "n=1..20: n bits and 2^n switches in %u of %u sizes",
                  good, n - 1);
  return true;
}

/* Some port of `from` leads to `to`. */
static bool linked(const struct topology *t, uint32_t from, uint32_t to)
{
  bool found = false;

  for (uint32_t port = 0; port < t->ports; port++)
    found |= topology_link(t, from, port).to_switch == to;
  return found;
}

/* 1.3 */
static bool judge_adjacency(struct finding *f, struct err *err)
{
  uint32_t pairs = 0, wrong = 0, one_way = 0;

  for (uint32_t n = 1; n <= 8; n++) {
    TOPOLOGY_OF_BLOCK(t);

    if (!open_cube(&t, n, err))
      return false;
    for (uint32_t a = 0; a < t.switches; a++)
      for (uint32_t b = 0; b < t.switches; b++, pairs++) {
        wrong += linked(&t, a, b) != (bits_count(a ^ b) == 1);
        one_way += linked(&t, a, b) != linked(&t, b, a);
      }
  }
  finding_reading(f, wrong == 0 && one_way == 0,
                  "all %u pairs of n=1..8: %u joined otherwise, %u in one direction alone",
                  pairs, wrong, one_way);
  return true;
}

/* 1.4 */
static bool judge_degree(struct finding *f, struct err *err)
{
  uint32_t switches = 0, wrong = 0;

  for (uint32_t n = 1; n <= 12; n++) {
    TOPOLOGY_OF_BLOCK(t);

    if (!open_cube(&t, n, err))
      return false;
    uint32_t *in MEMORY_OF_BLOCK = lab_memory(t.switches, sizeof *in, err, "%s", t.spec);
    if (!in)
      return false;
    for (uint32_t sw = 0; sw < t.switches; sw++)
      for (uint32_t port = 0; port < t.ports; port++)
        in[topology_link(&t, sw, port).to_switch]++;
    for (uint32_t sw = 0; sw < t.switches; sw++, switches++)
      wrong += t.ports != n || in[sw] != n;
  }
  finding_reading(f, wrong == 0, "%u switches of n=1..12: %u have not n in and n out",
                  switches, wrong);
  return true;
}

/* The papers of hypercubes; and the identity is a pattern for tests alone. */
static bool named_by_papers(const struct pattern *pattern)
{
  static const char *const names[] = {"bit-reversal", "transpose", "bit-complement",
                                      "shuffle"};

  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp(pattern->permutation.name, names[i]) == 0)
      return true;
  return false;
}

/* 1.5: packets whose destination is their source. */
static bool judge_fixed_points(struct finding *f, struct err *err)
{
  for (size_t i = 0; i < PATTERN_ROWS; i++) {
    char counts[64] = "";
    uint32_t most = 0, as_formula = 0, sizes = 0, odd = 0;

    for (uint32_t n = 2; n <= 10 && named_by_papers(&patterns[i]); n++) {
      TOPOLOGY_OF_BLOCK(t);
      struct err undefined;
      uint32_t fixed = 0;

      if (!open_cube(&t, n, err))
        return false;
      if (!pattern_defined(&patterns[i], &t, &undefined))
        continue;
      for (uint32_t sw = 0; sw < t.switches; sw++)
        fixed += patterns[i].permutation.destination(&t, sw) == sw;
      claims_append(counts, sizeof counts, " %u", fixed);
      most = fixed > most ? fixed : most;
      as_formula += fixed == 1u << (n + 1) / 2;
      sizes++;
      odd += n % 2;
    }
    if (sizes)
      finding_reading(f, most == 0, "%s:%s for itself at n=2..10%s%s",
                      patterns[i].permutation.name, counts, odd ? "" : " even",
                      as_formula == sizes ? ", which is 2^ceil(n/2)" : "");
  }
  return true;
}

/* Most packets of one source, and of one destination, of p random permutations. */
static bool load_of(const struct claims *claims, uint32_t p, uint32_t *sources,
                    uint32_t *destinations, struct err *err)
{
  enum { N = 6 };
  uint32_t from[1 << N] = {0}, to[1 << N] = {0};
  struct bench bench;
  struct cube_request request = cube_unlimited(N, "random", DET, p);

  if (!cube_open(&bench, claims, &request, err))
    return false;
  *sources = *destinations = 0;
  for (size_t i = 0; i < bench.s.schedule.count; i++) {
    const struct schedule_entry *entry = &bench.s.schedule.entries[i];

    if (++from[entry->source] > *sources)
      *sources = from[entry->source];
    if (++to[entry->destination] > *destinations)
      *destinations = to[entry->destination];
  }
  bench_close(&bench);
  return true;
}

/* 1.6 */
static bool judge_load(struct finding *f, struct err *err)
{
  uint32_t sources, destinations;

  for (uint32_t p = 1; p <= 6; p += 5) {
    if (!load_of(f->claims, p, &sources, &destinations, err))
      return false;
    finding_reading(f, sources <= 1 && destinations <= 1,
                    "%s, n=6: up to %u from a switch and %u to one",
                    p == 1 ? "load 1 of section 4" : "load D of section 4", sources,
                    destinations);
  }
  return true;
}

/* 1.7: under bit-complement all dimensions are crossed everywhere in step n. */
static bool judge_arrivals(struct finding *f, struct err *err)
{
  uint32_t good = 0, n;

  for (n = 1; n <= 8; n++) {
    struct watched watched;
    struct run_result result;
    struct cube_request request = cube_unlimited(n, "bit-complement", DET, n);
    bool ran = cube_watch(f->claims, &request, &watched, &result, err);

    run_result_close(&result);
    if (!ran)
      return false;
    good += watched.arrivals == n && watched.kept == 0;
  }
  finding_reading(f, good == n - 1,
                  "bit-complement with p=n: n arrive at once, and all leave the input "
                  "queues in the next cycle, in %u of %u sizes (n=1..8)",
                  good, n - 1);
  return true;
}

/* 1.8 */
static bool judge_one_on_a_link(struct finding *f, struct err *err)
{
  struct watched watched;
  struct run_result result;
  struct cube_request request = cube_unlimited(6, "random", TRANS, 6);

  request.vcs = 2;
  bool ran = cube_watch(f->claims, &request, &watched, &result, err);

  if (ran)
    finding_reading(
        f,
        watched.shared == 0 && result.max_output_queue > 1 &&
            result.outcome == OUTCOME_PASS,
        "rand-trans, 2 virtual channels, n=p=6: of %llu crossings %llu shared their "
        "link and cycle; up to %u packets in an output queue; %s",
        (unsigned long long)(watched.crossed[0] + watched.crossed[1]),
        (unsigned long long)watched.shared, result.max_output_queue,
        outcome_name(result.outcome));
  run_result_close(&result);
  return ran;
}

/* --- 1.9: which end of an address dimension 0 is --- */

static uint32_t reversed(uint32_t word, uint32_t n)
{
  uint32_t result = 0;

  for (uint32_t bit = 0; bit < n; bit++)
    result = result << 1 | (word >> bit & 1);
  return result;
}

/* Steps of a pattern under bitfix on a cube whose addresses are written backwards: as if
 * the highest dimension came first. */
static bool steps_backwards(const struct claims *claims, const struct pattern *pattern,
                            uint32_t n, uint32_t p, uint64_t steps[2], struct err *err)
{
  struct bench bench;
  struct cube_request request = cube_unlimited(n, pattern->permutation.name, DET, p);

  if (!cube_open(&bench, claims, &request, err))
    return false;
  bool ran = true;
  for (int backwards = 0; backwards < 2 && ran; backwards++) {
    struct run_result result;

    for (size_t i = 0; backwards && i < bench.s.schedule.count; i++) {
      uint32_t source = reversed(bench.s.schedule.entries[i].source, n);
      uint32_t to = pattern->permutation.destination(&bench.s.topology, source);

      cube_send(&bench, i, reversed(to, n), 0);
    }
    ran = bench_run(&bench, NULL, NULL, &result, err);
    steps[backwards] = result.statistics.steps;
    run_result_close(&result);
  }
  bench_close(&bench);
  return ran;
}

static bool judge_bit_order(struct finding *f, struct err *err)
{
  enum { N = 8 };

  for (size_t i = 0; i < PATTERN_ROWS; i++) {
    uint64_t one[2], all[2];

    if (!named_by_papers(&patterns[i]))
      continue;
    if (!steps_backwards(f->claims, &patterns[i], N, 1, one, err) ||
        !steps_backwards(f->claims, &patterns[i], N, N, all, err))
      return false;
    finding_reading(f, one[0] == one[1] && all[0] == all[1],
                    "%s: %llu steps lowest first, %llu highest first (n=p=%d; p=1: "
                    "%llu, %llu)",
                    patterns[i].permutation.name, (unsigned long long)all[0],
                    (unsigned long long)all[1], N, (unsigned long long)one[0],
                    (unsigned long long)one[1]);
  }
  return true;
}

/* 1.10 */
static bool judge_oblivious(struct finding *f, struct err *err)
{
  for (enum algorithm i = DET; i <= OOO; i++) {
    struct watched watched;
    struct run_result result;
    struct cube_request request = cube_unlimited(8, "random", i, 8);
    bool ran = cube_watch(f->claims, &request, &watched, &result, err);

    if (ran)
      finding_reading(f, watched.detours == 0 && result.outcome == OUTCOME_PASS,
                      "%s: %llu of %llu packets make other hops than their header's path",
                      algorithm_names[i], (unsigned long long)watched.detours,
                      (unsigned long long)result.statistics.delivered);
    run_result_close(&result);
    if (!ran)
      return false;
  }
  return true;
}

#define PLACE "section 1"

static const struct claim_row rows[] = {
    {"1.1", PLACE, "ids run from 0 to N", "{0..N}: N + 1", .judge = judge_ids},
    {"1.2", PLACE, "an id has n = log2 N bits", "n = log N", .judge = judge_id_bits},
    {"1.3", PLACE, "duplex channel if and only if two ids differ in one bit", "exactly one",
     .judge = judge_adjacency},
    {"1.4", PLACE, "as many channels in and out as dimensions", "D = n",
     .judge = judge_degree},
    {"1.5", PLACE, "every packet is for another switch", "another",
     .judge = judge_fixed_points},
    {"1.6", PLACE, "at most one packet per switch, destinations all different", "one",
     .judge = judge_load},
    {"1.7", PLACE, "a switch takes n packets at once and decides on all of them", "up to n",
     .judge = judge_arrivals},
    {"1.8", PLACE, "one packet on a channel at a time, the others in the output buffer",
     "one", .judge = judge_one_on_a_link},
    {"1.9", PLACE,
     "\"smallest index\" says enough: either end of the id gives the same steps",
     "smallest index", .judge = judge_bit_order},
    {"1.10", PLACE, "oblivious: the route does not depend on other packets (n = p = 8)",
     "independent", .judge = judge_oblivious},
};

const struct claim_part claims_hypercube_network = {rows, sizeof rows / sizeof rows[0]};
