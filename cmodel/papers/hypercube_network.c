/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_network -- the paper's section 1: the network and its load. */
#include "base/bits.h"
#include "network/traffic/pattern.h"
#include "papers/hypercube.h"

#include <string.h>

/* hypercube:1 to hypercube:most */
static struct survey cubes(struct finding *f, uint32_t most)
{
  return survey_range(f, "hypercube:%u", 1, most);
}

/* 1.1: ids that the topology accepts, of 0 to N. */
static void judge_ids(struct finding *f)
{
  uint32_t printed = 0, less_one = 0;
  struct survey s SURVEY_OF_BLOCK = cubes(f, 10);

  while (survey_next(&s)) {
    const uint32_t switches = 1u << s.k;
    uint32_t accepted = 0, sw;
    struct err refused;

    for (uint32_t id = 0; id <= switches; id++) {
      char text[16];

      snprintf(text, sizeof text, "0x%x", id);
      accepted += topology_parse_address(&s.t, text, "id", &sw, &refused);
    }
    printed += accepted == switches + 1;
    less_one += accepted == switches;
  }
  reading(f, printed == s.count,
          "n=1..%u: N + 1 ids are accepted in %u sizes, N ids, 0 to N - 1, in %u", s.count,
          printed, less_one);
}

static void judge_id_bits(struct finding *f)
{
  uint32_t good = 0;
  struct survey s SURVEY_OF_BLOCK = cubes(f, 20);

  while (survey_next(&s))
    good += s.t.address_bits == s.k && s.t.switches == UINT32_C(1) << s.t.address_bits;
  reading(f, good == s.count, "n=1..20: n bits and 2^n switches in %u of %u sizes", good,
          s.count);
}

static void judge_adjacency(struct finding *f)
{
  uint32_t pairs = 0, wrong = 0, one_way = 0;
  struct survey s SURVEY_OF_BLOCK = cubes(f, 8);

  for (; survey_next_pair(&s); pairs++) {
    const bool linked = lab_linked(&s.t, s.from, s.to);

    wrong += linked != (bits_count(s.from ^ s.to) == 1);
    one_way += linked != lab_linked(&s.t, s.to, s.from);
  }
  reading(f, wrong == 0 && one_way == 0,
          "all %u pairs of n=1..8: %u joined otherwise, %u in one direction alone", pairs,
          wrong, one_way);
}

