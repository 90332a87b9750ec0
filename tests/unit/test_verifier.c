/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_verifier -- a move that breaks a law is found, whichever law it is. */
#include "network/collective/verifier.h"

#include "tests/unit/operation_unit.h"

enum { MOVES = 4, BATCHES = 4 };

/* Batches on hypercube:2 (node n, port d: to n ^ 2^d), and what is wrong with them. */
struct broken {
  enum collective_kind kind;
  struct {
    uint32_t step, source;
    uint32_t count;
    struct operation_move moves[MOVES];
  } batches[BATCHES];
  uint32_t batch_count;
  const char *error;
};

#define TO(A, B, P)                                                                        \
  {                                                                                        \
    .destination = OPERATION_ALL, .from = (A), .to = (B), .port = (P)                      \
  }
#define FOR(D, A, B, P)                                                                    \
  {                                                                                        \
    .destination = (D), .from = (A), .to = (B), .port = (P)                                \
  }

#define OAB COLLECTIVE_ONE_TO_ALL_BROADCAST
#define OAP COLLECTIVE_ONE_TO_ALL_PERSONALIZED
#define AAB COLLECTIVE_ALL_TO_ALL_BROADCAST

static const struct broken all_broken[] = {
    {OAB, {{0, 0, 1, {TO(0, 1, 1)}}}, 1, "the port does not lead there"},
    {OAB, {{0, 0, 1, {TO(0, 3, 0)}}}, 1, "the port does not lead there"},
    {OAB, {{0, 0, 1, {TO(0, 1, 2)}}}, 1, "the port does not lead there"},
    {OAB, {{0, 0, 1, {TO(0, 4, 0)}}}, 1, "there is no such node"},
    {OAB, {{0, 0, 2, {TO(0, 1, 0), TO(0, 2, 1)}}}, 1, "it sends to another neighbour"},
    {OAB, {{0, 0, 1, {TO(1, 0, 0)}}}, 1, "the sender does not hold the block"},
    {OAB, {{0, 0, 2, {TO(0, 1, 0), TO(1, 3, 1)}}}, 1, "the sender does not hold the block"},
    {OAB, /* the right operation */
     {{0, 0, 1, {TO(0, 2, 1)}}, {1, 0, 2, {TO(0, 1, 0), TO(2, 3, 0)}}, {.step = 2}},
     3,
     NULL},
    {OAB,
     {{0, 0, 1, {TO(0, 1, 0)}}, {1, 0, 1, {TO(1, 0, 0)}}},
     2,
     "the neighbour has the block"},
    {OAB, {{0, 0, 1, {TO(0, 1, 0)}}, {.step = 2}}, 2, "node 2 does not get the block of 0"},
    {OAB,
     {{1, 0, 1, {TO(0, 1, 0)}}, {0, 0, 1, {TO(0, 2, 1)}}},
     2,
     "step 0 of an operation after step 1"},
    {OAP, {{0, 0, 1, {FOR(4, 0, 1, 0)}}}, 1, "the block is out of order"},
    {OAP, {{0, 0, 2, {FOR(2, 0, 1, 0), FOR(1, 0, 1, 0)}}}, 1, "the block is out of order"},
    {OAP, {{0, 0, 2, {FOR(3, 0, 1, 0), FOR(3, 1, 3, 1)}}}, 1, "the block is out of order"},
    {OAP, {{0, 0, 1, {FOR(3, 1, 3, 1)}}}, 1, "the sender does not hold the block"},
    {OAP,
     {{0, 0, 1, {FOR(3, 0, 1, 0)}}, {.step = 2}},
     2,
     "node 1 does not get the block of 0"},
};

static bool show(struct verifier *verifier, const struct broken *broken, struct err *err)
{
  bool good = true;

  for (uint32_t i = 0; good && i < broken->batch_count; i++)
    good = verifier_visit(verifier,
                          &(struct operation_batch){.step = broken->batches[i].step,
                                                    .source = broken->batches[i].source,
                                                    .last = 4,
                                                    .moves = broken->batches[i].moves,
                                                    .count = broken->batches[i].count},
                          err);
  return good;
}

TEST(test_broken_laws)
{
  struct topology t = topology_of("hypercube:2");

  for (size_t i = 0; i < sizeof all_broken / sizeof all_broken[0]; i++) {
    const struct broken *broken = &all_broken[i];
    struct operation *operation =
        operation_of(&t, &(struct operation_request){.kind = broken->kind});
    struct verifier verifier;
    struct err err = {.kind = ERR_NONE};

    assert_true(verifier_open(&verifier, operation, false, &err));
    CHECK(show(&verifier, broken, &err) == !broken->error, "case %zu: %s", i, err.text);
    if (broken->error)
      check_error(&err, ERR_USAGE, broken->error, "batches");
    verifier_close(&verifier);
    operation_close(operation);
  }
}

