/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* switch -- the complete switch, built from the components: docs/switch.md. */
#include "switch/bank/switch.h"

#include "base/memory.h"
#include "switch/component/least_queue.h"
#include "switch/component/priority_queue.h"
#include "switch/component/queue_choice.h"
#include "switch/component/send_arbiter.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of queues that fit into the caches of a common processor. */
enum { CACHE = 8 << 20 };

enum { SPARSE = 8 /* times smaller, a list of crossings is preferred to a table */ };

/* Allocate the arrays that only some configurations need.  False: memory is short. */
static bool open_options(struct switch_bank *bank)
{
  const struct switch_config *config = &bank->config;
  const size_t switches = bank->switches, lfsrs = switch_lfsrs(config);
  bool good = true;

  bank->offered = bank->valid;
  if (config->vcs > 1 || config->sends)
    good = (bank->offered = malloc(switches * sizeof *bank->offered)) != NULL;
  if (good && config->vcs > 1)
    good = (bank->last = malloc(switches * config->ports)) != NULL;
  if (good && config->sends)
    good = (bank->last_port = malloc(switches)) != NULL &&
           (bank->blocked = malloc(switches * sizeof *bank->blocked)) != NULL;
  if (good && (switch_has_arbiters(bank) || config->random != RANDOM_NONE))
    good = (bank->kept = malloc(switches * sizeof *bank->kept)) != NULL;
  if (good && config->pushes)
    good = (bank->turns = malloc(switches * switch_queues(config))) != NULL;
  if (good && config->store)
    good = (bank->stores = malloc(switches * sizeof *bank->stores)) != NULL;
  if (good && lfsrs)
    good = (bank->lfsrs = memory_table(switches * lfsrs, sizeof *bank->lfsrs)) != NULL;
  if (good && config->random == RANDOM_STEPS)
    good = (bank->counts =
                memory_table(switches * config->channels, sizeof *bank->counts)) != NULL;
  if (good && (config->random == RANDOM_SHARED || random_source_chooses(config->random)))
    good = (bank->words = memory_table(switches * config->channels, sizeof *bank->words)) !=
           NULL;
  return good;
}

/* Allocate what switch_bank_pass needs.  False: memory is short. */
static bool open_pass(struct switch_bank *bank)
{
  const struct switch_config *config = &bank->config;
  const size_t switches = bank->switches;

  if (!switch_can_pass(config))
    return true;
  bank->next_inputs =
      config->sparse ? bank->inputs
                     : memory_table(switches * config->channels, sizeof *bank->next_inputs);
  bank->next_full =
      config->sparse ? bank->full : memory_zeros(switches, sizeof *bank->next_full);
  bank->next_awake =
      config->sparse ? bank->awake : calloc(switch_blocks(bank), sizeof *bank->next_awake);
  bank->keeping = malloc(switches * sizeof *bank->keeping);
  bank->crossings = memory_table(switches * config->ports, sizeof *bank->crossings);
  bank->ejections = memory_table(switches * config->channels, sizeof *bank->ejections);
  bank->leaving = memory_zeros(switches, sizeof *bank->leaving);
  return bank->next_inputs && bank->next_full && bank->next_awake && bank->keeping &&
         bank->crossings && bank->ejections && bank->leaving;
}

bool switch_is_sparse(const struct switch_config *config, uint32_t switches,
                      uint32_t packets)
{
  const struct switch_bank *bank = NULL; /* of which only sizes are asked */

  return switch_can_pass(config) &&
         (uint64_t)packets * sizeof *bank->crossings * SPARSE <=
             (uint64_t)switches * config->channels * sizeof *bank->inputs;
}

bool switch_bank_open(struct switch_bank *bank, const struct switch_config *config,
                      uint32_t switches, uint32_t packets)
{
  return switch_bank_open_part(bank, config, switches, 0, switches, packets);
}

