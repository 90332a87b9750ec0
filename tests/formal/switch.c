/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* switch -- the reference in C = RTL, whatever the route unit is.
 *
 * in: here_i seed_i phase_i in_valid_i in_packet_i[PORTS] out_ready_i
 * in: inject_valid_i inject_packet_i[LANES]
 * out: in_ready_o out_valid_o out_packet_o[PORTS] inject_ready_o
 * out: eject_valid_o eject_packet_o[PORTS*VCS+LANES]
 * state: here phase full[PORTS*VCS+LANES] packet[PORTS*VCS+LANES]
 * state: count[PORTS*VCS] memory[PORTS*VCS*DEPTH] priority[PORTS*VCS*DEPTH]
 * state: stored store[STORE] lfsr[PORTS*VCS+LANES] word[PORTS*VCS+LANES]
 * state: blocked[PORTS*VCS] last[PORTS] last_sent last_taken[PORTS*VCS]
 * registers: here_q phase_q input_queue.full_q[PORTS*VCS+LANES]
 * registers: input_queue.packet_q[PORTS*VCS+LANES]
 * registers: output_queue.count_q[PORTS*VCS]
 * registers: output_queue.packets_q?[PORTS*VCS*DEPTH]
 * registers: output_queue.entries_q?[PORTS*VCS*DEPTH]
 * registers: output_queue.head_q?[PORTS*VCS] output_queue.tail_q?[PORTS*VCS]
 * registers: waiting_store.full_q? waiting_store.packets_q?[STORE]
 * registers: random_bits.state_q?[PORTS*VCS+LANES-(RANDOM==2)*(PORTS*VCS+LANES-1)]
 * registers: random_bits.word_q?[PORTS*VCS+LANES]
 * registers: random_bits.count_q?[PORTS*VCS+LANES]
 * registers: link_arbiter.blocked_q?[PORTS] link_arbiter.last_q?[PORTS]
 * registers: send_arbiter.blocked_q? send_arbiter.last_q?
 * registers: router.behind_q?[PORTS*VCS]
 * values: PORTS=1 DEPTH=1; PORTS=2 DEPTH=1; PORTS=2 DEPTH=2; PORTS=2 DEPTH=3;
 * values: PORTS=3 DEPTH=1; PORTS=1 DEPTH=2 LANES=2; PORTS=2 DEPTH=2 FORM=1;
 * values: PORTS=2 DEPTH=3 FORM=1; PORTS=2 DEPTH=2 FORM=2;
 * values: PORTS=2 DEPTH=1 PUSHES=1; PORTS=2 DEPTH=2 PUSHES=1;
 * values: PORTS=2 DEPTH=2 PUSHES=1 FORM=1; PORTS=1 DEPTH=1 VCS=2 PUSHES=1;
 * values: PORTS=1 DEPTH=2 VCS=2; PORTS=1 DEPTH=2 VCS=2 ARBITER=1;
 * values: PORTS=1 DEPTH=1 VCS=2 ARBITER=2; PORTS=1 DEPTH=1 VCS=3;
 * values: PORTS=2 DEPTH=1 VCS=2; PORTS=2 DEPTH=1 VCS=2 SENDS=1;
 * values: PORTS=2 DEPTH=1 SENDS=1; PORTS=2 DEPTH=1 SENDS=1 ARBITER=1;
 * values: PORTS=2 DEPTH=2 SENDS=1 PRIORITY_BITS=1;
 * values: PORTS=1 DEPTH=1 STORE=1; PORTS=1 DEPTH=1 STORE=2;
 * values: PORTS=2 DEPTH=1 STORE=1; PORTS=1 DEPTH=3 PRIORITY_BITS=1;
 * values: PORTS=2 DEPTH=2 PRIORITY_BITS=1; PORTS=2 DEPTH=2 PRIORITY_BITS=2;
 * values: PORTS=1 DEPTH=1 RANDOM=1; PORTS=1 DEPTH=1 RANDOM=2;
 * values: PORTS=1 DEPTH=1 RANDOM=3; PORTS=2 DEPTH=1 RANDOM=2;
 * values: PORTS=2 DEPTH=2 RANDOM=4; PORTS=2 DEPTH=1 RANDOM=5;
 * narrow: HEADER_BITS=2+(PORTS*VCS+LANES+STORE>4) DATA_BITS=1 ADDRESS_BITS=1
 * day: PORTS*VCS < 3 and PORTS*STORE < 2 and DEPTH*(1+PUSHES) < 3 and PUSHES*VCS < 2
 * day: and (RANDOM == 4)*DEPTH < 2 and PRIORITY_BITS < 2
 * open: route_unit
 * loops: 32*(RANDOM > 0)
 * resets: 1+(RANDOM == 1 or RANDOM == 3)*(PORTS*VCS+LANES-1)
 *
 * The state in C is struct reference_switch.  The route unit is any function of its
 * inputs.  Headers have bits enough for a different one in each channel and place of the
 * store; data, which are only moved, have one, which stands for all.
 */
