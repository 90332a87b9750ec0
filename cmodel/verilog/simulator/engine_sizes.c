/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* engine_sizes -- an array of collective engines of several sizes. */
#include "verilog/simulator/engine_sizes.h"

#include "base/memory.h"
#include "run/machine/engine_programs.h"

#include <stdlib.h>
#include <string.h>

/* Words of the larger of program and memory in the first classes; the last has the rest. */
static const uint32_t limits[ENGINE_SIZES] = {128, 1024, 8192, UINT32_MAX};

enum { LEAST_WORDS = 16, WORD_BYTES = 8 };

/* The engines of a class, in the order of their numbers. */
struct size_class {
  struct engine_programs programs; /* those of all, with the sizes of this class */
  struct shape shape;
  char path[FILE_PATH];
  struct plugin plugin;
  void *dut;
  uint32_t count;
  uint32_t *engines; /* [count] their numbers */
};

struct engine_sizes {
  struct dut_ops ops;
  struct size_class classes[ENGINE_SIZES];
  uint32_t instances;
  uint8_t *class_of; /* [instances] */
  uint32_t *index;   /* [instances] in its class */
  uint8_t kept;      /* the class of the engine that was kept last */
  struct dut_failure failure;
};

bool engine_sizes_wanted(const struct plugin_request *request)
{
  const struct engine_programs *programs = request->shape->programs;
  const uint64_t most = request->engine_bytes ? request->engine_bytes : ENGINE_SIZES_BYTES;

  return programs && !request->network && !request->systemc && request->untraced &&
         !request->coverage &&
         (uint64_t)programs->count * (programs->program_words + programs->memory_words) *
                 WORD_BYTES >
             most;
}

const struct dut_ops *engine_sizes_ops(const struct engine_sizes *sizes)
{
  return &sizes->ops;
}

/* --- classes --- */

/* Round up to a power of two. */
static uint32_t rounded(uint32_t words)
{
  uint32_t power = LEAST_WORDS;

  while (power < words)
    power *= 2;
  return power;
}

static void grow(uint32_t *size, uint32_t words)
{
  if (rounded(words) > *size)
    *size = rounded(words);
}

static void sort_into_classes(struct engine_sizes *s,
                              const struct engine_programs *programs)
{
  for (uint32_t i = 0; i < s->instances; i++) {
    const uint32_t program = engine_program_words(programs, i);
    const uint32_t memory = engine_memory_words(programs, i);
    const uint32_t words = program > memory ? program : memory;
    uint8_t k = 0;

    while (words > limits[k])
      k++;
    struct size_class *c = &s->classes[k];

    s->class_of[i] = k;
    s->index[i] = c->count++;
    grow(&c->programs.program_words, program);
    grow(&c->programs.memory_words, memory);
  }
}

static bool open_classes(struct engine_sizes *s, const struct shape *shape)
{
  const struct engine_programs *programs = shape->programs;

  s->instances = programs->count;
  s->class_of = memory_table(s->instances, sizeof *s->class_of);
  s->index = memory_table(s->instances, sizeof *s->index);
  for (uint32_t k = 0; k < ENGINE_SIZES; k++) {
    s->classes[k].programs = *programs;
    s->classes[k].programs.program_words = s->classes[k].programs.memory_words = 0;
    s->classes[k].shape = *shape;
    s->classes[k].shape.programs = &s->classes[k].programs;
  }
  if (!s->class_of || !s->index)
    return false;
  sort_into_classes(s, programs);
  for (uint32_t k = 0; k < ENGINE_SIZES; k++) {
    s->classes[k].engines = memory_table(s->classes[k].count + 1, sizeof(uint32_t));
    if (!s->classes[k].engines)
      return false;
  }
  for (uint32_t i = 0; i < s->instances; i++)
    s->classes[s->class_of[i]].engines[s->index[i]] = i;
  return true;
}

