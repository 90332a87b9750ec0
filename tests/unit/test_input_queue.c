/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_input_queue -- the register at the switch boundary, cycle by cycle. */
#include "switch/component/input_queue.h"

#include "tests/unit/support.h"

/* The registers and the edge of docs/switch.md, input_queue. */
struct reference {
  bool full_q;
  uint32_t packet_q;
};

static bool reference_ready(const struct reference *r, bool taken_i)
{
  return !r->full_q || taken_i;
}

static void reference_clock(struct reference *r, bool valid_i, uint32_t packet_i,
                            bool taken_i)
{
  if (valid_i && reference_ready(r, taken_i)) {
    r->packet_q = packet_i;
    r->full_q = true;
  } else if (taken_i) {
    r->full_q = false;
  }
}

static void check_same(const struct input_queue *queue, const struct reference *r,
                       uint32_t code, uint32_t cycle)
{
  CHECK(input_queue_full(queue) == r->full_q, "stimulus %#x cycle %u: full %d, not %d",
        code, cycle, input_queue_full(queue), r->full_q);
  CHECK(!r->full_q || queue->packet == r->packet_q,
        "stimulus %#x cycle %u: packet %u, not %u", code, cycle, queue->packet,
        r->packet_q);
}

/* All stimuli of 8 cycles; bit 2t of `code` is valid_i in cycle t, bit 2t + 1 is taken_i
 * (of a packet that is there). */
TEST(test_every_stimulus_of_8_cycles)
{
  for (uint32_t code = 0; code < 1u << 16; code++) {
    struct input_queue queue;
    struct reference r = {.full_q = false};

    input_queue_reset(&queue);
    for (uint32_t cycle = 0; cycle < 8; cycle++) {
      bool valid = code >> 2 * cycle & 1;
      bool taken = r.full_q && (code >> (2 * cycle + 1) & 1);
      uint32_t packet = 100 + cycle;

      check_same(&queue, &r, code, cycle);
      if (taken) {
        uint32_t left = input_queue_take(&queue);
        CHECK(left == r.packet_q, "stimulus %#x cycle %u: took %u, not %u", code, cycle,
              left, r.packet_q);
      }
      CHECK(!input_queue_full(&queue) == reference_ready(&r, taken),
            "stimulus %#x cycle %u: ready %d", code, cycle, !input_queue_full(&queue));
      if (valid && !input_queue_full(&queue))
        input_queue_accept(&queue, packet, packet + 100);
      reference_clock(&r, valid, packet, taken);
    }
    check_same(&queue, &r, code, 8);
  }
}

TEST(test_reset_empties_it)
{
  struct input_queue queue;

  input_queue_reset(&queue);
  input_queue_accept(&queue, 0, 0);
  assert_true(input_queue_full(&queue)); /* handle 0 is a packet too */
  input_queue_reset(&queue);
  assert_false(input_queue_full(&queue));
}

static void accept(void *queue)
{
  input_queue_accept(queue, 2, 2);
}

static void take(void *queue)
{
  input_queue_take(queue);
}

/* A packet must not be overwritten, and none can be taken from an empty queue. */
TEST(test_misuse_breaks_an_assertion)
{
  struct input_queue queue;

  input_queue_reset(&queue);
  assert_false(asserts(accept, &queue));
  assert_true(asserts(take, &queue));
  input_queue_accept(&queue, 1, 1);
  assert_false(asserts(take, &queue));
  assert_true(asserts(accept, &queue));
}
