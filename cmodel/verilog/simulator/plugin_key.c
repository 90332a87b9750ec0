/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plugin_key -- the hash of everything that a plug-in depends on. */
#include "verilog/simulator/plugin_key.h"

#include "base/cache.h"
#include "base/process.h"
#include "base/text.h"
#include "run/machine/engine_programs.h"
#include "verilog/generate/modules.h"
#include "verilog/generate/route_unit.h"
#include "verilog/simulator/design.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A switch-cycle of a small switch takes about 1.3 us without optimisation, of a large one
 * 6, an eighth of that with it; the compiler takes 0.2 and 0.5 s without, 1 and 4 s with a
 * little, 2 and 5 s with more.  Below SOME_WORK and MUCH_WORK better code does not pay; the
 * work is an estimate, several times the switch-cycles. */
enum {
  SOME_WORK = 1 << 22,
  MUCH_WORK = 1 << 25,
  VERSION_SECONDS = 60,
  PATH_BYTES = FILE_PATH + 64
};

/* --- the tools --- */

static bool print_version(const char *program, FILE *output, struct err *err)
{
  const char *const arguments[] = {program, "--version", NULL};
  int status = 0;

  return process_run(arguments, output, VERSION_SECONDS, &status, err) &&
         (status == 0 || err_set(err, ERR_ENVIRONMENT, "'%s --version' fails", program));
}

/* What `program --version` prints. */
static bool hash_version(struct hash *hash, const char *program, struct err *err)
{
  char line[256] = "";
  FILE *output = tmpfile();
  sigset_t held;
  bool good;

  if (!output)
    return err_set(err, ERR_ENVIRONMENT, "cannot create a temporary file: %s",
                   strerror(errno));
  process_hold(&held);
  good = print_version(program, output, err);
  process_release(&held);
  rewind(output);
  if (good && !fgets(line, sizeof line, output))
    good = err_set(err, ERR_ENVIRONMENT, "'%s --version' prints nothing", program);
  fclose(output);
  hash_text(hash, line);
  return good;
}

static bool write_version(const void *program, const char *work, const char *output,
                          struct err *err)
{
  FILE *file = fopen(output, "w");

  (void)work;
  if (!file)
    return err_set(err, ERR_ENVIRONMENT, "cannot write '%.500s': %s", output,
                   strerror(errno));
  bool good = print_version(program, file, err);
  return fclose(file) == 0 && good;
}

/* Identify a file, so that a replacement is noticed; false: there is no such file. */
static bool hash_identity(struct hash *hash, const char *path)
{
  struct stat status;

  if (stat(path, &status) != 0)
    return false;
  const uint64_t words[] = {
      status.st_dev,
      status.st_ino,
      (uint64_t)status.st_size,
      (uint64_t)status.st_mtim.tv_sec,
      (uint64_t)status.st_mtim.tv_nsec,
      (uint64_t)status.st_ctim.tv_sec,
      (uint64_t)status.st_ctim.tv_nsec,
  };
  hash_text(hash, path);
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    hash_u64(hash, words[i]);
  return true;
}

/* What `program --version` prints, kept for files of this identity: asking takes as long as
 * a short run. */
static bool hash_kept_version(struct hash *hash, const char *program,
                              const struct hash *identity, const char *cache,
                              struct err *err)
{
  char path[FILE_PATH], text[HASH_TEXT], name[64];

  hash_print(identity, text);
  snprintf(name, sizeof name, "version-%s.txt", text);
  return cache_obtain(cache, name, write_version, program, path, err) &&
         hash_file(hash, path, err);
}

static bool write_content(const void *path, const char *work, const char *output,
                          struct err *err)
{
  struct hash hash = hash_start();
  char text[HASH_TEXT];
  struct output_file out;

  (void)work;
  if (!hash_file(&hash, path, err) || !file_open(&out, output, err))
    return false;
  hash_print(&hash, text);
  fprintf(out.stream, "%s\n", text);
  return file_commit(&out, err);
}

bool plugin_hash_kept(struct hash *hash, const char *path, const char *cache,
                      struct err *err)
{
  struct hash identity = hash_start();
  char kept[FILE_PATH], text[HASH_TEXT], name[64];

