/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verilated_unit -- what the tests of Verilated machines share: shapes, switches with a
 * change, lock step with the golden model under contention. */
#ifndef LOCKHOP_TESTS_VERILATED_UNIT_H
#define LOCKHOP_TESTS_VERILATED_UNIT_H

#include "base/bits.h"
#include "base/install.h"
#include "base/rng.h"
#include "run/machine/golden.h"
#include "tests/unit/unit.h"
#include "verilog/simulator/verilated.h"
#include "verilog/wave/recorder.h"

#include <glob.h>
#include <inttypes.h>

/* --- a cache of this test's own --- */

/* Verilator's run-time library takes long to compile: take it from the common cache when it
 * is there.  It comes with its manifest, so it is used only if it is good. */
static inline void copy_runtime(const char *from, const char *to)
{
  char pattern[2 * FILE_PATH], path[3 * FILE_PATH];
  glob_t found;
  struct err err;

  snprintf(pattern, sizeof pattern, "%s/*runtime-*", from);
  if (glob(pattern, 0, NULL, &found) != 0)
    return;
  for (size_t i = 0; i < found.gl_pathc; i++) {
    size_t size;
    char *bytes = file_read(found.gl_pathv[i], &size, &err);

    assert_non_null(bytes);
    snprintf(path, sizeof path, "%s/%s", to, strrchr(found.gl_pathv[i], '/') + 1);
    write_data(path, bytes, size);
    free(bytes);
  }
  globfree(&found);
}

static inline int open_cache(void **state)
{
  char common[FILE_PATH], cache[FILE_PATH];
  struct err err;

  (void)state;
  assert_true(install_cache(common, &err));
  data_path(cache, "cache");
  assert_true(file_make_directory(cache, &err));
  copy_runtime(common, cache);
  return setenv("LOCKHOP_CACHE", cache, 1);
}

/* --- shapes and files --- */

struct case_shape {
  struct topology topology;
  struct shape shape;
};

/* With the named routing; one VC and no waiting store, which a test may change.  `s`
 * must stay where it is. */
static inline void routed_shape_of(struct case_shape *s, const char *spec,
                                   const char *routing, uint32_t lanes, uint32_t depth,
                                   uint32_t data_bits)
{
  s->topology = topology_of(spec);
  s->shape = (struct shape){
      .topology = &s->topology,
      .routing = routing_of(&s->topology, routing),
      .lanes = lanes,
      .depth = depth,
      .vcs = 1,
      .format = {.data_bits = data_bits},
  };
  s->shape.format.header_bits = s->shape.routing->header_bits(&s->topology);
}

static inline void shape_of(struct case_shape *s, const char *spec, uint32_t lanes,
                            uint32_t depth, uint32_t data_bits)
{
  routed_shape_of(s, spec, NULL, lanes, depth, data_bits);
}

/* rtl/switch/switch.v with the text `from` replaced by `to`, as a file of the user. */
static inline const char *make_dut(char path[FILE_PATH], const char *name, const char *from,
                                   const char *to)
{
  char share[FILE_PATH], source[2 * FILE_PATH];
  struct err err;
  size_t size;

  assert_true(install_share(share, &err));
  snprintf(source, sizeof source, "%s/rtl/switch/switch.v", share);
  char *text = file_read(source, &size, &err);
  assert_non_null(text);
  char *place = strstr(text, from);
  CHECK(place, "'%s' is not in %s", from, source);
  data_path(path, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file, "%.*s%s%s", (int)(place - text), text, to, place + strlen(from));
  fclose(file);
  free(text);
  return path;
}

/* Takes what a design prints, and drops it. */
static inline int print_nothing(void *self, const char *text, size_t size)
{
  (void)self;
  (void)text;
  (void)size;
  return 0;
}

static inline bool open_systemc(struct machine *m, const struct shape *shape,
                                const char *dut, struct err *err)
{
  const struct verilated_host host = {.dut = {.print = print_nothing}};

  return verilated_open(
      m,
      &(struct plugin_request){
          .shape = shape, .systemc = true, .dut_files = &dut, .dut_count = dut ? 1 : 0},
      &host, err);
}

static inline bool open_verilated(struct machine *m, const struct shape *shape,
                                  const char *directory, const char *dut, struct err *err)
{
  const struct verilated_host host = {.dut = {.print = print_nothing}};

  return verilated_open(m,
                        &(struct plugin_request){.shape = shape,
                                                 .network = directory,
                                                 .dut_files = &dut,
                                                 .dut_count = dut ? 1 : 0},
                        &host, err);
}