bool switch_bank_open_part(struct switch_bank *bank, const struct switch_config *config,
                           uint32_t switches, uint32_t first, uint32_t end,
                           uint32_t packets)
{
  *bank = (struct switch_bank){
      .config = *config,
      .switches = switches,
      .first = first,
      .end = end,
      .large = (end - first) * (config->channels * sizeof *bank->inputs +
                                switch_queues(config) * sizeof *bank->outputs) >
               CACHE,
      .inputs = memory_table((size_t)switches * config->channels, sizeof *bank->inputs),
      .outputs =
          memory_zeros((size_t)switches * switch_queues(config), sizeof *bank->outputs),
      .full = memory_zeros(switches, sizeof *bank->full),
      .ready = memory_table(switches, sizeof *bank->ready),
      .valid = memory_zeros(switches, sizeof *bank->valid),
      .eject = memory_zeros(switches, sizeof *bank->eject),
      .awake = calloc(switch_blocks(&(struct switch_bank){.switches = switches}),
                      sizeof *bank->awake),
  };

  if (!bank->inputs || !bank->outputs || !bank->full || !bank->ready || !bank->valid ||
      !bank->eject || !bank->awake || !open_pass(bank) || !open_options(bank) ||
      !packet_pool_open(&bank->pool, packets, config->priority_bits > 0)) {
    switch_bank_close(bank);
    return false;
  }
  for (uint32_t sw = first; sw < end; sw++) {
    bank->ready[sw] = bits_mask(config->channels);
    for (uint32_t i = 0; i < switch_lfsrs(config); i++)
      switch_seed(bank, sw, i, 0);
  }
  switch_bank_reset(bank);
  return true;
}

void switch_bank_share_out(struct switch_bank *whole)
{
  if (whole->switches > SWITCH_FEW)
    return;
  free(whole->awake);
  if (!whole->config.sparse)
    free(whole->next_awake);
  whole->awake = whole->next_awake = NULL;
}

struct switch_bank switch_bank_share(const struct switch_bank *whole, uint32_t first,
                                     uint32_t end, struct pool_rest *rest)
{
  struct switch_bank bank = *whole;

  bank.first = first;
  bank.end = end;
  bank.pool = packet_pool_share(&whole->pool, rest);
  if (bank.crossings) {
    bank.keeping += first;
    bank.crossings += (size_t)first * whole->config.ports;
    bank.ejections += (size_t)first * whole->config.channels;
  }
  return bank;
}

/* Set the words of the bank's switches to 0. */
static void clear(const struct switch_bank *bank, uint64_t *words)
{
  if (words)
    memset(&words[bank->first], 0, (bank->end - bank->first) * sizeof *words);
}

/* The same with the words of `awake`. */
static void fall_asleep(const struct switch_bank *bank, uint64_t *awake)
{
  const size_t count = bank->end - bank->first;

  if (awake)
    memset(&awake[bank->first / SWITCH_BLOCK], 0,
           (count + SWITCH_BLOCK - 1) / SWITCH_BLOCK * sizeof *awake);
}

static void reset_options(struct switch_bank *bank)
{
  const struct switch_config *config = &bank->config;
  const size_t first = bank->first, count = bank->end - bank->first;

  if (random_source_chooses(config->random)) /* of two ways: network channels, for ever */
    memset(&bank->words[first * config->channels], 0,
           count * config->channels * sizeof *bank->words);
  fall_asleep(bank, bank->awake);
  fall_asleep(bank, bank->next_awake);
  clear(bank, bank->kept);
  clear(bank, bank->blocked);
  if (bank->last)
    memset(&bank->last[first * config->ports], (int)config->vcs - 1, count * config->ports);
  if (bank->last_port)
    memset(&bank->last_port[first], (int)switch_queues(config) - 1, count);
  if (bank->turns)
    memset(&bank->turns[first * switch_queues(config)], (int)config->channels - 1,
           count * switch_queues(config));
  for (uint32_t sw = bank->first; bank->stores && sw < bank->end; sw++)
    waiting_store_reset(&bank->stores[sw]);
}

