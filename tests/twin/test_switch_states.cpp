/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_switch_states -- the Verilog switch is the reference, in all states of small
 * switches.
 *
 * docs/states.md says what is searched.  A state is what the registers of the reference
 * hold. The registers of the Verilog are read by their names, and must hold the same after
 * every edge; the outputs must be equal before and after it.  To go on from a state the
 * bytes of the Verilated root are copied back into the same object.  What a register holds
 * that is not in use depends on what came before: each state is visited with several such
 * histories.
 */
// optimize: 1
// model: Vstates_fifo_1 rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=2 VCS=1 DEPTH=1 STORE=0 PRIORITY_BITS=0 ARBITER=0 SENDS=0 RANDOM=0 FORM=0
//   PUSHES=0 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_fifo_2 rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=2 VCS=1 DEPTH=2 STORE=0 PRIORITY_BITS=0 ARBITER=0 SENDS=0 RANDOM=0 FORM=0
//   PUSHES=0 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_placed rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=2 VCS=1 DEPTH=2 STORE=0 PRIORITY_BITS=0 ARBITER=0 SENDS=0 RANDOM=0 FORM=1
//   PUSHES=0 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_unicast rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=2 VCS=1 DEPTH=2 STORE=0 PRIORITY_BITS=0 ARBITER=0 SENDS=0 RANDOM=0 FORM=2
//   PUSHES=0 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_turns rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=1 VCS=2 DEPTH=2 STORE=0 PRIORITY_BITS=0 ARBITER=0 SENDS=0 RANDOM=0 FORM=0
//   PUSHES=0 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_lowest rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=1 VCS=2 DEPTH=2 STORE=0 PRIORITY_BITS=0 ARBITER=1 SENDS=0 RANDOM=0 FORM=0
//   PUSHES=0 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_highest rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=1 VCS=2 DEPTH=1 STORE=0 PRIORITY_BITS=0 ARBITER=2 SENDS=0 RANDOM=0 FORM=0
//   PUSHES=0 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_vcs rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=2 VCS=2 DEPTH=1 STORE=0 PRIORITY_BITS=0 ARBITER=0 SENDS=0 RANDOM=0 FORM=0
//   PUSHES=0 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_ordered rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=2 VCS=1 DEPTH=3 STORE=0 PRIORITY_BITS=1 ARBITER=0 SENDS=0 RANDOM=0 FORM=0
//   PUSHES=0 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_store rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=2 VCS=1 DEPTH=1 STORE=2 PRIORITY_BITS=0 ARBITER=0 SENDS=0 RANDOM=0 FORM=0
//   PUSHES=0 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_sends rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=2 VCS=1 DEPTH=1 STORE=0 PRIORITY_BITS=0 ARBITER=0 SENDS=1 RANDOM=0 FORM=0
//   PUSHES=0 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_sends_lowest rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=2 VCS=1 DEPTH=1 STORE=0 PRIORITY_BITS=0 ARBITER=1 SENDS=1 RANDOM=0 FORM=0
//   PUSHES=0 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_urgent rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=2 VCS=1 DEPTH=2 STORE=0 PRIORITY_BITS=1 ARBITER=0 SENDS=1 RANDOM=0 FORM=0
//   PUSHES=0 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_own rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=2 VCS=1 DEPTH=1 STORE=0 PRIORITY_BITS=0 ARBITER=0 SENDS=0 RANDOM=1 FORM=0
//   PUSHES=0 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_shared rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=2 VCS=1 DEPTH=1 STORE=0 PRIORITY_BITS=0 ARBITER=0 SENDS=0 RANDOM=2 FORM=0
//   PUSHES=0 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_steps rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=1 VCS=1 DEPTH=1 STORE=0 PRIORITY_BITS=0 ARBITER=0 SENDS=0 RANDOM=3 FORM=0
//   PUSHES=0 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_queues rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=2 VCS=1 DEPTH=2 STORE=0 PRIORITY_BITS=0 ARBITER=0 SENDS=0 RANDOM=4 FORM=0
//   PUSHES=0 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_least rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=2 VCS=1 DEPTH=2 STORE=0 PRIORITY_BITS=0 ARBITER=0 SENDS=0 RANDOM=5 FORM=0
//   PUSHES=0 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_push rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=2 VCS=1 DEPTH=1 STORE=0 PRIORITY_BITS=0 ARBITER=0 SENDS=0 RANDOM=0 FORM=0
//   PUSHES=1 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_push_single rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=2 VCS=1 DEPTH=2 STORE=0 PRIORITY_BITS=0 ARBITER=0 SENDS=0 RANDOM=0 FORM=2
//   PUSHES=1 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
// model: Vstates_push_vcs rtl/switch/switch.v UNIT="tests/twin/states_unit.v"
//   PORTS=1 VCS=2 DEPTH=1 STORE=0 PRIORITY_BITS=0 ARBITER=0 SENDS=0 RANDOM=0 FORM=1
//   PUSHES=1 LANES=1 HEADER_BITS=8 DATA_BITS=2 ADDRESS_BITS=1
#include "tests/twin/twin_states.h"

