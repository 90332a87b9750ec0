/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* twin_states -- the registers of a Verilated switch and of the reference, in one form.
 *
 * A text is what both hold: it has STATE_TEXT numbers of 16 bits, in the order of
 * docs/switch.md, and what is not in use is 0 in it.
 */
#ifndef LOCKHOP_TESTS_TWIN_STATES_H
#define LOCKHOP_TESTS_TWIN_STATES_H

#define TWIN_ROOTS
#include "tests/twin/twin.h"

extern "C" {
#include "switch/reference/reference_switch.h"
}
#include "tests/unit/state_set.h"

#include <vector>

enum { STATE_TEXT = 36, STATE_UNUSED = 14 };

/* Headers of tests/twin/states_unit.v, and its twin. */
enum : uint64_t {
  UNIT_EJECT = 1 << 2,
  UNIT_VC = 1 << 3,
  UNIT_KEY = 1 << 4,
  UNIT_WAIT = 1 << 5,
  UNIT_EITHER = 1 << 6,
  UNIT_ROUTED = 1 << 7
};

/* A word beside 0: the bits are odd in number, also of those that do not count cycles, and
 * the feedback of an LFSR takes some of them. */
enum : uint32_t { UNIT_OTHER = 0xc0000001 };

static inline route_out unit_comb(const route_in *in)
{
  route_out out = {};

  out.ports = in->header & 3;
  if (in->header & UNIT_EITHER)
    out.ports = UINT64_C(1) << (bits_count(in->random) & 1);
  if ((in->header & UNIT_WAIT) && in->phase == 0)
    out.ports = 0;
  out.ports &= bits_mask(in->ports);
  out.header = in->header | UNIT_ROUTED;
  out.priority = (in->header & UNIT_KEY) != 0;
  out.vc = (in->header & UNIT_VC) != 0;
  out.eject = in->header & UNIT_EJECT;
  out.wait = in->header & UNIT_WAIT;
  return out;
}

template <class Twin> constexpr uint32_t channels_of = Twin::PORTS *Twin::VCS + Twin::LANES;
/* Words come from LFSRs. */
template <class Twin> constexpr bool draws = Twin::RANDOM > 0 && Twin::RANDOM < 4;
template <class Twin>
constexpr uint32_t packet_bits_of = Twin::HEADER_BITS + Twin::DATA_BITS;

template <class Twin> static constexpr packet_format format_of()
{
  return format_of(Twin::HEADER_BITS, Twin::DATA_BITS);
}

/* A text, and what the Verilog holds that is not in use, with what is. */
template <class Twin> struct state_bytes {
  uint16_t text[STATE_TEXT];
  uint64_t all[STATE_UNUSED];
};

/* A packet of a text: 0 is none. */
enum : uint32_t { TEXT_HELD = 1 << 15, TEXT_PRIORITY = 14 };

/* --- the reference --- */

/* Reads or writes a register after the other. */
struct walker {
  uint16_t *at;
  bool load; /* into the switch; otherwise out of it */

  void step(uint32_t *value)
  {
    if (load)
      *value = *at;
    else
      *at = static_cast<uint16_t>(*value);
    at++;
  }

  /* Where `held`, which is set by loading, there is a packet. */
  template <class Twin> bool step(bool held, reference_packet *p)
  {
    if (!load)
      *at = static_cast<uint16_t>(held ? TEXT_HELD | p->packet.header |
                                             p->packet.data << Twin::HEADER_BITS |
                                             p->priority << TEXT_PRIORITY
                                       : 0);
    held = *at != 0;
    if (load && held) {
      p->packet.header = *at & bits_mask(Twin::HEADER_BITS);
      p->packet.data = *at >> Twin::HEADER_BITS & bits_mask(Twin::DATA_BITS);
      p->priority = *at >> TEXT_PRIORITY & 1;
    }
    at++;
    return held;
  }
};

/* The packets of a queue in the order in which they leave: that alone has an effect. */
template <class Twin>
static void order_queue(const reference_switch *r, uint32_t q, reference_packet *order)
{
  for (uint32_t priority = 2; priority-- > 0;)
    for (uint32_t i = 0; i < r->count[q]; i++)
      if (r->memory[q][i].priority == priority)
        *order++ = r->memory[q][i];
}

