/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dut -- what a plug-in made from Verilog by a simulator offers; the boundary between C and
 * C++.
 *
 * A plug-in is a shared object with one function, `lockhop_dut`.  It holds `instances`
 * copies of a Verilated top module, numbered from `first` on; each copy holds
 * `switches_per_instance` switches (1 for the array of switches, all of them for a
 * generated network).  Links are wired by whoever
 * opens it, or in the Verilog of a network, or by the plug-in itself (`wire`).  The shim
 * has no logic: it shows where the pins are, and evaluates.  Every pin is a little-endian
 * array of 64-bit words; a packet is `slot_words` words, header in the low bits and data
 * above it.
 */
#ifndef LOCKHOP_SIM_DUT_H
#define LOCKHOP_SIM_DUT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DUT_ABI = 15 };

/* Pins of one switch.  in_*, out_ready and here are NULL in a network, whose links are
 * wired inside; golden_*, differ and cycle in an array that cannot record waveforms. Masks:
 * in_valid, out_ready and out_valid by queue number, in_ready by network channel, which is
 * the same, inject_* by lane, eject_valid by channel (docs/switch.md).  A collective engine
 * (docs/switches/collective_engine.md) has them too. */
struct dut_pins {
  uint64_t *in_valid;           /* [1] */
  uint64_t *in_packet;          /* [ports][slot_words] */
  uint64_t *out_ready;          /* [1] */
  uint64_t *inject_valid;       /* [1] */
  uint64_t *inject_packet;      /* [lanes][slot_words] */
  uint64_t *here;               /* [1] read while rst is 1; NULL in a network */
  uint64_t *seed;               /* [1] read while rst is 1; of an engine: program_i */
  uint64_t *phase;              /* [1] a number; one pin for all switches of a network */
  const uint64_t *in_ready;     /* [1] */
  const uint64_t *inject_ready; /* [1] */
  const uint64_t *out_valid;    /* [1] */
  const uint64_t *out_packet;   /* [ports][slot_words] */
  const uint64_t *eject_valid;  /* [1] */
  const uint64_t *eject_packet; /* [channels][slot_words] */
  uint64_t *golden_valid;       /* [1] what the golden model shows, for waveforms alone */
  uint64_t *golden_ready;       /* [1] */
  uint64_t *golden_eject;       /* [1] */
  uint64_t *golden_packet;      /* [ports][slot_words] */
  uint64_t *differ;      /* [1] 1: the two machines differ at this switch in this cycle */
  uint64_t *cycle;       /* [1] cycle number; one pin for all switches of a network */
  uint64_t *eject_ready; /* [1] by channel; NULL where switches have no such input */
  uint64_t *stalled; /* [1] queues of which nothing crosses the link; with `wire` alone */
  uint64_t *driven;  /* [1] enum dut_driven; with `wire` alone */
};

/* What in_valid, in_packet and out_ready of a switch show whose links the plug-in wires.
 * After eval these pins are what the switch sees. */
enum dut_driven {
  DUT_LINKS, /* what the links bring, valid or not */
  DUT_IDLE,  /* the same, but the pin in_packet where no packet comes */
  DUT_PINS   /* the pins; so it is in a trial, at all switches */
};

/* What clk does in an evaluation. */
enum dut_clock {
  DUT_LOW,  /* it is 0 */
  DUT_HIGH, /* it is 1 */
  DUT_CYCLE /* it is 0, and when the instance is evaluated it is 1 */
};

/* Where a link ends. */
struct dut_link {
  uint32_t to_switch;
  uint32_t to_port;
};

/* Who runs the plug-in; must outlive what it opens. */
struct dut_host {
  void *self;
  /* The design has printed this.  Not 0: no more, and the design is stopped. */
  int (*print)(void *self, const char *text, size_t size);
};

/* Why a design does not go on. */
enum dut_failure_kind {
  DUT_STOPPED,   /* $finish, $stop, $error, $fatal, an assertion */
  DUT_UNSETTLED, /* its logic does not settle */
  DUT_NO_MEMORY, /* it wants more memory than it gets */
  DUT_OUTPUT     /* it has printed more than the host takes */
};

struct dut_failure {
  enum dut_failure_kind kind;
  uint32_t instance; /* the object that was evaluated */
  const char *text;  /* in one line; until the design is closed */
};