#include <ctime>

/* --- packets --- */

/* Headers of what comes: those of docs/states.md, more with ALL. */
template <class Twin> static std::vector<uint64_t> headers_of(bool all)
{
  using headers = std::vector<uint64_t>;

  if (Twin::STORE > 0)
    return all ? headers{1, UNIT_WAIT | 1, UNIT_WAIT | 2} : headers{1, UNIT_WAIT | 1};
  if (Twin::PRIORITY_BITS > 0 && Twin::SENDS > 0)
    return all ? headers{1, UNIT_KEY | 1, UNIT_KEY | 2} : headers{1, UNIT_KEY | 2};
  if (Twin::PRIORITY_BITS > 0)
    return all ? headers{1, UNIT_KEY | 1, UNIT_KEY | 3}
               : headers{1, UNIT_KEY | 1, UNIT_KEY | 1};
  if (Twin::VCS > 1 && Twin::PORTS > 1)
    return all ? headers{1, UNIT_VC | 2} : headers{UNIT_VC | 3};
  if (Twin::VCS > 1)
    return all ? headers{1, UNIT_VC | 1, UNIT_EJECT} : headers{1, UNIT_VC | 1};
  if (Twin::SENDS > 0)
    return all ? headers{1, 2, 3} : headers{1, 2};
  if (Twin::RANDOM > 0)
    return (all || Twin::RANDOM > 3) && Twin::RANDOM != 3 ? headers{UNIT_EITHER, 2}
                                                          : headers{UNIT_EITHER};
  if (Twin::PUSHES > 0)
    return all || Twin::DEPTH == 1 ? headers{1, 2, UNIT_EJECT} : headers{1, 2};
  if (Twin::FORM == 2)
    return all ? headers{1, 1, 2, UNIT_EJECT} : headers{1, 2, UNIT_EJECT};
  return all ? headers{1, 1, 3, UNIT_EJECT | 2} : headers{1, 3, UNIT_EJECT | 2};
}

template <class Twin> static std::vector<packet> packets_of(bool all)
{
  std::vector<packet> packets;

  for (uint64_t header : headers_of<Twin>(all))
    packets.push_back({header, packets.size()});
  return packets;
}

/* Visits of a state with different histories, at most. */
template <class Twin> static uint32_t histories_of(bool all)
{
  constexpr uint32_t queues = Twin::PORTS * Twin::VCS;

  if (!all)
    return 2;
  if (queues > 2)
    return 1;
  return Twin::DEPTH == 1 && Twin::STORE == 0 ? UINT32_MAX : 3;
}

/* The output queues of these packets. */
template <class Twin> static uint64_t queues_of(const std::vector<packet> &packets)
{
  uint64_t queues = 0;

  for (const packet &packet : packets) {
    const uint64_t ports = packet.header & UNIT_EITHER ? 3 : packet.header & 3;
    const uint32_t vc = Twin::VCS > 1 && (packet.header & UNIT_VC) ? 1 : 0;

    for (uint32_t p = 0; p < Twin::PORTS; p++)
      queues |= (ports >> p & 1) << (p * Twin::VCS + vc);
  }
  return queues;
}

/* --- the search --- */

/* A switch twice, and what was found. */
template <class Twin> struct search {
  typename Twin::Model *model;
  reference_switch *reference;
  std::vector<packet> packets;
  state_set states;               /* texts */
  std::vector<uint32_t> visits;   /* [states] with different histories */
  state_set found;                /* texts, and what is not in use beside them */
  std::vector<uint8_t> roots;     /* [visits in all][sizeof root] */
  std::vector<uint32_t> state_of; /* [visits in all] */
  uint32_t histories;             /* visits of a state, at most */
  uint64_t edges;
  uint64_t ready[2], valid; /* masks: each channel was, and was not; each queue was */
};

/* The inputs of an edge. */
struct inputs {
  bool valid[REFERENCE_CHANNELS], ready[REFERENCE_CHANNELS];
  reference_packet packets[REFERENCE_CHANNELS];
  uint32_t words[REFERENCE_CHANNELS], phase;
};

static uint32_t digit(uint64_t *choice, uint32_t base)
{
  const uint32_t value = static_cast<uint32_t>(*choice % base);

  *choice /= base;
  return value;
}