  if (!hash_identity(&identity, path))
    return err_set(err, ERR_ENVIRONMENT, "cannot read '%.500s': %s", path, strerror(errno));
  hash_print(&identity, text);
  snprintf(name, sizeof name, "content-%s.txt", text);
  return cache_obtain(cache, name, write_content, path, kept, err) &&
         hash_file(hash, kept, err);
}

/* On PATH, or where the environment says; build.sh looks there too. */
static bool find_verilator(char path[FILE_PATH])
{
  const char *root = getenv("VERILATOR_ROOT");

  if (process_find("verilator", path, FILE_PATH))
    return true;
  snprintf(path, FILE_PATH, "%s/bin/verilator", root ? root : "");
  return root && root[0] != '\0' && access(path, X_OK) == 0;
}

/* `verilator` is a script that runs `verilator_bin` beside it.  Where there are not these
 * two, or the environment names others, it is asked every time. */
static bool hash_verilator(struct hash *hash, const char *cache, struct err *err)
{
  char path[FILE_PATH], binary[PATH_BYTES];
  struct hash identity = hash_start();

  if (!find_verilator(path))
    return hash_version(hash, "verilator", err);
  snprintf(binary, sizeof binary, "%s_bin", path);
  if (getenv("VERILATOR_BIN") || getenv("VERILATOR_ROOT") ||
      !hash_identity(&identity, path) || !hash_identity(&identity, binary))
    return hash_version(hash, path, err);
  return hash_kept_version(hash, path, &identity, cache, err);
}

/* A wrapper such as ccache is asked every time; the compiler's own file has `family` in its
 * name. */
static bool hash_compiler(struct hash *hash, const char *program, const char *family,
                          const char *cache, struct err *err)
{
  char path[FILE_PATH];
  struct hash identity = hash_start();
  char *real = process_find(program, path, sizeof path) ? realpath(path, NULL) : NULL;
  const char *slash = real ? strrchr(real, '/') : NULL;
  bool known = slash && strstr(slash, family) && hash_identity(&identity, real);

  free(real);
  return known ? hash_kept_version(hash, program, &identity, cache, err)
               : hash_version(hash, program, err);
}

void plugin_hash_clang(struct hash *hash, const char *cache)
{
  char path[FILE_PATH];
  struct err ignored;

  if (process_find("clang++", path, sizeof path) &&
      !hash_compiler(hash, "clang++", "clang", cache, &ignored))
    hash_text(hash, "clang++ fails");
}

static bool hash_in(struct hash *hash, const char *directory, const char *name,
                    struct err *err)
{
  char path[PATH_BYTES];

  snprintf(path, sizeof path, "%s/%s", directory, name);
  hash_text(hash, name);
  if (hash_file(hash, path, err))
    return true;
  err->kind = ERR_ENVIRONMENT;
  return false;
}

/* What the preprocessor makes of a file that includes SystemC's version. */
static bool hash_systemc(struct hash *hash, const char *share, struct err *err)
{
  char path[PATH_BYTES], text[4096];
  const char *const arguments[] = {"g++", "-E", "-P", "-x", "c++", path, NULL};
  FILE *output = tmpfile();
  int status = 0;
  sigset_t held;
  size_t size;

  if (!output)
    return err_set(err, ERR_ENVIRONMENT, "cannot create a temporary file: %s",
                   strerror(errno));
  snprintf(path, sizeof path, "%s/sim/systemc/version.h", share);
  process_hold(&held);
  bool good =
      process_run(arguments, output, VERSION_SECONDS, &status, err) &&
      (status == 0 || err_set(err, ERR_ENVIRONMENT,
                              "--machine systemc: there is no SystemC here; install "
                              "libsystemc-dev, or give --machine array"));
  process_release(&held);
  rewind(output);
  while (good && (size = fread(text, 1, sizeof text, output)) > 0)
    hash_bytes(hash, text, size);
  fclose(output);
  return good;
}

