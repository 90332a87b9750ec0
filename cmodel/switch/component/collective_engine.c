/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* collective_engine -- a node of the one-port model that runs a program of steps. */
#include "switch/component/collective_engine.h"

#include "base/bits.h"

enum { LIST_BITS = 32 }; /* of an entry of the send list, in its word */

static uint32_t field(uint64_t word, uint32_t lsb, uint32_t bits)
{
  return (uint32_t)(word >> lsb & bits_mask(bits));
}

static uint64_t program_word(const struct collective_engine *e, uint64_t at)
{
  return at < e->program_words ? e->program[at] : 0;
}

static uint64_t port_mask(const struct collective_engine *e, uint32_t port)
{
  return port < e->ports ? UINT64_C(1) << port : 0;
}

struct collective_engine_now collective_engine_now(const struct collective_engine *e)
{
  const uint64_t head = e->program[0];
  struct collective_engine_now now = {.running = e->phase &&
                                                 e->step < field(head, 0, ENGINE_STEP_BITS),
                                      .last = field(head, 16, ENGINE_WORD_BITS)};

  if (!now.running)
    return now;
  const uint64_t step = program_word(e, (uint64_t)ENGINE_HEAD + e->step);
  now.sends = field(step, 12, ENGINE_COUNT_BITS);
  now.receives = field(step, 36, ENGINE_COUNT_BITS);
  now.out_port = port_mask(e, field(step, 0, ENGINE_PORT_BITS));
  now.in_channel = field(step, 6, ENGINE_PORT_BITS);
  now.in_port = port_mask(e, now.in_channel);
  now.target = field(head, 48, ENGINE_GAP_BITS);
  if (e->sent == 0 && e->send_word == 0)
    now.target += field(head, 32, ENGINE_STARTUP_BITS);
  now.sending = e->sent < now.sends;
  now.offered = now.sending && e->delay >= now.target;
  now.receiving = e->received < now.receives;
  return now;
}

void collective_engine_reset(struct collective_engine *e, uint64_t program_i)
{
  e->phase = e->step = e->sent = e->received = 0;
  e->send_word = e->receive_word = e->send_index = e->receive_index = 0;
  e->delay = e->free = 0;
  e->eject = 0;
  if (program_i & ENGINE_FIRST)
    e->write = 0;
  if (e->write < e->program_words)
    e->program[e->write++] = program_i;
}

/* The address in the memory of the next word to send. */
static uint32_t out_address(const struct collective_engine *e)
{
  const uint64_t lists = program_word(e, 1);
  const uint64_t at = field(lists, 0, ENGINE_ADDRESS_BITS);
  const uint64_t entries = program_word(e, at + e->send_index / ENGINE_SENDS);

  return field(entries, e->send_index % ENGINE_SENDS * LIST_BITS, ENGINE_ADDRESS_BITS) +
         e->send_word;
}

struct collective_engine_out collective_engine_comb(const struct collective_engine *e)
{
  const struct collective_engine_now now = collective_engine_now(e);
  struct collective_engine_out out = {.in_ready = now.receiving ? now.in_port : 0,
                                      .out_valid = now.offered ? now.out_port : 0,
                                      .inject_ready = e->phase == 0,
                                      .eject_valid = e->eject,
                                      .eject_word = e->eject_data};

  if (out.out_valid) {
    out.out_address = out_address(e);
    out.out_word = out.out_address < e->memory_words ? e->memory[out.out_address] : 0;
  }
  return out;
}

bool collective_engine_awake(const struct collective_engine *e)
{
  const struct collective_engine_now now = collective_engine_now(e);

  return e->eject || (now.running && (now.sending || !now.receiving));
}

/* --- the edge --- */

/* Send a word.  True: it was the last one of the step. */
static bool send(struct collective_engine *e, const struct collective_engine_now *now)
{
  e->delay = 0;
  if (e->send_word++ < now->last)
    return false;
  e->send_word = 0;
  e->send_index = (e->send_index + 1) & (uint32_t)bits_mask(ENGINE_ADDRESS_BITS);
  return ++e->sent == now->sends;
}

uint32_t collective_engine_flags(const struct collective_engine *e, uint32_t index)
{
  const uint64_t at = program_word(e, 1) >> LIST_BITS & bits_mask(ENGINE_ADDRESS_BITS);
  const uint64_t entries = program_word(e, at + index / ENGINE_RECEIVES);

  return field(entries, index % ENGINE_RECEIVES * 2, 2);
}

/* Receive a word.  True: it was the last one of its message. */
static bool take(struct collective_engine *e, const struct collective_engine_now *now,
                 uint64_t word, uint32_t channel)
{
  const uint32_t flags = collective_engine_flags(e, e->receive_index);

  if (flags & ENGINE_EJECT) {
    e->eject = UINT64_C(1) << channel;
    e->eject_data = word;
  }
  if (flags & ENGINE_STORE) {
    if (e->free < e->memory_words)
      e->memory[e->free] = word;
    e->free = (e->free + 1) & (uint32_t)bits_mask(ENGINE_ADDRESS_BITS);
  }
  if (e->receive_word++ < now->last)
    return false;
  e->receive_word = 0;
  e->receive_index = (e->receive_index + 1) & (uint32_t)bits_mask(ENGINE_ADDRESS_BITS);
  return true;
}

static void end_step(struct collective_engine *e)
{
  e->step++;
  e->sent = e->received = e->delay = 0;
}

void collective_engine_tick(struct collective_engine *e,
                            const struct collective_engine_in *in)
{
  const struct collective_engine_now now = collective_engine_now(e);
  const bool enters = e->phase == 0 && in->inject_valid;
  bool sent = !now.sending, received = !now.receiving;

  e->eject = 0;
  if (now.offered && in->out_ready & now.out_port)
    sent = send(e, &now);
  else if (now.sending && e->delay < now.target)
    e->delay++;
  if (enters)
    take(e, &now, in->inject_word, e->ports);
  else if (now.receiving && in->in_valid & now.in_port &&
           take(e, &now, in->in_word, now.in_channel))
    received = ++e->received == now.receives;
  if (now.running && sent && received)
    end_step(e);
  e->phase = in->phase;
}
