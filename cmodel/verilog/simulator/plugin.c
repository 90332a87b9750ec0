/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plugin -- finds or builds the shared object that holds Verilated RTL (sim/dut.h). */
#include "verilog/simulator/plugin.h"

#include "base/cache.h"
#include "base/install.h"
#include "base/room.h"
#include "run/machine/engine_programs.h"
#include "verilog/simulator/design.h"
#include "verilog/simulator/dut_files.h"
#include "verilog/simulator/dut_order.h"
#include "verilog/simulator/plugin_build.h"
#include "verilog/simulator/plugin_key.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  TRIES = 3,       /* at files that change while they are read */
  FEW = 8,         /* objects that are made to know what one takes, */
  MORE = 32,       /* and so many more, */
  MANY = 512,      /* or so many, of small objects, */
  SMALL = 16 << 10 /* of fewer bytes */
};

/* --- reading the user's files --- */

/* What is found out by reading the design. */
struct reading {
  const struct plugin_job *job;
  struct hash *design;
};

struct needs {
  const struct plugin_job *job;
  const char *work;
};

/* Do other files need something from this file? Builds without it, in its own folder in
 * `work`. */
static bool is_needed(const void *self, size_t file)
{
  const struct needs *needs = self;
  struct plugin_job without = *needs->job;
  char work[FILE_PATH + PLUGIN_NAME], output[FILE_PATH + 2 * PLUGIN_NAME];
  struct err err;

  without.without = file + 1;
  snprintf(work, sizeof work, "%s/without-%zu", needs->work, file);
  snprintf(output, sizeof output, "%s/design", work);
  return file_make_directory(work, &err) &&
         !plugin_build(&without, PART_READ, work, output, &err) && err.kind == ERR_USAGE;
}

/* Verilator's front end alone: it says what the design is made of. */
static bool read_design(const void *request, const char *work, const char *output,
                        struct err *err)
{
  const struct reading *reading = request;
  const struct plugin_job *job = reading->job;
  struct design design;

  if (!plugin_build(job, PART_READ, work, output, err) ||
      !design_open(&design, output, NULL, err))
    return false;
  const struct needs needs = {job, work};
  const struct dut_question question = {is_needed, &needs};
  bool good = dut_files_elaborated(job->request, (const char *const *)job->real, &design,
                                   &question, job->share, err) &&
              plugin_build_design(job, work, reading->design, err);
  design_close(&design);
  return good;
}

static bool make_lint(const void *request, const char *work, const char *output,
                      struct err *err)
{
  return plugin_build(request, PART_LINT, work, output, err);
}

/* Verilator's warnings, cached with the design. */
static bool read_lint(const struct plugin_job *job, struct lint *lint, struct err *err)
{
  const struct plugin_request *r = job->request;
  char name[PLUGIN_NAME], text[HASH_TEXT], log[FILE_PATH];
  char rtl[FILE_PATH + PLUGIN_NAME], sim[FILE_PATH + PLUGIN_NAME];
  char work[FILE_PATH + PLUGIN_NAME];

  hash_print(&job->reading.design, text);
  snprintf(name, sizeof name, "lint-%s.log", text);
  snprintf(rtl, sizeof rtl, "%s/rtl/", job->share);
  snprintf(sim, sizeof sim, "%s/sim/", job->share);
  snprintf(work, sizeof work, "%s/work-", job->cache);
  if (!cache_obtain(job->cache, name, make_lint, job, log, err) ||
      !lint_open(lint, log,
                 &(struct lint_files){.real = (const char *const *)job->real,
                                      .name = r->dut_files,
                                      .count = r->dut_count,
                                      .ours = {rtl, sim, work}},
                 err))
    return false;
  return !r->lint || lint->count == 0 ||
         err_set(err, ERR_USAGE, "--lint: Verilator has %zu warning%s for this Verilog",
                 lint->count, lint->count == 1 ? "" : "s");
}

/* The user's files have been read before, and asked for in the same way. */
static bool is_known(const struct plugin_job *job)
{
  const struct plugin_reading *known = job->request->reading;

  return known && known->known &&
         memcmp(&known->asked, &job->reading.asked, sizeof known->asked) == 0;
}

