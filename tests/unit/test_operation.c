/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_operation -- what collectives cost: step by step, by every law, against what is
 * known. */
#include "tests/unit/operation_unit.h"

enum { STEPS = 24 };

/* An operation and the sizes of its steps, 0 behind the last. */
struct known {
  const char *spec;
  struct operation_request request;
  uint32_t sizes[STEPS];
};

#define OAB .kind = COLLECTIVE_ONE_TO_ALL_BROADCAST
#define OAP .kind = COLLECTIVE_ONE_TO_ALL_PERSONALIZED
#define AAB .kind = COLLECTIVE_ALL_TO_ALL_BROADCAST
#define AAP .kind = COLLECTIVE_ALL_TO_ALL_PERSONALIZED

/* Sources with s1 != s2 too: 37 is (0,4,5) in rdn:2x2x2:1. */
static const struct known all_known[] = {
    {"rdn:2x2x2:1", {OAB}, {1, 1, 1, 1, 1, 1, 1, 1}},
    {"rdn:2x2x2:1", {OAB, .source = 37}, {1, 1, 1, 1, 1, 1, 1, 1}},
    {"rdn:2x2x2:1", {OAP}, {56, 32, 16, 8, 8, 4, 2, 1}},
    {"rdn:2x2x2:1", {OAP, .source = 37}, {56, 32, 16, 8, 8, 4, 2, 1}},
    {"rdn:2x2x2:1", {OAP, .source = 127}, {56, 32, 16, 8, 8, 4, 2, 1}},
    {"rdn:2x2x2:1", {AAB, .send = OPERATION_SEND_ALL}, {1, 2, 4, 8, 8, 16, 32, 64}},
    {"rdn:2x2x2:1", {AAB, .send = OPERATION_SEND_NOT_OWN}, {1, 2, 4, 8, 8, 16, 32, 63}},
    {"rdn:2x2x2:1", {AAB}, {1, 2, 4, 8, 8, 16, 32, 56}},
    {"rdn:2x2x2:1", {AAP}, {63, 64, 64, 64, 127, 64, 64, 64}},
    {"rdn:2x2x2:1",
     {AAP, .order = OPERATION_INTRA_FIRST},
     {64, 64, 64, 120, 64, 64, 64, 56}},
    {"rdn:2x2x2:2",
     {OAP, .source = 12345},
     {16256, 7168, 4096, 2048, 1024, 1024, 512, 256, 128, 128, 56, 32, 16, 8, 8, 4, 2, 1}},
    {"hypercube:3", {OAP, .source = 5}, {4, 2, 1}},
    {"hypercube:3", {AAB}, {1, 2, 4}},
    {"hypercube:3", {AAP}, {4, 4, 4}},
};

TEST(test_sizes_of_the_steps)
{
  for (size_t i = 0; i < sizeof all_known / sizeof all_known[0]; i++) {
    const struct known *known = &all_known[i];
    struct topology t = topology_of(known->spec);
    struct message_level count = count_of(&t, &known->request);

    CHECK(count.steps < STEPS && known->sizes[count.steps] == 0, "operation %zu: %u steps",
          i, count.steps);
    for (uint32_t step = 0; step < count.steps; step++)
      CHECK(count.sizes[step] == known->sizes[step], "operation %zu, step %u: %u, not %u",
            i, step, count.sizes[step], known->sizes[step]);
    message_level_free(&count);
  }
}

/* The networks compared in the RDN paper: 128 nodes fully, 32,768 where one node sends. Its
 * 512 and 294,912 are below what one port allows; 33,783 and 33,925 are sums gone wrong. */
