/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* save_unit -- dumps with the signals of every kind of waveform, and what a save file of
 * one is asked with. */
#ifndef LOCKHOP_TESTS_SAVE_UNIT_H
#define LOCKHOP_TESTS_SAVE_UNIT_H

#include "tests/unit/unit.h"

#include "verilog/wave/fst.h"
#include "verilog/wave/golden_wave.h"
#include "verilog/wave/save_file.h"

/* MASK and SLOT are those of sim/dut.h; cycles [FROM, TO) are in a dump. */
enum { SEED = 7, DEPTH = 4, MASK = 64, SLOT = 64, FROM = 10, TO = 40 };

/* --- dumps with the signals of each kind, and one value --- */

/* A port of `count` elements; Verilog vectors of one bit have a range, too. */
static inline void add_port(struct fst_writer *w, const char *name, uint32_t count,
                            uint32_t bits)
{
  char ranged[64];

  snprintf(ranged, sizeof ranged, "%s%s", name, count * bits == 1 ? " [0:0]" : "");
  fst_signal(w, ranged, count * bits);
}

static inline void add_own_ports(struct fst_writer *w, const struct shape *shape)
{
  uint32_t ports = shape->topology->ports, queues = ports * shape->vcs;
  uint32_t lanes = shape->lanes, channels = queues + lanes;
  uint32_t packet = shape->format.header_bits + shape->format.data_bits;

  add_port(w, "out_valid_o", queues, 1);
  add_port(w, "out_ready_i", queues, 1);
  add_port(w, "out_packet_o", ports, packet);
  add_port(w, "in_valid_i", queues, 1);
  add_port(w, "in_ready_o", queues, 1);
  add_port(w, "in_packet_i", ports, packet);
  add_port(w, "inject_valid_i", lanes, 1);
  add_port(w, "inject_ready_o", lanes, 1);
  add_port(w, "inject_packet_i", lanes, packet);
  add_port(w, "eject_valid_o", channels, 1);
  add_port(w, "eject_packet_o", channels, packet);
}

/* A vector within two scopes. */
static inline void add_deep(struct fst_writer *w, const char *outer, const char *inner,
                            const char *name, uint32_t count, uint32_t bits)
{
  fst_enter(w, outer);
  fst_enter(w, inner);
  add_port(w, name, count, bits);
  fst_leave(w);
  fst_leave(w);
}

static inline void add_inside(struct fst_writer *w, const struct shape *shape)
{
  uint32_t queues = shape->topology->ports * shape->vcs;
  uint32_t channels = queues + shape->lanes;
  uint32_t packet = shape->format.header_bits + shape->format.data_bits;
  char scope[32];

  fst_signal(w, "phase_q", 1);
  if (shape->routing->random != RANDOM_NONE)
    add_deep(w, "g_random", "u_random_bits", "word_o", channels, 32);
  if (shape->store) {
    add_deep(w, "g_store", "u_waiting_store", "full_q", shape->store, 1);
    add_deep(w, "g_store", "u_waiting_store", "packets_q", shape->store, packet);
  }
  for (uint32_t i = 0; i < channels; i++) {
    snprintf(scope, sizeof scope, "g_channel[%u]", i);
    fst_enter(w, scope);
    fst_enter(w, "u_input_queue");
    fst_signal(w, "full_q", 1);
    fst_signal(w, "packet_q", packet);
    fst_leave(w);
    fst_leave(w);
  }
  for (uint32_t i = 0; i < queues; i++) {
    snprintf(scope, sizeof scope, "g_queue[%u]", i);
    fst_enter(w, scope);
    add_deep(w, shape_priority_bits(shape) ? "g_ordered" : "g_fifo", "u_output_queue",
             "count_q", 1, golden_wave_count_bits(DEPTH));
    fst_leave(w);
  }
}

/* Pins of sim/dut.h for `switches` switches behind each other. */
static inline void add_pins(struct fst_writer *w, const struct shape *shape,
                            uint32_t switches)
{
  fst_signal(w, "cycle_i", 64);
  fst_signal(w, "golden_valid_i", MASK * switches);
  fst_signal(w, "golden_ready_i", MASK * switches);
  fst_signal(w, "golden_eject_i", MASK * switches);
  fst_signal(w, "golden_packet_i", SLOT * shape->topology->ports * switches);
  fst_signal(w, "differ_i", MASK * switches);
}

static inline void enter_switch(struct fst_writer *w, const char *before, uint32_t sw)
{
  char scope[32];

  snprintf(scope, sizeof scope, "%s%u", before, sw);
  fst_enter(w, scope);
}

