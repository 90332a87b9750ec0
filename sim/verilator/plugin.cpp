// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// plugin -- objects of any design: opened, and evaluated until one of them stops; and what
// Verilator's library calls when a design prints or stops.
//
// Registers are dirty before reset, so that a missing reset shows: all ones in instance 0,
// random in the others, from a seed of its own for each.
//
// $finish, $stop, $error, $fatal and logic that does not settle are C++ exceptions in here;
// they end the evaluation of that design for good, and `failure` tells why.

#include "sim/verilator/plugin.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <sys/types.h>

namespace
{

enum { RANDOM_SEED = 1, ALL_ONES = 1, RANDOM = 2 }; // values of VerilatedContext::randReset

struct Stopped : std::exception {
  dut_failure_kind kind;
  std::string text;

  Stopped(dut_failure_kind kind, std::string text) : kind(kind), text(std::move(text))
  {
  }
};

// Whose evaluation this thread makes: Verilator's library tells nobody whose $display,
// $finish or $error it is.
thread_local Hand *current = nullptr;

[[noreturn]] void raise(dut_failure_kind kind, const std::string &text)
{
  if (current) {
    current->thrown = true;
    current->thrown_kind = kind;
    current->thrown_text = text;
  }
  throw Stopped(kind, text);
}

// Do something that counts objects in `at`, until one of them stops the design.
template <typename Act> void guarded(void *handle, uint32_t from, Act act)
{
  Hand *hand = hand_of(handle);
  uint32_t at = from;

  if (hand->failed)
    return;
  current = hand;
  try {
    act(hand->dut, &at);
  } catch (const Stopped &stopped) {
    hand->fail(stopped.kind, at, stopped.text.c_str());
  } catch (const std::bad_alloc &) {
    hand->fail(DUT_NO_MEMORY, at, "not enough memory");
  } catch (const std::exception &stopped) {
    if (hand->thrown)
      hand->fail(hand->thrown_kind, at, hand->thrown_text.c_str());
    else
      hand->fail(DUT_STOPPED, at, stopped.what());
  }
}

// "FILE:LINE: "
std::string place(const char *file, int line)
{
  return std::string(file ? file : "") + ":" + std::to_string(line) + ": ";
}

// Unless the design is only tried out.
void stop(dut_failure_kind kind, const char *file, int line, const std::string &why)
{
  if (!current || !current->trial)
    raise(kind, place(file, line) + why);
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
  const dut_host *host = current->dut->host;

  return host->print(host->self, text, size) == 0;
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

// Start values of an instance follow from its number, not from how many were opened before:
// a process may have the last ones alone.  The generator begins with two copies of its
// seed, so small seeds would be near 0.
int seed_of(uint32_t instance)
{
  uint64_t z = (instance + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15);

  z = (z ^ z >> 32) * UINT64_C(0xd6e8feb86659fd93);
  return static_cast<int>((z >> 33) | 1);
}

void close_dut(Dut *dut)
{
  if (current && current->dut == dut)
    current = nullptr;
  for (void *model : dut->models)
    dut->ops->close(model);
  if (dut->ops->end)
    dut->ops->end(dut);
  delete dut;
}

} // namespace

void Hand::fail(dut_failure_kind kind, uint32_t instance, const char *why)
{
  text = why;
  failure = {kind, instance, text.c_str()};
  failed = true;
}

void *plugin_open(uint32_t first, uint32_t instances, const char *const *names,
                  const dut_host *host, const ModelOps *ops, bool traced)
{
  std::unique_ptr<Dut, void (*)(Dut *)> dut(nullptr, close_dut);

  try {
    dut.reset(new Dut);
    dut->host = host;
    dut->ops = ops;
    dut->hands.push_back(std::make_unique<Hand>(dut.get()));
    current = dut->hands[0].get();
    Verilated::threadContextp(&dut->context);
    dut->context.threads(1); // else the library starts one for each processor, which sleep
    if (traced)
      dut->context.traceEverOn(true);
    dut->first = first;
    dut->instances = instances;
    dut->models.reserve(instances);
    for (uint32_t i = 0; i < instances; i++) {
      dut->context.randReset(first + i == 0 ? ALL_ONES : RANDOM);
      dut->context.randSeed(seed_of(first + i));
      dut->models.push_back(ops->open(dut.get(), first + i, names ? names[i] : nullptr));
    }
    dut->context.randSeed(RANDOM_SEED);
  } catch (const std::exception &) {
    return nullptr;
  }
  return dut.release()->hands[0].get();
}

// Room for a state is made here, so that threads allocate nothing.
void *plugin_hand(void *handle)
{
  Dut *dut = dut_of(handle);

  try {
    dut->hands.push_back(std::make_unique<Hand>(dut));
    dut->hands.back()->kept.reserve(dut->ops->state(dut->models[0]).count);
    return dut->hands.back().get();
  } catch (const std::exception &) {
    return nullptr;
  }
}

void plugin_eval(void *handle, uint32_t from, uint32_t to, int clock)
{
  guarded(handle, from,
          [to, clock](Dut *dut, uint32_t *at) { dut->ops->eval(dut, at, to, clock); });
}

void plugin_finish(void *handle)
{
  guarded(handle, dut_of(handle)->first, [](Dut *dut, uint32_t *at) {
    for (; *at < dut->first + dut->models.size(); ++*at)
      dut->ops->finish(dut->model(*at));
  });
}

void plugin_time(void *handle, uint64_t time_ps)
{
  dut_of(handle)->context.time(time_ps);
}

// Of a pure design, of which several threads may try objects, there is nothing to ignore.
void plugin_trial(void *handle, int on)
{
  Dut *dut = dut_of(handle);

  hand_of(handle)->trial = on != 0;
  plugin_coverage_trial(dut, on != 0);
  if (!dut->ops->pure)
    dut->context.assertOn(on == 0);
}

int plugin_keep(void *handle, uint32_t from, uint32_t to)
{
  Hand *hand = hand_of(handle);
  const Dut *dut = hand->dut;

  hand->kept.clear();
  hand->kept_from = hand->kept_to = from;
  try {
    for (uint32_t i = from; i < to; i++) {
      const StateBytes state = dut->ops->state(dut->model(i));

      if (state.count == 0)
        return 1;
      hand->kept.insert(hand->kept.end(), state.first, state.first + state.count);
    }
  } catch (const std::bad_alloc &) {
    return 1;
  }
  hand->kept_to = to;
  return 0;
}

void plugin_restore(void *handle)
{
  const Hand *hand = hand_of(handle);
  const Dut *dut = hand->dut;
  const unsigned char *from = hand->kept.data();

  for (uint32_t i = hand->kept_from; i < hand->kept_to; i++) {
    const StateBytes state = dut->ops->state(dut->model(i));

    std::memcpy(state.first, from, state.count);
    from += state.count;
  }
}

const unsigned char *plugin_state(void *handle, uint32_t instance, std::size_t *bytes)
{
  const Dut *dut = dut_of(handle);
  const StateBytes state = dut->ops->state(dut->model(instance));

  *bytes = state.count;
  return dut->ops->pure ? state.first : nullptr;
}

const dut_failure *plugin_failure(void *handle)
{
  const Hand *hand = hand_of(handle);

  return hand->failed ? &hand->failure : nullptr;
}

Dut *plugin_opening()
{
  return current->dut;
}

void plugin_close(void *handle)
{
  close_dut(dut_of(handle));
}

void plugin_unsettled(const char *why)
{
  raise(DUT_UNSETTLED, why);
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
    raise(DUT_OUTPUT, "it has printed too much");
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
    raise(DUT_STOPPED, text);
}

// Logic that does not settle would go on for ever, in a trial too: its inputs are lawful.
void vl_fatal(const char *file, int line, const char *, const char *message)
{
  if (std::strstr(message, "converge"))
    raise(DUT_UNSETTLED, place(file, line) + message);
  stop(DUT_STOPPED, file, line, message);
}
