/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* engines -- the golden machine of a network of collective engines. */
#include "run/machine/engines.h"

#include "base/bits.h"
#include "base/memory.h"
#include "switch/component/collective_engine.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64 /* engines in a word of a set */ };

/* The words that reach an engine in this cycle. */
struct coming {
  uint64_t in_valid;
  uint64_t in_word;
  uint64_t out_ready;
  uint64_t inject_word;
  bool inject_valid;
  uint16_t hops; /* links crossed by that word */
};

struct engines {
  const struct engine_programs *programs;
  uint32_t count, ports;
  bool every;
  bool in_reset;    /* the next edge has rst 1, and perhaps the previous one had */
  uint32_t phase;   /* of the next cycle, once it is fixed */
  struct link *far; /* [count * ports] */
  struct collective_engine *engines; /* [count] */
  uint64_t *program, *memory;        /* of all engines */
  uint16_t *hops;                    /* of the words in `memory` */
  uint16_t *eject_hops;              /* [count] */
  struct coming *coming;             /* [count] */
  uint64_t *awake;                   /* set of the engines that the next edge changes */
  uint64_t *valid, *ready, *eject;   /* [count] */
  uint32_t *active;                  /* [active_count] */
  size_t active_count;
};

static inline void wake(struct engines *m, uint32_t engine)
{
  m->awake[engine / BLOCK] |= UINT64_C(1) << engine % BLOCK;
}

static void wake_all(struct engines *m)
{
  for (uint32_t engine = 0; engine < m->count; engine++)
    wake(m, engine);
}

/* Update the outputs of an engine. */
static void show(struct engines *m, uint32_t engine)
{
  const struct collective_engine_out out = collective_engine_comb(&m->engines[engine]);

  m->valid[engine] = out.out_valid;
  m->ready[engine] = out.in_ready | (uint64_t)out.inject_ready << m->ports;
  m->eject[engine] = out.eject_valid;
}

/* --- reset --- */

static bool engines_reset(void *self, uint64_t seed, struct err *err)
{
  struct engines *m = self;

  (void)seed;
  (void)err;
  memset(m->coming, 0, m->count * sizeof *m->coming);
  m->phase = 0;
  m->in_reset = false;
  m->active_count = 0;
  for (uint32_t i = 0; i < m->count; i++) {
    for (size_t w = m->programs->first[i]; w < m->programs->first[i + 1]; w++)
      collective_engine_reset(&m->engines[i], m->programs->words[w]);
    show(m, i);
  }
  wake_all(m);
  return true;
}

/* --- one cycle --- */

/* Move the word that an engine offers across its link, if the far end is ready and the link
 * is not stalled. */
static void cross(struct engines *m, uint32_t from, uint64_t stalled)
{
  const uint64_t valid = m->valid[from];
  const uint32_t port = bits_lowest(valid);
  const struct link far = m->far[(size_t)from * m->ports + port];

  if (!(m->ready[far.to_switch] >> far.to_port & 1) || (stalled >> port & 1))
    return;
  const struct collective_engine *e = &m->engines[from];
  const struct collective_engine_out out = collective_engine_comb(e);
  struct coming *to = &m->coming[far.to_switch];

  to->in_valid = UINT64_C(1) << far.to_port;
  to->in_word = out.out_word;
  to->hops = 1;
  if (out.out_address < e->memory_words)
    to->hops = (uint16_t)(m->hops[(size_t)(e->memory - m->memory) + out.out_address] + 1);
  m->coming[from].out_ready = valid;
  wake(m, from);
  wake(m, far.to_switch);
}

