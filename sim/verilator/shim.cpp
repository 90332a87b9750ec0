// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// shim -- a Verilated top module as a plug-in: sim/dut.h on top of class Vdut.
//
// One source for both kinds of top: switch_top.v, many objects of one switch each
// (DUT_SWITCHES is 1), and the generated network_top.v, one object with DUT_SWITCHES
// switches whose pins lie one behind the other.  The parameters come from build.sh as
// macros.
//
// Registers are dirty before reset, so that a missing reset shows: all ones in instance 0,
// random in the others, from a fixed seed.
//
// $finish, $stop, $fatal and logic that does not settle are C++ exceptions in here; they
// end the evaluation of that design for good, and `failure` tells why.

#include "Vdut.h"
#include "sim/dut.h"
#include "verilated.h"
#ifdef DUT_TRACE
#include "verilated_fst_c.h"
#endif

#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <vector>

namespace
{

constexpr uint32_t slot_words = DUT_SLOT_BITS / 64;
constexpr uint32_t switches_per_instance = DUT_SWITCHES;
constexpr uint32_t channels_per_switch = DUT_PORTS * DUT_CLASSES + DUT_LANES;
constexpr int wave_levels = 99; // the whole hierarchy

enum { RANDOM_SEED = 1, ALL_ONES = 1, RANDOM = 2 }; // values of VerilatedContext::randReset

// The context must outlive the models, and the models the waveform.
struct Dut {
  VerilatedContext context;
  std::vector<std::unique_ptr<Vdut>> models;
#ifdef DUT_TRACE
  std::unique_ptr<VerilatedFstC> wave;
#endif
  std::string failure;
};

Dut *cast(void *dut)
{
  return static_cast<Dut *>(dut);
}

uint64_t *words(QData &pin)
{
  return &pin;
}

// Verilator keeps wide pins as little-endian arrays of 32-bit words.
template <std::size_t N> uint64_t *words(VlWide<N> &pin)
{
  return reinterpret_cast<uint64_t *>(pin.data());
}

void *dut_open(uint32_t instances, const char *const *names)
{
  try {
    auto dut = std::make_unique<Dut>();

    Verilated::threadContextp(&dut->context);
#ifdef DUT_TRACE
    dut->context.traceEverOn(true);
#endif
    dut->context.randSeed(RANDOM_SEED);
    dut->models.reserve(instances);
    for (uint32_t i = 0; i < instances; i++) {
      dut->context.randReset(i == 0 ? ALL_ONES : RANDOM);
      dut->models.push_back(std::make_unique<Vdut>(&dut->context, names[i]));
    }
    return dut.release();
  } catch (const std::exception &) {
    return nullptr;
  }
}

void dut_pins(void *dut, uint32_t sw, struct dut_pins *pins)
{
  Vdut &m = *cast(dut)->models[sw / switches_per_instance];
  const uint32_t at = sw % switches_per_instance;
  const uint32_t ports = at * DUT_PORTS * slot_words;
  const uint32_t lanes = at * DUT_LANES * slot_words;
  const uint32_t channels = at * channels_per_switch * slot_words;

  *pins = {};
#ifndef DUT_NETWORK
  pins->in_valid = words(m.in_valid_i);
  pins->in_packet = words(m.in_packet_i);
  pins->out_ready = words(m.out_ready_i);
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
  pins->golden_valid = words(m.golden_valid_i) + at;
  pins->golden_ready = words(m.golden_ready_i) + at;
  pins->golden_eject = words(m.golden_eject_i) + at;
  pins->golden_packet = words(m.golden_packet_i) + ports;
  pins->differ = words(m.differ_i) + at;
  pins->cycle = words(m.cycle_i);
}

void dut_reset(void *dut, int active, const uint64_t *here)
{
  auto &models = cast(dut)->models;

  for (std::size_t i = 0; i < models.size(); i++) {
    models[i]->rst = active != 0;
#ifndef DUT_NETWORK
    models[i]->here_i = here[i];
#else
    (void)here;
#endif
  }
}

void dut_eval(void *dut, uint32_t from, uint32_t to, int clock)
{
  Dut *d = cast(dut);

  if (!d->failure.empty())
    return;
  try {
    for (uint32_t i = from; i < to; i++) {
      d->models[i]->clk = clock != 0;
      d->models[i]->eval();
    }
  } catch (const std::exception &stopped) {
    d->failure = stopped.what();
  }
}

const char *dut_failure(void *dut)
{
  const Dut *d = cast(dut);

  return d->failure.empty() ? nullptr : d->failure.c_str();
}

#ifdef DUT_TRACE

int dut_wave_open(void *dut, const char *path, const uint32_t *instances, uint32_t count)
{
  Dut *d = cast(dut);

  try {
    d->wave = std::make_unique<VerilatedFstC>();
    for (uint32_t i = 0; i < count; i++)
      d->models[instances[i]]->trace(d->wave.get(), wave_levels);
    d->wave->open(path);
    if (d->wave->isOpen())
      return 0;
  } catch (const std::exception &) {
  }
  d->wave.reset();
  return 1;
}

void dut_wave_dump(void *dut, uint64_t time_ps)
{
  Dut *d = cast(dut);

  try {
    d->wave->dump(time_ps);
  } catch (const std::exception &stopped) {
    d->failure = stopped.what();
  }
}

void dut_wave_close(void *dut)
{
  cast(dut)->wave.reset();
}

#else // made without waveforms: none can be opened

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

#endif

void dut_close(void *dut)
{
  delete cast(dut);
}

const struct dut_ops ops = {
    DUT_ABI,         DUT_PORTS,     DUT_LANES,        DUT_DEPTH,
    DUT_CLASSES,     DUT_STORE,     DUT_KEY_BITS,     DUT_RANDOM,
    DUT_HEADER_BITS, DUT_DATA_BITS, DUT_ADDRESS_BITS, switches_per_instance,
    slot_words,      dut_open,      dut_pins,         dut_reset,
    dut_eval,        dut_failure,   dut_wave_open,    dut_wave_dump,
    dut_wave_close,  dut_close,
};

[[noreturn]] void stop(const char *file, int line, const char *why)
{
  throw std::runtime_error(std::string(file ? file : "") + ":" + std::to_string(line) +
                           ": " + why);
}

} // namespace

const struct dut_ops *lockhop_dut(void)
{
  return &ops;
}

// The FST library maps its tables from temporary files, and where the disk cannot hold them
// a signal would end the program: they are kept in memory.  This one is called in this
// plug-in alone.
FILE *tmpfile()
{
  const int file = memfd_create("lockhop", MFD_CLOEXEC);

  return file < 0 ? nullptr : fdopen(file, "w+b");
}

// What Verilator's run-time library calls instead of ending the process (VL_USER_...).

void vl_finish(const char *file, int line, const char *)
{
  stop(file, line, "$finish was called");
}

void vl_stop(const char *file, int line, const char *)
{
  stop(file, line, "$stop, $error or $fatal was called");
}

void vl_fatal(const char *file, int line, const char *, const char *message)
{
  stop(file, line, message);
}
