/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plugin_build -- one run of sim/verilator/build.sh, or runtime.sh. */
#include "verilog/simulator/plugin_build.h"

#include "base/process.h"
#include "verilog/generate/route_unit.h"
#include "verilog/simulator/build_log.h"
#include "verilog/simulator/fit_probe.h"
#include "verilog/simulator/plugin_key.h"
#include "verilog/simulator/sources.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  ARGUMENTS_MAX = 96,  /* of build.sh, the user's files aside */
  WORDS_MAX = 64,      /* of those, that are put together here */
  VERILOG_REFUSED = 1, /* exit status of build.sh */
  PATH_BYTES = FILE_PATH + 64,
  MIB_SHIFT = 20,
  GIB_SHIFT = 30
};

static const char *const part_names[] = {
    [PART_RUNTIME] = "runtime", [PART_SYSTEMC_RUNTIME] = "systemc-runtime",
    [PART_READ] = "read",       [PART_PORTS] = "ports",
    [PART_LINT] = "lint",       [PART_ARRAY] = "array",
    [PART_NETWORK] = "network", [PART_SYSTEMC] = "systemc",
};

const char *plugin_part_name(enum plugin_part part)
{
  return part_names[part];
}

static bool is_runtime(enum plugin_part part)
{
  return part == PART_RUNTIME || part == PART_SYSTEMC_RUNTIME;
}

/* The arguments of build.sh, and the texts that they point to. */
struct call {
  const char **arguments; /* NULL-terminated */
  size_t count;
  char words[WORDS_MAX][PATH_BYTES];
  size_t word_count;
};

static void add(struct call *call, const char *argument)
{
  call->arguments[call->count++] = argument;
}

__attribute__((format(printf, 2, 3))) static void add_word(struct call *call,
                                                           const char *format, ...)
{
  assert(call->word_count < WORDS_MAX);
  char *word = call->words[call->word_count++];
  va_list values;

  va_start(values, format);
  vsnprintf(word, PATH_BYTES, format, values);
  va_end(values);
  add(call, word);
}

/* Three quarters of the machine, in GiB, at least 1. */
static uint32_t most_memory_gib(void)
{
  uint64_t bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
  uint64_t gib = bytes / 4 * 3 >> GIB_SHIFT;

  return gib > 0 ? (uint32_t)gib : 1;
}

static struct build_limits limits_of(const struct plugin_request *request)
{
  const uint32_t most = most_memory_gib();

  return (struct build_limits){
      .seconds = request->seconds ? request->seconds : PLUGIN_SECONDS,
      .memory_gib = request->memory_gib        ? request->memory_gib
                    : most < PLUGIN_MEMORY_GIB ? most
                                               : PLUGIN_MEMORY_GIB,
      .file_gib = PLUGIN_FILE_GIB,
      .network = request->network != NULL,
  };
}

static void add_limits(struct call *call, const struct build_limits *limits)
{
  add_word(call, "MEMORY_KIB=%" PRIu64, (uint64_t)limits->memory_gib << MIB_SHIFT);
  add_word(call, "FILE_KIB=%" PRIu64, (uint64_t)limits->file_gib << MIB_SHIFT);
  add_word(call, "CPU_SECONDS=%" PRIu32, limits->seconds + 1);
}

/* The user's switch alone, with the parameters that it has; or what gives it others. */
static void add_users_top(struct call *call, const struct plugin_job *job)
{
  struct switch_parameter parameters[SWITCH_PARAMETERS];

  switch_parameters(job->request->shape, parameters);
  for (size_t i = 0; i < switch_parameter_count(job->request->shape); i++)
    if (job->probe || !(job->lacking >> i & 1))
      add_word(call, "-G%s=%" PRIu32, parameters[i].name, parameters[i].value);
  add_word(call, "TOP=%s", job->probe ? FIT_PROBE : job->top);
}

