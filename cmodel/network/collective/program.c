/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* program -- compiles an operation into one program for each node.
 *
 * The moves are walked twice: by the laws, which leave how much each node sends in each
 * step, and to list the blocks of each transfer.  Then the steps are gone through in order,
 * and every block gets its address where it is stored.
 */
#include "network/collective/program.h"

#include "base/memory.h"
#include "network/collective/verifier.h"

#include <stdlib.h>
#include <string.h>

#define NO_ADDRESS UINT32_MAX

static const uint64_t moves_max = UINT64_C(1) << 30;
static const uint64_t copies_max = UINT64_C(1) << 30;
static const uint64_t address_max = UINT64_C(1) << 31;

/* What is known while an operation is compiled.  A copy is what is stored and sent:
 * personalized, a block, wherever it is; of a broadcast, a block at a node. */
struct compiler {
  const struct operation *operation;
  struct programs *programs;
  struct verifier verifier;
  uint32_t nodes;
  bool broadcast;
  uint32_t *places;    /* [steps][nodes] where the blocks of a transfer begin in blocks */
  uint32_t *blocks;    /* [moves] of the transfers, step by step: index of its copy at the
                        * sender, without the node */
  uint32_t *left;      /* [copies] moves that are still to be made of it */
  uint32_t *addresses; /* [copies] where it is; NO_ADDRESS: it never was there */
  uint32_t *free;      /* [nodes] next free address, in messages */
};

/* Blocks of the walked sources, and copies of them. */
static uint64_t blocks_of(const struct operation *operation)
{
  return operation_sources(operation) *
         (uint64_t)(operation_is_broadcast(operation)
                        ? 1
                        : operation_topology(operation)->switches);
}

static uint64_t copies_of(const struct operation *operation)
{
  return blocks_of(operation) *
         (operation_is_broadcast(operation) ? operation_topology(operation)->switches : 1);
}

/* Number of the block, and of its copy at a node. */
static uint32_t block_of(const struct compiler *c, uint32_t source, uint32_t destination)
{
  const uint32_t index = operation_source_index(c->operation, source);

  return c->broadcast ? index : index * c->nodes + destination;
}

static uint32_t copy_of(const struct compiler *c, uint32_t block, uint32_t node)
{
  return c->broadcast ? block * c->nodes + node : block;
}

/* --- opening --- */

static bool too_large(const struct operation *operation, const char *what, struct err *err)
{
  return err_set(err, ERR_USAGE,
                 "%s on %s has too many %s for programs; use a smaller network",
                 collective_kind_name(operation_request_of(operation)->kind),
                 operation_topology(operation)->spec, what);
}

static uint32_t largest_step(const struct compiler *c)
{
  uint32_t largest = 0;

  for (uint32_t step = 0; step < c->verifier.steps; step++)
    largest = c->verifier.sizes[step] > largest ? c->verifier.sizes[step] : largest;
  return largest;
}

static bool compiler_open(struct compiler *c, struct programs *programs,
                          const struct operation *operation, struct err *err)
{
  *c = (struct compiler){.operation = operation,
                         .programs = programs,
                         .nodes = operation_topology(operation)->switches,
                         .broadcast = operation_is_broadcast(operation)};
  if (copies_of(operation) > copies_max)
    return too_large(operation, "blocks", err);
  if (!verifier_open(&c->verifier, operation, true, err) ||
      !operation_visit_moves(operation, 0, operation_sources(operation), verifier_visit,
                             &c->verifier, err))
    return false;
  if (c->verifier.moves > moves_max || largest_step(c) > PROGRAM_MESSAGES_MAX)
    return too_large(operation, "moves", err);
  const size_t slots = (size_t)operation_steps(operation) * c->nodes;

  c->places = memory_table(slots + 1, sizeof *c->places);
  c->blocks = memory_table(c->verifier.moves + 1, sizeof *c->blocks);
  c->left = calloc(copies_of(operation), sizeof *c->left);
  c->addresses = memory_table(copies_of(operation), sizeof *c->addresses);
  c->free = calloc(c->nodes, sizeof *c->free);
  programs->nodes = calloc(c->nodes, sizeof *programs->nodes);
  programs->count = c->nodes;
  if (!c->places || !c->blocks || !c->left || !c->addresses || !c->free || !programs->nodes)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the programs of %u nodes",
                   c->nodes);
  memset(c->addresses, 0xff, copies_of(operation) * sizeof *c->addresses);
  c->places[0] = 0;
  for (size_t i = 0; i < slots; i++)
    c->places[i + 1] = c->places[i] + c->verifier.sends[i].messages;
  return true;
}