static inline bool open_array(struct machine *m, const struct shape *shape, const char *dut,
                              struct err *err)
{
  return open_verilated(m, shape, NULL, dut, err);
}

/* --- lock step --- */

static inline void check_cycle(const struct machine *golden, const struct machine *dut,
                               const struct shape *shape, int cycle)
{
  const struct topology *t = shape->topology;
  struct links a = golden->ops->links(golden->self), b = dut->ops->links(dut->self);

  for (uint32_t sw = 0; sw < t->switches; sw++) {
    CHECK(a.valid[sw] == b.valid[sw] && a.ready[sw] == b.ready[sw] &&
              a.eject[sw] == b.eject[sw],
          "%s %s %s cycle %d switch %u: valid %" PRIx64 " %" PRIx64 " ready %" PRIx64
          " %" PRIx64 " eject %" PRIx64 " %" PRIx64,
          dut->ops->name, t->spec, shape->routing->name, cycle, sw, a.valid[sw],
          b.valid[sw], a.ready[sw], b.ready[sw], a.eject[sw], b.eject[sw]);
    for (uint32_t k = 0; k < 64; k++) {
      struct packet p = {0}, q = {0}, r = {0}, s = {0};

      if (a.valid[sw] >> k & 1) {
        p = golden->ops->out_packet(golden->self, sw, k / shape->vcs);
        q = dut->ops->out_packet(dut->self, sw, k / shape->vcs);
      }
      if (a.eject[sw] >> k & 1) {
        r = golden->ops->eject_packet(golden->self, sw, k);
        s = dut->ops->eject_packet(dut->self, sw, k);
      }
      CHECK(p.header == q.header && p.data == q.data && r.header == s.header &&
                r.data == s.data,
            "%s %s %s cycle %d switch %u place %u: packets differ", dut->ops->name, t->spec,
            shape->routing->name, cycle, sw, k);
    }
  }
}

/* Every free lane starts a packet three times in four: full of contention. */
static inline size_t make_injections(struct injection *injections,
                                     const struct machine *golden,
                                     const struct shape *shape, struct rng *rng)
{
  const struct topology *t = shape->topology;
  struct links links = golden->ops->links(golden->self);
  size_t count = 0;

  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t lane = 0; lane < shape->lanes; lane++)
      if (links.ready[sw] >> (shape_queues(shape) + lane) & 1 && rng_below(rng, 4) > 0) {
        uint32_t to = (uint32_t)rng_below(rng, t->switches);

        injections[count++] = (struct injection){
            .at = sw,
            .lane = lane,
            .packet = {.header = shape->routing->header(t, sw, to, rng_next(rng)),
                       .data = rng_next(rng) & bits_mask(shape->format.data_bits)},
        };
      }
  return count;
}

/* `wave`: of the DUT, or NULL.  The phase goes up and down, and every run has seeds of its
 * own: as many as its cycles. */
static inline void run_recorded(struct machine *dut, const struct shape *shape, int cycles,
                                const struct waveform *wave)
{
  size_t lanes = (size_t)shape->topology->switches * shape->lanes;
  struct injection *injections = malloc(lanes * sizeof injections[0]);
  struct rng rng = rng_seed(1, 0);
  struct machine golden;
  struct err err;

  assert_non_null(injections);
  CHECK(golden_open(&golden, shape, lanes * (size_t)(cycles + 1), &err), "%s", err.text);
  CHECK(golden.ops->reset(golden.self, (uint64_t)cycles, &err), "%s", err.text);
  CHECK(dut->ops->reset(dut->self, (uint64_t)cycles, &err), "%s", err.text);
  for (int cycle = 0; cycle < cycles; cycle++) {
    bool phase = cycle % 11 > 6;

    check_cycle(&golden, dut, shape, cycle);
    size_t count = make_injections(injections, &golden, shape, &rng);
    if (wave) {
      const struct links links = golden.ops->links(golden.self);

      wave->ops->beside(wave->self, &golden, &links,
                        (const bool[RECORDER_SWITCHES]){false});
    }
    machine_tick(&golden, &(struct stimulus){.injections = injections,
                                             .injection_count = count,
                                             .phase = phase});
    machine_tick(dut, &(struct stimulus){.injections = injections,
                                         .injection_count = count,
                                         .phase = phase});
  }
  golden.ops->close(golden.self);
  free(injections);
}

static inline void run_lock_step(struct machine *dut, const struct shape *shape, int cycles)
{
  run_recorded(dut, shape, cycles, NULL);
}

#endif
