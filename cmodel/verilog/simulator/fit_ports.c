/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fit_ports -- which port of the user's module is connected with what. */
#include "verilog/simulator/fit_parts.h"

#include "verilog/generate/pins.h"
#include "verilog/generate/port_array.h"

#include <inttypes.h>
#include <string.h>

/* Names by which clk and rst go elsewhere; of rst also those that are active at 0. */
static const char *const clocks[] = {"clk", "clk_i", "clock", "clock_i", "aclk", "ACLK"};
static const char *const resets[] = {"rst", "rst_i", "reset", "reset_i", "srst", "arst"};
static const char *const low_resets[] = {"rst_n",   "rst_ni", "rstn",  "resetn",
                                         "reset_n", "arst_n", "arstn", "aresetn",
                                         "ARESETN", "nreset", "nrst",  "rst_n_i"};

const char *const fit_eject_readies[FIT_EJECT_READIES] = {"eject_ready_i", "eject_ready"};

bool fit_no_memory(struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "not enough memory");
}

bool fit_has(const struct design *design, const char *name, bool parameter)
{
  for (size_t i = 0; i < design->name_count; i++)
    if (strcmp(design->names[i].name, name) == 0 &&
        (design->names[i].kind == DESIGN_PARAMETER) == parameter)
      return true;
  return false;
}

void fit_name_in(char list[FIT_TEXT], const char *name)
{
  const size_t used = strlen(list);

  snprintf(list + used, FIT_TEXT - used, "%s%s", used ? ", " : "", name);
}

/* The number of a port of the design; SIZE_MAX: it has none of this name and direction. */
static size_t port(const struct fit_matching *m, const char *name, bool output)
{
  for (size_t i = 0; i < m->design->name_count; i++)
    if (m->design->names[i].kind == (output ? DESIGN_OUTPUT : DESIGN_INPUT) &&
        strcmp(m->design->names[i].name, name) == 0)
      return i;
  return SIZE_MAX;
}

/* Does a line of the map connect this port of a switch, or part of it? */
static bool is_mapped(const struct fit_matching *m, const char *pin)
{
  const size_t length = strlen(pin);

  for (size_t i = 0; m->map && i < m->map->lines.count; i++) {
    const char *left = m->map->lines.line[i].left;

    if (strncmp(left, pin, length) == 0 && strchr("[ ", left[length]))
      return true;
  }
  return m->map && (fit_map_uses(m->map, pin) || fit_groups_map(m->map, pin));
}

/* Is it "NAME" or "NAME[...]" of an output of a switch? */
static bool is_output_pin(const char *left)
{
  const size_t length = strcspn(left, "[ ");

  for (size_t i = 0; i < SWITCH_PINS; i++)
    if (switch_pins[i].output && strncmp(left, switch_pins[i].port, length) == 0 &&
        switch_pins[i].port[length] == '\0')
      return true;
  return false;
}

static size_t any_port(const struct fit_matching *m, const char *name, bool *output)
{
  const size_t at = port(m, name, false);

  *output = at == SIZE_MAX;
  return *output ? port(m, name, true) : at;
}

/* "NAME[SIZE] = RIGHT" of a port that is an unpacked array.  *is: this line is one. */
static bool connect_array(struct fit_matching *m, const struct wrapper_line *line, bool *is,
                          struct err *err)
{
  struct wrapper *wrapper = &m->fit->wrapper;
  struct port_array array;
  char wire[PORT_ARRAY_TEXT + 8];
  bool output;

  *is = false;
  if (is_output_pin(line->left) || !port_array_parse(&array, line->left))
    return true;
  const size_t at = any_port(m, array.name, &output);

  if (at >= sizeof m->taken)
    return true;
  *is = m->taken[at] = true;
  if (line->right[0] == '\0') /* left open */
    return wrapper_add(&wrapper->ports, array.name, "") || fit_no_memory(err);
  snprintf(wire, sizeof wire, "array_%s", array.name);
  return (wrapper_add(&wrapper->ports, array.name, wire) &&
          wrapper_add(output ? &wrapper->output_arrays : &wrapper->input_arrays, line->left,
                      line->right)) ||
         fit_no_memory(err);
}

/* What the map says comes first. */
static bool connect_mapped(struct fit_matching *m, struct err *err)
{
  for (size_t i = 0; m->map && i < m->map->lines.count; i++) {
    const struct wrapper_line *line = &m->map->lines.line[i];
    bool is_array, output;

    m->fit->wrapper.keeps_here |= modules_has_name(line->right, WRAPPER_HERE);
    if (!connect_array(m, line, &is_array, err))
      return false;
    if (is_array)
      continue;
    struct wrapper_lines *to = &m->fit->wrapper.ports;
    const size_t at = any_port(m, line->left, &output);

    if (at < sizeof m->taken)
      m->taken[at] = true;
    else if (fit_has(m->design, line->left, true))
      to = &m->fit->wrapper.parameters;
    else if (is_output_pin(line->left))
      to = &m->fit->wrapper.assigns;
    else
      return err_set(err, ERR_USAGE,
                     "%.300s:%" PRIu32 ": '%.100s' is no port or parameter of module '%s', "
                     "and no output of a switch",
                     m->map->path, m->map->number[i], line->left, m->fit->wrapper.module);
    if (!wrapper_add(to, line->left, line->right))
      return fit_no_memory(err);
  }
  return true;
}