struct dut_ops {
  uint32_t abi; /* DUT_ABI */
  uint32_t ports, lanes, vcs, depth, store, priority_bits, arbiter, sends, pushes,
      phase_bits, random;
  uint32_t program, memory; /* words, of an engine; of a switch 0 */
  uint32_t header_bits, data_bits, address_bits;
  uint32_t switches_per_instance;
  uint32_t slot_words;   /* 1 or 2 */
  const char *simulator; /* name and version */
  /* Instances [first, first + instances), which everything below calls by these numbers.
   * What the registers of one hold before reset depends on its number alone.
   * names[instances]: scope of each in a waveform, e.g. "s12"; NULL: `make` is not NULL,
   * and makes the instances, before anything else.  NULL when memory is short. */
  void *(*open)(uint32_t first, uint32_t instances, const char *const *names,
                const struct dut_host *host);
  void (*pins)(void *dut, uint32_t sw, struct dut_pins *pins);
  void (*reset)(void *dut, uint32_t from, uint32_t to, int active); /* drive rst */
  /* Evaluate instances [from, to); clock: enum dut_clock.  DUT_CYCLE, which is faster than
   * both levels one after the other, only where the links are wired elsewhere. */
  void (*eval)(void *dut, uint32_t from, uint32_t to, int clock);
  /* Simulation time from now on, which the design sees as $time. */
  void (*time)(void *dut, uint64_t time_ps);
  /* While it is on, what the design prints, asserts and asks for ($finish) is ignored: its
   * inputs are tried out and did not happen. */
  void (*trial)(void *dut, int on);
  /* Keep the state of instances [from, to), pins included, for `restore`, which brings back
   * that of the last `keep`.  0 on success; else it cannot be copied: the design holds
   * strings, queues or objects of classes, or memory is short. */
  int (*keep)(void *dut, uint32_t from, uint32_t to);
  void (*restore)(void *dut);
  /* The run is over: let the design do what it does at its end ($final). */
  void (*finish)(void *dut);
  /* Why the design has stopped, or NULL.  Once it has, eval does nothing. */
  const struct dut_failure *(*failure)(void *dut);
  /* Record instances[count] into the FST file `path`; nothing may be recording.  0 on
   * success. */
  int (*wave_open)(void *dut, const char *path, const uint32_t *instances, uint32_t count);
  void (*wave_dump)(void *dut, uint64_t time_ps);
  void (*wave_close)(void *dut);
  /* Coverage; both are NULL where the plug-in is made without.  A reset is over: what came
   * before does not count, but that rst was 1 if it was not the first one, and that blocks
   * have run. */
  void (*coverage_start)(void *dut);
  /* Write what of the design was reached so far, in trials not, into a file of
   * verilator_coverage's format.  0 on success. */
  int (*coverage_write)(void *dut, const char *path);
  void (*close)(void *dut);
  /* Wire the links, links[instances][ports], once and before the first eval.  Then reset
   * and eval are of all instances, unless it is a trial: instances [from, to) take their
   * pins, and are what their pins show afterwards.  0 on success; it fails when memory is
   * short.  NULL: the links are wired elsewhere. */
  int (*wire)(void *dut, const struct dut_link *links);
  /* The bytes on which all depends that an evaluation of an instance does, pins included:
   * from the same bytes it makes the same bytes.  NULL: there is more, such as the time, a
   * random number, a file, code in C, what is printed; or they cannot be shown.  The same
   * number of bytes for all instances. */
  const unsigned char *(*state)(void *dut, uint32_t instance, size_t *bytes);
  /* Another handle of the same design, for another thread; it is closed with the first.
   * Trials, what is kept, and the failure belong to a handle.  Where `state` is not NULL,
   * threads may evaluate and try different instances at the same time, if each of these
   * has been evaluated before.  All else is for one thread.  NULL as a result: memory is
   * short. NULL: there is one thread. */
  void *(*hand)(void *dut);
  /* Make instances [from, to) of a design that was opened without names.  Threads may make
   * different ones at the same time, and evaluate those for the first time.  NULL: `open`
   * makes them. */
  void (*make)(void *dut, uint32_t from, uint32_t to);
};

typedef const struct dut_ops *lockhop_dut_function(void);

__attribute__((visibility("default"))) const struct dut_ops *lockhop_dut(void);

#ifdef __cplusplus
}
#endif

#endif