/* Libraries, and what the user says of his own. */
static void add_folders(struct call *call, const struct plugin_job *job, const char *work)
{
  static const char *const folders[] = {"rtl/component", "rtl/route", "rtl/switch",
                                        "tb/adapters"};
  const struct dut_list *list = job->request->list;

  for (size_t i = 0; list && i < list->options.count; i++)
    add(call, list->options.text[i]);
  add(call, "-y");
  add(call, work);
  for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
    add(call, "-y");
    add_word(call, "%s/%s", job->share, folders[i]);
  }
}

/* The module that is the switch, whatever options of the user say before, and what is
 * around his.  As files, not as a library: a module of the user of the same name is one too
 * many, and is not taken in the place of ours. */
static void add_around(struct call *call, const struct plugin_job *job, const char *work)
{
  static const char *const adapters[] = {"link_slice", "link_turn", "link_to_credit",
                                         "credit_to_link"};
  const struct plugin_request *request = job->request;

  add_word(call, "-DLOCKHOP_SWITCH=%s", plugin_module(request));
  if (strcmp(plugin_module(request), "switch") != 0)
    add_word(call, "%s/%s.v", work, plugin_module(request));
  for (size_t i = 0; i < sizeof adapters / sizeof adapters[0]; i++)
    if (!link_style_plain(&request->style))
      add_word(call, "%s/tb/adapters/%s.v", job->share, adapters[i]);
}

/* Parameters and top; ours comes first, so that it is the one that counts. */
static void add_top(struct call *call, const struct plugin_job *job, enum plugin_part part)
{
  struct plugin_request request = *job->request;
  char parameters[PLUGIN_PARAMETERS][PLUGIN_ARGUMENT];

  if (part != PART_NETWORK)
    request.network = NULL;
  const size_t count = plugin_parameters(&request, parameters);
  for (size_t i = 0; i < count; i++)
    add_word(call, "%s", parameters[i]);
  if (request.network) {
    add_word(call, "%s/network_top.v", request.network);
    add_word(call, "%s/network.v", request.network);
  } else {
    add_word(call, "%s/sim/verilator/%s.v", job->share, plugin_top(&request));
  }
}

static void add_design(struct call *call, const struct plugin_job *job,
                       enum plugin_part part, const char *work)
{
  const struct plugin_request request = *job->request;

  if (part == PART_PORTS)
    add_users_top(call, job);
  else
    add_top(call, job, part);
  add_folders(call, job, work);
  if (part != PART_PORTS)
    add_around(call, job, work);
  else if (job->probe)
    add_word(call, "%s/" FIT_PROBE ".v", work);
  for (size_t i = 0; i < request.dut_count; i++)
    if (job->order[i] + 1 != job->without)
      add(call, job->real[job->order[i]]);
}

static bool write_route_unit(const struct plugin_job *job, const char *work,
                             struct err *err)
{
  char path[PATH_BYTES];
  struct output_file out;

  if (job->request->shape->programs)
    return true; /* an engine has none */
  snprintf(path, sizeof path, "%s/route_unit.v", work);
  if (!file_open(&out, path, err))
    return false;
  route_unit_print(job->request->shape, out.stream);
  return file_commit(&out, err);
}

/* What is around the user's switch. */
static bool write_fit(const struct plugin_job *job, const char *work, struct err *err)
{
  const struct plugin_request *request = job->request;
  char path[PATH_BYTES];
  struct output_file out;

  if (strcmp(plugin_module(request), "switch") == 0)
    return true;
  snprintf(path, sizeof path, "%s/%s.v", work, plugin_module(request));
  if (!file_open(&out, path, err))
    return false;
  plugin_print_module(request, out.stream);
  return file_commit(&out, err);
}

static bool write_probe(const struct plugin_job *job, const char *work, struct err *err)
{
  char path[PATH_BYTES];
  struct output_file out;

  if (!job->probe)
    return true;
  snprintf(path, sizeof path, "%s/" FIT_PROBE ".v", work);
  if (!file_open(&out, path, err))
    return false;
  wrapper_print(job->probe, FIT_PROBE, job->request->shape, out.stream);
  return file_commit(&out, err);
}

