/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plugin -- finds or builds the shared object that holds Verilated RTL (sim/dut.h). */
#include "network/plugin.h"

#include "base/cache.h"
#include "base/install.h"
#include "base/process.h"
#include "network/build_log.h"
#include "network/dut_files.h"
#include "network/plugin_key.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  ARGUMENTS_MAX = 48,  /* of build.sh, the user's files aside */
  VERILOG_REFUSED = 1, /* exit status of build.sh */
  TRIES = 3,           /* at files that change while they are read */
  NAME_BYTES = 64,     /* name of a file in the cache */
  PATH_BYTES = FILE_PATH + 64
};

/* All that a build needs; made once per plugin_open. */
struct job {
  const struct plugin_request *request;
  char share[FILE_PATH];
  char cache[FILE_PATH];
  struct hash tools; /* versions of the tools, and how we compile */
  struct hash key;   /* of everything */
  char runtime[FILE_PATH];
};

/* --- building --- */

/* `path` is in `directory`, which may be NULL; both as realpath gives them. */
static bool is_below(const char *path, const char *directory)
{
  char *real = directory ? realpath(directory, NULL) : NULL;
  bool below = real && strncmp(path, real, strlen(real)) == 0 && path[strlen(real)] == '/';

  free(real);
  return below;
}

/* Print the files that Verilator has read and the key does not cover: those that the user's
 * files include.  Verilator lists them as `S SIZE INODE TIME... "PATH"`, itself among them.
 */
static void print_inputs(const struct job *job, const char *work, FILE *inputs)
{
  char path[PATH_BYTES], line[PATH_BYTES], rtl[PATH_BYTES], sim[PATH_BYTES];

  if (job->request->dut_count == 0)
    return;
  snprintf(rtl, sizeof rtl, "%s/rtl", job->share);
  snprintf(sim, sizeof sim, "%s/sim", job->share);
  snprintf(path, sizeof path, "%s/obj/Vdut__verFiles.dat", work);
  FILE *list = fopen(path, "r");
  while (list && fgets(line, sizeof line, list)) {
    char *first = strchr(line, '"');
    char *last = strrchr(line, '"');

    if (line[0] != 'S' || !first || last <= first)
      continue;
    *last = '\0';
    char *real = realpath(first + 1, NULL);
    if (real && !is_below(real, work) && !is_below(real, rtl) && !is_below(real, sim) &&
        !is_below(real, job->request->network))
      fprintf(inputs, "%s\n", real);
    free(real);
  }
  if (list)
    fclose(list);
}

static bool write_route_unit(const struct job *job, const char *work, struct err *err)
{
  char path[PATH_BYTES];
  struct output_file out;

  snprintf(path, sizeof path, "%s/route_unit.v", work);
  if (!file_open(&out, path, err))
    return false;
  plugin_print_route_unit(job->request->shape, out.stream);
  return file_commit(&out, err);
}

/* Run build.sh and tell what went wrong. */
static bool run_build(const struct job *job, const char *const *arguments, struct err *err)
{
  FILE *log = tmpfile();
  int status = 0;
  bool good;

  if (!log)
    return err_set(err, ERR_ENVIRONMENT, "cannot create a temporary file: %s",
                   strerror(errno));
  good = process_run(arguments, log, 0, &status, err);
  if (good && status == VERILOG_REFUSED)
    good = build_log_verilog(log, job->request->dut_files, job->request->dut_count, err);
  else if (good && status != 0)
    good = build_log_tools(log, status, err);
  fclose(log);
  return good;
}

static bool make_runtime(const void *request, const char *work, const char *output,
                         FILE *inputs, struct err *err)
{
  const struct job *job = request;
  char script[PATH_BYTES];
  const char *const arguments[] = {"sh", script, "runtime", output, work, NULL};

  (void)inputs;
  snprintf(script, sizeof script, "%s/sim/verilator/build.sh", job->share);
  return run_build(job, arguments, err);
}