static void compiler_close(struct compiler *c)
{
  verifier_close(&c->verifier);
  free(c->places);
  free(c->blocks);
  free(c->left);
  free(c->addresses);
  free(c->free);
}

/* --- the blocks of each transfer --- */

static bool list_blocks(void *self, const struct operation_batch *batch, struct err *err)
{
  struct compiler *c = self;

  (void)err;
  for (size_t i = 0; i < batch->count; i++) {
    const struct operation_move *move = &batch->moves[i];
    const uint32_t block = block_of(c, batch->source, move->destination);
    const size_t slot = (size_t)batch->step * c->nodes + move->from;

    c->blocks[c->places[slot]++] = block;
    c->left[copy_of(c, block, move->from)]++;
  }
  return true;
}

/* places[] have moved on to where the next transfer begins. */
static uint32_t first_block(const struct compiler *c, uint32_t step, uint32_t node)
{
  const size_t slot = (size_t)step * c->nodes + node;

  return c->places[slot] - c->verifier.sends[slot].messages;
}

/* --- room for the programs --- */

static bool loads_for(const struct compiler *c, uint32_t node, uint32_t to)
{
  return to != node && operation_wants(c->operation, to);
}

static uint32_t loads_of(const struct compiler *c, uint32_t node)
{
  uint32_t loads = 0;

  if (operation_source_index(c->operation, node) == UINT32_MAX)
    return 0;
  for (uint32_t to = 0; !c->broadcast && to < c->nodes; to++)
    loads += loads_for(c, node, to);
  return c->broadcast ? 1 : loads;
}

static uint32_t received(const struct compiler *c, uint32_t step, uint32_t node)
{
  const uint32_t from = c->verifier.receives[(size_t)step * c->nodes + node];

  return from == UINT32_MAX ? 0 : verifier_sends(&c->verifier, step, from)->messages;
}

/* Count what a program holds, then make room for it, and count again from 0. */
static bool program_open(struct compiler *c, uint32_t node, struct err *err)
{
  struct program *p = &c->programs->nodes[node];

  p->loads = loads_of(c, node);
  p->flag_count = p->loads;
  for (uint32_t step = 0; step < c->verifier.steps; step++) {
    const uint32_t sends = verifier_sends(&c->verifier, step, node)->messages;
    const uint32_t receives = received(c, step, node);

    p->step_count += sends > 0 || receives > 0;
    p->send_count += sends;
    p->flag_count += receives;
  }
  if (p->step_count > PROGRAM_STEPS_MAX)
    return err_set(err, ERR_USAGE, "node %u has %u steps; a program has at most %d", node,
                   p->step_count, PROGRAM_STEPS_MAX);
  p->steps = memory_table(p->step_count + 1, sizeof *p->steps);
  p->sends = memory_table(p->send_count + 1, sizeof *p->sends);
  p->flags = memory_table(p->flag_count + 1, sizeof *p->flags);
  p->step_count = p->send_count = p->flag_count = 0;
  return (p->steps && p->sends && p->flags) ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory for the program of node %u",
                 node);
}

/* --- steps --- */

/* A node takes a block: is it stored, is it ejected? */
static void take(struct compiler *c, uint32_t node, uint32_t block, bool wanted)
{
  struct program *p = &c->programs->nodes[node];
  const uint32_t copy = copy_of(c, block, node);
  const bool again = c->broadcast && c->addresses[copy] != NO_ADDRESS;
  const bool stored = !again && c->left[copy] > 0;

  p->flags[p->flag_count++] =
      (uint8_t)((stored ? PROGRAM_STORE : 0) | (wanted && !again ? PROGRAM_EJECT : 0));
  if (!again) /* what is not stored needs an address too, as a mark */
    c->addresses[copy] = c->free[node];
  c->free[node] += stored;
}