TEST(test_the_comparison_of_the_paper)
{
  static const struct {
    const char *spec;
    struct operation_request request;
    uint32_t startups;
    uint64_t word_steps;
  } rows[] = {
      {"hypercube:7", {OAB, .source = 99}, 7, 7},
      {"hypercube:7", {OAP, .source = 99}, 7, 127},
      {"hypercube:7", {AAB}, 7, 127},
      {"hypercube:7", {AAP}, 7, 448},
      {"hypercube:15", {OAB, .source = 9999}, 15, 15},
      {"hypercube:15", {OAP, .source = 9999}, 15, 32767},
      {"dual-cube:4", {OAB, .source = 44}, 8, 8},
      {"dual-cube:4", {OAP, .source = 44}, 8, 127},
      {"dual-cube:4", {AAB}, 8, 127},
      {"rdn:2x2x2:1", {AAB, .send = OPERATION_SEND_NOT_OWN}, 8, 134},
      {"rdn:2x2x2:1", {AAB, .send = OPERATION_SEND_ALL}, 8, 135},
      {"rdn:2x2x2:1", {AAP}, 8, 574},
      {"rdn:2x2x2:1", {AAP, .order = OPERATION_INTRA_FIRST}, 8, 560},
      {"rdn:2x2:1", {AAP}, 6, 110},
      {"rdn:2x2:1", {AAP, .order = OPERATION_INTRA_FIRST}, 6, 104},
      {"rdn:2:2", {AAP}, 10, 766},
      {"rdn:2:2", {AAP, .order = OPERATION_INTRA_FIRST}, 10, 688},
      {"rdn:2:2", {AAB}, 10, 127},
      {"rdn:2x2x2:2", {OAB, .source = 12345}, 18, 18},
      {"rdn:2x2x2:2", {OAP, .source = 32767}, 18, 32767},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct topology t = topology_of(rows[i].spec);

    check_cost(&t, &rows[i].request, rows[i].startups, rows[i].word_steps);
  }
}

/* --- bases that are no products of rings --- */

/* One to all and back by formulas: b0 of K4 and of the Petersen graph is 3 and 9 in words,
 * and the sum of distances is 3 and 15; test_factor_plan.c has them. */
