// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// shim -- a network of Verilated switches in SystemC as a plug-in: sim/dut.h, `wire`
// included.
//
// Every switch is a Verilated SC_MODULE, its pins are bound to signals, and every link is
// three signals.  Beside each switch stands a module, Pins, that joins them: it splits the
// buses of the switch into links, and puts together what links, or the words that the host
// has for the pins, bring.  switch_top.v and engine_top.v are the top modules, as in
// sim/verilator/shim.cpp; the parameters come from build.sh as macros.

#include "Vdut.h"
#include "sim/systemc/kernel.h"
#include "sim/verilator/plugin.h"

#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#ifndef DUT_PUSHES // a queue takes all
#define DUT_PUSHES 0
#endif
#ifndef DUT_PROGRAM // it is a switch
#define DUT_PROGRAM 0
#define DUT_MEMORY 0
#endif

namespace
{

constexpr uint32_t ports = DUT_PORTS, lanes = DUT_LANES, vcs = DUT_VCS;
constexpr uint32_t channels = ports * vcs + lanes;
constexpr uint32_t slot_words = DUT_SLOT_BITS / 64;
constexpr uint64_t one_port = (UINT64_C(1) << vcs) - 1;
constexpr uint64_t cycle_ps = 10000;
#ifdef DUT_EJECT_READY
constexpr bool has_eject_ready = true;
#else
constexpr bool has_eject_ready = false;
#endif

// --- values of signals, and the words of sim/dut.h ---

using Mask = uint64_t;

// As Verilator types a bus of packets.
template <uint32_t PACKETS>
using Bus = std::conditional_t<PACKETS * slot_words == 1, uint64_t,
                               sc_dt::sc_bv<PACKETS * DUT_SLOT_BITS>>;
using Packet = Bus<1>;

void load(uint64_t *words, uint64_t value)
{
  *words = value;
}

template <int BITS> void load(uint64_t *words, const sc_dt::sc_bv<BITS> &value)
{
  for (int i = 0; i < BITS / 64; i++)
    words[i] = value.get_word(2 * i) | uint64_t{value.get_word(2 * i + 1)} << 32;
}

template <typename Value> Value store(const uint64_t *words)
{
  if constexpr (std::is_same_v<Value, uint64_t>) {
    return *words;
  } else {
    Value value;

    for (int i = 0; i < value.length() / 64; i++) {
      value.set_word(2 * i, static_cast<uint32_t>(words[i]));
      value.set_word(2 * i + 1, static_cast<uint32_t>(words[i] >> 32));
    }
    return value;
  }
}

template <typename T> struct Signal : sc_core::sc_signal<T> {
  Signal() : sc_core::sc_signal<T>(sc_core::sc_gen_unique_name("pin"))
  {
  }
};

// From a port to the port at the far end.
struct Link {
  Signal<Mask> valid; // of the VCs
  Signal<Packet> packet;
  Signal<Mask> ready; // comes back
};

// What the host sees of a switch.
struct Words {
  uint64_t in_valid, in_packet[ports * slot_words], out_ready;
  uint64_t inject_valid, inject_packet[lanes * slot_words];
  uint64_t here, seed, phase;
  uint64_t in_ready, inject_ready;
  uint64_t out_valid, out_packet[ports * slot_words];
  uint64_t eject_valid, eject_packet[channels * slot_words];
  uint64_t golden_valid, golden_ready, golden_eject, golden_packet[ports * slot_words];
  uint64_t differ, cycle;
  uint64_t eject_ready;
  uint64_t stalled, driven;
};

struct Wired;

// The signals at the pins of a switch, and what joins them to the links.
struct Pins : sc_core::sc_module {
  SC_HAS_PROCESS(Pins);

  Words words{};
  Link *leaving[ports], *coming[ports];
  Signal<bool> rst;
  Signal<bool> told; // changes when the words have changed
  Words kept_words{};
  bool kept_rst = false;

  Signal<Mask> in_valid, out_ready, inject_valid, here, seed, phase;
  Signal<Mask> in_ready, inject_ready, out_valid, eject_valid;
  Signal<Mask> golden_valid, golden_ready, golden_eject, differ, cycle;
  Signal<Mask> eject_ready; // where switches have it
  Signal<Bus<ports>> in_packet, out_packet, golden_packet;
  Signal<Bus<lanes>> inject_packet;
  Signal<Bus<channels>> eject_packet;

  const Wired *wired;