/* Input number `choice`; false: there are not so many. */
template <class Twin> static bool choose(const search<Twin> &s, uint64_t choice, inputs *in)
{
  constexpr uint32_t queues = Twin::PORTS * Twin::VCS;
  const uint32_t count = static_cast<uint32_t>(s.packets.size());

  *in = {};
  for (uint32_t port = 0; port < Twin::PORTS; port++) {
    const uint32_t what = digit(&choice, Twin::VCS * count + 1);
    const uint32_t c = port * Twin::VCS + (what + Twin::VCS - 1) % Twin::VCS;

    in->valid[c] = what > 0;
    if (what > 0)
      in->packets[c].packet = s.packets[(what - 1) / Twin::VCS];
  }
  const uint32_t lane = digit(&choice, count + 1);

  in->valid[queues] = lane > 0;
  if (lane > 0)
    in->packets[queues].packet = s.packets[lane - 1];
  for (uint32_t q = 0; q < queues; q++)
    in->ready[q] = digit(&choice, 2);
  in->phase = Twin::STORE > 0 ? digit(&choice, 2) : 0;
  for (uint32_t c = 0; draws<Twin> && c < channels_of<Twin>; c++)
    in->words[c] =
        c > 0 && Twin::RANDOM == 2 ? in->words[0] : digit(&choice, 2) * UNIT_OTHER;
  return choice == 0;
}

template <class Twin> static void put(typename Twin::Model *m, const inputs &in)
{
  constexpr uint32_t queues = Twin::PORTS * Twin::VCS;

  m->phase_i = in.phase & 1;
  for (uint32_t q = 0; q < queues; q++) {
    port_put(m->in_valid_i, q, 1, in.valid[q]);
    port_put(m->out_ready_i, q, 1, in.ready[q]);
    if (in.valid[q] || q % Twin::VCS == 0)
      packet_put(m->in_packet_i, q / Twin::VCS, format_of<Twin>(), in.packets[q].packet);
  }
  m->inject_valid_i = in.valid[queues];
  packet_put(m->inject_packet_i, 0, format_of<Twin>(), in.packets[queues].packet);
}

/* The outputs are those of the reference, for state `state` or one after it. */
template <class Twin> static void check_outputs(search<Twin> *s, uint32_t state)
{
  constexpr uint32_t queues = Twin::PORTS * Twin::VCS;
  const reference_switch *r = s->reference;
  const auto m = s->model;
  const uint64_t ready =
      port_get(m->in_ready_o, 0, queues) | port_get(m->inject_ready_o, 0, 1) << queues;
  const uint64_t valid = port_get(m->out_valid_o, 0, queues);
  const uint64_t eject = port_get(m->eject_valid_o, 0, channels_of<Twin>);

  const auto check = [state](const char *name, uint32_t at, uint64_t is, uint64_t to_be) {
    CHECK(is == to_be, "state %u: %s %u is %#" PRIx64 ", golden %#" PRIx64, state, name, at,
          is, to_be);
  };
  const auto check_packet = [&check](const char *name, uint32_t at, const packet &is,
                                     const packet &to_be) {
    check(name, at, is.header | is.data << Twin::HEADER_BITS,
          to_be.header | to_be.data << Twin::HEADER_BITS);
  };
  for (uint32_t c = 0; c < channels_of<Twin>; c++) {
    check(c < queues ? "in_ready_o" : "inject_ready_o", c, ready >> c & 1, r->in_ready[c]);
    check("eject_valid_o", c, eject >> c & 1, r->eject_valid[c]);
    if (r->eject_valid[c])
      check_packet("eject_packet_o", c, packet_get(m->eject_packet_o, c, format_of<Twin>()),
                   r->eject_packet[c].packet);
  }
  for (uint32_t q = 0; q < queues; q++) {
    check("out_valid_o", q, valid >> q & 1, r->out_valid[q]);
    if (r->out_valid[q])
      check_packet("out_packet_o", q,
                   packet_get(m->out_packet_o, q / Twin::VCS, format_of<Twin>()),
                   reference_shown(r, q)->packet);
  }
  s->ready[0] |= ~ready;
  s->ready[1] |= ready;
  s->valid |= valid;
}

/* After an edge: the registers are those of the reference, and what follows is noted. */
template <class Twin> static void note(search<Twin> *s, uint32_t state)
{
  auto root = s->model->rootp;
  state_bytes<Twin> is, to_be = {};

  is = read_registers<Twin>(root);
  walk_reference<Twin>(s->reference, to_be.text, false);
  for (uint32_t i = 0; i < STATE_TEXT; i++)
    CHECK(is.text[i] == to_be.text[i],
          "after state %u: register %u of the state is %#x, golden %#x", state, i,
          is.text[i], to_be.text[i]);
  reference_comb(s->reference);
  check_outputs(s, state);
  const uint32_t next =
      state_set_add(&s->states, reinterpret_cast<const uint8_t *>(is.text));

  if (next == s->visits.size())
    s->visits.push_back(0);
  if (s->visits[next] == s->histories)
    return;
  const uint32_t before = s->found.count;
  state_set_add(&s->found, reinterpret_cast<const uint8_t *>(&is));
  if (s->found.count == before)
    return;
  const auto bytes = reinterpret_cast<const uint8_t *>(root);
  s->visits[next]++;
  s->state_of.push_back(next);
  s->roots.insert(s->roots.end(), bytes, bytes + sizeof *root);
}