/* SystemC, and what is made of it. */
static bool hash_systemc_tools(struct hash *tools, const char *share, struct err *err)
{
  static const char *const files[] = {"sim/systemc/kernel.h", "sim/systemc/kernel.cpp"};
  bool good = hash_systemc(tools, share, err);

  for (size_t i = 0; good && i < sizeof files / sizeof files[0]; i++)
    good = hash_in(tools, share, files[i], err);
  return good;
}

const char *plugin_module(const struct plugin_request *request)
{
  return !link_style_plain(&request->style) ? SLICES_MODULE
         : request->fit                     ? FIT_MODULE
                                            : "switch";
}

void plugin_print_module(const struct plugin_request *request, FILE *file)
{
  if (request->fit)
    wrapper_print(&request->fit->wrapper, FIT_MODULE, request->shape, file);
  if (!link_style_plain(&request->style))
    slices_print(&request->style, request->fit ? FIT_MODULE : "switch", request->shape,
                 file);
}

bool plugin_hash_tools(struct hash *tools, const struct plugin_request *request,
                       const char *share, const char *cache, struct err *err)
{
  static const char *const files[] = {"sim/verilator/build.sh",
                                      "sim/verilator/compile.sh",
                                      "sim/verilator/runtime.sh",
                                      "sim/verilator/find.sh",
                                      "sim/verilator/output.h",
                                      "sim/verilator/plugin.h",
                                      "sim/verilator/plugin.cpp",
                                      "sim/verilator/plugin_coverage.cpp",
                                      "sim/verilator/plugin_wave.cpp",
                                      "sim/verilator/cover_point.h",
                                      "sim/verilator/cover_point.cpp",
                                      "sim/verilator/coverage.h",
                                      "sim/verilator/cells.h",
                                      "sim/verilator/start.h",
                                      "sim/dut.h"};

  *tools = hash_start();
  bool good =
      hash_verilator(tools, cache, err) && hash_compiler(tools, "g++", "g++", cache, err);
  for (size_t i = 0; good && i < sizeof files / sizeof files[0]; i++)
    good = hash_in(tools, share, files[i], err);
  return good && (!request->systemc || hash_systemc_tools(tools, share, err));
}

static bool hash_rtl(struct hash *hash, const char *share, struct err *err)
{
  struct module_files files;
  bool good = modules_all(&files, share, err);

  for (size_t i = 0; good && i < files.count; i++)
    good = hash_in(hash, share, files.paths[i], err);
  modules_free(&files);
  return good;
}

/* The files of the user in their order, by the names that Verilator has for them. */
static bool hash_duts(struct hash *hash, const struct plugin_request *request,
                      struct err *err)
{
  for (size_t i = 0; i < request->dut_count; i++) {
    char *real = realpath(request->dut_files[i], NULL);

    if (!real)
      return err_set(err, err_kind_of(errno), "cannot read '%.500s': %s",
                     request->dut_files[i], strerror(errno));
    hash_text(hash, real);
    free(real);
  }
  return true;
}

/* A text that is printed into a stream. */
struct printed {
  FILE *file;
  char *text;
  size_t size;
};

static bool hash_printed(struct hash *hash, struct printed *p, struct err *err)
{
  bool good = p->file && text_close(p->file, &p->text);

  if (good)
    hash_text(hash, p->text);
  free(p->text);
  return good || err_set(err, ERR_ENVIRONMENT, "not enough memory");
}

/* What is around the user's switch, and options of Verilator. */
static bool hash_fit(struct hash *hash, const struct plugin_request *request,
                     struct err *err)
{
  const struct dut_list *list = request->list;
  struct printed p = {.text = NULL};

  for (size_t i = 0; list && i < list->options.count; i++)
    hash_text(hash, list->options.text[i]);
  if (strcmp(plugin_module(request), "switch") == 0)
    return true;
  p.file = open_memstream(&p.text, &p.size);
  if (p.file)
    plugin_print_module(request, p.file);
  return hash_printed(hash, &p, err);
}

/* The text of its module: name, parameters and ports. */
static bool hash_route_unit(struct hash *hash, const struct shape *shape, struct err *err)
{
  struct printed p = {.text = NULL};

  p.file = open_memstream(&p.text, &p.size);
  if (p.file)
    route_unit_print(shape, p.file);
  return hash_printed(hash, &p, err);
}