static bool make_plugin(const void *request, const char *work, const char *output,
                        FILE *inputs, struct err *err)
{
  const struct job *job = request;
  const struct plugin_request *r = job->request;
  static const char *const folders[] = {"component", "route", "switch"};
  enum { FOLDERS = sizeof folders / sizeof folders[0] };
  char script[PATH_BYTES], top[PATH_BYTES], network[PATH_BYTES];
  char parameters[PLUGIN_PARAMETERS][PLUGIN_ARGUMENT], libraries[FOLDERS][PATH_BYTES];
  const char **arguments = calloc(ARGUMENTS_MAX + r->dut_count, sizeof arguments[0]);
  struct hash now;
  size_t count = 0;

  if (!arguments)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  snprintf(script, sizeof script, "%s/sim/verilator/build.sh", job->share);
  arguments[count++] = "sh";
  arguments[count++] = script;
  arguments[count++] = r->network ? "network" : "array";
  arguments[count++] = output;
  arguments[count++] = work;
  arguments[count++] = job->runtime;
  plugin_parameters(r, parameters);
  for (size_t i = 0; i < PLUGIN_PARAMETERS; i++)
    arguments[count++] = parameters[i];
  arguments[count++] = "-y";
  arguments[count++] = work;
  for (size_t i = 0; i < FOLDERS; i++) {
    snprintf(libraries[i], sizeof libraries[i], "%s/rtl/%s", job->share, folders[i]);
    arguments[count++] = "-y";
    arguments[count++] = libraries[i];
  }
  /* Verilator looks for a relative path in the libraries first, where our own module of
   * that name is. */
  size_t first_dut = count;
  bool good = true;
  for (size_t i = 0; i < r->dut_count && good; i++) {
    arguments[count] = realpath(r->dut_files[i], NULL);
    good = arguments[count++] != NULL || err_set(err, ERR_USAGE, "cannot read '%.500s': %s",
                                                 r->dut_files[i], strerror(errno));
  }
  if (r->network) {
    snprintf(network, sizeof network, "%s/network.v", r->network);
    snprintf(top, sizeof top, "%s/network_top.v", r->network);
    arguments[count++] = network;
  } else {
    snprintf(top, sizeof top, "%s/sim/verilator/switch_top.v", job->share);
  }
  arguments[count++] = top;
  good = good && write_route_unit(job, work, err) && run_build(job, arguments, err);
  for (size_t i = 0; i < r->dut_count; i++)
    free((void *)arguments[first_dut + i]);
  free(arguments);
  if (!good || !plugin_key(&now, r, job->share, &job->tools, err))
    return false;
  if (memcmp(&now, &job->key, sizeof now) != 0)
    return err_set(err, ERR_USAGE, "the Verilog was changed while it was read; try again");
  print_inputs(job, work, inputs);
  return true;
}

/* Find or build it once.  False: not, for a reason that is in *err. */
static bool obtain(struct job *job, char path[FILE_PATH], struct err *err)
{
  char name[NAME_BYTES], text[HASH_TEXT];

  hash_print(&job->tools, text);
  snprintf(name, sizeof name, "runtime-%s.a", text);
  if (!cache_obtain(job->cache, name, make_runtime, job, job->runtime, err))
    return false;
  hash_print(&job->key, text);
  snprintf(name, sizeof name, "%s-%s.so", job->request->network ? "network" : "array",
           text);
  return cache_obtain(job->cache, name, make_plugin, job, path, err);
}

/* What was built from files that changed meanwhile is built again. */
static bool find_plugin(const struct plugin_request *request, char path[FILE_PATH],
                        struct err *err)
{
  struct job job = {.request = request};

  if (!install_share(job.share, err) || !install_cache(job.cache, err) ||
      !dut_files_check(request, job.share, err))
    return false;
  for (int i = 0; i < TRIES; i++) {
    struct hash now;
    struct err ignored;

    if (!plugin_hash_tools(&job.tools, job.share, err) ||
        !plugin_key(&job.key, request, job.share, &job.tools, err))
      return false;
    if (obtain(&job, path, err))
      return true;
    if (!plugin_key(&now, request, job.share, &job.tools, &ignored) ||
        memcmp(&now, &job.key, sizeof now) == 0)
      break;
  }
  return false;
}

/* --- loading --- */

static bool is_what_was_asked_for(const struct dut_ops *ops,
                                  const struct plugin_request *request)
{
  const struct shape *shape = request->shape;
  const struct topology *t = shape->topology;

  return ops && ops->abi == DUT_ABI && ops->ports == t->ports &&
         ops->lanes == shape->lanes && ops->depth == shape->depth &&
         ops->classes == shape->classes && ops->store == shape->store &&
         ops->key_bits == shape->routing->key_bits &&
         ops->random == shape->routing->random &&
         ops->header_bits == shape->format.header_bits &&
         ops->data_bits == shape->format.data_bits &&
         ops->address_bits == t->address_bits &&
         ops->switches_per_instance == (request->network ? t->switches : 1) &&
         ops->slot_words * 64 == plugin_slot_bits(&shape->format);
}

bool plugin_open(struct plugin *plugin, const struct plugin_request *request,
                 struct err *err)
{
  char path[FILE_PATH];