/* Read the user's files: job->reading, and what there is to be said about them. */
static bool read_files(struct plugin_job *job, bool again, struct err *err)
{
  struct reading reading = {.job = job, .design = &job->reading.design};
  struct lint lint = {.text = NULL};

  if (!again && is_known(job)) {
    job->reading = *job->request->reading;
    return true;
  }
  if (job->request->dut_count == 0)
    return job->reading.known = plugin_build_design(job, "", &job->reading.design, err);
  const bool good = job->reading.known =
      cache_try(job->cache, read_design, &reading, err) && read_lint(job, &lint, err);
  memcpy(job->reading.loop, lint.loop, sizeof job->reading.loop);
  if (job->request->lint_to) {
    lint_close(job->request->lint_to);
    *job->request->lint_to = lint;
  } else {
    lint_close(&lint);
  }
  return good;
}

/* --- building --- */

static enum plugin_part part_of(const struct plugin_request *request)
{
  return request->network ? PART_NETWORK : request->systemc ? PART_SYSTEMC : PART_ARRAY;
}

static bool make_plugin(const void *request, const char *work, const char *output,
                        struct err *err)
{
  struct plugin_job *job = *(struct plugin_job *const *)request;

  return plugin_obtain_runtime(job, err) &&
         plugin_build(job, part_of(job->request), work, output, err);
}

/* Find or build it once.  False: not, for a reason that is in *err.  A plug-in that is
 * there needs no run-time library.  One that is not waits for it before it is made, because
 * that can be interrupted. */
static bool obtain(struct plugin_job *job, char path[FILE_PATH], struct err *err)
{
  char name[PLUGIN_NAME], text[HASH_TEXT];

  hash_print(&job->key, text);
  snprintf(name, sizeof name, "%s-%s.so", plugin_part_name(part_of(job->request)), text);
  snprintf(path, FILE_PATH, "%.*s/%s", FILE_PATH - PLUGIN_NAME - 2, job->cache, name);
  if (access(path, F_OK) != 0) {
    if (job->request->compiling)
      job->request->compiling(job->request->compiling_self);
    if (!plugin_obtain_runtime(job, err))
      return false;
  }
  return cache_obtain(job->cache, name, make_plugin, &job, path, err);
}

/* Find or build once from the current files; `again`: ignore an earlier reading.
 */
static bool find_once(struct plugin_job *job, bool again, char path[FILE_PATH],
                      struct err *err)
{
  job->reading = (struct plugin_reading){.known = false};
  return plugin_hash_tools(&job->tools, job->request, job->share, job->cache, err) &&
         plugin_hash_asked(&job->reading.asked, job->request, job->share, &job->tools,
                           err) &&
         read_files(job, again, err) &&
         plugin_key(&job->key, job->request, job->share, job->cache, &job->reading.design,
                    err) &&
         obtain(job, path, err);
}

/* Build again if the files changed meanwhile. */
bool plugin_find(struct plugin *plugin, const struct plugin_request *request,
                 char path[FILE_PATH], struct err *err)
{
  struct plugin_job job;
  bool found = false, changed = true;

  if (plugin_job_open(&job, request, err)) {
    job.changed = &changed;
    for (int i = 0; i < TRIES && !found && changed; i++) {
      changed = false;
      found = find_once(&job, i > 0, path, err);
    }
    memcpy(plugin->loop, job.reading.loop, sizeof plugin->loop);
    if (request->reading)
      *request->reading = job.reading;
    if (request->key)
      *request->key = job.key;
  }
  plugin_job_close(&job);
  return found;
}

/* --- loading --- */

