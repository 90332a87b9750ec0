// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// shim -- a Verilated top module as a plug-in: sim/dut.h on top of class Vdut.
//
// One source for all kinds of top: switch_top.v, many objects of one switch each
// (DUT_SWITCHES is 1), engine_top.v, which has the same pins, and the generated
// network_top.v, one object with DUT_SWITCHES switches whose pins lie one behind the other.
// The parameters come from build.sh as macros.  What does not depend on them is in
// plugin.cpp: this file is compiled for every design, and takes a compiler that does not
// optimise longer than a small switch.

#include "Vdut.h"
#ifdef DUT_CELLS
#include "sim/verilator/cells.h"
#endif
#include "sim/verilator/plugin.h"

#ifndef DUT_PUSHES // a queue takes all
#define DUT_PUSHES 0
#endif
#ifndef DUT_PROGRAM // it is a switch
#define DUT_PROGRAM 0
#define DUT_MEMORY 0
#endif

namespace
{

constexpr uint32_t slot_words = DUT_SLOT_BITS / 64;
constexpr uint32_t switches_per_instance = DUT_SWITCHES;
constexpr uint32_t channels_per_switch = DUT_PORTS * DUT_VCS + DUT_LANES;

#ifdef DUT_CELLS

typedef Cell Object; // the pins of an instance are its members
constexpr auto open_model = cells_open;
constexpr auto eval_models = cells_eval;
constexpr auto finish_model = cells_finish;
constexpr auto state_of = cells_state;
constexpr auto end_models = cells_close;
constexpr auto make_models = cells_make;

void close_model(void *)
{
}

#else

typedef Vdut Object;
constexpr void (*end_models)(Dut *) = nullptr;
constexpr void (*make_models)(void *, uint32_t, uint32_t) = nullptr;

Vdut *cast(void *model)
{
  return static_cast<Vdut *>(model);
}

void *open_model(Dut *dut, uint32_t, const char *name)
{
  return new Vdut(&dut->context, name);
}

void eval_models(Dut *dut, uint32_t *at, uint32_t to, int clock)
{
  for (; *at < to; ++*at) {
    Vdut *model = cast(dut->model(*at));

    for (int level = clock == DUT_HIGH; level <= (clock != DUT_LOW); level++) {
      model->clk = level != 0;
      model->eval();
    }
  }
}

void finish_model(void *model)
{
  cast(model)->final();
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

#endif // DUT_CELLS

#ifdef DUT_STATE_ALONE
constexpr bool pure = true;
#else
constexpr bool pure = false;
#endif

#ifdef DUT_TRACE

void trace_model(void *model, VerilatedFstC *wave, int levels)
{
  cast(model)->trace(wave, levels);
}

constexpr bool traced = true;
constexpr auto dut_wave_open = plugin_wave_open;
constexpr auto dut_wave_dump = plugin_wave_dump;
constexpr auto dut_wave_close = plugin_wave_close;

#else // made without waveforms: none can be opened

void trace_model(void *, VerilatedFstC *, int)
{
}

int dut_wave_open(void *, const char *, const uint32_t *, uint32_t)
{
  return 1;
}

void dut_wave_dump(void *, uint64_t)
{
}

void dut_wave_close(void *)
{
}

constexpr bool traced = false;

#endif

#ifdef DUT_COVERAGE
constexpr auto dut_coverage_start = plugin_coverage_start;
constexpr auto dut_coverage_write = plugin_coverage_write;
#else
constexpr void (*dut_coverage_start)(void *) = nullptr;
constexpr int (*dut_coverage_write)(void *, const char *) = nullptr;
#endif

const ModelOps model_ops = {open_model,  eval_models, finish_model, trace_model,
                            close_model, end_models,  state_of,     pure};

void *dut_open(uint32_t first, uint32_t instances, const char *const *names,
               const dut_host *host)
{
  return plugin_open(first, instances, names, host, &model_ops, traced);
}

void dut_close(void *dut)
{
  dut_wave_close(dut);
  plugin_close(dut);
}

Object *model_of(void *dut, uint32_t instance)
{
  return static_cast<Object *>(dut_of(dut)->model(instance));
}

void dut_reset(void *dut, uint32_t from, uint32_t to, int active)
{
  for (uint32_t i = from; i < to; i++)
    model_of(dut, i)->rst = active != 0;
}

uint64_t *words(QData &pin)
{
  return &pin;
}

// Verilator keeps wide pins as little-endian arrays of 32-bit words.
template <std::size_t N> uint64_t *words(VlWide<N> &pin)
{
  return reinterpret_cast<uint64_t *>(pin.m_storage);
}

void dut_pins(void *dut, uint32_t sw, struct dut_pins *pins)
{
  Object &m = *model_of(dut, sw / switches_per_instance);
  const uint32_t at = sw % switches_per_instance;
  const uint32_t ports = at * DUT_PORTS * slot_words;
  const uint32_t lanes = at * DUT_LANES * slot_words;
  const uint32_t channels = at * channels_per_switch * slot_words;

  *pins = {};
#ifndef DUT_NETWORK
  pins->in_valid = words(m.in_valid_i);
  pins->in_packet = words(m.in_packet_i);
  pins->out_ready = words(m.out_ready_i);
  pins->here = words(m.here_i);
#endif
  pins->inject_valid = words(m.inject_valid_i) + at;
  pins->inject_packet = words(m.inject_packet_i) + lanes;
  pins->seed = words(m.seed_i) + at;
  pins->phase = words(m.phase_i);
  pins->in_ready = words(m.in_ready_o) + at;
  pins->inject_ready = words(m.inject_ready_o) + at;
  pins->out_valid = words(m.out_valid_o) + at;
  pins->out_packet = words(m.out_packet_o) + ports;
  pins->eject_valid = words(m.eject_valid_o) + at;
  pins->eject_packet = words(m.eject_packet_o) + channels;
#ifndef DUT_UNSHOWN
  pins->golden_valid = words(m.golden_valid_i) + at;
  pins->golden_ready = words(m.golden_ready_i) + at;
  pins->golden_eject = words(m.golden_eject_i) + at;
  pins->golden_packet = words(m.golden_packet_i) + ports;
  pins->differ = words(m.differ_i) + at;
  pins->cycle = words(m.cycle_i);
#endif
#ifdef DUT_EJECT_READY
  pins->eject_ready = words(m.eject_ready_i) + at;
#endif
}

const struct dut_ops ops = {
    DUT_ABI,
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
    switches_per_instance,
    slot_words,
    VERILATOR_PRODUCT " " VERILATOR_VERSION,
    dut_open,
    dut_pins,
    dut_reset,
    plugin_eval,
    plugin_time,
    plugin_trial,
    plugin_keep,
    plugin_restore,
    plugin_finish,
    plugin_failure,
    dut_wave_open,
    dut_wave_dump,
    dut_wave_close,
    dut_coverage_start,
    dut_coverage_write,
    dut_close,
    nullptr,
    plugin_state,
    plugin_hand,
    make_models,
};

} // namespace

const struct dut_ops *lockhop_dut(void)
{
  return &ops;
}