  *plugin = (struct plugin){0};
  if (!find_plugin(request, path, err))
    return false;
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
  return err_set(err, ERR_ENVIRONMENT, "'%.500s' is another plug-in than its name says",
                 path);
}

void plugin_close(struct plugin *plugin)
{
  if (plugin->handle)
    dlclose(plugin->handle);
  *plugin = (struct plugin){0};
}

/* --- route_unit --- */

static void print_route_unit_head(const struct shape *shape, FILE *file)
{
  fprintf(file,
          "// route_unit -- the route unit of this network: %s.\n"
          "`default_nettype none\n"
          "\n"
          "// The file has the name by which the switch's specification calls it.\n"
          "/* verilator lint_off DECLFILENAME */\n"
          "module route_unit #(\n"
          "  parameter PORTS        = %" PRIu32 ",\n"
          "  parameter HEADER_BITS  = %" PRIu32 ",\n"
          "  parameter ADDRESS_BITS = %" PRIu32 "\n"
          ") (\n"
          "  input  wire [ADDRESS_BITS-1:0] here_i,\n"
          "  input  wire [HEADER_BITS-1:0]  header_i,\n"
          "  input  wire                    phase_i,\n"
          "  input  wire [31:0]             random_i,\n"
          "  output wire                    eject_o,\n"
          "  output wire                    wait_o,\n"
          "  output wire [PORTS-1:0]        ports_o,\n"
          "  output wire [HEADER_BITS-1:0]  header_o,\n"
          "  output wire [1:0]              class_o,\n"
          "  output wire [7:0]              key_o\n"
          ");\n"
          "\n",
          shape->routing->unit->name, shape->topology->ports, shape->format.header_bits,
          shape->topology->address_bits);
}

/* What stands for the ports that the unit does not have. */
static void print_route_unit_absent(const struct route_unit *unit, FILE *file)
{
  if (!unit->has_phase || !unit->has_random)
    fprintf(file, "  wire unused_ok = &{1'b0%s%s};\n\n", unit->has_phase ? "" : ", phase_i",
            unit->has_random ? "" : ", random_i");
  if (!unit->has_phase)
    fprintf(file, "  assign %-*s = 1'b0;\n", unit->has_class ? 10 : 7, "wait_o");
  if (unit->has_class)
    fprintf(file, "  assign key_o[7:1] = 7'd0;\n\n");
  else
    fprintf(file, "  assign class_o = 2'd0;\n"
                  "  assign key_o   = 8'd0;\n\n");
}

static void print_route_unit_instance(const struct shape *shape, FILE *file)
{
  const struct route_unit *unit = shape->routing->unit;
  const struct {
    const char *name, *wire;
    bool exists;
  } ports[] = {
      {"here_i", "here_i", true},
      {"header_i", "header_i", true},
      {"phase_i", "phase_i", unit->has_phase},
      {"random_i", "random_i", unit->has_random},
      {"eject_o", "eject_o", true},
      {"wait_o", "wait_o", unit->has_phase},
      {"ports_o", "ports_o", true},
      {"class_o", "class_o", unit->has_class},
      {"key_o", "key_o[0]", unit->has_class},
      {"header_o", "header_o", true}, /* exists, so that the list ends with it */
  };
  const size_t last = sizeof ports / sizeof ports[0] - 1;

  fprintf(file, "  %s #(\n", unit->name);
  for (size_t i = 0; i < ROUTE_PARAMETERS && unit->parameters[i].name; i++)
    fprintf(file, "    .%-12s (%" PRIu32 "),\n", unit->parameters[i].name,
            unit->parameters[i].value);
  for (size_t i = 0; i < ROUTE_SIZES && unit->sizes[i]; i++)
    fprintf(file, "    .%-12s (%" PRIu32 "),\n", unit->sizes[i], shape->topology->size[i]);
  fputs("    .PORTS        (PORTS),\n"
        "    .HEADER_BITS  (HEADER_BITS),\n"
        "    .ADDRESS_BITS (ADDRESS_BITS)\n"
        "  ) u_unit (\n",
        file);
  for (size_t i = 0; i <= last; i++)
    if (ports[i].exists)
      fprintf(file, "    .%-8s (%s)%s\n", ports[i].name, ports[i].wire,
              i < last ? "," : "");
  fprintf(file, "  );\n");
}

void plugin_print_route_unit(const struct shape *shape, FILE *file)
{
  const struct route_unit *unit = shape->routing->unit;

  print_route_unit_head(shape, file);
  print_route_unit_absent(unit, file);
  print_route_unit_instance(shape, file);
  fprintf(file, "\nendmodule\n\n`default_nettype wire\n");
}
