/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plugin_key -- the hash of all that a plug-in is made from. */
#include "simulator/plugin_key.h"

#include "base/process.h"
#include "generate/modules.h"
#include "generate/route_unit.h"
#include "simulator/design.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = FILE_PATH + 64, VERSION_SECONDS = 60 };

/* The first line that a program prints. */
static bool hash_version(struct hash *hash, const char *program, struct err *err)
{
  const char *const arguments[] = {program, "--version", NULL};
  char line[256] = "";
  FILE *output = tmpfile();
  sigset_t held;
  int status = 0;
  bool good;

  if (!output)
    return err_set(err, ERR_ENVIRONMENT, "cannot create a temporary file: %s",
                   strerror(errno));
  process_hold(&held);
  good = process_run(arguments, output, VERSION_SECONDS, &status, err);
  process_release(&held);
  rewind(output);
  if (good && (status != 0 || !fgets(line, sizeof line, output)))
    good = err_set(err, ERR_ENVIRONMENT, "'%s --version' fails", program);
  fclose(output);
  hash_text(hash, line);
  return good;
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

bool plugin_hash_tools(struct hash *tools, const char *share, struct err *err)
{
  *tools = hash_start();
  return hash_version(tools, "verilator", err) && hash_version(tools, "g++", err) &&
         hash_in(tools, share, "sim/verilator/build.sh", err) &&
         hash_in(tools, share, "sim/verilator/output.h", err);
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
      return err_set(err, ERR_USAGE, "cannot read '%.500s': %s", request->dut_files[i],
                     strerror(errno));
    hash_text(hash, real);
    free(real);
  }
  return true;
}

/* Its module, text for text: name, parameters and ports. */
static bool hash_route_unit(struct hash *hash, const struct shape *shape, struct err *err)
{
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);

  if (file)
    route_unit_print(shape, file);
  bool good = file && fclose(file) == 0;
  if (good)
    hash_text(hash, text);
  free(text);
  return good || err_set(err, ERR_ENVIRONMENT, "not enough memory");
}

uint32_t plugin_slot_bits(const struct packet_format *format)
{
  return format->header_bits + format->data_bits > 64 ? 128 : 64;
}

void plugin_parameters(const struct plugin_request *request,
                       char text[PLUGIN_PARAMETERS][PLUGIN_ARGUMENT])
{
  const struct shape *shape = request->shape;
  struct switch_parameter parameters[PLUGIN_PARAMETERS];

  switch_parameters(shape, parameters);
  parameters[SWITCH_PARAMETERS] = (struct switch_parameter){
      .name = "SLOT_BITS", .value = plugin_slot_bits(&shape->format)};
  parameters[SWITCH_PARAMETERS + 1] = (struct switch_parameter){
      .name = "SWITCHES", .value = request->network ? shape->topology->switches : 1};
  for (size_t i = 0; i < PLUGIN_PARAMETERS; i++)
    snprintf(text[i], PLUGIN_ARGUMENT, "%s=%" PRIu32, parameters[i].name,
             parameters[i].value);
}

int plugin_traces(const struct plugin_request *request)
{
  return request->untraced && request->dut_count == 0 ? 0 : 1;
}

int plugin_optimizes(const struct plugin_request *request)
{
  return request->network ? 0 : request->quick ? 1 : 2;
}

bool plugin_hash_design(struct hash *hash, const struct plugin_request *request,
                        const char *share, const struct hash *tools, const char *files,
                        const char *work, struct err *err)
{
  char parameters[PLUGIN_PARAMETERS][PLUGIN_ARGUMENT], sim[PATH_BYTES];
  struct plugin_request one = *request;

  one.network = NULL; /* the switch of a network is that of an array */
  *hash = *tools;
  plugin_parameters(&one, parameters);
  for (size_t i = 0; i < PLUGIN_PARAMETERS; i++)
    hash_text(hash, parameters[i]);
  if (!hash_route_unit(hash, request->shape, err) || !hash_duts(hash, request, err) ||
      !hash_in(hash, share, "sim/verilator/switch_top.v", err))
    return false;
  if (!files)
    return hash_rtl(hash, share, err);
  snprintf(sim, sizeof sim, "%s/sim", share);
  return design_hash_files(
      hash, files, &(struct design_scope){.work = work, .skipped = {sim, request->network}},
      err);
}

bool plugin_key(struct hash *key, const struct plugin_request *request, const char *share,
                const struct hash *design, struct err *err)
{
  *key = *design;
  hash_u64(key, (uint64_t)plugin_traces(request));
  hash_u64(key, (uint64_t)plugin_optimizes(request));
  if (request->network && !(hash_in(key, request->network, "network.v", err) &&
                            hash_in(key, request->network, "network_top.v", err)))
    return false;
  return hash_in(key, share, "sim/verilator/shim.cpp", err) &&
         hash_in(key, share, "sim/dut.h", err);
}