TEST(test_other_bases)
{
  static const struct {
    const char *spec;
    uint32_t startups[4]; /* by kind */
    uint64_t word_steps[4];
  } rows[] = {
      {"hdn:K4:1", {6, 6, 6, 8}, {6, 31, 31, 88}},
      {"rdn:K5:1", {8, 8, 8, 10}, {8, 49, 49, 145}},
      {"rdn:petersen:1", {10, 10, 10, 12}, {10, 199, 199, 880}},
      {"hdn:2xK4:1", {8, 8, 8, 10}, {8, 127, 127, 496}},
      {"hdn:2xK4:4", {6, 6, 6, 7}, {6, 34, 31, 88}},
      {"hdn:petersen:10", {5, 5, 5, 6}, {5, 19, 19, 40}},
      {"hdn:petersenx3:3", {12, 12, 12, 14}, {12, 618, 599, 3040}},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (uint32_t kind = 0; kind < COLLECTIVE_KINDS; kind++) {
      struct topology t = topology_of(rows[i].spec);
      const bool one = kind == COLLECTIVE_ONE_TO_ALL_BROADCAST ||
                       kind == COLLECTIVE_ONE_TO_ALL_PERSONALIZED;

      for (uint32_t source = 0; source < (one ? t.switches : 1); source++)
        check_cost(&t,
                   &(struct operation_request){.kind = (enum collective_kind)kind,
                                               .source = source,
                                               .order = OPERATION_INTRA_FIRST},
                   rows[i].startups[kind], rows[i].word_steps[kind]);
    }
}

/* --- recurrences, from what is measured on the base --- */

static const char *const bases[][3] = {
    /* base, k = 1, k = 2 (or "") */
    {"hypercube:1", "rdn:2:1", "rdn:2:2"}, {"torus:3", "rdn:3:1", "rdn:3:2"},
    {"hypercube:2", "rdn:2x2:1", ""},      {"torus:5", "rdn:5:1", ""},
    {"torus:4x3", "rdn:4x3:1", ""},        {"torus:2x3", "rdn:2x3:1", ""},
    {"torus:2x3x5", "rdn:2x3x5:1", ""},
};
enum { BASES = sizeof bases / sizeof bases[0] };

/* b of level k from that of the level below; n: nodes there. */
static uint64_t expected(const struct operation_request *request, uint64_t below,
                         uint64_t n)
{
  const uint64_t nodes = 2 * n * n;
  const uint64_t own = request->order == OPERATION_INTRA_FIRST ? 2 * n : 2;
  const uint64_t spared = request->send == OPERATION_SEND_ALL       ? 0
                          : request->send == OPERATION_SEND_NOT_OWN ? 1
                                                                    : n;

  switch (request->kind) {
  case COLLECTIVE_ONE_TO_ALL_BROADCAST:
    return 2 + 2 * below;
  case COLLECTIVE_ONE_TO_ALL_PERSONALIZED:
    return nodes / 2 - n + n + (n + 1) * below;
  case COLLECTIVE_ALL_TO_ALL_BROADCAST:
    return (n + 1) * below + n + n * n - spared;
  default:
    return 4 * n * below + 3 * nodes / 2 - own;
  }
}

static void check_recurrence(size_t base, const struct operation_request *request)
{
  uint32_t startups = 0;
  uint64_t cost = 0, nodes = 0;

  for (uint32_t k = 0; k < 3 && bases[base][k][0] != '\0'; k++) {
    struct topology t = topology_of(bases[base][k]);

    if (request->kind == COLLECTIVE_ALL_TO_ALL_PERSONALIZED && t.switches > 700)
      return; /* nodes squared blocks: the levels below have shown it */
    struct message_level count = count_of(&t, request);

    if (k > 0)
      CHECK(count.word_steps == expected(request, cost, nodes) &&
                count.startups == 2 * startups + 2,
            "%s on %s: %llu, not %llu", collective_kind_name(request->kind), t.spec,
            (unsigned long long)count.word_steps,
            (unsigned long long)expected(request, cost, nodes));
    CHECK((count.duplicates > 0) == (k > 0 && request->send != OPERATION_SEND_NEEDED),
          "%s: %llu", t.spec, (unsigned long long)count.duplicates);
    cost = count.word_steps;
    startups = count.startups;
    nodes = t.switches;
    message_level_free(&count);
  }
}

TEST(test_recurrences)
{
  for (size_t base = 0; base < BASES; base++) {
    check_recurrence(base, &(struct operation_request){OAB, .source = 1});
    check_recurrence(base, &(struct operation_request){OAP, .source = 1});
    for (uint32_t send = 0; send < OPERATION_SENDS; send++)
      check_recurrence(base,
                       &(struct operation_request){AAB, .send = (enum operation_send)send});
    for (uint32_t order = 0; order < OPERATION_ORDERS; order++)
      check_recurrence(
          base, &(struct operation_request){AAP, .order = (enum operation_order)order});
  }
}

/* On a ring of p: broadcast in ceil(p/2) steps; personalized all to all and all-to-all
 * broadcast at the lower bounds, the sum of the distances and p - 1. */
TEST(test_rings)
{
  for (uint32_t p = 2; p <= 9; p++) {
    char spec[TOPOLOGY_SPEC];

    snprintf(spec, sizeof spec, "torus:%u", p);
    struct topology t = topology_of(spec);

    for (uint32_t source = 0; source < p; source++)
      check_cost(&t, &(struct operation_request){OAB, .source = source}, (p + 1) / 2,
                 (p + 1) / 2);
    check_cost(&t, &(struct operation_request){AAB}, p - 1, p - 1);
    check_cost(&t, &(struct operation_request){AAP}, p - 1, p * p / 4);
  }
}

/* Every source: the rules name no node. */
TEST(test_all_sources)
{
  static const char *const specs[] = {"rdn:2x2:1", "rdn:3:1", "rdn:2:2", "torus:2x3x5",
                                      "dual-cube:2"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);

    for (uint32_t kind = 0; kind < 2; kind++) {
      struct operation_request request = {.kind = (enum collective_kind)kind};
      struct message_level first = count_of(&t, &request);

      for (request.source = 1; request.source < t.switches; request.source++)
        check_cost(&t, &request, first.startups, first.word_steps);
      message_level_free(&first);
    }
  }
}