static bool is_what_was_asked_for(const struct dut_ops *ops,
                                  const struct plugin_request *request)
{
  const struct shape *shape = request->shape;
  const struct engine_programs *programs = shape->programs;
  const struct topology *t = shape->topology;

  return ops && ops->abi == DUT_ABI && ops->ports == t->ports &&
         ops->lanes == shape->lanes && ops->depth == shape->depth &&
         ops->vcs == shape->vcs && ops->store == shape->store &&
         ops->priority_bits == shape_priority_bits(shape) &&
         ops->arbiter == shape_arbiter(shape) && ops->sends == shape->sends &&
         ops->pushes == shape->pushes && ops->phase_bits == shape_phase_bits(shape) &&
         ops->random == shape->routing->random &&
         ops->program == (programs ? programs->program_words : 0) &&
         ops->memory == (programs ? programs->memory_words : 0) &&
         ops->header_bits == shape->format.header_bits &&
         ops->data_bits == shape->format.data_bits &&
         ops->address_bits == t->address_bits &&
         ops->switches_per_instance == (request->network ? t->switches : 1) &&
         ops->slot_words * 64 == plugin_slot_bits(&shape->format) &&
         (ops->coverage_write != NULL) == request->coverage &&
         (ops->wire != NULL) == request->systemc;
}

bool plugin_load(struct plugin *plugin, const struct plugin_request *request,
                 const char *path, struct err *err)
{
  /* Verilator's run-time library keeps memory per thread that only the end of the program
   * frees, so the code stays loaded. */
  plugin->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!plugin->handle)
    return err_set(err, ERR_ENVIRONMENT, "cannot load the plug-in: %s", dlerror());
  /* POSIX lets a function's address come as an object's. */
  lockhop_dut_function *dut;
  *(void **)(void *)&dut = dlsym(plugin->handle, "lockhop_dut");
  if (dut)
    plugin->ops = dut();
  if (is_what_was_asked_for(plugin->ops, request))
    return true;
  plugin_close(plugin);
  return err_set(
      err, ERR_ENVIRONMENT,
      "'%.500s' does not fit this program: the program and sim/ are of different "
      "versions; build or install Lockhop again",
      path);
}

bool plugin_open(struct plugin *plugin, const struct plugin_request *request,
                 struct err *err)
{
  char path[FILE_PATH];

  *plugin = (struct plugin){0};
  if (!plugin_find(plugin, request, path, err))
    return false;
  if (request->before_load)
    request->before_load(request->before_load_self);
  return plugin_load(plugin, request, path, err);
}

void plugin_close(struct plugin *plugin)
{
  if (plugin->handle)
    dlclose(plugin->handle);
  *plugin = (struct plugin){0};
}

/* Make `count` objects.  *bytes: of the heap that they take; NULL: memory is short. */
static void *make_some(const struct dut_ops *ops, uint32_t count,
                       const struct dut_host *host, uint64_t *bytes)
{
  char text[FEW + MANY][8];
  const char *names[FEW + MANY];

  for (uint32_t i = 0; i < count; i++) {
    snprintf(text[i], sizeof text[i], "s%u", 10000 + i); /* as long as those of many */
    names[i] = text[i];
  }
  const uint64_t before = room_heap();
  void *dut = ops->open(0, count, names, host);
  const uint64_t after = room_heap();
  *bytes = dut && after > before ? after - before : 0;
  return dut;
}

/* The difference of few and more objects, because they share something, behind one that
 * takes what the first of all does once.  All are there together: what one gave back the
 * heap would count as used.  Of small objects there are many more: what else the heap takes
 * meanwhile, some 10 KB now and then, must not count. */
uint64_t plugin_objects_bytes(const struct dut_ops *ops, uint32_t count,
                              const struct dut_host *host)
{
  const bool all = count <= FEW + MORE;
  uint64_t first, few = 0, most;
  void *made[3] = {NULL};

  if (!all) {
    made[0] = make_some(ops, 1, host, &first);
    made[1] = make_some(ops, FEW, host, &few);
  }
  const uint32_t more = few < FEW * (uint64_t)SMALL ? MANY : MORE;
  const uint32_t last = count < FEW + more ? count : FEW + more;

  made[2] = make_some(ops, last, host, &most);
  for (size_t i = 3; i-- > 0;)
    if (made[i])
      ops->close(made[i]);
  return most > few ? most + (most - few) / more * (count - last) : most;
}
