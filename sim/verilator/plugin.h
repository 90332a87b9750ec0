// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// plugin -- the part of a plug-in that is the same whatever it is made of.
//
// It is compiled once, with Verilator's run-time library.  The shim is compiled with each
// design: it knows the design's class, which has no virtual functions, and its pins.
#ifndef LOCKHOP_SIM_VERILATOR_PLUGIN_H
#define LOCKHOP_SIM_VERILATOR_PLUGIN_H

#include "sim/dut.h"
#include "sim/verilator/cover_point.h"
#include "verilated.h"

#include <memory>
#include <string>
#include <vector>

class VerilatedFstC;
struct Dut;
struct Hand;

// Where the state of an object is; count 0: it cannot be copied as bytes.
struct StateBytes {
  unsigned char *first;
  std::size_t count;
};

// What is done with the objects of a design, of whatever type the shim makes them.
// Exceptions stop the design.
struct ModelOps {
  void *(*open)(Dut *dut, uint32_t instance, const char *name);
  // Objects [*at, to); *at is the one that is being evaluated.
  void (*eval)(Dut *dut, uint32_t *at, uint32_t to, int clock);
  void (*finish)(void *model);
  void (*trace)(void *model, VerilatedFstC *wave, int levels);
  void (*close)(void *model);
  void (*end)(Dut *dut); // after all are closed; nullptr: nothing is left
  StateBytes (*state)(void *model);
  bool pure; // an evaluation depends on the state alone
};

// What a thread that evaluates objects of a design has for itself: the handle of sim/dut.h.
struct Hand {
  Dut *dut;
  bool trial = false;
  std::vector<unsigned char> kept; // the state of objects [kept_from, kept_to)
  uint32_t kept_from = 0, kept_to = 0;
  std::string printed; // the last line
  std::string text;    // of the failure
  dut_failure failure{};
  bool failed = false;
  // What was thrown: a simulator between the design and us may turn it into something else.
  bool thrown = false;
  dut_failure_kind thrown_kind{};
  std::string thrown_text;

  explicit Hand(Dut *dut) : dut(dut)
  {
  }
  void fail(dut_failure_kind kind, uint32_t instance, const char *why);
};

// The context must outlive the models, and the models the waveform.
struct Dut {
  const dut_host *host;
  const ModelOps *ops;
  VerilatedContext context;
  uint32_t first, instances;                // their numbers: [first, first + instances)
  std::vector<void *> models;               // [instances] once all are open; see model()
  std::vector<std::unique_ptr<Hand>> hands; // the first is that of who opened it
  VerilatedFstC *wave = nullptr;
  void *shim = nullptr;           // what a shim keeps of its own
  std::vector<CoverPoint> points; // of all objects; none where coverage is not counted
  std::vector<uint32_t> before_trial;
  bool clean = false; // a reset is over

  void *model(uint32_t instance) const
  {
    return models[instance - first];
  }
};

inline Hand *hand_of(void *handle)
{
  return static_cast<Hand *>(handle);
}

inline Dut *dut_of(void *handle)
{
  return hand_of(handle)->dut;
}

// As in sim/dut.h.  What was recorded is closed before the design is.
void *plugin_open(uint32_t first, uint32_t instances, const char *const *names,
                  const dut_host *host, const ModelOps *ops, bool traced);
void *plugin_hand(void *handle);
void plugin_eval(void *dut, uint32_t from, uint32_t to, int clock);
void plugin_time(void *dut, uint64_t time_ps);
void plugin_trial(void *dut, int on);
int plugin_keep(void *dut, uint32_t from, uint32_t to);
void plugin_restore(void *dut);
const unsigned char *plugin_state(void *dut, uint32_t instance, std::size_t *bytes);
void plugin_finish(void *dut);
const dut_failure *plugin_failure(void *dut);
void plugin_close(void *dut);

// The design of which an object is being opened.
Dut *plugin_opening();

void plugin_coverage_start(void *dut);
void plugin_coverage_trial(Dut *dut, bool on);
int plugin_coverage_write(void *dut, const char *path);

// In an evaluation: logic beyond one object does not settle.
[[noreturn]] void plugin_unsettled(const char *why);

// A file of its own, without which the FST library is not linked.
int plugin_wave_open(void *dut, const char *path, const uint32_t *instances,
                     uint32_t count);
void plugin_wave_dump(void *dut, uint64_t time_ps);
void plugin_wave_close(void *dut);

#endif