#define PROOF_STATE
#include "base/bits.h"
#include "tests/formal/proof.h"

enum {
  QUEUES = PORTS * VCS,
  CHANNELS = QUEUES + LANES,
  PACKET_BITS = HEADER_BITS + DATA_BITS
};

#define REFERENCE_CHANNELS CHANNELS
#define REFERENCE_PLACES (DEPTH + 1)
#define REFERENCE_STORE (STORE + 1)
#include "switch/reference/reference_switch.c"

/* Any function of these words; any_route reads its bits as tests/formal/route_unit.v. */
uint64_t open_answer(uint64_t own, uint64_t header, uint64_t phase, uint64_t random)
    __attribute__((const));

static struct route_out any_route(const struct route_in *in)
{
  const uint64_t answer = open_answer(in->here, in->header, in->phase, in->random);
  const uint64_t ports = answer >> 32 & ((UINT64_C(1) << PORTS) - 1);

  return (struct route_out){
      .eject = answer & 1,
      .wait = answer >> 1 & 1,
      .vc = answer >> 2 & 7,
      .priority = answer >> 5 & 0xffff,
      .ports = PUSHES && answer & 1  ? 0
               : FORM == 2 || PUSHES ? ports & -ports
                                     : ports,
      .header = answer >> 48 & ((UINT64_C(1) << HEADER_BITS) - 1),
  };
}

static struct reference_packet packet_of(uint64_t word, uint64_t of_priority)
{
  return (struct reference_packet){
      .packet = {.header = word & ((UINT64_C(1) << HEADER_BITS) - 1),
                 .data = word >> HEADER_BITS},
      .priority = (uint32_t)of_priority};
}

static uint64_t word_of(const struct reference_packet *p)
{
  return p->packet.header | p->packet.data << HEADER_BITS;
}

static void load(struct reference_switch *s, const uint64_t *state)
{
  s->ports = PORTS;
  s->vcs = VCS;
  s->channels = CHANNELS;
  s->depth = DEPTH;
  s->places = STORE;
  s->priority_bits = PRIORITY_BITS;
  s->random = RANDOM;
  s->arbiter = ARBITER;
  s->sends = SENDS;
  s->one_push = PUSHES;
  s->size = NULL;
  s->route = any_route;
  s->here = (uint32_t)state[here];
  s->phase = (uint32_t)state[phase];
  for (uint32_t c = 0; c < CHANNELS; c++) {
    s->in_full[c] = state[full + c];
    s->in_packet[c] = packet_of(state[packet + c], 0);
  }
  for (uint32_t q = 0; q < QUEUES; q++) {
    s->count[q] = (uint32_t)state[count + q];
    for (uint32_t i = 0; i < DEPTH; i++)
      s->memory[q][i] =
          packet_of(state[memory + q * DEPTH + i], state[priority + q * DEPTH + i]);
  }
  s->stored = (uint32_t)state[stored];
  for (uint32_t i = 0; i < STORE; i++)
    s->store[i] = packet_of(state[store + i], 0);
  for (uint32_t c = 0; c < CHANNELS; c++) {
    s->lfsr[c] = state[lfsr + c];
    s->word[c] = (uint32_t)state[word + c];
  }
  for (uint32_t q = 0; q < QUEUES; q++) {
    s->blocked[q] = state[blocked + q] & 1;
    s->last_taken[q] = (uint32_t)state[last_taken + q];
  }
  for (uint32_t p = 0; p < PORTS; p++)
    s->last[p] = (uint32_t)state[last + p];
  s->last_sent = (uint32_t)state[last_sent];
}

