/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* units -- the modules of a shape, with their parameters.
 *
 * Told from the pages of the switch and of its route units, not from the Verilog that is
 * tested. */
#include "tool/session/units.h"

#include "base/file.h"
#include "base/text.h"
#include "run/machine/engine_programs.h"
#include "verilog/generate/parameters.h"
#include "verilog/generate/route_unit.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char in_component[] = "component";

__attribute__((format(printf, 3, 4))) static void
add(struct units *units, const char *module, const char *format, ...)
{
  struct unit unit = {.folder = in_component};
  va_list values;

  snprintf(unit.module, sizeof unit.module, "%s", module);
  va_start(values, format);
  vsnprintf(unit.parameters, sizeof unit.parameters, format, values);
  va_end(values);
  for (size_t i = 0; i < units->count; i++)
    if (strcmp(units->list[i].module, unit.module) == 0 &&
        strcmp(units->list[i].parameters, unit.parameters) == 0)
      return;
  if (units->count < UNITS)
    units->list[units->count++] = unit;
}

/* --- parts of route units --- */

static uint32_t fixed(const struct route_unit *unit, const char *name)
{
  for (size_t i = 0; i < ROUTE_FIXED && unit->fixed[i].name; i++)
    if (strcmp(unit->fixed[i].name, name) == 0)
      return unit->fixed[i].value;
  return 0;
}

static void add_bitfix(struct units *units, const struct shape *shape)
{
  const uint32_t width = shape->topology->ports;

  add(units, "comparator", "WIDTH=%" PRIu32, width);
  add(units, "priority_encoder", "WIDTH=%" PRIu32, width);
}

static void add_two_phase(struct units *units, const struct shape *shape)
{
  add_bitfix(units, shape);
  add(units, "destination_exchange", "WIDTH=%" PRIu32, shape->topology->ports);
}

static void add_mask(struct units *units, const struct shape *shape)
{
  const struct route_unit *unit = shape->routing->unit;
  const uint32_t width = shape->topology->ports;

  add_bitfix(units, shape);
  add(units, "dimension_selector", "WIDTH=%" PRIu32, width);
  add(units, "mask_generator", "WIDTH=%" PRIu32, width);
  if (fixed(unit, "FORCED"))
    add(units, "alternate_destination_selector", "WIDTH=%" PRIu32 " SHARED=%" PRIu32, width,
        fixed(unit, "SHARED"));
}

static void add_steps(struct units *units, const struct shape *shape)
{
  add_bitfix(units, shape);
  add(units, "dimension_selector", "WIDTH=%" PRIu32, shape->topology->ports);
  add(units, "mask_generator", "WIDTH=%" PRIu32, shape->topology->ports);
}

/* K and M are the first numbers of the network. */
static void add_counted(struct units *units, const struct shape *shape, uint32_t last)
{
  const uint32_t *size = shape->topology->parameters;

  add(units, "sync_counter", "LAST=%" PRIu32 " HOLDS=%" PRIu32, last,
      fixed(shape->routing->unit, "HOLDS"));
  add(units, "sync_ports", "K=%" PRIu32 " M=%" PRIu32, size[0], size[1]);
}

static void add_vector(struct units *units, const struct shape *shape)
{
  add_counted(units, shape, 4);
}

/* Around a sync_vector with HOLDS = 1, without the level in its header. */
static void add_levels(struct units *units, const struct shape *shape)
{
  const uint32_t *size = shape->topology->parameters;

  add(units, "sync_vector",
      "HOLDS=1 K=%" PRIu32 " M=%" PRIu32 " PORTS=%" PRIu32 " HEADER_BITS=%" PRIu32
      " ADDRESS_BITS=%" PRIu32,
      size[0], size[1], shape->topology->ports, shape->format.header_bits - 1,
      shape->topology->address_bits);
  units->list[units->count - 1].folder = "route";
  add(units, "sync_counter", "LAST=4 HOLDS=1");
  add(units, "sync_ports", "K=%" PRIu32 " M=%" PRIu32, size[0], size[1]);
}

static void add_table(struct units *units, const struct shape *shape)
{
  const uint32_t *size = shape->topology->parameters;

  add(units, "port_table", "SIZE=%" PRIu32, size[1]);
  add(units, "port_table", "SIZE=%" PRIu32, size[0]);
  add_counted(units, shape, 5);
}