/* --- super-nodes of several nodes --- */

TEST(test_rounds_with_super_nodes)
{
  static const struct {
    const char *spec;
    uint32_t rounds;
  } rows[] = {
      {"hdn:2x2:2", 5},      {"hdn:2x2:2,2@1", 11},     {"hdn:2x2:2,2@2", 11},
      {"hdn:2x2:2,2x2", 10}, {"hdn:2x2:1,1", 14},       {"hdn:2x2x2:1", 8},
      {"hdn:2x2x2:2x2", 6},  {"hdn:2x3x5:1", 14},       {"hdn:2x3x5:2x3", 11},
      {"hdn:2x3x5:3x5", 9},  {"hdn:2x3x5:2x3,3x5", 19}, {"hdn:5x5:1", 14},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct topology t = topology_of(rows[i].spec);

    for (uint32_t s = 0; s < 5; s++) {
      struct operation_request request = {OAB, .source = s * 7919 % t.switches};

      check_cost(&t, &request, rows[i].rounds, rows[i].rounds);
      request.rule = OPERATION_RULE_COPIES;
      check_cost(&t, &request, rows[i].rounds, rows[i].rounds);
    }
  }
}

/* All to all: words N - 1, and personalized the sum of the distances from a node. */
TEST(test_all_kinds_with_super_nodes)
{
  static const struct {
    const char *spec;
    uint32_t startups, startups_of_one; /* of all to all, one to all */
    uint64_t broadcast, exchange, to_each;
  } rows[] = {
      {"hdn:2x2:2", 5, 5, 15, 40, 18},           {"hdn:3:3", 3, 3, 5, 7, 5},
      {"hdn:2x3:3", 6, 6, 23, 64, 26},           {"hdn:5:5", 5, 4, 9, 17, 11},
      {"hdn:4x2:4", 7, 6, 31, 96, 34},           {"hdn:2x2:2,2", 11, 11, 255, 1504, 324},
      {"hdn:2x2:2,2@2", 11, 11, 255, 1504, 324}, {"hdn:2x2:2,2x2", 10, 10, 127, 672, 164},
      {"hdn:2x2:2x2,2", 7, 7, 63, 240, 70},      {"hdn:2:2,2,2", 11, 11, 255, 1504, 324},
      {"hdn:3x2:3,3x2", 11, 11, 191, 1040, 228}, {"hdn:2x3x5:2x3", 13, 11, 299, 1460, 320},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct topology t = topology_of(rows[i].spec);
    struct operation_request to_each = {OAP};

    check_cost(&t, &(struct operation_request){AAB}, rows[i].startups, rows[i].broadcast);
    check_cost(&t, &(struct operation_request){AAP}, rows[i].startups, rows[i].exchange);
    for (; to_each.source < t.switches; to_each.source += t.switches / 16 + 1)
      check_cost(&t, &to_each, rows[i].startups_of_one, rows[i].to_each);
  }
}

/* --- some destinations --- */

static bool add_moves(void *self, const struct operation_batch *batch, struct err *err)
{
  uint64_t *moves = self;

  (void)err;
  *moves += batch->count;
  return true;
}

static uint64_t moves_of(const struct topology *t, const struct operation_request *request)
{
  struct operation *operation = operation_of(t, request);
  uint64_t moves = 0;
  struct err err;

  assert_true(operation_visit_moves(operation, 0, operation_sources(operation), add_moves,
                                    &moves, &err));
  operation_close(operation);
  return moves;
}

/* Whoever wants the block gets it, and every move is needed: with one destination they are
 * a path, with all the whole tree. */