uint32_t plugin_slot_bits(const struct packet_format *format)
{
  return format->header_bits + format->data_bits > 64 ? 128 : 64;
}

const char *plugin_top(const struct plugin_request *request)
{
  return request->shape->programs ? "engine_top" : "switch_top";
}

size_t plugin_parameters(const struct plugin_request *request,
                         char text[PLUGIN_PARAMETERS][PLUGIN_ARGUMENT])
{
  const struct shape *shape = request->shape;
  const struct engine_programs *programs = shape->programs;
  struct switch_parameter parameters[PLUGIN_PARAMETERS];
  size_t count = switch_parameter_count(shape);

  switch_parameters(shape, parameters);
  parameters[count++] = (struct switch_parameter){
      .name = "SLOT_BITS", .value = plugin_slot_bits(&shape->format)};
  parameters[count++] = (struct switch_parameter){
      .name = "SWITCHES", .value = request->network ? shape->topology->switches : 1};
  if (programs) {
    parameters[count++] =
        (struct switch_parameter){.name = "PROGRAM", .value = programs->program_words};
    parameters[count++] =
        (struct switch_parameter){.name = "MEMORY", .value = programs->memory_words};
  }
  for (size_t i = 0; i < count; i++)
    snprintf(text[i], PLUGIN_ARGUMENT, "%s=%" PRIu32, parameters[i].name,
             parameters[i].value);
  if (programs)
    snprintf(text[count++], PLUGIN_ARGUMENT, "TOP=%s", plugin_top(request));
  return count;
}

int plugin_traces(const struct plugin_request *request)
{
  return request->untraced && request->dut_count == 0 ? 0 : 1;
}

int plugin_optimizes(const struct plugin_request *request)
{
  return request->network || request->work < SOME_WORK ? 0
         : request->work < MUCH_WORK                   ? 1
                                                       : 2;
}

int plugin_is_quick(const struct plugin_request *request)
{
  return plugin_optimizes(request) == 0 && !request->records;
}

bool plugin_hash_asked(struct hash *hash, const struct plugin_request *request,
                       const char *share, const struct hash *tools, struct err *err)
{
  char parameters[PLUGIN_PARAMETERS][PLUGIN_ARGUMENT];
  char top[PLUGIN_ARGUMENT + 32];
  struct plugin_request one = *request;

  one.network = NULL; /* the switch of a network is that of an array */
  *hash = *tools;
  const size_t count = plugin_parameters(&one, parameters);
  for (size_t i = 0; i < count; i++)
    hash_text(hash, parameters[i]);
  snprintf(top, sizeof top, "sim/verilator/%s.v", plugin_top(request));
  return (request->shape->programs || hash_route_unit(hash, request->shape, err)) &&
         hash_duts(hash, request, err) && hash_fit(hash, request, err) &&
         hash_in(hash, share, top, err);
}

bool plugin_hash_design(struct hash *hash, const struct hash *asked,
                        const struct plugin_request *request, const char *share,
                        const char *files, const char *work, struct err *err)
{
  char sim[PATH_BYTES];

  *hash = *asked;
  if (!files)
    return hash_rtl(hash, share, err);
  snprintf(sim, sizeof sim, "%s/sim", share);
  return design_hash_files(
      hash, files, &(struct design_scope){.work = work, .skipped = {sim, request->network}},
      err);
}

bool plugin_key(struct hash *key, const struct plugin_request *request, const char *share,
                const char *cache, const struct hash *design, struct err *err)
{
  *key = *design;
  if (plugin_optimizes(request) == 0)
    plugin_hash_clang(key, cache);
  hash_u64(key, (uint64_t)plugin_traces(request));
  hash_u64(key, (uint64_t)plugin_optimizes(request));
  hash_u64(key, (uint64_t)plugin_is_quick(request));
  hash_u64(key, request->coverage);
  if (request->network && !(hash_in(key, request->network, "network.v", err) &&
                            hash_in(key, request->network, "network_top.v", err)))
    return false;
  return hash_in(key, share,
                 request->systemc ? "sim/systemc/shim.cpp" : "sim/verilator/shim.cpp", err);
}