/* Empty channels and queues, as they are after opening. */
static void reset_used(struct switch_bank *bank)
{
  const size_t queues = switch_queues(&bank->config);

  for (size_t i = bank->first * queues; i < bank->end * queues; i++)
    output_queue_reset(&bank->outputs[i]);
  for (uint32_t sw = bank->first; sw < bank->end; sw++)
    bank->ready[sw] = bits_mask(bank->config.channels);
  clear(bank, bank->full);
  clear(bank, bank->valid);
  clear(bank, bank->eject);
  clear(bank, bank->leaving);
  clear(bank, bank->next_full);
}

void switch_bank_reset(struct switch_bank *bank)
{
  const size_t channels = bank->config.channels;

  /* Of a sparse bank only the channels in `full` are ever read. */
  for (size_t i = bank->first * channels; !bank->config.sparse && i < bank->end * channels;
       i++)
    input_queue_reset(&bank->inputs[i]);
  if (bank->used)
    reset_used(bank);
  bank->used = false;
  if (switch_has_arbiters(bank))
    clear(bank, bank->offered);
  bank->keeping_count = 0;
  bank->crossing_end = bank->crossings;
  bank->ejection_end = bank->ejections;
  reset_options(bank);
  bank->largest = 0;
  bank->phase = 0;
  packet_pool_reset(&bank->pool);
}

void switch_seed(struct switch_bank *bank, uint32_t sw, uint32_t index, uint64_t seed)
{
  bank->lfsrs[(size_t)sw * switch_lfsrs(&bank->config) + index] = random_bits_seed(seed);
}

void switch_bank_close(struct switch_bank *bank)
{
  packet_pool_close(&bank->pool);
  if (bank->offered != bank->valid)
    free(bank->offered);
  free(bank->here);
  free(bank->inputs);
  free(bank->outputs);
  free(bank->full);
  free(bank->ready);
  free(bank->valid);
  free(bank->eject);
  if (!bank->config.sparse) {
    free(bank->next_inputs);
    free(bank->next_full);
    free(bank->next_awake);
  }
  free(bank->keeping);
  free(bank->crossings);
  free(bank->ejections);
  free(bank->leaving);
  free(bank->awake);
  free(bank->kept);
  free(bank->last);
  free(bank->last_port);
  free(bank->blocked);
  free(bank->turns);
  free(bank->stores);
  free(bank->lfsrs);
  free(bank->words);
  free(bank->counts);
  *bank = (struct switch_bank){.switches = 0};
}

void switch_prefetch_inputs(const struct switch_bank *bank, const uint32_t *active,
                            size_t count)
{
  for (size_t i = 0; i < count; i++) {
    const struct input_queue *inputs =
        &bank->inputs[(size_t)active[i] * bank->config.channels];

    for (uint64_t full = bank->full[active[i]]; full; full &= full - 1)
      __builtin_prefetch(&inputs[bits_lowest(full)], 1);
  }
}

/* Queues of ports at which several VCs show a packet. */
static uint64_t shared_links(const struct switch_bank *bank, uint32_t sw)
{
  const uint32_t vcs = bank->config.vcs;
  uint64_t shared = 0;

  for (uint64_t left = vcs > 1 ? bank->valid[sw] : 0; left;) {
    uint32_t first = bits_lowest(left) / vcs * vcs;
    uint64_t port = left & bits_mask(vcs) << first;

    if (port & (port - 1))
      shared |= port;
    left &= ~port;
  }
  return shared;
}

uint64_t switch_competing(const struct switch_bank *bank, uint32_t sw)
{
  return bank->config.sends ? bank->valid[sw] : shared_links(bank, sw);
}