/* Both switches are in the state of this visit. */
template <class Twin> static void go_to(search<Twin> *s, uint32_t visit)
{
  auto root = s->model->rootp;
  uint16_t text[STATE_TEXT];

  memcpy(static_cast<void *>(root), &s->roots[visit * sizeof *root], sizeof *root);
  memcpy(text, state_at(&s->states, s->state_of[visit]), sizeof text);
  reference_reset(s->reference, nullptr);
  walk_reference<Twin>(s->reference, text, true);
  reference_comb(s->reference);
}

/* One cycle of both, from the state of this visit. */
template <class Twin>
static void cycle(search<Twin> *s, uint32_t visit, const inputs &in, bool rst)
{
  reference_switch *r = s->reference;

  go_to(s, visit);
  s->model->rst = rst;
  put<Twin>(s->model, in);
  model_comb(s->model);
  check_outputs(s, s->state_of[visit]);
  if constexpr (draws<Twin>)
    for (uint32_t c = 0; c < channels_of<Twin>; c++) {
      if (!in.valid[c] || !r->in_ready[c])
        continue;
      r->lfsr[Twin::RANDOM == 2 ? 0 : c] = in.words[c];
      write_word<Twin>(s->model->rootp, c, in.words[c]);
    }
  model_edge(s->model);
  if (rst)
    reference_reset(r, nullptr);
  else
    reference_edge(r, in.valid, in.packets, in.ready, in.phase);
  note(s, s->state_of[visit]);
  s->edges++;
}

template <class Twin> static void open(search<Twin> *s, reference_switch *r)
{
  *r = {};
  r->ports = Twin::PORTS;
  r->vcs = Twin::VCS;
  r->channels = channels_of<Twin>;
  r->depth = Twin::DEPTH;
  r->places = Twin::STORE;
  r->priority_bits = Twin::PRIORITY_BITS;
  r->random = Twin::RANDOM;
  r->arbiter = Twin::ARBITER;
  r->sends = Twin::SENDS;
  r->one_push = Twin::PUSHES;
  r->route = unit_comb;
  reference_reset(r, nullptr);
  s->reference = r;
  s->model = model_open<typename Twin::Model>();
  state_set_open(&s->states, STATE_TEXT * sizeof(uint16_t));
  state_set_open(&s->found, sizeof(state_bytes<Twin>));
  s->model->here_i = 0;
  s->model->seed_i = 1;
  s->model->rst = 1;
  put<Twin>(s->model, {});
  for (uint32_t i = 0; i < channels_of<Twin>; i++) {
    model_comb(s->model);
    model_edge(s->model);
  }
  note(s, 0);
}

template <class Twin> static void close(search<Twin> *s)
{
  state_set_close(&s->states);
  state_set_close(&s->found);
  model_close(s->model);
}

template <class Twin> static void test_the_reference_in_every_state()
{
  static reference_switch r;
  search<Twin> s = {};
  inputs in;
  const bool all = getenv("ALL") != nullptr;
  const clock_t start = clock();
  const uint64_t channels = bits_mask(channels_of<Twin>);

  s.packets = packets_of<Twin>(all);
  s.histories = histories_of<Twin>(all);
  open(&s, &r);
  for (uint32_t visit = 0; visit < s.state_of.size(); visit++) {
    uint64_t choice = 0;

    for (; choose(s, choice, &in); choice++)
      cycle(&s, visit, in, false);
    choose(s, choice - 1, &in); /* all there is comes, into a reset */
    cycle(&s, visit, in, true);
  }
  if (getenv("STATES"))
    printf("| %u | %zu | %" PRIu64 " | %.1f |\n", s.states.count, s.state_of.size(),
           s.edges, static_cast<double>(clock() - start) / CLOCKS_PER_SEC);
  CHECK(s.states.count > 100 && (s.ready[0] & s.ready[1] & channels) == channels &&
            s.valid == queues_of<Twin>(s.packets),
        "%u states; channels not ready %#" PRIx64 ", ready %#" PRIx64 "; queues %#" PRIx64,
        s.states.count, s.ready[0] & channels, s.ready[1] & channels, s.valid);
  close(&s);
}

#define ROW(Twin, title) TWIN_TEST(test_the_reference_in_every_state, Twin, title)

TWIN_LAWS(ROW)
