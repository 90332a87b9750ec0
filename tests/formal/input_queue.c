/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* input_queue -- C = RTL.
 *
 * in: valid_i packet_i taken_i
 * out: ready_o full_o packet_o
 * state: packet header
 * registers: full_q packet_q
 */
#define PROOF_STATE
#include "switch/component/input_queue.h"
#include "tests/formal/proof.h"

static struct input_queue queue_of(const uint64_t *state)
{
  return (struct input_queue){.header = state[header], .packet = (uint32_t)state[packet]};
}

static void keep(uint64_t *state, const struct input_queue *queue)
{
  state[header] = queue->header;
  state[packet] = queue->packet;
}

static bool related(const uint64_t *state, const uint64_t *registers)
{
  const struct input_queue queue = queue_of(state);

  return input_queue_full(&queue) == registers[full_q] &&
         (!registers[full_q] || queue.header == registers[packet_q]);
}

/* Only a packet that is held can be taken. */
static bool allowed(const uint64_t *state, const uint64_t *in)
{
  const struct input_queue queue = queue_of(state);

  return !in[taken_i] || input_queue_full(&queue);
}

static void step(uint64_t *state, const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  struct input_queue queue = queue_of(state);

  out[full_o] = input_queue_full(&queue);
  out[packet_o] = queue.header;
  unread[packet_o] = !out[full_o];
  if (in[taken_i])
    input_queue_take(&queue);
  out[ready_o] = !input_queue_full(&queue);
  if (in[valid_i] && out[ready_o])
    input_queue_accept(&queue, 0, in[packet_i]);
  keep(state, &queue);
}

static void reset(uint64_t *state, const uint64_t *in)
{
  struct input_queue queue = queue_of(state);

  input_queue_reset(&queue);
  keep(state, &queue);
}