static void add_choice(struct units *units, const struct shape *shape)
{
  const uint32_t *size = shape->topology->parameters;

  add_table(units, shape);
  add(units, "sync_table",
      "HOLDS=%" PRIu32 " K=%" PRIu32 " M=%" PRIu32 " PORTS=%" PRIu32 " HEADER_BITS=%" PRIu32
      " ADDRESS_BITS=%" PRIu32,
      fixed(shape->routing->unit, "HOLDS"), size[0], size[1], shape->topology->ports,
      shape->format.header_bits, shape->topology->address_bits);
  units->list[units->count - 1].folder = "route";
}

static void add_group(struct units *units, const struct shape *shape)
{
  const uint32_t *size = shape->topology->parameters;

  add(units, "group_table",
      "K=%" PRIu32 " M=%" PRIu32 " WIRING=%" PRIu32 " COLUMNS=%" PRIu32, size[0], size[1],
      size[2], size[3]);
  add(units, "port_table", "SIZE=%" PRIu32, size[1]);
  add_counted(units, shape, 5);
}

static void add_group_choice(struct units *units, const struct shape *shape)
{
  const uint32_t *size = shape->topology->parameters;

  add_group(units, shape);
  add(units, "sync_group",
      "HOLDS=%" PRIu32 " K=%" PRIu32 " M=%" PRIu32 " WIRING=%" PRIu32 " COLUMNS=%" PRIu32
      " PORTS=%" PRIu32 " HEADER_BITS=%" PRIu32 " ADDRESS_BITS=%" PRIu32,
      fixed(shape->routing->unit, "HOLDS"), size[0], size[1], size[2], size[3],
      shape->topology->ports, shape->format.header_bits, shape->topology->address_bits);
  units->list[units->count - 1].folder = "route";
}

/* Route units that are made of other modules. */
static const struct part {
  const char *unit;
  void (*add)(struct units *units, const struct shape *shape);
} parts[] = {
    {"bitfix", add_bitfix},      {"bitfix_two_phase", add_two_phase},
    {"bitfix_mask", add_mask},   {"bitfix_steps", add_steps},
    {"sync_vector", add_vector}, {"sync_levels", add_levels},
    {"sync_table", add_table},   {"sync_group", add_group},
    {"sync_choice", add_choice}, {"sync_group_choice", add_group_choice},
};

/* --- route units --- */

/* Units around one of a single phase, which has one destination for a header. */
static const struct inner {
  const char *unit, *of_phase, *fixed;
} inner_units[] = {{"grid_two_phase", "grid", "PHASED=0 FARTHEST=0 "},
                   {"torus_two_phase", "torus", ""},
                   {"hamming_two_phase", "hamming", ""}};

static bool add_inner(struct units *units, const struct shape *shape,
                      const struct inner *inner)
{
  const uint32_t bits = shape->topology->address_bits;
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);

  if (!file)
    return false;
  route_unit_named(shape, "%s=%s ", file);
  const bool good = text_close(file, &text);
  if (good) {
    add(units, "destination_exchange", "WIDTH=%" PRIu32, bits);
    add(units, inner->of_phase,
        "%s%sPORTS=%" PRIu32 " HEADER_BITS=%" PRIu32 " ADDRESS_BITS=%" PRIu32, inner->fixed,
        text, shape->topology->ports, bits, bits);
    units->list[units->count - 1].folder = "route";
  }
  free(text);
  return good;
}

/* "DIMENSIONS=2 SIZES=32'h00050004 PORTS=4 HEADER_BITS=5 ADDRESS_BITS=5" */
static bool add_route_unit(struct units *units, const struct shape *shape, struct err *err)
{
  const struct route_unit *unit = shape->routing->unit;
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);

  if (!file)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  route_unit_fixed(shape, "%s=%s ", file);
  route_unit_named(shape, "%s=%s ", file);
  fprintf(file, "PORTS=%" PRIu32 " HEADER_BITS=%" PRIu32 " ADDRESS_BITS=%" PRIu32,
          shape->topology->ports, shape->format.header_bits, shape->topology->address_bits);
  bool good = text_close(file, &text);
  if (good) {
    add(units, unit->name, "%s", text);
    units->list[units->count - 1].folder = "route";
  }
  free(text);
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
    if (strcmp(parts[i].unit, unit->name) == 0)
      parts[i].add(units, shape);
  for (size_t i = 0; good && i < sizeof inner_units / sizeof inner_units[0]; i++)
    if (strcmp(inner_units[i].unit, unit->name) == 0)
      good = add_inner(units, shape, &inner_units[i]);
  return good || err_set(err, ERR_ENVIRONMENT, "not enough memory");
}

/* --- switches and engines --- */

