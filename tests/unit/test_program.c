/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_program -- programs do what their operation says, run here by messages. */
#include "network/collective/program.h"

#include "tests/unit/operation_unit.h"

enum { STARTUP = 7, WORD = 3, WORDS = 5 };

/* A message: who loaded it as which. */
struct message {
  uint32_t source, load;
};

struct node {
  struct message *memory; /* [memory_words / WORDS] */
  uint32_t stored, taken, sent;
  uint32_t step;
  bool has_sent, has_received; /* in this step */
  uint64_t begin, end;         /* of this step, in cycles */
  uint8_t *got;                /* [nodes][loads] how often each message is ejected */
};

struct machine {
  const struct programs *programs;
  const struct topology *t;
  struct node *nodes;
  uint32_t loads; /* most of a node */
  uint64_t last;  /* cycles until the last message has come */
};

static void take(struct machine *m, uint32_t node, struct message message)
{
  const struct program *p = &m->programs->nodes[node];
  struct node *n = &m->nodes[node];

  assert_true(n->taken < p->flag_count);
  const uint8_t flags = p->flags[n->taken++];

  if (flags & PROGRAM_STORE) {
    assert_true((n->stored + 1) * WORDS <= p->memory_words);
    n->memory[n->stored++] = message;
  }
  if (flags & PROGRAM_EJECT)
    n->got[message.source * m->loads + message.load]++;
}

static void machine_open(struct machine *m, const struct programs *programs,
                         const struct topology *t)
{
  *m = (struct machine){.programs = programs, .t = t};
  m->nodes = calloc(programs->count, sizeof *m->nodes);
  for (uint32_t i = 0; i < programs->count; i++)
    if (programs->nodes[i].loads > m->loads)
      m->loads = programs->nodes[i].loads;
  for (uint32_t i = 0; i < programs->count; i++) {
    m->nodes[i].memory =
        calloc(programs->nodes[i].memory_words / WORDS + 1, sizeof(struct message));
    m->nodes[i].got = calloc(programs->count, m->loads);
    for (uint32_t load = 0; load < programs->nodes[i].loads; load++)
      take(m, i, (struct message){.source = i, .load = load});
  }
}

static void machine_close(struct machine *m)
{
  for (uint32_t i = 0; i < m->programs->count; i++) {
    free(m->nodes[i].memory);
    free(m->nodes[i].got);
  }
  free(m->nodes);
}

static const struct program_step *step_of(const struct machine *m, uint32_t node)
{
  const struct program *p = &m->programs->nodes[node];

  return m->nodes[node].step < p->step_count ? &p->steps[m->nodes[node].step] : NULL;
}

static void end_step(struct machine *m, uint32_t node)
{
  const struct program_step *step = step_of(m, node);
  struct node *n = &m->nodes[node];

  if ((step->sends > 0 && !n->has_sent) || (step->receives > 0 && !n->has_received))
    return;
  n->step++;
  n->has_sent = n->has_received = false;
  n->begin = n->end;
}

/* Does the neighbour listen?  Then all messages of this step go over at once. */
static bool send(struct machine *m, uint32_t from)
{
  const struct program_step *step = step_of(m, from);
  struct node *sender = &m->nodes[from];

  if (!step || step->sends == 0 || sender->has_sent)
    return false;
  const struct link link = topology_link(m->t, from, step->send_port);
  const struct program_step *other = step_of(m, link.to_switch);
  struct node *receiver = &m->nodes[link.to_switch];

  if (!other || other->receives == 0 || receiver->has_received ||
      other->receive_port != link.to_port)
    return false;
  CHECK(other->receives == step->sends && other->of_operation == step->of_operation,
        "%u to %u: %u of step %u, %u of step %u", from, link.to_switch, step->sends,
        step->of_operation, other->receives, other->of_operation);
  for (uint32_t i = 0; i < step->sends; i++) {
    const uint32_t address = m->programs->nodes[from].sends[sender->sent++];

    CHECK(address % WORDS == 0 && address / WORDS < sender->stored, "%u sends word %u",
          from, address);
    take(m, link.to_switch, sender->memory[address / WORDS]);
  }
  /* The first word waits for the receiver, the others follow it. */
  const uint64_t offered = sender->begin + STARTUP + WORD - 1;
  const uint64_t leaves = offered > receiver->begin ? offered : receiver->begin;
  const uint64_t end = leaves + 1 + ((uint64_t)step->sends * WORDS - 1) * WORD;

  sender->end = end > sender->end ? end : sender->end;
  receiver->end = end > receiver->end ? end : receiver->end;
  m->last = end > m->last ? end : m->last;
  sender->has_sent = receiver->has_received = true;
  end_step(m, from);
  end_step(m, link.to_switch);
  return true;
}

