// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// shim -- a Verilated top module as a plug-in: sim/dut.h on top of class Vdut.
//
// One source for all kinds of top: switch_top.v, many objects of one switch each
// (DUT_SWITCHES is 1), engine_top.v, which has the same pins, and the generated network_top.v, one object with DUT_SWITCHES
// switches whose pins lie one behind the other.  The parameters come from build.sh as
// macros.
//
// Registers are dirty before reset, so that a missing reset shows: all ones in instance 0,
// random in the others, from a fixed seed.
//
// $finish, $stop, $error, $fatal and logic that does not settle are C++ exceptions in here;
// they end the evaluation of that design for good, and `failure` tells why.

#include "Vdut.h"
#include "sim/dut.h"
#include "verilated.h"
#ifdef DUT_TRACE
#include "verilated_fst_c.h"
#endif

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <sys/mman.h>
#include <sys/types.h>
#include <vector>

#ifndef DUT_PROGRAM // it is a switch
#define DUT_PROGRAM 0
#define DUT_MEMORY 0
#endif

namespace
{

constexpr uint32_t slot_words = DUT_SLOT_BITS / 64;
constexpr uint32_t switches_per_instance = DUT_SWITCHES;
constexpr uint32_t channels_per_switch = DUT_PORTS * DUT_VCS + DUT_LANES;
constexpr int wave_levels = 99; // the whole hierarchy

enum { RANDOM_SEED = 1, ALL_ONES = 1, RANDOM = 2 }; // values of VerilatedContext::randReset

// The context must outlive the models, and the models the waveform.
struct Dut {
  const dut_host *host;
  VerilatedContext context;
  std::vector<std::unique_ptr<Vdut>> models;
#ifdef DUT_TRACE
  std::unique_ptr<VerilatedFstC> wave;
#endif
  bool trial = false;
  std::string printed; // the last line
  std::string text;    // of the failure
  dut_failure failure{};
  bool failed = false;
};

struct Stopped : std::exception {
  dut_failure_kind kind;
  std::string text;