static void add_queues(struct units *units, const struct shape *shape)
{
  const uint32_t queues = shape_queues(shape), channels = queues + shape->lanes;
  const uint32_t packet = shape->format.header_bits + shape->format.data_bits;
  const uint32_t priority = shape_priority_bits(shape), arbiter = shape_arbiter(shape);

  add(units, "input_queue", "PACKET_BITS=%" PRIu32, packet);
  add(units, shape->pushes ? "turn_router" : "router",
      "CHANNELS=%" PRIu32 " PORTS=%" PRIu32 " DEPTH=%" PRIu32, shape->store + channels,
      queues, shape->depth);
  if (priority)
    add(units, "priority_queue",
        "CHANNELS=%" PRIu32 " DEPTH=%" PRIu32 " PACKET_BITS=%" PRIu32
        " PRIORITY_BITS=%" PRIu32,
        shape->store + channels, shape->depth, packet, priority);
  else
    add(units, "output_queue",
        "CHANNELS=%" PRIu32 " DEPTH=%" PRIu32 " PACKET_BITS=%" PRIu32,
        shape->store + channels, shape->depth, packet);
  if (shape->vcs > 1)
    add(units, "link_arbiter", "VCS=%" PRIu32 " ARBITER=%" PRIu32, shape->vcs, arbiter);
  if (shape->vcs > 1 && !arbiter)
    add(units, "priority_encoder", "WIDTH=%" PRIu32, shape->vcs);
  if (shape->sends)
    add(units, "send_arbiter",
        "QUEUES=%" PRIu32 " SENDS=%" PRIu32 " PRIORITY_BITS=%" PRIu32 " ARBITER=%" PRIu32,
        queues, shape->sends, priority, arbiter);
  if (shape->store)
    add(units, "waiting_store",
        "CHANNELS=%" PRIu32 " STORE=%" PRIu32 " PACKET_BITS=%" PRIu32, channels,
        shape->store, packet);
  if (shape->routing->random == RANDOM_QUEUES)
    add(units, "queue_choice", "PORTS=%" PRIu32 " VCS=%" PRIu32 " COUNT_BITS=%" PRIu32,
        shape->topology->ports, shape->vcs, bits_index(shape->depth + 1));
  else if (shape->routing->random == RANDOM_LEAST)
    add(units, "least_queue", "PORTS=%" PRIu32 " VCS=%" PRIu32 " COUNT_BITS=%" PRIu32,
        shape->topology->ports, shape->vcs, bits_index(shape->depth + 1));
  else if (shape->routing->random)
    add(units, "random_bits", "CHANNELS=%" PRIu32 " SHARED=%d STEPS=%d", channels,
        shape->routing->random == RANDOM_SHARED, shape->routing->random == RANDOM_STEPS);
}

static void add_switch(struct units *units, const struct shape *shape)
{
  struct switch_parameter parameters[SWITCH_PARAMETERS];
  char text[UNIT_PARAMETERS];
  size_t used = (size_t)snprintf(
      text, sizeof text, "SPEC=\"%.100s\" ROUTING=\"%s\" UNIT=\"%s\"",
      shape->topology->spec, shape->routing->name, shape->routing->unit->name);

  switch_parameters(shape, parameters);
  for (size_t i = 0; i < switch_parameter_count(shape) && used < sizeof text; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, " %s=%" PRIu32,
                             parameters[i].name, parameters[i].value);
  add(units, "switch", "%s", text);
  units->list[units->count - 1].folder = "switch";
}

static void add_engine(struct units *units, const struct shape *shape)
{
  add(units, "collective_engine",
      "PORTS=%" PRIu32 " MEMORY=%" PRIu32 " PROGRAM=%" PRIu32 " PHASE_BITS=%" PRIu32
      " HEADER_BITS=%" PRIu32 " DATA_BITS=%" PRIu32 " ADDRESS_BITS=%" PRIu32,
      shape->topology->ports, shape->programs->memory_words, shape->programs->program_words,
      shape_phase_bits(shape), shape->format.header_bits, shape->format.data_bits,
      shape->topology->address_bits);
}

bool units_of_shape(struct units *units, const struct shape *shape, struct err *err)
{
  units->count = 0;
  if (shape->programs) {
    add_engine(units, shape);
    return true;
  }
  add_queues(units, shape);
  if (shape->routing->phases.tree)
    add(units, "barrier_tree", "LEAVES=%" PRIu32, shape->topology->switches);
  if (!add_route_unit(units, shape, err))
    return false;
  add_switch(units, shape);
  return true;
}

bool units_defined_in(const char *const *files, size_t count, const char *module)
{
  bool found = false;

  for (size_t i = 0; i < count && !found; i++) {
    struct err ignored;
    size_t size;
    char *text = file_read(files[i], &size, &ignored);

    found = text && modules_definition(text, module) > 0;
    free(text);
  }
  return found;
}