template <class Twin>
static void walk_reference(reference_switch *r, uint16_t *text, bool load)
{
  constexpr uint32_t queues = Twin::PORTS * Twin::VCS;
  struct walker w = {text, load};

  w.step(&r->phase);
  for (uint32_t c = 0; c < r->channels; c++) {
    uint32_t low = r->word[c] & 0xffff, high = r->word[c] >> 16;

    r->in_packet[c].priority = 0;
    r->in_full[c] = w.step<Twin>(r->in_full[c], &r->in_packet[c]);
    if (draws<Twin> && r->in_full[c]) {
      w.step(&low);
      w.step(&high);
      r->word[c] = low | high << 16;
    } else if (draws<Twin>) {
      w.at += 2;
    }
  }
  for (uint32_t q = 0; q < queues; q++) {
    reference_packet order[Twin::DEPTH] = {};
    uint32_t count = 0;

    order_queue<Twin>(r, q, order);
    for (uint32_t i = 0; i < Twin::DEPTH; i++)
      count += w.step<Twin>(i < r->count[q], &order[i]);
    r->count[q] = count;
    memcpy(r->memory[q], order, sizeof order);
  }
  uint32_t stored = 0;
  for (uint32_t i = 0; i < Twin::STORE; i++)
    stored += w.step<Twin>(i < r->stored, &r->store[i]);
  r->stored = stored;
  for (uint32_t port = 0; Twin::VCS > 1 && Twin::ARBITER == 0 && port < r->ports; port++)
    w.step(&r->last[port]);
  if (Twin::SENDS > 0 && Twin::ARBITER == 0)
    w.step(&r->last_sent);
  for (uint32_t q = 0; (Twin::VCS > 1 || Twin::SENDS > 0) && q < queues; q++) {
    uint32_t blocked = r->blocked[q];

    w.step(&blocked);
    r->blocked[q] = blocked;
  }
  for (uint32_t q = 0; Twin::PUSHES > 0 && q < queues; q++)
    w.step(&r->last_taken[q]);
}

/* --- the Verilog --- */