TEST(test_only_what_is_wanted)
{
  static const char *const specs[] = {"rdn:2x2:1", "torus:5x3", "hdn:2x3:2", "rdn:3:2"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);
    uint8_t *wanted = calloc(t.switches, 1);
    struct operation_request all = {OAB, .source = 5};
    struct operation_request some = {OAB, .source = 5, .wanted = wanted};
    struct message_level tree = count_of(&t, &all);

    for (uint32_t node = 0; node < t.switches; node++) {
      wanted[node] = 1;
      struct message_level count = count_of(&t, &some);

      CHECK(count.moves == count.startups && (count.moves == 0) == (node == some.source),
            "%s: %llu moves to %u", specs[i], (unsigned long long)count.moves, node);
      message_level_free(&count);
      wanted[node] = 0;
    }
    memset(wanted, 1, t.switches);
    CHECK(moves_of(&t, &some) == tree.moves && tree.moves == t.switches - 1, "%s",
          specs[i]);
    message_level_free(&tree);
    free(wanted);
  }
}

/* --- as printed --- */

/* With the condition of Algorithm 1 as printed the second class gets it in one cluster
 * alone, but where cluster and node of the source have one number. */
TEST(test_the_printed_condition)
{
  struct topology t = topology_of("rdn:2x2x2:1");

  for (uint32_t source = 0; source < t.switches; source++) {
    const uint32_t reached = source / 8 % 8 == source % 8 ? 128 : 72;
    struct operation_request request = {OAB, .source = source,
                                        .rule = OPERATION_RULE_PRINTED};
    struct message_level count = count_of(&t, &request);

    CHECK(moves_of(&t, &request) + 1 == reached && count.missing == 128 - reached,
          "source %u reaches %llu, misses %llu", source,
          (unsigned long long)moves_of(&t, &request) + 1,
          (unsigned long long)count.missing);
    check_cost(&t, &request, 8, 8);
    message_level_free(&count);
  }
}

/* Algorithm 2 as printed: what crosses with the root stays there.  So 56 blocks make one
 * move, and the steps are as large as by the right rule. */
TEST(test_the_printed_root)
{
  struct topology t = topology_of("rdn:2x2x2:1");

  for (uint32_t source = 0; source < t.switches; source++) {
    const bool same = source / 8 % 8 == source % 8;
    struct operation_request request = {OAP, .source = source,
                                        .rule = OPERATION_RULE_PRINTED};
    struct message_level count = count_of(&t, &request);

    CHECK(count.missing == (same ? 0 : 56), "source %u misses %llu", source,
          (unsigned long long)count.missing);
    check_cost(&t, &request, 8, 127);
    message_level_free(&count);
  }
}

/* --- a part of the sources --- */

/* The moves of one source, summed, are b of the whole; those of several are the sum. */
TEST(test_some_sources)
{
  static const struct {
    struct operation_request request;
    uint64_t word_steps;
  } rows[] = {{{AAB}, 127},
              {{AAB, .send = OPERATION_SEND_NOT_OWN}, 134},
              {{AAB, .send = OPERATION_SEND_ALL}, 135},
              {{AAP}, 574},
              {{AAP, .order = OPERATION_INTRA_FIRST}, 560}};
  struct topology t = topology_of("rdn:2x2x2:1");

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (uint32_t some = 1; some <= 3; some++) {
      uint8_t sending[128] = {[37] = 1, [64] = some > 1, [127] = some > 2};
      struct operation_request request = rows[i].request;

      request.sending = sending;
      struct operation *operation = operation_of(&t, &request);
      struct message_level count = count_of(&t, &request);

      CHECK(count.moves == some * rows[i].word_steps && count.startups == 8,
            "row %zu, %u sources: %llu moves", i, some, (unsigned long long)count.moves);
      CHECK(operation_sources(operation) == some && operation_source(operation, 0) == 37 &&
                operation_source_index(operation, 37) == 0 &&
                operation_source_index(operation, 36) == UINT32_MAX,
            "row %zu", i);
      operation_close(operation);
      message_level_free(&count);
    }
}