static inline void add_array(struct fst_writer *w, const struct save_request *q,
                             bool inside)
{
  for (size_t i = 0; i < q->count; i++) {
    enter_switch(w, "s", q->switches[i]);
    fst_enter(w, "switch_top");
    fst_signal(w, "clk", 1);
    fst_signal(w, "rst", 1);
    add_pins(w, q->shape, 1);
    fst_enter(w, "u_switch");
    add_own_ports(w, q->shape);
    if (inside)
      add_inside(w, q->shape);
    fst_leave(w);
    fst_leave(w);
    fst_leave(w);
  }
}

static inline void add_network(struct fst_writer *w, const struct save_request *q)
{
  fst_enter(w, "network");
  fst_enter(w, "network_top");
  fst_signal(w, "clk", 1);
  fst_signal(w, "rst", 1);
  add_pins(w, q->shape, q->shape->topology->switches);
  fst_enter(w, "u_network");
  for (uint32_t sw = 0; sw < q->shape->topology->switches; sw++) {
    enter_switch(w, "s", sw);
    add_own_ports(w, q->shape);
    add_inside(w, q->shape);
    fst_leave(w);
  }
  fst_leave(w);
  fst_leave(w);
  fst_leave(w);
}

static inline void make_dump(const struct save_request *q, bool inside)
{
  enum { CLK = 1 }; /* the first signal made */
  struct fst_writer *w;
  struct err err;

  CHECK(fst_open(&w, q->dump, "", 100, &err), "%s", err.text);
  if (q->kind == SAVE_ARRAY)
    add_array(w, q, inside);
  else
    add_network(w, q);
  fst_time(w, FROM * WAVE_CYCLE_PS);
  fst_value(w, CLK, "1");
  fst_time(w, TO * WAVE_CYCLE_PS);
  CHECK(fst_close(w, &err), "%s", err.text);
}

static inline uint32_t no_packets(const void *self, uint32_t sw, uint32_t queue)
{
  (void)self;
  (void)sw;
  (void)queue;
  return 0;
}

/* A golden dump in which nothing happens. */
static inline void make_golden_dump(const struct save_request *q)
{
  static const uint64_t none[64];
  static const struct machine_ops ops = {
      .name = "idle", .can = MACHINE_QUEUES, .queue_count = no_packets};
  struct machine machine = {.ops = &ops};
  struct wave_request request = {
      .path = q->dump, .switches = q->switches, .count = q->count};
  struct golden_wave *wave;
  struct err err;

  CHECK(golden_wave_open(&wave, &machine, q->shape, &request, &err), "%s", err.text);
  for (uint64_t cycle = FROM; cycle < TO; cycle++)
    golden_wave_cycle(
        wave, cycle, false,
        &(struct links){
            .valid = none, .ready = none, .eject = none, .active = NULL, .active_count = 0},
        NULL, 0);
  CHECK(golden_wave_close(wave, &err), "%s", err.text);
}
/* --- what a save file is made from --- */

/* It must stay where it is. */
struct scene {
  struct topology topology;
  struct routing routing;
  struct shape shape;
  struct save_request request;
  char dump[FILE_PATH];
  char save[FILE_PATH];
};

/* Files NAME.fst and NAME.gtkw, of all switches of `spec`; a test may change the shape
 * before scene_dump. */
static inline void scene_prepare(struct scene *s, const char *spec, enum save_kind kind,
                                 const char *name)
{
  static const uint32_t all[] = {0, 1, 2, 3, 4, 5, 6, 7};
  char file[64];

  s->topology = topology_of(spec);
  s->routing = *routing_of(&s->topology, NULL);
  s->shape = (struct shape){.topology = &s->topology,
                            .routing = &s->routing,
                            .lanes = 2,
                            .depth = DEPTH,
                            .vcs = 1,
                            .format = {.header_bits = 3, .data_bits = 40}};
  snprintf(file, sizeof file, "%s.fst", name);
  data_path(s->dump, file);
  snprintf(file, sizeof file, "%s.gtkw", name);
  data_path(s->save, file);
  assert_true(s->topology.switches <= sizeof all / sizeof all[0]);
  s->request = (struct save_request){.kind = kind,
                                     .dump = s->dump,
                                     .shape = &s->shape,
                                     .switches = all,
                                     .count = s->topology.switches,
                                     .traffic = "transpose",
                                     .seed = SEED,
                                     .command = "lockhop run hypercube:3 transpose",
                                     .from_cycle = FROM,
                                     .to_cycle = TO};
}

/* `inside`: the switches of an array are ours, with the signals within. */
static inline void scene_dump(const struct scene *s, bool inside)
{
  if (s->request.kind == SAVE_GOLDEN)
    make_golden_dump(&s->request);
  else
    make_dump(&s->request, inside);
}

/* Several VCs, and everything inside that a switch can have. */
static inline void scene_make_full(struct scene *s, uint32_t vcs)
{
  s->shape.vcs = vcs;
  s->shape.store = 3;
  s->routing.random = RANDOM_OWN;
  s->routing.ordered = vcs + 1;
}

#endif
