/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* alone -- one switch with its pins, without a network. */
#include "switch/bank/alone.h"

#include <stdlib.h>

bool switch_alone_open(struct switch_alone *alone, const struct switch_config *config,
                       uint32_t packets)
{
  *alone = (struct switch_alone){.blocked = 0};
  if (!switch_bank_open(&alone->bank, config, 1, packets))
    return false;
  alone->bank.here = calloc(1, sizeof *alone->bank.here);
  if (alone->bank.here)
    return true;
  switch_alone_close(alone);
  return false;
}

void switch_alone_close(struct switch_alone *alone)
{
  switch_bank_close(&alone->bank);
}

void switch_alone_comb(struct switch_alone *alone)
{
  struct switch_bank *bank = &alone->bank;
  const uint32_t itself = 0;

  if (switch_has_work(bank, 0))
    switch_bank_route(bank, &itself, 1);
  if (switch_has_arbiters(bank))
    switch_offer(bank, 0, alone->blocked);
}

/* The LFSRs take their seeds in a chain (docs/switch.md, Random words). */
static void reset(struct switch_alone *alone, const struct switch_inputs *inputs)
{
  struct switch_bank *bank = &alone->bank;

  switch_bank_reset(bank);
  bank->here[0] = inputs->here;
  alone->blocked = 0;
  for (uint32_t i = switch_lfsrs(&bank->config); i-- > 0;)
    switch_seed(bank, 0, i, i > 0 ? bank->lfsrs[i - 1] : inputs->seed);
}

void switch_alone_edge(struct switch_alone *alone, const struct switch_inputs *inputs)
{
  struct switch_bank *bank = &alone->bank;
  const uint64_t accepted = inputs->offered & switch_alone_ready(alone);
  const uint64_t sent = bank->offered[0] & inputs->out_ready;

  if (inputs->rst) {
    reset(alone, inputs);
    return;
  }
  if (switch_has_arbiters(bank))
    switch_sent(bank, 0, sent);
  switch_bank_edge(bank, inputs->phase);
  switch_remove_ejected(bank, 0);
  for (uint64_t left = sent; left; left &= left - 1)
    packet_pool_free(&bank->pool, switch_send(bank, 0, bits_lowest(left)));
  alone->blocked = ~inputs->out_ready;
  for (uint64_t left = accepted; left; left &= left - 1)
    switch_accept(bank, 0, bits_lowest(left),
                  packet_pool_take(&bank->pool, &inputs->packets[bits_lowest(left)]));
}