  Stopped(dut_failure_kind kind, std::string text) : kind(kind), text(std::move(text))
  {
  }
};

// The design that is evaluated: Verilator's library tells nobody whose $display, $finish or
// $error it is.
Dut *current = nullptr;

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

void *dut_open(uint32_t instances, const char *const *names, const dut_host *host)
{
  try {
    auto dut = std::make_unique<Dut>();

    dut->host = host;
    current = dut.get();
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
  pins->golden_valid = words(m.golden_valid_i) + at;
  pins->golden_ready = words(m.golden_ready_i) + at;
  pins->golden_eject = words(m.golden_eject_i) + at;
  pins->golden_packet = words(m.golden_packet_i) + ports;
  pins->differ = words(m.differ_i) + at;
  pins->cycle = words(m.cycle_i);
}

void dut_reset(void *dut, uint32_t from, uint32_t to, int active)
{
  for (uint32_t i = from; i < to; i++)
    cast(dut)->models[i]->rst = active != 0;
}

void fail(Dut *d, dut_failure_kind kind, uint32_t instance, std::string text)
{
  d->text = std::move(text);
  d->failure = {kind, instance, d->text.c_str()};
  d->failed = true;
}

// Do something with objects [from, to), until one of them stops the design.
template <typename Act> void guarded(void *dut, uint32_t from, uint32_t to, Act act)
{
  Dut *d = cast(dut);
  uint32_t i = from;

  if (d->failed)
    return;
  current = d;
  try {
    for (; i < to; i++)
      act(*d->models[i]);
  } catch (const Stopped &stopped) {
    fail(d, stopped.kind, i, stopped.text);
  } catch (const std::bad_alloc &) {
    fail(d, DUT_NO_MEMORY, i, "not enough memory");
  } catch (const std::exception &stopped) {
    fail(d, DUT_STOPPED, i, stopped.what());
  }
}

void dut_eval(void *dut, uint32_t from, uint32_t to, int clock)
{
  guarded(dut, from, to, [clock](Vdut &model) {
    model.clk = clock != 0;
    model.eval();
  });
}

void dut_finish(void *dut)
{
  guarded(dut, 0, static_cast<uint32_t>(cast(dut)->models.size()),
          [](Vdut &model) { model.final(); });
}

void dut_time(void *dut, uint64_t time_ps)
{
  cast(dut)->context.time(time_ps);
}

void dut_trial(void *dut, int on)
{
  Dut *d = cast(dut);

  d->trial = on != 0;
  d->context.assertOn(!d->trial);
}

const dut_failure *dut_failed(void *dut)
{
  const Dut *d = cast(dut);

  return d->failed ? &d->failure : nullptr;
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
    fail(d, DUT_STOPPED, 0, stopped.what());
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
  if (current == dut)
    current = nullptr;
  delete cast(dut);
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
    dut_eval,
    dut_time,
    dut_trial,
    dut_finish,
    dut_failed,
    dut_wave_open,
    dut_wave_dump,
    dut_wave_close,
    dut_close,
};

// "FILE:LINE: "
std::string place(const char *file, int line)
{
  return std::string(file ? file : "") + ":" + std::to_string(line) + ": ";
}

// Unless the design is only tried out.
void stop(dut_failure_kind kind, const char *file, int line, const std::string &why)
{
  if (!current || !current->trial)
    throw Stopped(kind, place(file, line) + why);
}

// What the design prints.  False: no more is wanted.
bool print(const char *text, std::size_t size)
{
  if (!current || current->trial)
    return true;
  for (std::size_t i = 0; i < size; i++) {
    if (i > 0 && text[i - 1] == '\n')
      current->printed.clear();
    if (text[i] != '\n' && current->printed.size() < 400)
      current->printed += text[i];
  }
  return current->host->print(current->host->self, text, size) == 0;
}

// A line printed just before by $error, $fatal or an assertion, "[TIME] %Error: WHERE:
// TEXT", without its first two parts; empty: it was something else.
std::string last_error()
{
  static const char *const words[] = {"%Error: ", "%Fatal: "};

  for (const char *word : words) {
    const std::size_t at = current ? current->printed.find(word) : std::string::npos;

    if (at != std::string::npos)
      return current->printed.substr(at + std::strlen(word));
  }
  return "";
}

ssize_t stream_write(void *, const char *text, std::size_t size)
{
  print(text, size);
  return static_cast<ssize_t>(size);
}

} // namespace

const struct dut_ops *lockhop_dut(void)
{
  return &ops;
}

// sim/verilator/output.h: Verilator's library prints by these two.

int lockhop_print(const char *format, ...)
{
  char line[1024];
  std::va_list arguments, again;

  va_start(arguments, format);
  va_copy(again, arguments);
  const int size = std::vsnprintf(line, sizeof line, format, arguments);
  std::string longer;

  if (size >= static_cast<int>(sizeof line)) {
    longer.resize(static_cast<std::size_t>(size) + 1);
    std::vsnprintf(&longer[0], longer.size(), format, again);
  }
  va_end(again);
  va_end(arguments);
  if (size > 0 &&
      !print(longer.empty() ? line : longer.c_str(), static_cast<std::size_t>(size)))
    throw Stopped(DUT_OUTPUT, "it has printed too much");
  return size;
}

std::FILE *lockhop_stream()
{
  static const cookie_io_functions_t functions = {nullptr, stream_write, nullptr, nullptr};
  static std::FILE *stream = [] {
    std::FILE *made = fopencookie(nullptr, "w", functions);

    if (made)
      std::setvbuf(made, nullptr, _IONBF, 0);
    return made;
  }();

  return stream;
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
  stop(DUT_STOPPED, file, line, "$finish was called");
}

void vl_stop(const char *file, int line, const char *)
{
  const std::string text = last_error();

  if (text.empty())
    stop(DUT_STOPPED, file, line, "$stop was called");
  else if (!current || !current->trial)
    throw Stopped(DUT_STOPPED, text);
}

// Logic that does not settle would go on for ever, in a trial too: its inputs are lawful.
void vl_fatal(const char *file, int line, const char *, const char *message)
{
  if (std::strstr(message, "converge"))
    throw Stopped(DUT_UNSETTLED, place(file, line) + message);
  stop(DUT_STOPPED, file, line, message);
}