/* A register of channel c, queue q or port p, by its name in the root. */
#define OF(name, index, rest) root->switch__DOT__##name##__BRA__##index##__KET__##rest
#define IN_FULL(c) OF(g_channel, c, __DOT__u_input_queue__DOT__full_q)
#define IN_PACKET(c) OF(g_channel, c, __DOT__u_input_queue__DOT__packet_q)
#define QUEUE(q, kind, name)                                                               \
  OF(g_queue, q, __DOT__##kind##__DOT__u_output_queue__DOT__##name)
#define LINK(p, name) OF(g_port, p, __DOT__u_link_arbiter__DOT__##name)
#define SENDS_(name) root->switch__DOT__g_sends__DOT__u_send_arbiter__DOT__##name
#define STORE_(name) root->switch__DOT__g_store__DOT__u_waiting_store__DOT__##name
#define BEHIND root->switch__DOT__g_turns__DOT__u_router__DOT__behind_q
#define RANDOM_(name) root->switch__DOT__g_random__DOT__u_random_bits__DOT__##name
#define OWN_STATE RANDOM_(g_apart__DOT__state_q)
#define SHARED_WORD(c) RANDOM_(g_shared__DOT__g_channel__BRA__##c##__KET____DOT__word_q)
#define OWN_COUNT(c)                                                                       \
  RANDOM_(g_apart__DOT__g_channel__BRA__##c##__KET____DOT__g_count__DOT__count_q)

/* Reads the registers in the order of the text. */
template <class Twin> struct reader {
  state_bytes<Twin> bytes = {};
  uint32_t at = 0, used = 0;

  void number(uint64_t value)
  {
    bytes.text[at++] = static_cast<uint16_t>(value);
  }
  void keep(uint64_t value)
  {
    bytes.all[used++] = value;
  }

  /* Entry `place` of a memory, with its priority above the packet. */
  void entry(bool held, uint64_t memory, uint32_t place, uint32_t bits)
  {
    const uint64_t value = memory >> place * bits & bits_mask(bits);

    number(held ? TEXT_HELD | (value & bits_mask(packet_bits_of<Twin>)) |
                      value >> packet_bits_of<Twin> << TEXT_PRIORITY
                : 0);
  }

  void channel(bool full, uint64_t packet, uint32_t word)
  {
    entry(full, packet, 0, packet_bits_of<Twin>);
    keep(packet);
    if constexpr (draws<Twin>) {
      number(full ? word : 0);
      number(full ? word >> 16 : 0);
    }
  }

  /* A queue of which packet i to leave is at place (first + i * step) modulo DEPTH. */
  void queue(uint64_t memory, uint32_t count, uint32_t first, uint32_t step)
  {
    for (uint32_t i = 0; i < Twin::DEPTH; i++)
      entry(i < count, memory, (first + i * step) % Twin::DEPTH,
            packet_bits_of<Twin> + Twin::PRIORITY_BITS);
    CHECK(count <= Twin::DEPTH, "a queue holds %u packets, golden at most %u", count,
          Twin::DEPTH);
    keep(memory);
    keep(first);
  }
};

/* The random word that a channel shows. */
template <class Twin, class Root> static uint32_t word_of(const Root *root, uint32_t c)
{
  if constexpr (Twin::RANDOM == 2) {
    return c == 0 ? SHARED_WORD(0) : c == 1 ? SHARED_WORD(1) : SHARED_WORD(2);
  } else if constexpr (Twin::RANDOM == 1 || Twin::RANDOM == 3) {
    const uint32_t word = static_cast<uint32_t>(port_get(OWN_STATE, c * 64 + 32, 32));

    if constexpr (Twin::RANDOM == 3)
      return (word & 0x7ffffff) |
             static_cast<uint32_t>(c == 0 ? OWN_COUNT(0) : OWN_COUNT(1)) << 27;
    else
      return word;
  } else {
    return 0;
  }
}

/* The LFSR of channel c gets a state from which its next word is `word`: the low half,
 * which nobody sees before the edge.  Of the shared one nobody sees either half. */
template <class Twin, class Root>
static void write_word(Root *root, uint32_t c, uint32_t word)
{
  if constexpr (Twin::RANDOM == 2) {
    RANDOM_(g_shared__DOT__state_q) = word;
    RANDOM_(g_shared__DOT__next) = uint64_t{word} << 32;
  } else {
    const uint64_t high = port_get(OWN_STATE, c * 64 + 32, 32);

    port_put(OWN_STATE, c * 64, 32, word ^ high >> 31 ^ high >> 29 ^ high >> 28);
  }
}

/* The channel from which a queue took its last packet: all above it are `behind`. */
template <class Twin> static uint32_t last_taken(uint64_t behind)
{
  const uint32_t last = channels_of<Twin> - 1 - bits_count(behind);

  CHECK(behind == (bits_mask(channels_of<Twin>) & ~bits_mask(last + 1)),
        "behind_q is %#" PRIx64 ", no mask of the channels above one", behind);
  return last;
}

#define READ_QUEUE(q)                                                                      \
  do {                                                                                     \
    if constexpr (Twin::PRIORITY_BITS > 0)                                                 \
      to.queue(QUEUE(q, g_ordered, entries_q), QUEUE(q, g_ordered, count_q),               \
               QUEUE(q, g_ordered, count_q) + Twin::DEPTH - 1, Twin::DEPTH - 1);           \
    else if constexpr (Twin::FORM > 0 && Twin::PUSHES > 0)                                 \
      to.queue(QUEUE(q, g_single, packets_q), QUEUE(q, g_single, count_q),                 \
               QUEUE(q, g_single, count_q) + Twin::DEPTH - 1, Twin::DEPTH - 1);            \
    else if constexpr (Twin::FORM > 0)                                                     \
      to.queue(QUEUE(q, g_placed, packets_q), QUEUE(q, g_placed, count_q),                 \
               bits_lowest(QUEUE(q, g_placed, head_q)), 1);                                \
    else                                                                                   \
      to.queue(QUEUE(q, g_fifo, packets_q), QUEUE(q, g_fifo, count_q),                     \
               QUEUE(q, g_fifo, count_q) + Twin::DEPTH - 1, Twin::DEPTH - 1);              \
  } while (0)

template <class Twin, class Root> static state_bytes<Twin> read_registers(const Root *root)
{
  constexpr uint32_t queues = Twin::PORTS * Twin::VCS;
  struct reader<Twin> to;

  to.number(root->switch__DOT__phase_q);
  to.channel(IN_FULL(0), IN_PACKET(0), word_of<Twin>(root, 0));
  to.channel(IN_FULL(1), IN_PACKET(1), word_of<Twin>(root, 1));
  if constexpr (channels_of < Twin >> 2)
    to.channel(IN_FULL(2), IN_PACKET(2), word_of<Twin>(root, 2));
  if constexpr (channels_of < Twin >> 3) {
    to.channel(IN_FULL(3), IN_PACKET(3), 0);
    to.channel(IN_FULL(4), IN_PACKET(4), 0);
  }
  READ_QUEUE(0);
  if constexpr (queues > 1)
    READ_QUEUE(1);
  if constexpr (queues > 2) {
    READ_QUEUE(2);
    READ_QUEUE(3);
  }
  if constexpr (Twin::STORE > 0) {
    for (uint32_t i = 0; i < Twin::STORE; i++)
      to.entry(STORE_(full_q) >> i & 1, STORE_(packets_q), i, packet_bits_of<Twin>);
    to.keep(STORE_(packets_q));
  }
  uint64_t blocked = 0;
  if constexpr (Twin::VCS > 1) {
    if constexpr (Twin::ARBITER == 0)
      to.number(LINK(0, g_turns__DOT__last_q));
    if constexpr (Twin::ARBITER == 0 && Twin::PORTS > 1)
      to.number(LINK(1, g_turns__DOT__last_q));
    blocked = LINK(0, blocked_q);
    if constexpr (Twin::PORTS > 1)
      blocked |= uint64_t{LINK(1, blocked_q)} << Twin::VCS;
  }
  if constexpr (Twin::SENDS > 0) {
    if constexpr (Twin::ARBITER == 0)
      to.number(SENDS_(g_turns__DOT__last_q));
    blocked = SENDS_(blocked_q);
  }
  for (uint32_t q = 0; (Twin::VCS > 1 || Twin::SENDS > 0) && q < queues; q++)
    to.number(blocked >> q & 1);
  if constexpr (Twin::PUSHES > 0)
    for (uint32_t q = 0; q < queues; q++)
      to.number(
          last_taken<Twin>(port_get(BEHIND, q * channels_of<Twin>, channels_of<Twin>)));
  static_assert(1 + 3 * channels_of<Twin> + queues * (Twin::DEPTH + 2 + Twin::PUSHES) +
                        Twin::STORE <=
                    STATE_TEXT,
                "the text of a state has room");
  static_assert(channels_of<Twin> + 2 * queues + 1 <= STATE_UNUSED, "and what is kept");
  return to.bytes;
}

#endif
