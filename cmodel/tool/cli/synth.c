/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* synth -- lockhop synth: the size of a switch in gates, and of the user's beside it. */
#include "tool/cli/command.h"
#include "tool/cli/structure.h"
#include "tool/session/machines.h"
#include "verilog/generate/parameters.h"
#include "verilog/synthesis/synthesis.h"

#include <inttypes.h>
#include <string.h>

enum { DESIGNS = 2 };

/* What is measured; a design without a name is none. */
struct design_row {
  const char *name;
  struct synthesis measured;
};

static bool measure(struct design_row *row, const struct session *s, bool theirs,
                    struct err *err)
{
  const struct synthesis_request request = {.shape = &s->shape,
                                            .list = theirs ? &s->dut : NULL,
                                            .fit = theirs && s->fit.needed ? &s->fit : NULL,
                                            .seconds =
                                                (uint32_t)s->description.build_seconds};

  row->name = theirs ? s->description.dut[0] : "lockhop";
  return synthesis_make(&row->measured, &request, err);
}

/* --- text --- */

static void print_path(const struct synthesis *m, FILE *file)
{
  for (size_t i = 0; i < m->path_count; i++)
    fprintf(file, "%s%s", i > 0 ? " > " : "", m->path[i]);
}

static void print_rows(const struct session *s, const struct design_row rows[DESIGNS],
                       FILE *file)
{
  const struct shape *shape = &s->shape;
  int width = (int)strlen("switch");

  fprintf(file,
          "%s, routing %s: ports %" PRIu32 ", lanes %" PRIu32 ", VCs %" PRIu32
          ", depth %" PRIu32 ", header %" PRIu32 " and data %" PRIu32 " bits\n",
          s->topology.spec, shape->routing->name, s->topology.ports, shape->lanes,
          shape->vcs, shape->depth, shape->format.header_bits, shape->format.data_bits);
  for (size_t i = 0; i < DESIGNS && rows[i].name; i++)
    if ((int)strlen(rows[i].name) > width)
      width = (int)strlen(rows[i].name);
  fprintf(file, "%-*s  %7s %6s %6s  longest path\n", width, "switch", "LUT4", "FF",
          "levels");
  for (size_t i = 0; i < DESIGNS && rows[i].name; i++) {
    const struct synthesis *m = &rows[i].measured;

    fprintf(file, "%-*s  %7" PRIu64 " %6" PRIu64 " %6" PRIu32 "  ", width, rows[i].name,
            m->luts, m->flip_flops, m->levels);
    print_path(m, file);
    fprintf(file, "\n");
    if (m->latches > 0)
      fprintf(file, "%-*s  and %" PRIu64 " latches\n", width, "", m->latches);
    if (m->others > 0)
      fprintf(file, "%-*s  and %" PRIu64 " other cells\n", width, "", m->others);
  }
  fprintf(file, "measured by %s: " SYNTHESIS_COMMANDS "\n", rows[0].measured.tool);
}

/* --- JSON --- */

static json_t *path_of(const struct synthesis *m)
{
  json_t *path = json_array();

  for (size_t i = 0; i < m->path_count; i++)
    json_array_append_new(path, json_string(m->path[i]));
  return path;
}

static json_t *design_of(const struct design_row *row)
{
  const struct synthesis *m = &row->measured;

  return json_pack("{s:s, s:I, s:I, s:I, s:I, s:i, s:o}", "design", row->name, "lut4",
                   (json_int_t)m->luts, "flip_flops", (json_int_t)m->flip_flops, "latches",
                   (json_int_t)m->latches, "other_cells", (json_int_t)m->others, "levels",
                   (int)m->levels, "path", path_of(m));
}

static json_t *parameters_of(const struct shape *shape)
{
  struct switch_parameter parameters[SWITCH_PARAMETERS];
  json_t *object = json_object();

  switch_parameters(shape, parameters);
  for (size_t i = 0; i < switch_parameter_count(shape); i++)
    json_object_set_new(object, parameters[i].name, json_integer(parameters[i].value));
  return object;
}

static json_t *object_of(const struct session *s, const struct design_row rows[DESIGNS])
{
  json_t *designs = json_array();

  for (size_t i = 0; i < DESIGNS && rows[i].name; i++)
    json_array_append_new(designs, design_of(&rows[i]));
  return json_pack("{s:s, s:s, s:o, s:s, s:s, s:o}", "topology", s->topology.spec,
                   "routing", s->shape.routing->name, "parameters",
                   parameters_of(&s->shape), "tool", rows[0].measured.tool, "commands",
                   SYNTHESIS_COMMANDS, "designs", designs);
}

/* --- the command --- */

static bool synthesize(struct session *s, const struct settings *settings, struct err *err)
{
  struct design_row rows[DESIGNS] = {{.name = NULL}};
  const bool theirs = s->description.dut_count > 0;

  if (!machines_buildable(s, err) || (theirs && !machines_fit(s, err)))
    return false;
  if (theirs && s->fit.needed) {
    s->shape.eject_ready = s->fit.eject_ready;
    if (!fit_can(&s->fit, &s->shape, false, err))
      return false;
  }
  if (theirs && !measure(&rows[1], s, true, err))
    return false;
  s->shape.eject_ready = false;
  if (!measure(&rows[0], s, false, err))
    return false;
  if (structure_has_text(settings))
    print_rows(s, rows, settings->out);
  return structure_write(settings, settings->json ? object_of(s, rows) : NULL, err);
}

int command_synth(const struct settings *settings, struct err *err)
{
  struct description d = settings->run;
  struct session s;

  d.topology = settings->argument[0];
  d.lock_step = true;
  d.compare = "flow";
  if (!session_open(&s, &d, NULL, err))
    return (int)err->kind;
  const bool good = synthesize(&s, settings, err);
  session_close(&s);
  return good ? 0 : (int)err->kind;
}