/* --- what they do together: struct dut_ops --- */

static struct size_class *class_of(struct engine_sizes *s, uint32_t engine)
{
  return &s->classes[s->class_of[engine]];
}

static void close_engines(void *self)
{
  struct engine_sizes *s = self;

  for (uint32_t k = 0; k < ENGINE_SIZES; k++) {
    if (s->classes[k].dut)
      s->classes[k].plugin.ops->close(s->classes[k].dut);
    s->classes[k].dut = NULL;
  }
}

void *engine_sizes_make(struct engine_sizes *s, uint32_t instances,
                        const char *const *names, const struct dut_host *host)
{
  const char **some = memory_table(instances, sizeof *some);
  bool made = some != NULL;

  for (uint32_t k = 0; k < ENGINE_SIZES && made; k++) {
    struct size_class *c = &s->classes[k];

    for (uint32_t i = 0; i < c->count; i++)
      some[i] = names[c->engines[i]];
    if (c->count > 0)
      c->dut = c->plugin.ops->open(0, c->count, some, host);
    made = c->count == 0 || c->dut;
  }
  free(some);
  if (made)
    return s;
  close_engines(s);
  return NULL;
}

uint64_t engine_sizes_bytes(const struct engine_sizes *s, const struct dut_host *host)
{
  uint64_t bytes = 0;

  for (uint32_t k = 0; k < ENGINE_SIZES; k++)
    if (s->classes[k].count > 0)
      bytes += plugin_objects_bytes(s->classes[k].plugin.ops, s->classes[k].count, host);
  return bytes;
}

static void sizes_pins(void *self, uint32_t sw, struct dut_pins *pins)
{
  struct engine_sizes *s = self;

  class_of(s, sw)->plugin.ops->pins(class_of(s, sw)->dut, s->index[sw], pins);
}

static void sizes_reset(void *self, uint32_t from, uint32_t to, int active)
{
  struct engine_sizes *s = self;

  for (uint32_t i = from; i < to; i++)
    class_of(s, i)->plugin.ops->reset(class_of(s, i)->dut, s->index[i], s->index[i] + 1,
                                      active);
}

static void sizes_eval(void *self, uint32_t from, uint32_t to, int clock)
{
  struct engine_sizes *s = self;

  for (uint32_t i = from; i < to; i++)
    class_of(s, i)->plugin.ops->eval(class_of(s, i)->dut, s->index[i], s->index[i] + 1,
                                     clock);
}

static void sizes_time(void *self, uint64_t time_ps)
{
  struct engine_sizes *s = self;

  for (uint32_t k = 0; k < ENGINE_SIZES; k++)
    if (s->classes[k].dut)
      s->classes[k].plugin.ops->time(s->classes[k].dut, time_ps);
}

static void sizes_trial(void *self, int on)
{
  struct engine_sizes *s = self;

  for (uint32_t k = 0; k < ENGINE_SIZES; k++)
    if (s->classes[k].dut)
      s->classes[k].plugin.ops->trial(s->classes[k].dut, on);
}

/* Of an array, engines are kept one at a time. */
static int sizes_keep(void *self, uint32_t from, uint32_t to)
{
  struct engine_sizes *s = self;

  if (to != from + 1)
    return 1;
  s->kept = s->class_of[from];
  return class_of(s, from)->plugin.ops->keep(class_of(s, from)->dut, s->index[from],
                                             s->index[from] + 1);
}

static void sizes_restore(void *self)
{
  struct engine_sizes *s = self;

  s->classes[s->kept].plugin.ops->restore(s->classes[s->kept].dut);
}

static void sizes_finish(void *self)
{
  struct engine_sizes *s = self;

  for (uint32_t k = 0; k < ENGINE_SIZES; k++)
    if (s->classes[k].dut)
      s->classes[k].plugin.ops->finish(s->classes[k].dut);
}

/* The first class that has stopped tells; the others do not go on for long, as the run ends
 * with this cycle. */