static void judge_degree(struct finding *f)
{
  uint32_t switches = 0, wrong = 0;
  struct survey s SURVEY_OF_BLOCK = cubes(f, 12);

  while (survey_next(&s)) {
    uint32_t *in MEMORY_OF_BLOCK = lab_memory(f, s.t.switches, sizeof *in);

    if (!in)
      break;
    for (uint32_t sw = 0; sw < s.t.switches; sw++)
      for (uint32_t port = 0; port < s.t.ports; port++)
        in[topology_link(&s.t, sw, port).to_switch]++;
    for (uint32_t sw = 0; sw < s.t.switches; sw++, switches++)
      wrong += s.t.ports != s.k || in[sw] != s.k;
  }
  reading(f, wrong == 0, "%u switches of n=1..12: %u have not n in and n out", switches,
          wrong);
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
static void judge_fixed_points(struct finding *f)
{
  for (size_t i = 0; i < PATTERN_ROWS; i++) {
    char counts[64] = "";
    uint32_t most = 0, as_formula = 0, sizes = 0, odd = 0;
    struct survey s SURVEY_OF_BLOCK = survey_range(f, "hypercube:%u", 2, 10);

    while (named_by_papers(&patterns[i]) && survey_next(&s)) {
      struct err undefined;
      uint32_t fixed = 0;

      if (!pattern_defined(&patterns[i], &s.t, &undefined))
        continue;
      for (uint32_t sw = 0; sw < s.t.switches; sw++)
        fixed += patterns[i].permutation.destination(&s.t, sw) == sw;
      claims_append(counts, sizeof counts, " %u", fixed);
      most = fixed > most ? fixed : most;
      as_formula += fixed == 1u << (s.k + 1) / 2;
      sizes++;
      odd += s.k % 2;
    }
    if (sizes)
      reading(f, most == 0, "%s:%s for itself at n=2..10%s%s", patterns[i].permutation.name,
              counts, odd ? "" : " even",
              as_formula == sizes ? ", which is 2^ceil(n/2)" : "");
  }
}

static void judge_load(struct finding *f)
{
  for (uint32_t p = 1; p <= 6; p += 5) {
    const struct cube_load load = cube_load_of(f, "random", p);

    reading(f, load.sent <= 1 && load.most <= 1,
            "%s, n=6: up to %u from a switch and %u to one",
            p == 1 ? "load 1 of section 4" : "load D of section 4", load.sent, load.most);
  }
}

/* 1.7: under bit-complement all dimensions are crossed everywhere in step n. */
static void judge_arrivals(struct finding *f)
{
  uint32_t good = 0, n;

  for (n = 1; n <= 8; n++) {
    const struct watched watched =
        cube_watch(f, cube_unlimited(n, "bit-complement", DET, n));

    good += watched.arrivals == n && watched.kept == 0;
  }
  reading(f, good == n - 1,
          "bit-complement with p=n: n arrive at once, and all leave the input "
          "queues in the next cycle, in %u of %u sizes (n=1..8)",
          good, n - 1);
}

static void judge_one_on_a_link(struct finding *f)
{
  struct cube_request request = cube_unlimited(6, "random", TRANS, 6);

  request.vcs = 2;
  const struct watched watched = cube_watch(f, request);
  reading(f,
          watched.shared == 0 && watched.max_output_queue > 1 &&
              watched.outcome == OUTCOME_PASS,
          "rand-trans, 2 virtual channels, n=p=6: of %" PRIu64 " crossings %" PRIu64
          " shared their link and cycle; up to %u packets in an output queue; %s",
          (watched.crossed[0] + watched.crossed[1]), watched.shared,
          watched.max_output_queue, outcome_name(watched.outcome));
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
static void steps_backwards(struct finding *f, const struct pattern *pattern, uint32_t n,
                            uint32_t p, uint64_t steps[2])
{
  OF_BLOCK(lab_machine, m);
  OF_BLOCK(run_result, result);

  steps[0] = steps[1] = 0;
  if (!cube_open(f, &m, cube_unlimited(n, pattern->permutation.name, DET, p)))
    return;
  for (int backwards = 0; backwards < 2; backwards++) {
    for (size_t i = 0; backwards && i < m.s.schedule.count; i++) {
      uint32_t source = reversed(m.s.schedule.entries[i].source, n);
      uint32_t to = pattern->permutation.destination(&m.s.topology, source);

      cube_send(&m, i, reversed(to, n), 0);
    }
    lab_machine_run(&m, NULL, NULL, &result);
    steps[backwards] = result.statistics.steps;
  }
}

static void judge_bit_order(struct finding *f)
{
  enum { N = 8 };

  for (size_t i = 0; i < PATTERN_ROWS; i++) {
    uint64_t one[2], all[2];

    if (!named_by_papers(&patterns[i]))
      continue;
    steps_backwards(f, &patterns[i], N, 1, one);
    steps_backwards(f, &patterns[i], N, N, all);
    reading(f, one[0] == one[1] && all[0] == all[1],
            "%s: %" PRIu64 " steps lowest first, %" PRIu64
            " highest first (n=p=%d; p=1: %" PRIu64 ", %" PRIu64 ")",
            patterns[i].permutation.name, all[0], all[1], N, one[0], one[1]);
  }
}

static void judge_oblivious(struct finding *f)
{
  for (enum algorithm i = DET; i <= OOO; i++) {
    const struct watched watched = cube_watch(f, cube_unlimited(8, "random", i, 8));

    reading(f, watched.detours == 0 && watched.outcome == OUTCOME_PASS,
            "%s: %" PRIu64 " of %" PRIu64
            " packets make other hops than their header's path",
            algorithm_names[i], watched.detours, watched.delivered);
  }
}

static const struct claim_row rows[] = {
    {"1.1", "ids run from 0 to N", "{0..N}: N + 1", .judge = judge_ids},
    {"1.2", "an id has n = log2 N bits", "n = log N", .judge = judge_id_bits},
    {"1.3", "duplex channel if and only if two ids differ in one bit", "exactly one",
     .judge = judge_adjacency},
    {"1.4", "as many channels in and out as dimensions", "D = n", .judge = judge_degree},
    {"1.5", "every packet is for another switch", "another", .judge = judge_fixed_points},
    {"1.6", "at most one packet per switch, destinations all different", "one",
     .judge = judge_load},
    {"1.7", "a switch takes n packets at once and decides on all of them", "up to n",
     .judge = judge_arrivals},
    {"1.8", "one packet on a channel at a time, the others in the output buffer", "one",
     .judge = judge_one_on_a_link},
    {"1.9", "\"smallest index\" says enough: either end of the id gives the same steps",
     "smallest index", .judge = judge_bit_order},
    {"1.10", "oblivious: the route does not depend on other packets (n = p = 8)",
     "independent", .judge = judge_oblivious},
};

const struct claim_part claims_hypercube_network = CLAIM_PART(rows, "section 1");