static void engines_exchange(void *self, const struct stimulus *stimulus)
{
  struct engines *m = self;

  if (stimulus->reset && !m->in_reset)
    engines_reset(m, 0, NULL);
  m->in_reset = stimulus->reset > 0;
  if (m->in_reset)
    return;
  if (stimulus->phase != m->phase)
    wake_all(m);
  m->phase = stimulus->phase;
  for (size_t i = 0; i < m->active_count; i++)
    if (m->valid[m->active[i]])
      cross(m, m->active[i], stimulus->stalled ? stimulus->stalled[m->active[i]] : 0);
  for (size_t i = 0; i < stimulus->injection_count; i++) {
    const struct injection *injection = &stimulus->injections[i];
    struct coming *to = &m->coming[injection->at];

    to->inject_valid = true;
    to->inject_word = injection->packet.data;
    to->hops = 0;
    wake(m, injection->at);
  }
  m->active_count = 0;
}

static void edge(struct engines *m, uint32_t engine)
{
  struct collective_engine *e = &m->engines[engine];
  struct coming *c = &m->coming[engine];
  const uint32_t address = e->free;

  collective_engine_tick(e, &(struct collective_engine_in){.phase = m->phase,
                                                           .in_valid = c->in_valid,
                                                           .in_word = c->in_word,
                                                           .out_ready = c->out_ready,
                                                           .inject_valid = c->inject_valid,
                                                           .inject_word = c->inject_word});
  if (e->free != address && address < e->memory_words)
    m->hops[(size_t)(e->memory - m->memory) + address] = c->hops;
  m->eject_hops[engine] = c->hops;
  *c = (struct coming){.in_valid = 0};
  show(m, engine);
}

static void engines_clock(void *self, uint32_t from, uint32_t to)
{
  struct engines *m = self;

  if (m->in_reset)
    return;
  for (uint32_t first = from; first < to && first < m->count;) {
    const uint32_t base = first / BLOCK * BLOCK;
    const uint32_t end = to - base < BLOCK ? to : base + BLOCK;
    const uint64_t part = bits_mask(end - base) & ~bits_mask(first - base);
    const uint64_t changed = m->awake[base / BLOCK] & part;
    uint64_t again = 0;

    for (uint64_t left = changed; left; left &= left - 1) {
      const uint32_t bit = bits_lowest(left), engine = base + bit;

      edge(m, engine);
      again |= (uint64_t)collective_engine_awake(&m->engines[engine]) << bit;
      if (m->valid[engine] || m->eject[engine])
        m->active[m->active_count++] = engine;
    }
    m->awake[base / BLOCK] ^= changed ^ again;
    first = end;
  }
}

static struct links engines_links(void *self)
{
  struct engines *m = self;

  if (m->every)
    for (m->active_count = 0; m->active_count < m->count; m->active_count++)
      m->active[m->active_count] = (uint32_t)m->active_count;
  return (struct links){.valid = m->valid,
                        .ready = m->ready,
                        .eject = m->eject,
                        .active = m->active,
                        .active_count = m->active_count};
}

static struct packet engines_out_packet(const void *self, uint32_t sw, uint32_t port)
{
  const struct engines *m = self;

  (void)port;
  return (struct packet){.data = collective_engine_comb(&m->engines[sw]).out_word};
}

static struct packet engines_eject_packet(const void *self, uint32_t sw, uint32_t channel)
{
  const struct engines *m = self;

  (void)channel;
  return (struct packet){.data = m->engines[sw].eject_data};
}

static uint32_t engines_eject_hops(const void *self, uint32_t sw, uint32_t channel)
{
  const struct engines *m = self;

  (void)channel;
  return m->eject_hops[sw];
}

static const struct collective_engine *engines_engines(const void *self)
{
  return ((const struct engines *)self)->engines;
}

/* --- opening and closing --- */

static void engines_close(void *self)
{
  struct engines *m = self;

  free(m->far);
  free(m->engines);
  free(m->program);
  free(m->memory);
  free(m->hops);
  free(m->eject_hops);
  free(m->coming);
  free(m->awake);
  free(m->valid);
  free(m->ready);
  free(m->eject);
  free(m->active);
  free(m);
}

static const struct machine_ops engines_ops = {
    .name = "golden",
    .can = MACHINE_HOPS | MACHINE_PARTS | MACHINE_STALLS | MACHINE_RESETS | MACHINE_ENGINES,
    .reset = engines_reset,
    .exchange = engines_exchange,
    .clock = engines_clock,
    .links = engines_links,
    .out_packet = engines_out_packet,
    .eject_packet = engines_eject_packet,
    .eject_hops = engines_eject_hops,
    .engines = engines_engines,
    .close = engines_close,
};