static void save(const struct reference_switch *s, uint64_t *state)
{
  state[here] = s->here;
  state[phase] = s->phase;
  for (uint32_t c = 0; c < CHANNELS; c++) {
    state[full + c] = s->in_full[c];
    state[packet + c] = word_of(&s->in_packet[c]);
  }
  for (uint32_t q = 0; q < QUEUES; q++) {
    state[count + q] = s->count[q];
    for (uint32_t i = 0; i < DEPTH; i++) {
      state[memory + q * DEPTH + i] = word_of(&s->memory[q][i]);
      state[priority + q * DEPTH + i] = s->memory[q][i].priority;
    }
  }
  state[stored] = s->stored;
  for (uint32_t i = 0; i < STORE; i++)
    state[store + i] = word_of(&s->store[i]);
  for (uint32_t c = 0; c < CHANNELS; c++) {
    state[lfsr + c] = s->lfsr[c];
    state[word + c] = s->word[c];
  }
  for (uint32_t q = 0; q < QUEUES; q++) {
    state[blocked + q] = s->blocked[q];
    state[last_taken + q] = s->last_taken[q];
  }
  for (uint32_t p = 0; p < PORTS; p++)
    state[last + p] = s->last[p];
  state[last_sent] = s->last_sent;
}

static void show(const struct reference_switch *s, uint64_t *out, uint64_t *unread)
{
  out[in_ready_o] = out[inject_ready_o] = out[out_valid_o] = out[eject_valid_o] = 0;
  for (uint32_t c = 0; c < QUEUES; c++)
    out[in_ready_o] |= (uint64_t)s->in_ready[c] << c;
  for (uint32_t l = 0; l < LANES; l++)
    out[inject_ready_o] |= (uint64_t)s->in_ready[QUEUES + l] << l;
  for (uint32_t p = 0; p < PORTS; p++) {
    out[out_packet_o + p] = 0;
    unread[out_packet_o + p] = 1;
  }
  for (uint32_t q = 0; q < QUEUES; q++)
    if (s->out_valid[q]) {
      out[out_valid_o] |= UINT64_C(1) << q;
      out[out_packet_o + q / VCS] = word_of(reference_shown(s, q));
      unread[out_packet_o + q / VCS] = 0;
    }
  for (uint32_t c = 0; c < CHANNELS; c++) {
    out[eject_valid_o] |= (uint64_t)s->eject_valid[c] << c;
    out[eject_packet_o + c] = word_of(&s->eject_packet[c]);
    unread[eject_packet_o + c] = !s->eject_valid[c];
  }
}

/* All parts of a relation are evaluated, with no way out: it is read as a conjunction. */
static bool related_channel(const uint64_t *state, const uint64_t *registers, uint32_t c)
{
  const uint64_t drawn_from = registers[random_bits_state_q + (RANDOM == 2 ? 0 : c)];
  const bool empty = !registers[input_queue_full_q + c];
  bool same = state[full + c] == registers[input_queue_full_q + c];
  uint64_t drawn = 0;

  same &= empty | (state[packet + c] == registers[input_queue_packet_q + c]);
  if (RANDOM == 1)
    drawn = drawn_from >> 32;
  if (RANDOM == 2)
    drawn = registers[random_bits_word_q + c];
  if (RANDOM == 3)
    drawn = (drawn_from >> 32 & 0x7ffffff) | registers[random_bits_count_q + c] << 27;
  if (RANDOM > 0 && RANDOM < 4) {
    same &= empty | (state[word + c] == drawn);
    same &= state[lfsr + (RANDOM == 2 ? 0 : c)] == drawn_from;
  } else if (RANDOM == 0 || (RANDOM == 4 && c < QUEUES)) {
    same &= state[word + c] == 0;
  }
  return same;
}

/* The register of the packet of a queue that leaves as number `i`. */
static uint64_t entry(const uint64_t *registers, uint32_t q, uint64_t i)
{
  const uint64_t above = registers[output_queue_count_q + q] - 1;

  if (PRIORITY_BITS > 0)
    return registers[output_queue_entries_q + q * DEPTH + above - i];
  if (FORM > 0 && PUSHES == 0)
    return registers[output_queue_packets_q + q * DEPTH +
                     (bits_lowest(registers[output_queue_head_q + q]) + i) % DEPTH];
  return registers[output_queue_packets_q + q * DEPTH + above - i];
}

/* The number of packets in a queue of the reference that leave before that at a place. */
static uint64_t leave_before(const uint64_t *state, uint32_t q, uint32_t place)
{
  const uint64_t *of = &state[priority + q * DEPTH];
  uint64_t before = 0;

  for (uint32_t i = 0; i < DEPTH; i++)
    before += i < state[count + q] && i != place &&
              (of[i] > of[place] || (of[i] == of[place] && i < place));
  return before;
}