/* The grants of the link_arbiters of all ports, as a mask of queues. */
static uint64_t granted_links(const struct switch_bank *bank, uint32_t sw, uint64_t blocked)
{
  const uint32_t vcs = bank->config.vcs;
  uint64_t granted = bank->valid[sw];

  for (uint64_t left = shared_links(bank, sw); left;) {
    const uint32_t port = bits_lowest(left) / vcs;
    const uint64_t own = bits_mask(vcs) << port * vcs;
    const struct link_arbiter_in in = {
        .valid = (left & own) >> port * vcs,
        .blocked = blocked >> port * vcs,
        .last = bank->last[(size_t)sw * bank->config.ports + port],
        .vcs = vcs,
        .rule = bank->config.arbiter};

    granted = (granted & ~own) | link_arbiter_comb(&in) << port * vcs;
    left &= ~own;
  }
  return granted;
}

/* The inputs of the send_arbiter for queues granted their links; priorities[63]. */
static struct send_arbiter_in ask_to_send(const struct switch_bank *bank, uint32_t sw,
                                          uint64_t granted, uint16_t *priorities)
{
  const uint32_t queues = switch_queues(&bank->config);
  const struct output_queue *outputs = &bank->outputs[(size_t)sw * queues];
  const bool ordered = bank->config.priority_bits > 0;

  for (uint64_t left = ordered ? granted : 0; left; left &= left - 1)
    priorities[bits_lowest(left)] =
        priority_queue_priority(&outputs[bits_lowest(left)], &bank->pool);
  return (struct send_arbiter_in){.valid = granted,
                                  .blocked = bank->blocked[sw],
                                  .priorities = ordered ? priorities : NULL,
                                  .last = bank->last_port[sw],
                                  .queues = queues,
                                  .sends = bank->config.sends,
                                  .fixed = bank->config.arbiter != ARBITER_TURNS};
}

void switch_offer(struct switch_bank *bank, uint32_t sw, uint64_t blocked)
{
  uint64_t granted = granted_links(bank, sw, blocked);

  if (bank->config.sends) {
    uint16_t priorities[SWITCH_QUEUES];

    bank->blocked[sw] = blocked;
    struct send_arbiter_in in = ask_to_send(bank, sw, granted, priorities);
    granted = send_arbiter_comb(&in);
  }
  bank->offered[sw] = granted;
}

void switch_sent(struct switch_bank *bank, uint32_t sw, uint64_t sent)
{
  const uint32_t vcs = bank->config.vcs;

  if (bank->config.sends && sent) {
    uint16_t priorities[SWITCH_QUEUES];
    struct send_arbiter_in in = ask_to_send(bank, sw, sent, priorities);

    bank->last_port[sw] = (uint8_t)send_arbiter_last(&in, sent);
  }
  for (uint64_t left = vcs > 1 ? sent : 0; left; left &= left - 1) {
    uint32_t port = bits_lowest(left) / vcs;

    bank->last[(size_t)sw * bank->config.ports + port] =
        (uint8_t)(bits_lowest(left) - port * vcs);
  }
}

/* What a switch shows its route unit. */
static struct route_in shown(const struct switch_bank *bank, uint32_t sw, uint64_t header,
                             uint32_t random)
{
  return (struct route_in){.here = bank->here ? bank->here[sw] : sw,
                           .header = header,
                           .random = random,
                           .ports = bank->config.ports,
                           .phase = bank->phase,
                           .parameters = bank->config.parameters};
}

struct route_out switch_ask(const struct switch_bank *bank, uint32_t sw, uint64_t header,
                            uint32_t random)
{
  const struct route_in in = shown(bank, sw, header, random);

  return bank->config.unit->comb(&in);
}

/* The word by which the packet with this header goes the long way or the short one. */
static uint32_t choose_of_two(const struct switch_bank *bank, uint32_t sw, uint64_t header,
                              const uint32_t *counts)
{
  return queue_choice_comb(&(struct queue_choice_in){
      .counts = counts,
      .vcs = bank->config.vcs,
      .short_ports = switch_ask(bank, sw, header, 0).ports,
      .long_ports = switch_ask(bank, sw, header, 1).ports,
  });
}