static void run(struct machine *m)
{
  bool moved = true;

  while (moved) {
    moved = false;
    for (uint32_t node = 0; node < m->programs->count; node++)
      moved = send(m, node) || moved;
  }
  for (uint32_t node = 0; node < m->programs->count; node++) {
    const struct program *p = &m->programs->nodes[node];
    const struct node *n = &m->nodes[node];

    CHECK(n->step == p->step_count && n->taken == p->flag_count &&
              n->sent == p->send_count && n->stored * WORDS == p->memory_words,
          "node %u stops in step %u", node, n->step);
  }
}

/* Every node gets exactly what is for it, once. */
static void check_deliveries(const struct machine *m, const struct operation *operation)
{
  const bool broadcast = operation_is_broadcast(operation);

  for (uint32_t node = 0; node < m->programs->count; node++)
    for (uint32_t source = 0; source < m->programs->count; source++)
      for (uint32_t load = 0; load < m->programs->nodes[source].loads; load++) {
        const bool expected =
            broadcast ? operation_wants(operation, node) : load + (load >= source) == node;

        CHECK(m->nodes[node].got[source * m->loads + load] == expected,
              "node %u gets message %u of %u %u times", node, load, source,
              m->nodes[node].got[source * m->loads + load]);
      }
}

/* Run it; *exact: it takes as long as steps that begin together. */
static void check_programs(const char *spec, const struct operation_request *request,
                           bool must_be_exact)
{
  struct topology t = topology_of(spec);
  struct operation *operation = operation_of(&t, request);
  struct message_level count = count_of(&t, request);
  struct programs programs;
  struct machine m;
  struct err err;

  CHECK(programs_compile(&programs, operation, STARTUP, WORD, WORDS, &err), "%s", err.text);
  machine_open(&m, &programs, &t);
  run(&m);
  check_deliveries(&m, operation);
  const uint64_t cycles = message_level_cycles(&count, STARTUP, WORD, WORDS);

  CHECK(must_be_exact ? m.last == cycles : m.last <= cycles,
        "%s on %s: %llu cycles, not %llu", collective_kind_name(request->kind), spec,
        (unsigned long long)m.last, (unsigned long long)cycles);
  machine_close(&m);
  programs_free(&programs);
  message_level_free(&count);
  operation_close(operation);
}

static const struct operation_request requests[] = {
    {.kind = COLLECTIVE_ONE_TO_ALL_BROADCAST, .source = 5},
    {.kind = COLLECTIVE_ONE_TO_ALL_PERSONALIZED, .source = 5},
    {.kind = COLLECTIVE_ALL_TO_ALL_BROADCAST},
    {.kind = COLLECTIVE_ALL_TO_ALL_BROADCAST, .send = OPERATION_SEND_NOT_OWN},
    {.kind = COLLECTIVE_ALL_TO_ALL_BROADCAST, .send = OPERATION_SEND_ALL},
    {.kind = COLLECTIVE_ALL_TO_ALL_PERSONALIZED},
    {.kind = COLLECTIVE_ALL_TO_ALL_PERSONALIZED, .order = OPERATION_INTRA_FIRST},
};
enum { REQUESTS = sizeof requests / sizeof requests[0] };

TEST(test_programs)
{
  static const char *const specs[] = {
      "hypercube:3", "rdn:2:1",   "rdn:2x2:1",   "rdn:2:2", "rdn:3:1",
      "torus:2x3",   "torus:5x4", "dual-cube:3", "rdn:4:1", "rdn:2x3:1"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
    for (size_t r = 0; r < REQUESTS; r++)
      check_programs(specs[i], &requests[r], true);
}

TEST(test_programs_with_super_nodes)
{
  static const char *const specs[] = {"hdn:2x2:2", "hdn:2x2:2,2@2", "hdn:2x3x5:2x3"};

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
    check_programs(specs[i], &requests[0], true);
}

/* Steps in which nothing moves any more are in no program, so it may take less. */
TEST(test_programs_to_some)
{
  uint8_t wanted[128] = {[3] = 1, [77] = 1, [127] = 1};
  const struct operation_request request = {
      .kind = COLLECTIVE_ONE_TO_ALL_BROADCAST, .source = 64, .wanted = wanted};

  check_programs("rdn:2x2x2:1", &request, false);
  wanted[64] = 1;
  check_programs("rdn:2x2x2:1", &request, false);
}

TEST(test_too_large)
{
  struct topology t = topology_of("torus:40000");
  struct operation *operation = operation_of(
      &t, &(struct operation_request){.kind = COLLECTIVE_ALL_TO_ALL_PERSONALIZED});
  struct programs programs;
  struct err err = {.kind = ERR_NONE};

  assert_false(programs_compile(&programs, operation, 0, 1, 1, &err));
  check_error(&err, ERR_USAGE, "too many blocks for programs", "torus:40000");
  assert_null(programs.nodes);
  operation_close(operation);

  t = topology_of("hypercube:10");
  operation = operation_of(
      &t, &(struct operation_request){.kind = COLLECTIVE_ALL_TO_ALL_PERSONALIZED});
  assert_false(programs_compile(&programs, operation, 0, 1, 1 << 20, &err));
  check_error(&err, ERR_USAGE, "give fewer words", "hypercube:10");
  operation_close(operation);
}