/* Allocate all tables; those read before they are written are set to 0.  False: memory is
 * short. */
static bool open_tables(struct engines *m)
{
  const struct engine_programs *p = m->programs;
  const size_t memory = p->memory_first[m->count] + 1; /* at least 1 */

  m->far = memory_table((size_t)m->count * m->ports, sizeof *m->far);
  m->engines = memory_table(m->count, sizeof *m->engines);
  m->program = memory_table(p->first[m->count], sizeof *m->program);
  m->memory = memory_table(memory, sizeof *m->memory);
  m->hops = memory_table(memory, sizeof *m->hops);
  m->eject_hops = calloc(m->count, sizeof *m->eject_hops);
  m->coming = calloc(m->count, sizeof *m->coming);
  m->awake = calloc(m->count / BLOCK + 1, sizeof *m->awake);
  m->valid = calloc(m->count, sizeof *m->valid);
  m->ready = calloc(m->count, sizeof *m->ready);
  m->eject = calloc(m->count, sizeof *m->eject);
  m->active = calloc(m->count, sizeof *m->active);
  return m->far && m->engines && m->program && m->memory && m->hops && m->eject_hops &&
         m->coming && m->awake && m->valid && m->ready && m->eject && m->active;
}

bool engines_open(struct machine *machine, const struct shape *shape, bool every,
                  struct err *err)
{
  const struct topology *t = shape->topology;
  const struct engine_programs *p = shape->programs;
  struct engines *m = calloc(1, sizeof *m);

  if (m)
    *m = (struct engines){
        .programs = p, .count = t->switches, .ports = t->ports, .every = every};
  if (!m || !open_tables(m)) {
    if (m)
      engines_close(m);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the engines of %s",
                   t->spec);
  }
  for (uint32_t i = 0; i < m->count; i++) {
    m->engines[i] = (struct collective_engine){.ports = t->ports,
                                               .program_words = engine_program_words(p, i),
                                               .memory_words = engine_memory_words(p, i),
                                               .program = m->program + p->first[i],
                                               .memory = m->memory + p->memory_first[i]};
    for (uint32_t port = 0; port < t->ports; port++)
      m->far[(size_t)i * t->ports + port] = topology_link(t, i, port);
  }
  *machine = (struct machine){.ops = &engines_ops, .self = m};
  return engines_reset(m, 0, err);
}

/* --- the routing --- */

/* Headers route no packet. */
static struct route_out stay(const struct route_in *in)
{
  return (struct route_out){.eject = true, .header = in->header};
}

static const struct route_unit unit = {
    .name = "collective_engine", .phase_bits = 1, .comb = stay};

static uint32_t one_bit(const struct topology *t)
{
  (void)t;
  return 1;
}

static uint64_t no_header(const struct topology *t, uint32_t source, uint32_t destination,
                          uint64_t random)
{
  (void)t, (void)source, (void)destination, (void)random;
  return 0;
}

static size_t no_fields(const struct topology *t, struct field *fields, size_t capacity)
{
  (void)t, (void)fields, (void)capacity;
  return 0;
}

static uint32_t two_phases(const struct topology *t)
{
  (void)t;
  return 2;
}

/* Phase 0 of a word ends where it starts; phase 1 never ends. */
static uint32_t loaded_at(const struct topology *t, uint32_t source, uint64_t header,
                          uint32_t phase)
{
  (void)header, (void)phase;
  return topology_source(t, source);
}

const struct routing engines_routing = {
    .name = "program",
    .text = "collective engines send by their programs",
    .unit = &unit,
    .vcs = 1,
    .why = "a step waits for earlier steps alone",
    .header_bits = one_bit,
    .header = no_header,
    .fields = no_fields,
    .phases = {.kind = PHASE_BARRIER, .count = two_phases, .ends_at = loaded_at},
};