/* The word of the emptiest queue.  The unit lists the words that make a difference, in
 * ascending order; the others change nothing. */
static uint32_t choose_least(const struct switch_bank *bank, uint32_t sw, uint64_t header,
                             const uint32_t *counts)
{
  const struct route_in in = shown(bank, sw, header, 0);
  struct least_queue_way ways[ROUTE_WORDS];
  uint32_t words[ROUTE_WORDS];
  const uint32_t count = bank->config.unit->words(&in, words);

  if (count == 1)
    return words[0];
  for (uint32_t i = 0; i < count; i++) {
    const struct route_out way = switch_ask(bank, sw, header, words[i]);

    ways[i] = (struct least_queue_way){.ports = way.ports, .vc = way.vc};
  }
  return words[least_queue_comb(&(struct least_queue_in){
      .counts = counts, .vcs = bank->config.vcs, .ways = ways, .count = count})];
}

void switch_choose(struct switch_bank *bank, uint32_t sw)
{
  const uint32_t queues = switch_queues(&bank->config);
  const struct output_queue *outputs = &bank->outputs[(size_t)sw * queues];
  const size_t first = (size_t)sw * bank->config.channels;
  const bool least = bank->config.random == RANDOM_LEAST;
  uint64_t chosen = bank->full[sw] & ~(least ? 0 : bits_mask(queues));
  uint32_t counts[SWITCH_QUEUES];

  for (uint32_t q = 0; chosen && q < queues; q++)
    counts[q] = outputs[q].count;
  for (; chosen; chosen &= chosen - 1) {
    const uint32_t channel = bits_lowest(chosen);
    const uint64_t header = bank->inputs[first + channel].header;

    bank->words[first + channel] = least ? choose_least(bank, sw, header, counts)
                                         : choose_of_two(bank, sw, header, counts);
  }
}

struct route_out switch_way(const struct switch_bank *bank, uint32_t sw, uint32_t channel)
{
  const struct switch_config *config = &bank->config;
  const size_t place = (size_t)sw * config->channels + channel;
  uint32_t random = 0;

  if (config->random != RANDOM_NONE) {
    const struct random_bits bits = switch_random(bank, sw);

    random = random_bits_word(&bits, channel);
  }
  return switch_ask(bank, sw, bank->inputs[place].header, random);
}

uint64_t switch_way_queues(uint32_t vcs, const struct route_out *way)
{
  const uint32_t own = way->vc < vcs ? way->vc : vcs - 1;
  uint64_t queues = 0;

  for (uint64_t ports = way->ports; ports; ports &= ports - 1)
    queues |= UINT64_C(1) << (bits_lowest(ports) * vcs + own);
  return queues;
}

uint64_t switch_wants(const struct switch_bank *bank, uint32_t sw, uint32_t channel)
{
  const struct route_out way = switch_way(bank, sw, channel);

  return switch_way_queues(bank->config.vcs, &way);
}

/* Idle switches have `full` 0, so their `kept` is 0 too. */
static void keep_full(struct switch_bank *bank)
{
  if (!bank->awake)
    memcpy(&bank->kept[bank->first], &bank->full[bank->first],
           (bank->end - bank->first) * sizeof *bank->kept);
  for (uint32_t from = bank->first; bank->awake && from < bank->end; from += SWITCH_BLOCK)
    for (uint64_t left = bank->awake[from / SWITCH_BLOCK]; left; left &= left - 1) {
      const uint32_t sw = from + bits_lowest(left);

      bank->kept[sw] = bank->full[sw];
    }
}

void switch_bank_edge(struct switch_bank *bank, uint32_t phase)
{
  bank->used = true;
  if (bank->kept)
    keep_full(bank);
  if (bank->phase != phase && bank->stores)
    for (uint32_t sw = bank->first; sw < bank->end; sw++) {
      bank->stores[sw].open = bank->stores[sw].count;
      if (bank->stores[sw].open > 0)
        switch_wake(bank, sw);
    }
  bank->phase = phase;
}