/* Run the script and tell what went wrong. */
static bool run_script(const struct plugin_job *job, const char *const *arguments,
                       const struct build_limits *limits, struct err *err)
{
  const struct plugin_request *request = job->request;
  FILE *log = tmpfile();
  int status = 0;
  bool good;

  if (!log)
    return err_set(err, ERR_ENVIRONMENT, "cannot create a temporary file: %s",
                   strerror(errno));
  good = process_run(arguments, log, limits->seconds, &status, err);
  if (good && status != 0) {
    good = false;
    if (!build_log_limit(log, status, limits, err)) {
      if (status == VERILOG_REFUSED) {
        build_log_verilog(log, request->dut_files, request->dut_count, err);
        if (request->declined)
          *request->declined =
              build_log_declined(log, request->dut_files, request->dut_count);
      } else {
        build_log_tools(log, status, err);
      }
    }
  }
  fclose(log);
  return good;
}

bool plugin_build_design(const struct plugin_job *job, const char *work, struct hash *hash,
                         struct err *err)
{
  char files[PATH_BYTES];

  snprintf(files, sizeof files, "%s/obj/Vdut__verFiles.dat", work);
  const char *list = job->request->dut_count > 0 ? files : NULL;

  return plugin_hash_design(hash, &job->reading.asked, job->request, job->share, list, work,
                            err) &&
         (!job->request->sources ||
          sources_write(
              job->request->sources, job->share, list,
              &(struct design_scope){.work = work, .skipped = {job->request->network}},
              err));
}

/* Was the object built from the files that its key covers? */
static bool check_design(const struct plugin_job *job, const char *work, struct err *err)
{
  struct hash now;

  if (!plugin_build_design(job, work, &now, err))
    return false;
  *job->changed = memcmp(&now, &job->reading.design, sizeof now) != 0;
  return !*job->changed ||
         err_set(err, ERR_USAGE, "the Verilog was changed while it was read; try again");
}

bool plugin_build(const struct plugin_job *job, enum plugin_part part, const char *work,
                  const char *output, struct err *err)
{
  struct build_limits limits = limits_of(job->request);
  const struct dut_list *list = job->request->list;
  const size_t options = list ? list->options.count : 0;
  struct call call = {.count = 0};
  char script[PATH_BYTES];

  call.arguments =
      calloc(ARGUMENTS_MAX + job->request->dut_count + options, sizeof call.arguments[0]);
  if (!call.arguments)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  snprintf(script, sizeof script, "%s/sim/verilator/%s.sh", job->share,
           is_runtime(part) ? "runtime" : "build");
  add(&call, "sh");
  add(&call, script);
  add(&call, part_names[part]);
  add(&call, output);
  add(&call, work);
  add_word(&call, "RUNTIME=%s", job->runtime);
  add_word(&call, "HEADERS=%s", job->headers);
  if (is_runtime(part)) {
    add_word(&call, "QUICK=%d", plugin_is_quick(job->request));
  } else {
    add_word(&call, "OPTIMIZE=%d", plugin_optimizes(job->request));
    add_limits(&call, &limits);
    add_word(&call, "TRACE=%d", plugin_traces(job->request));
    if (job->request->shape->eject_ready && part != PART_PORTS)
      add_word(&call, "EJECT_READY=1");
    if (part == PART_ARRAY || part == PART_NETWORK)
      add_word(&call, "COVERAGE=%d", job->request->coverage);
    add_design(&call, job, part, work);
  }
  bool good =
      (is_runtime(part) || (write_route_unit(job, work, err) && write_fit(job, work, err) &&
                            write_probe(job, work, err))) &&
      run_script(job, call.arguments, &limits, err);
  free(call.arguments);
  return good && (is_runtime(part) || part == PART_READ || part == PART_PORTS ||
                  check_design(job, work, err));
}