static bool related_queue(const uint64_t *state, const uint64_t *registers, uint32_t q)
{
  const uint64_t held = registers[output_queue_count_q + q];
  const uint64_t head = registers[output_queue_head_q + q];
  bool same = (state[count + q] == held) & (held <= DEPTH);

  for (uint32_t i = 0; i < DEPTH; i++) {
    const uint64_t place = q * DEPTH + i;

    if (i < held) {
      const uint64_t of =
          entry(registers, q, PRIORITY_BITS ? leave_before(state, q, i) : i);

      same &= state[memory + place] == (of & bits_mask(PACKET_BITS));
      same &= state[priority + place] == of >> PACKET_BITS;
    }
  }
  if (PRIORITY_BITS == 0 && FORM > 0 && PUSHES == 0) {
    const uint64_t turned = head << held;

    same &= head != 0;
    same &= (head & (head - 1)) == 0;
    same &= registers[output_queue_tail_q + q] ==
            ((turned | turned >> DEPTH) & bits_mask(DEPTH));
  }
  return same;
}

static bool related_store(const uint64_t *state, const uint64_t *registers)
{
  const uint64_t places = registers[waiting_store_full_q];
  bool same = (state[stored] == bits_count(places)) & ((places & (places + 1)) == 0);

  for (uint32_t i = 0; i < STORE; i++)
    same &=
        !(places >> i & 1) | (state[store + i] == registers[waiting_store_packets_q + i]);
  return same;
}

static bool related_arbiters(const uint64_t *state, const uint64_t *registers)
{
  bool same = true;

  for (uint32_t q = 0; q < QUEUES; q++) {
    if (VCS > 1)
      same &= state[blocked + q] ==
              (registers[link_arbiter_blocked_q + q / VCS] >> (q % VCS) & 1);
    if (SENDS > 0)
      same &= state[blocked + q] == (registers[send_arbiter_blocked_q] >> q & 1);
    if (PUSHES == 1) {
      same &= state[last_taken + q] < CHANNELS;
      same &= registers[router_behind_q + q] ==
              (bits_mask(CHANNELS) & UINT64_MAX << state[last_taken + q] << 1);
    }
  }
  for (uint32_t p = 0; VCS > 1 && ARBITER == 0 && p < PORTS; p++)
    same &=
        (state[last + p] == registers[link_arbiter_last_q + p]) & (state[last + p] < VCS);
  if (SENDS > 0 && ARBITER == 0)
    same &=
        (state[last_sent] == registers[send_arbiter_last_q]) & (state[last_sent] < QUEUES);
  return same;
}

static bool related(const uint64_t *state, const uint64_t *registers)
{
  bool same = (state[here] == registers[here_q]) & (state[phase] == registers[phase_q]);

  for (uint32_t c = 0; c < CHANNELS; c++)
    same &= related_channel(state, registers, c);
  for (uint32_t q = 0; q < QUEUES; q++)
    same &= related_queue(state, registers, q);
  return same & related_store(state, registers) & related_arbiters(state, registers);
}

static bool allowed(const uint64_t *state, const uint64_t *in)
{
  return true;
}

static void step(uint64_t *state, const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  struct reference_switch s;
  struct reference_packet packets[CHANNELS];
  bool valid[CHANNELS], ready[QUEUES];

  load(&s, state);
  for (uint32_t c = 0; c < QUEUES; c++) {
    valid[c] = in[in_valid_i] >> c & 1;
    packets[c] = packet_of(in[in_packet_i + c / VCS], 0);
    ready[c] = in[out_ready_i] >> c & 1;
  }
  for (uint32_t l = 0; l < LANES; l++) {
    valid[QUEUES + l] = in[inject_valid_i] >> l & 1;
    packets[QUEUES + l] = packet_of(in[inject_packet_i + l], 0);
  }
  reference_comb(&s);
  show(&s, out, unread);
  reference_edge(&s, valid, packets, ready, (uint32_t)in[phase_i]);
  save(&s, state);
}

/* The seeds move up from channel to channel. */
static void reset(uint64_t *state, const uint64_t *in)
{
  struct reference_switch s;
  uint64_t seeds[CHANNELS] = {in[seed_i]};

  load(&s, state);
  for (uint32_t c = 1; c < CHANNELS; c++)
    seeds[c] = state[lfsr + c - 1];
  s.here = (uint32_t)in[here_i];
  reference_reset(&s, seeds);
  save(&s, state);
}