  Pins(sc_core::sc_module_name name, const Wired *wired, uint32_t sw);
  void bind(Vdut *model);
  void spread();
  void gather();
  void push();
  void pull();
  void keep();
  void restore();
};

struct Wired {
  Kernel kernel;
  std::unique_ptr<Signal<bool>> clk;
  std::vector<std::unique_ptr<Link>> links; // [switch * ports + port] that leave
  std::vector<Link *> coming;               // the same that arrive
  std::vector<std::unique_ptr<Pins>> pins;
  uint64_t now = 0; // simulation time of this cycle
  bool trial = false;
};

Vdut *cast(void *model)
{
  return static_cast<Vdut *>(model);
}

Wired *wired_of(void *dut)
{
  Wired *wired = static_cast<Wired *>(dut_of(dut)->shim);

  wired->kernel.enter();
  return wired;
}

// --- a switch and its signals ---

Pins::Pins(sc_core::sc_module_name name, const Wired *wired, uint32_t sw)
    : sc_module(name), wired(wired)
{
  SC_METHOD(spread);
  sensitive << told << out_valid << out_packet << in_ready;
  SC_METHOD(gather);
  sensitive << told;
  for (uint32_t p = 0; p < ports; p++) {
    leaving[p] = wired->links[sw * ports + p].get();
    coming[p] = wired->coming[sw * ports + p];
    sensitive << leaving[p]->ready << coming[p]->valid << coming[p]->packet;
  }
}

void Pins::bind(Vdut *model)
{
  model->clk(*wired->clk);
  model->rst(rst);
  model->here_i(here);
  model->seed_i(seed);
  model->phase_i(phase);
  model->in_valid_i(in_valid);
  model->in_packet_i(in_packet);
  model->in_ready_o(in_ready);
  model->out_valid_o(out_valid);
  model->out_packet_o(out_packet);
  model->out_ready_i(out_ready);
  model->inject_valid_i(inject_valid);
  model->inject_packet_i(inject_packet);
  model->inject_ready_o(inject_ready);
  model->eject_valid_o(eject_valid);
  model->eject_packet_o(eject_packet);
  model->golden_valid_i(golden_valid);
  model->golden_ready_i(golden_ready);
  model->golden_eject_i(golden_eject);
  model->golden_packet_i(golden_packet);
  model->differ_i(differ);
  model->cycle_i(cycle);
#ifdef DUT_EJECT_READY
  model->eject_ready_i(eject_ready);
#endif
}

// What the switch shows goes to the links, where nothing is stalled.
void Pins::spread()
{
  const uint64_t valid = out_valid.read() & ~words.stalled;
  uint64_t packets[ports * slot_words];

  load(packets, out_packet.read());
  for (uint32_t p = 0; p < ports; p++) {
    leaving[p]->valid.write(valid >> p * vcs & one_port);
    leaving[p]->packet.write(store<Packet>(packets + p * slot_words));
    coming[p]->ready.write(in_ready.read() >> p * vcs & one_port);
  }
}

// What links or pins bring is shown to the switch.
void Pins::gather()
{
  const uint64_t driven = wired->trial ? DUT_PINS : words.driven;
  uint64_t valid = words.in_valid, ready = words.out_ready;
  uint64_t packets[ports * slot_words];

  std::memcpy(packets, words.in_packet, sizeof packets);
  if (driven != DUT_PINS) {
    valid = ready = 0;
    for (uint32_t p = 0; p < ports; p++) {
      const uint64_t comes = coming[p]->valid.read();

      valid |= comes << p * vcs;
      ready |= leaving[p]->ready.read() << p * vcs;
      if (comes || driven == DUT_LINKS)
        load(packets + p * slot_words, coming[p]->packet.read());
    }
    ready &= ~words.stalled;
  }
  in_valid.write(valid);
  out_ready.write(ready);
  in_packet.write(store<Bus<ports>>(packets));
}

// From the words to the signals.
void Pins::push()
{
  inject_valid.write(words.inject_valid);
  inject_packet.write(store<Bus<lanes>>(words.inject_packet));
  here.write(words.here);
  seed.write(words.seed);
  phase.write(words.phase);
  golden_valid.write(words.golden_valid);
  golden_ready.write(words.golden_ready);
  golden_eject.write(words.golden_eject);
  golden_packet.write(store<Bus<ports>>(words.golden_packet));
  differ.write(words.differ);
  cycle.write(words.cycle);
  eject_ready.write(words.eject_ready);
  told.write(!told.read());
}

// And back.
void Pins::pull()
{
  words.in_valid = in_valid.read();
  load(words.in_packet, in_packet.read());
  words.out_ready = out_ready.read();
  words.in_ready = in_ready.read();
  words.inject_ready = inject_ready.read();
  words.out_valid = out_valid.read();
  load(words.out_packet, out_packet.read());
  words.eject_valid = eject_valid.read();
  load(words.eject_packet, eject_packet.read());
}

void Pins::keep()
{
  kept_words = words;
  kept_rst = rst.read();
}

// What the model shows, too: it writes its outputs only where something has changed for it.
void Pins::restore()
{
  words = kept_words;
  rst.write(kept_rst);
  in_ready.write(words.in_ready);
  inject_ready.write(words.inject_ready);
  out_valid.write(words.out_valid);
  out_packet.write(store<Bus<ports>>(words.out_packet));
  eject_valid.write(words.eject_valid);
  eject_packet.write(store<Bus<channels>>(words.eject_packet));
  push();
}

// --- what the plug-in does with the models ---

void *open_model(Dut *, uint32_t, const char *name)
{
  return new Vdut(name);
}

// A chain of outputs and inputs through all switches needs a few delta cycles for each.
uint32_t most_deltas(const Wired *wired)
{
  return 100 + 16 * static_cast<uint32_t>(wired->pins.size());
}

// The switch whose process has thrown.
uint32_t thrown_by(const sc_core::sc_report &report)
{
  uint32_t sw = UINT32_MAX;
  const char *process = report.get_process_name();

  return process && std::sscanf(process, "s%u.", &sw) == 1 ? sw : UINT32_MAX;
}

void eval_models(Dut *dut, uint32_t *at, uint32_t to, int clock)
{
  Wired *wired = static_cast<Wired *>(dut->shim);
  const uint32_t from = *at;
  const bool edge = wired->clk->read() != (clock != 0);

  *at = UINT32_MAX; // nobody knows which it is that stops
  try {
    if (edge && wired->now > 0)
      wired->kernel.advance(wired->now + (clock ? cycle_ps : cycle_ps / 2));
    wired->clk->write(clock != 0);
    for (uint32_t i = from; i < to; i++)
      wired->pins[i]->push();
    if (!wired->kernel.settle(most_deltas(wired)))
      plugin_unsettled("the links between the switches do not settle");
  } catch (const sc_core::sc_report &report) {
    *at = thrown_by(report);
    if (std::strstr(report.what(), "bad_alloc"))
      throw std::bad_alloc();
    throw;
  }
  for (uint32_t i = from; i < to; i++)
    wired->pins[i]->pull();
  *at = to;
}

void finish_model(void *model)
{
  cast(model)->final();
}

void trace_model(void *model, VerilatedFstC *wave, int levels)
{
#ifdef DUT_TRACE
  cast(model)->trace(wave, levels);
#endif
}

void close_model(void *model)
{
  delete cast(model);
}

// The modules' objects lie one behind the other in the design's symbol table; what they
// hold besides the state does not change.
StateBytes state_of(void *model)
{
#ifdef DUT_STATE_FIRST
  auto &table = *cast(model)->rootp->vlSymsp;
  unsigned char *first = reinterpret_cast<unsigned char *>(&table.DUT_STATE_FIRST);
  unsigned char *end = reinterpret_cast<unsigned char *>(&table.DUT_STATE_LAST + 1);

  return {first, static_cast<std::size_t>(end - first)};
#else
  (void)model;
  return {nullptr, 0};
#endif
}

const ModelOps model_ops = {
    open_model,  eval_models, finish_model, trace_model,
    close_model, nullptr,     state_of,     false}; // signals are beside the objects

#ifdef DUT_TRACE
constexpr bool traced = true;
#else
constexpr bool traced = false;
#endif

// --- sim/dut.h ---

void *dut_open(uint32_t first, uint32_t instances, const char *const *names,
               const dut_host *host)
{
  try {
    auto wired = std::make_unique<Wired>();
    void *dut = plugin_open(first, instances, names, host, &model_ops, traced);

    if (dut)
      dut_of(dut)->shim = wired.release();
    return dut;
  } catch (const std::exception &) {
    return nullptr;
  }
}

int dut_wire(void *dut, const struct dut_link *links)
{
  const Dut *d = dut_of(dut);
  Wired *wired = wired_of(dut);
  const uint32_t switches = static_cast<uint32_t>(d->models.size());

  try {
    wired->clk = std::make_unique<Signal<bool>>();
    wired->coming.resize(switches * ports);
    for (uint32_t i = 0; i < switches * ports; i++) {
      wired->links.push_back(std::make_unique<Link>());
      wired->coming[links[i].to_switch * ports + links[i].to_port] = wired->links[i].get();
    }
    for (uint32_t i = 0; i < switches; i++) {
      const std::string name = "pins" + std::to_string(i);

      wired->pins.push_back(std::make_unique<Pins>(name.c_str(), wired, i));
      wired->pins[i]->bind(cast(d->models[i]));
    }
  } catch (const std::exception &) {
    return 1;
  }
  return 0;
}

void dut_pins(void *dut, uint32_t sw, struct dut_pins *pins)
{
  Words &w = static_cast<Wired *>(dut_of(dut)->shim)->pins[sw]->words;

  *pins = {&w.in_valid,     w.in_packet,     &w.out_ready,
           &w.inject_valid, w.inject_packet, &w.here,
           &w.seed,         &w.phase,        &w.in_ready,
           &w.inject_ready, &w.out_valid,    w.out_packet,
           &w.eject_valid,  w.eject_packet,  &w.golden_valid,
           &w.golden_ready, &w.golden_eject, w.golden_packet,
           &w.differ,       &w.cycle,        has_eject_ready ? &w.eject_ready : nullptr,
           &w.stalled,      &w.driven};
}

void dut_reset(void *dut, uint32_t from, uint32_t to, int active)
{
  Wired *wired = wired_of(dut);

  for (uint32_t i = from; i < to; i++)
    wired->pins[i]->rst.write(active != 0);
}

void dut_eval(void *dut, uint32_t from, uint32_t to, int clock)
{
  wired_of(dut);
  plugin_eval(dut, from, to, clock);
}

// SystemC's time is what the design sees.
void dut_time(void *dut, uint64_t time_ps)
{
  plugin_time(dut, time_ps);
  wired_of(dut)->now = time_ps;
}

void dut_trial(void *dut, int on)
{
  plugin_trial(dut, on);
  wired_of(dut)->trial = on != 0;
}

int dut_keep(void *dut, uint32_t from, uint32_t to)
{
  Wired *wired = wired_of(dut);

  for (uint32_t i = from; i < to; i++)
    wired->pins[i]->keep();
  return plugin_keep(dut, from, to);
}

// The signals have settled when the next evaluation begins.
void dut_restore(void *dut)
{
  const Hand *hand = hand_of(dut);
  Wired *wired = wired_of(dut);

  plugin_restore(dut);
  for (uint32_t i = hand->kept_from; i < hand->kept_to; i++)
    wired->pins[i]->restore();
}

void dut_finish(void *dut)
{
  wired_of(dut);
  plugin_finish(dut);
}

int dut_wave_open(void *dut, const char *path, const uint32_t *instances, uint32_t count)
{
  wired_of(dut);
  return traced ? plugin_wave_open(dut, path, instances, count) : 1;
}

// Signals before the kernel, and models too.
void dut_close(void *dut)
{
  std::unique_ptr<Wired> wired(wired_of(dut));

  plugin_wave_close(dut);
  wired->pins.clear();
  wired->links.clear();
  wired->clk.reset();
  plugin_close(dut);
}

const struct dut_ops ops = {
    DUT_ABI, // in the order of sim/dut.h
    DUT_PORTS,
    DUT_LANES,
    DUT_VCS,
    DUT_DEPTH,
    DUT_STORE,
    DUT_PRIORITY_BITS,
    DUT_ARBITER,
    DUT_SENDS,
    DUT_PUSHES,
    DUT_PHASE_BITS,
    DUT_RANDOM,
    DUT_PROGRAM,
    DUT_MEMORY,
    DUT_HEADER_BITS,
    DUT_DATA_BITS,
    DUT_ADDRESS_BITS,
    DUT_SWITCHES,
    slot_words,
    "SystemC " SC_VERSION ", " VERILATOR_PRODUCT " " VERILATOR_VERSION,
    dut_open,
    dut_pins,
    dut_reset,
    dut_eval,
    dut_time,
    dut_trial,
    dut_keep,
    dut_restore,
    dut_finish,
    plugin_failure,
    dut_wave_open,
    plugin_wave_dump,
    plugin_wave_close,
    nullptr,
    nullptr,
    dut_close,
    dut_wire,
    nullptr,
    nullptr,
};

} // namespace

// SystemC's library has a main() that calls it; here nothing does.
extern "C" __attribute__((visibility("default"))) int sc_main(int, char *[])
{
  return 1;
}

const struct dut_ops *lockhop_dut(void)
{
  return &ops;
}