static const struct dut_failure *sizes_failure(void *self)
{
  struct engine_sizes *s = self;

  for (uint32_t k = 0; k < ENGINE_SIZES; k++) {
    const struct size_class *c = &s->classes[k];
    const struct dut_failure *why = c->dut ? c->plugin.ops->failure(c->dut) : NULL;

    if (!why)
      continue;
    s->failure = *why;
    s->failure.instance = c->engines[why->instance];
    return &s->failure;
  }
  return NULL;
}

static int sizes_wave_open(void *self, const char *path, const uint32_t *instances,
                           uint32_t count)
{
  (void)self;
  (void)path;
  (void)instances;
  (void)count;
  return 1;
}

static void sizes_wave_dump(void *self, uint64_t time_ps)
{
  (void)self;
  (void)time_ps;
}

static void sizes_wave_close(void *self)
{
  (void)self;
}

/* Every function is replaced, or NULL: none of one class may get the engines of all. */
_Static_assert(DUT_ABI == 15, "has struct dut_ops a new function? it needs a line below");

static void set_ops(struct engine_sizes *s)
{
  uint32_t k = 0;

  while (s->classes[k].count == 0)
    k++;
  s->ops = *s->classes[k].plugin.ops;
  s->ops.open = NULL;
  s->ops.pins = sizes_pins;
  s->ops.reset = sizes_reset;
  s->ops.eval = sizes_eval;
  s->ops.time = sizes_time;
  s->ops.trial = sizes_trial;
  s->ops.keep = sizes_keep;
  s->ops.restore = sizes_restore;
  s->ops.finish = sizes_finish;
  s->ops.failure = sizes_failure;
  s->ops.wave_open = sizes_wave_open;
  s->ops.wave_dump = sizes_wave_dump;
  s->ops.wave_close = sizes_wave_close;
  s->ops.close = close_engines;
  s->ops.coverage_start = NULL;
  s->ops.coverage_write = NULL;
  s->ops.wire = NULL;
  s->ops.state = NULL; /* it has not the same number of bytes for all engines */
  s->ops.hand = NULL;
  s->ops.make = NULL;
}

/* --- plug-ins --- */

/* All are built before the code of one of them runs. */
static bool load_plugins(struct engine_sizes *s, const struct plugin_request *request,
                         struct err *err)
{
  struct plugin_request own[ENGINE_SIZES];
  bool good = true;

  for (uint32_t k = 0; k < ENGINE_SIZES && good; k++) {
    own[k] = *request;
    own[k].shape = &s->classes[k].shape;
    own[k].reading = NULL;
    good = s->classes[k].count == 0 ||
           plugin_find(&s->classes[k].plugin, &own[k], s->classes[k].path, err);
  }
  if (good && request->before_load)
    request->before_load(request->before_load_self);
  for (uint32_t k = 0; k < ENGINE_SIZES && good; k++)
    good = s->classes[k].count == 0 ||
           plugin_load(&s->classes[k].plugin, &own[k], s->classes[k].path, err);
  return good;
}

struct engine_sizes *engine_sizes_open(const struct plugin_request *request,
                                       struct err *err)
{
  struct engine_sizes *s = calloc(1, sizeof *s);

  if (!s || !open_classes(s, request->shape))
    err_set(err, ERR_ENVIRONMENT, "not enough memory for %u engines",
            request->shape->programs->count);
  else if (load_plugins(s, request, err)) {
    set_ops(s);
    return s;
  }
  engine_sizes_close(s);
  return NULL;
}

void engine_sizes_close(struct engine_sizes *s)
{
  if (!s)
    return;
  for (uint32_t k = 0; k < ENGINE_SIZES; k++) {
    plugin_close(&s->classes[k].plugin);
    free(s->classes[k].engines);
  }
  free(s->class_of);
  free(s->index);
  free(s);
}