static void load(struct compiler *c, uint32_t node)
{
  const uint32_t loads = loads_of(c, node);

  if (loads > 0 && c->broadcast)
    take(c, node, block_of(c, node, 0), operation_wants(c->operation, node));
  else if (loads > 0)
    for (uint32_t to = 0; to < c->nodes; to++)
      if (loads_for(c, node, to))
        take(c, node, block_of(c, node, to), false);
}

static uint32_t port_to(const struct compiler *c, uint32_t from, uint32_t to)
{
  const struct topology *t = operation_topology(c->operation);
  uint32_t port = 0;

  while (port + 1 < t->ports && topology_link(t, from, port).to_switch != to)
    port++;
  return port;
}

/* One step: the addresses of what is sent, then what the neighbour does with it. */
static void transfer(struct compiler *c, uint32_t step, uint32_t from)
{
  const struct verifier_transfer *sends = verifier_sends(&c->verifier, step, from);
  const uint32_t first = first_block(c, step, from);
  struct program *p = &c->programs->nodes[from];

  for (uint32_t i = 0; i < sends->messages; i++) {
    const uint32_t block = c->blocks[first + i], copy = copy_of(c, block, from);

    p->sends[p->send_count++] = c->addresses[copy] * c->programs->words;
    c->left[copy]--;
    take(c, sends->to, block,
         c->broadcast ? operation_wants(c->operation, sends->to)
                      : c->left[copy] == 0 && block % c->nodes == sends->to);
  }
}

static void add_step(struct compiler *c, uint32_t step, uint32_t node)
{
  struct program *p = &c->programs->nodes[node];
  const struct verifier_transfer *sends = verifier_sends(&c->verifier, step, node);
  const uint32_t from = c->verifier.receives[(size_t)step * c->nodes + node];
  const uint32_t receives = received(c, step, node);

  if (sends->messages == 0 && receives == 0)
    return;
  p->steps[p->step_count++] = (struct program_step){
      .send_port = sends->messages > 0 ? port_to(c, node, sends->to) : PROGRAM_NO_PORT,
      .receive_port = receives > 0 ? port_to(c, node, from) : PROGRAM_NO_PORT,
      .sends = sends->messages,
      .receives = receives,
      .of_operation = step,
  };
}

static bool write_programs(struct compiler *c, struct err *err)
{
  for (uint32_t node = 0; node < c->nodes; node++)
    if (!program_open(c, node, err))
      return false;
  for (uint32_t node = 0; node < c->nodes; node++)
    load(c, node);
  for (uint32_t step = 0; step < c->verifier.steps; step++)
    for (uint32_t node = 0; node < c->nodes; node++) {
      transfer(c, step, node);
      add_step(c, step, node);
    }
  for (uint32_t node = 0; node < c->nodes; node++) {
    const uint64_t words = (uint64_t)c->free[node] * c->programs->words;

    if (words >= address_max)
      return err_set(err, ERR_USAGE,
                     "node %u would store %llu words; at most 2^31 - 1; give fewer words",
                     node, (unsigned long long)words);
    c->programs->nodes[node].memory_words = (uint32_t)words;
  }
  return true;
}

bool programs_compile(struct programs *programs, const struct operation *operation,
                      uint32_t startup, uint32_t word, uint32_t words, struct err *err)
{
  struct compiler c;

  *programs = (struct programs){.startup = startup, .word = word, .words = words};
  bool good = compiler_open(&c, programs, operation, err) &&
              operation_visit_moves(operation, 0, operation_sources(operation), list_blocks,
                                    &c, err) &&
              write_programs(&c, err);

  compiler_close(&c);
  if (!good)
    programs_free(programs);
  return good;
}

void programs_free(struct programs *programs)
{
  for (uint32_t i = 0; programs->nodes && i < programs->count; i++) {
    free(programs->nodes[i].steps);
    free(programs->nodes[i].sends);
    free(programs->nodes[i].flags);
  }
  free(programs->nodes);
  *programs = (struct programs){.nodes = NULL};
}