/* Blocks of two sources that meet at one node in a step. */
TEST(test_one_port_across_sources)
{
  struct topology t = topology_of("hypercube:2");
  struct operation *operation = operation_of(&t, &(struct operation_request){.kind = AAB});
  const struct operation_move first[] = {TO(0, 1, 0)}, second[] = {TO(3, 1, 1)};
  struct verifier verifier;
  struct err err = {.kind = ERR_NONE};

  assert_true(verifier_open(&verifier, operation, false, &err));
  assert_true(verifier_visit(
      &verifier, &(struct operation_batch){.source = 0, .moves = first, .count = 1}, &err));
  verifier.open = false; /* the block of 0 is done */
  assert_false(verifier_visit(
      &verifier, &(struct operation_batch){.source = 3, .moves = second, .count = 1},
      &err));
  check_error(&err, ERR_USAGE, "the neighbour receives from another", "batches");
  verifier_close(&verifier);
  operation_close(operation);
}

/* --- an operation of which one move is changed --- */

struct changed {
  struct verifier verifier;
  uint64_t at;     /* the move that is left out, counted from 0 */
  uint64_t number; /* of moves so far */
};

static bool leave_one_out(void *self, const struct operation_batch *batch, struct err *err)
{
  struct changed *changed = self;
  struct operation_batch less = *batch;
  struct operation_move *moves = malloc((batch->count + 1) * sizeof *moves);

  less.count = 0;
  for (size_t i = 0; i < batch->count; i++)
    if (changed->number++ != changed->at)
      moves[less.count++] = batch->moves[i];
  less.moves = moves;
  const bool good = verifier_visit(&changed->verifier, &less, err);

  free(moves);
  return good;
}

/* Without any one of its moves an operation does not bring every block to its end, unless
 * blocks come twice. */
TEST(test_every_move_counts)
{
  for (uint32_t kind = 0; kind < COLLECTIVE_KINDS; kind++) {
    struct topology t = topology_of("rdn:2:1");
    struct operation_request request = {.kind = (enum collective_kind)kind, .source = 3};
    struct operation *operation = operation_of(&t, &request);
    struct message_level count = count_of(&t, &request);

    for (uint64_t at = 0; at <= count.moves; at++) {
      struct changed changed = {.at = at};
      struct err err;

      assert_true(verifier_open(&changed.verifier, operation, true, &err));
      CHECK(operation_visit_moves(operation, 0, operation_sources(operation), leave_one_out,
                                  &changed, &err) == (at == count.moves),
            "%s without move %llu", collective_kind_name(request.kind),
            (unsigned long long)at);
      verifier_close(&changed.verifier);
    }
    message_level_free(&count);
    operation_close(operation);
  }
}

/* --- message_level --- */

static bool stop_at_half(void *self, uint32_t done, uint32_t all)
{
  uint32_t *told = self;

  CHECK(done > *told && done <= all && all == 128, "%u of %u after %u", done, all, *told);
  *told = done;
  return done < 64;
}

TEST(test_progress)
{
  struct topology t = topology_of("rdn:2x2x2:1");
  struct operation *operation = operation_of(&t, &(struct operation_request){.kind = AAB});
  struct message_level count;
  struct err err = {.kind = ERR_USAGE};
  uint32_t told = 0;

  assert_false(message_level_count(&count, operation, stop_at_half, &told, &err));
  assert_int_equal(err.kind, ERR_NONE);
  assert_int_equal(told, 64);
  message_level_free(&count);
  operation_close(operation);
}

TEST(test_cycles)
{
  const struct message_level count = {.startups = 8, .word_steps = 560};

  assert_int_equal(message_level_cycles(&count, 0, 1, 1), 560);
  assert_int_equal(message_level_cycles(&count, 5, 2, 3), 8 * 5 + 560 * 6);
  const struct message_level huge = {.startups = 1, .word_steps = UINT64_MAX / 4};
  assert_true(message_level_cycles(&huge, 0, 1, 4) < UINT64_MAX);
  assert_true(message_level_cycles(&huge, 4, 1, 4) == UINT64_MAX);
}

/* Exact where all nodes are alike. */
TEST(test_estimate)
{
  static const char *const specs[] = {"rdn:2x2:1", "rdn:3:1", "torus:4x3", "hypercube:4"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
    for (uint32_t kind = 0; kind < COLLECTIVE_KINDS; kind++) {
      struct topology t = topology_of(specs[i]);
      struct operation_request request = {.kind = (enum collective_kind)kind};
      struct operation *operation = operation_of(&t, &request);
      struct message_level count = count_of(&t, &request);
      struct err err;

      CHECK(message_level_estimate(operation, &err) == count.moves, "%s", specs[i]);
      message_level_free(&count);
      operation_close(operation);
    }
}

/* A table of all steps and nodes would be 17 GiB. */
TEST(test_too_large_to_keep)
{
  struct topology t = topology_of("torus:60000");
  struct operation *operation = operation_of(&t, &(struct operation_request){.kind = AAB});
  struct message_level count;
  struct err err = {.kind = ERR_NONE};

  assert_false(message_level_count(&count, operation, NULL, NULL, &err));
  check_error(&err, ERR_USAGE, "too many to keep", "torus:60000");
  message_level_free(&count);
  operation_close(operation);
}