/* Blocks for those who want them move as in the whole: over all destinations their moves
 * sum up to it. */
TEST(test_some_destinations)
{
  struct topology t = topology_of("rdn:2x2:1");

  for (uint32_t order = 0; order < OPERATION_ORDERS; order++) {
    uint64_t moves = 0;

    for (uint32_t node = 0; node < t.switches; node++) {
      const uint8_t sending[32] = {[9] = 1};
      uint8_t wanted[32] = {0};

      wanted[node] = 1;
      struct operation_request request = {AAP, .order = (enum operation_order)order,
                                          .sending = sending, .wanted = wanted};
      struct message_level count = count_of(&t, &request);

      CHECK((count.moves == 0) == (node == 9), "to %u", node);
      moves += count.moves;
      message_level_free(&count);
    }
    CHECK(moves == (order == OPERATION_TEXT ? 110 : 104), "%llu",
          (unsigned long long)moves);
  }
}

/* Algorithm 2 of the HDN paper as boxed, from all or many sources: nodes without the
 * message, second copies and rounds.  Where it begins makes no difference. */
TEST(test_the_boxed_broadcast)
{
  static const struct {
    const char *spec;
    uint32_t rounds, missing, duplicates;
  } rows[] = {
      {"hdn:2x2:2", 5, 0, 4},          {"hdn:2x2x2:1", 8, 0, 8},
      {"hdn:2x3x5:2x3", 11, 0, 30},    {"hdn:2x2:2,2", 11, 0, 52},
      {"hdn:2x2:2,2x2", 16, 0, 118},   {"hdn:2x2:2x2,2", 8, 32, 20},
      {"hdn:2x2:2,2@2", 16, 128, 117}, {"hdn:2x3x5:2x3,3x5", 56, 6000, 13842},
      {"hdn:2:2,2,2", 15, 0, 106},     {"hdn:5:5,1", 9, 160, 25},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct topology t = topology_of(rows[i].spec);
    const uint32_t stride = t.switches > 1000 ? 1999 : t.switches > 100 ? 17 : 1;

    for (uint32_t source = 0; source < t.switches; source += stride) {
      struct message_level count =
          count_of(&t, &(struct operation_request){OAB, .source = source,
                                                   .rule = OPERATION_RULE_PRINTED});

      CHECK(count.startups == rows[i].rounds && count.missing == rows[i].missing &&
                count.duplicates == rows[i].duplicates &&
                count.moves + 1 == t.switches - count.missing + count.duplicates,
            "%s from %u: %u rounds, %llu missing, %llu again", t.spec, source,
            count.startups, (unsigned long long)count.missing,
            (unsigned long long)count.duplicates);
      message_level_free(&count);
    }
  }
}

/* --- networks on which it is not defined --- */

static void check_refused(const char *spec, const struct operation_request *request,
                          const char *part)
{
  struct topology t = topology_of(spec);
  struct err err = {.kind = ERR_NONE};

  CHECK(!operation_open(&t, request, &err), "%s is accepted", spec);
  check_error(&err, ERR_USAGE, part, spec);
}

TEST(test_other_networks)
{
  check_refused("mesh:3x3", &(struct operation_request){OAB}, "mesh:3x3 is neither");
  check_refused("ccc:3", &(struct operation_request){AAP}, "ccc:3 is neither");
  check_refused("hdn:2x3:2", &(struct operation_request){AAB, .send = OPERATION_SEND_ALL},
                "super-nodes of several nodes");
  check_refused("hdn:2x3:2",
                &(struct operation_request){OAP, .rule = OPERATION_RULE_PRINTED},
                "the printed rule");
  check_refused("hdn:K4:1",
                &(struct operation_request){OAB, .rule = OPERATION_RULE_PRINTED},
                "a product of rings");
  check_refused("torus:2x3",
                &(struct operation_request){OAB, .rule = OPERATION_RULE_PRINTED},
                "the printed rules");
}