/* Connect the first of these names that it has.  *found: it has one. */
static bool connect(struct fit_matching *m, const char *const *names, size_t count,
                    bool output, const char *right, bool *found, struct err *err)
{
  *found = false;
  for (size_t i = 0; i < count; i++) {
    const size_t at = port(m, names[i], output);

    if (at >= sizeof m->taken || m->taken[at])
      continue;
    m->taken[at] = *found = true;
    return wrapper_add(&m->fit->wrapper.ports, names[i], right) || fit_no_memory(err);
  }
  return true;
}

static bool connect_controls(struct fit_matching *m, struct err *err)
{
  bool clock, reset, low = false;

  if (!connect(m, clocks, sizeof clocks / sizeof clocks[0], false, "clk", &clock, err) ||
      !connect(m, resets, sizeof resets / sizeof resets[0], false, "rst", &reset, err) ||
      (!reset && !connect(m, low_resets, sizeof low_resets / sizeof low_resets[0], false,
                          "~rst", &low, err)))
    return false;
  if (!clock && !is_mapped(m, "clk"))
    fit_name_in(m->lacking, "clk");
  if (!reset && !low && !is_mapped(m, "rst"))
    fit_name_in(m->lacking, "rst");
  return true;
}

/* What stands for a port that a switch may lack; NULL: it may not. */
static const char *neutral_of(const char *pin)
{
  static const char *const ready[] = {"in_ready", "inject_ready"};
  static const char *const inputs[] = {"here", "seed", "phase", "out_ready"};

  for (size_t i = 0; i < sizeof ready / sizeof ready[0]; i++)
    if (strcmp(pin, ready[i]) == 0)
      return i == 0 ? "{QUEUES{1'b1}}" : "{LANES{1'b1}}";
  for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++)
    if (strcmp(pin, inputs[i]) == 0)
      return "";
  return NULL;
}

/* Credits in the place of ready; NULL: there are none. */
static const char *credit_of(const struct fit_matching *m, const char *pin)
{
  static const char *const names[][2] = {{"in_ready", "in_credit_o"},
                                         {"out_ready", "out_credit_i"},
                                         {"inject_ready", "inject_credit_o"}};

  for (size_t i = 0; m->credits && i < sizeof names / sizeof names[0]; i++)
    if (strcmp(pin, names[i][0]) == 0)
      return names[i][1];
  return NULL;
}

static bool connect_pin(struct fit_matching *m, const struct switch_pin *pin,
                        struct err *err)
{
  const char *credit = credit_of(m, pin->name);
  const bool lane = strcmp(pin->name, "inject_ready") == 0;
  const char *const names[] = {pin->port, pin->name};
  const char *neutral = credit && !lane ? NULL : neutral_of(pin->name);
  bool found = false;

  if (credit && !connect(m, &credit, 1, pin->output, pin->port, &found, err))
    return false;
  m->fit->lane_credits |= lane && found;
  if (found)
    return true;
  if (credit && !lane && !is_mapped(m, pin->port)) {
    fit_name_in(m->lacking, credit);
    return true;
  }
  if (!connect(m, names, 2, pin->output, pin->port, &found, err))
    return false;
  if (found || is_mapped(m, pin->port))
    return true;
  m->fit->seedless |= strcmp(pin->name, "seed") == 0;
  m->fit->phaseless |= strcmp(pin->name, "phase") == 0;
  if (neutral && strstr(pin->name, "ready"))
    fit_name_in(m->fit->unready, pin->port);
  if (!neutral)
    fit_name_in(m->lacking, pin->port);
  else if (pin->output && !wrapper_add(&m->fit->wrapper.assigns, pin->port, neutral))
    return fit_no_memory(err);
  return true;
}

static bool connect_eject_ready(struct fit_matching *m, struct err *err)
{
  bool found;

  if (!connect(m, fit_eject_readies, FIT_EJECT_READIES, false, fit_eject_readies[0], &found,
               err))
    return false;
  if (found || (m->map && fit_map_uses(m->map, fit_eject_readies[0])))
    m->fit->eject_ready = m->fit->wrapper.eject_ready = true;
  return true;
}

bool fit_ports(struct fit *fit, const struct fit_source *source, struct err *err)
{
  const struct design *design = source->design;
  struct fit_matching m = {.design = design,
                           .map = source->map,
                           .fit = fit,
                           .credits = source->credits,
                           .ports = source->shape->topology->ports};
  char lines[FIT_TEXT];

  if (!connect_mapped(&m, err) || !fit_groups(&m, err) || !connect_controls(&m, err))
    return false;
  for (size_t i = 0; i < SWITCH_PINS; i++)
    if (!connect_pin(&m, &switch_pins[i], err))
      return false;
  if (!connect_eject_ready(&m, err))
    return false;
  for (size_t i = 0; i < design->name_count; i++)
    if (design->names[i].kind != DESIGN_PARAMETER && (i >= sizeof m.taken || !m.taken[i]))
      fit_name_in(m.unknown, design->names[i].name);
  if (m.lacking[0] == '\0' && m.unknown[0] == '\0')
    return true;
  fit_suggest(&m, lines);
  return err_set(err, ERR_USAGE,
                 "'%.100s': module '%s' cannot be connected as a switch: %s%s%s%s%s"
                 "%s%s",
                 fit->file, fit->wrapper.module, m.lacking[0] ? "it lacks " : "", m.lacking,
                 m.lacking[0] && m.unknown[0] ? "; " : "",
                 m.unknown[0] ? "no switch has " : "", m.unknown, lines,
                 m.map ? "; a line 'PORT = EXPRESSION' of the map connects a port"
                       : "; 'lockhop wrapper --map FILE' makes a module that connects it");
}
