/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fit -- how a switch of the user that lacks parameters or ports, or has another name, is
 * connected. */
#include "verilog/simulator/fit.h"

#include "base/file.h"
#include "verilog/generate/parameters.h"
#include "verilog/generate/pins.h"
#include "verilog/generate/port_array.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MODULES_MAX = 64, CONTROLS = 2 };

/* Names by which clk and rst go elsewhere; of rst also those that are active at 0. */
static const char *const clocks[] = {"clk", "clk_i", "clock", "clock_i", "aclk", "ACLK"};
static const char *const resets[] = {"rst", "rst_i", "reset", "reset_i", "srst", "arst"};
static const char *const low_resets[] = {"rst_n",   "rst_ni", "rstn",  "resetn",
                                         "reset_n", "arst_n", "arstn", "aresetn",
                                         "ARESETN", "nreset", "nrst",  "rst_n_i"};

/* --- whether it is needed --- */

/* No switch of ours has this port: what it ejects is taken at once. */
static const char *const eject_readies[] = {"eject_ready_i", "eject_ready"};

static bool is_complete(const char *text)
{
  for (size_t i = 0; i < sizeof eject_readies / sizeof eject_readies[0]; i++)
    if (modules_has_name(text, eject_readies[i]))
      return false;
  for (size_t i = 0; i < SWITCH_PARAMETERS; i++)
    if (!modules_has_name(text, switch_parameter_name(i)))
      return false;
  for (size_t i = 0; i < SWITCH_PINS; i++)
    if (!modules_has_name(text, switch_pins[i].port))
      return false;
  return modules_has_name(text, "clk") && modules_has_name(text, "rst");
}

bool fit_asks(const struct dut_list *list, bool *asks, struct err *err)
{
  *asks = list->sets.count > 0 || (list->top && strcmp(list->top, "switch") != 0);
  for (size_t i = 0; !*asks && i < list->files.count; i++) {
    size_t size;
    char *text = file_read(list->files.text[i], &size, err);

    if (!text)
      return false;
    *asks = modules_definition(text, "switch") > 0 && !is_complete(text);
    free(text);
  }
  return true;
}

/* --- parameters --- */

/* Those that mean nothing where a switch has no such thing. */
static const struct {
  const char *name;
  uint32_t neutral;
  bool timed; /* matters where cycles are compared alone */
} neutrals[] = {{"LANES", 1, false},         {"VCS", 1, false},    {"STORE", 0, false},
                {"PRIORITY_BITS", 0, false}, {"ARBITER", 0, true}, {"SENDS", 0, false},
                {"RANDOM", 0, true}};

static bool has(const struct design *design, const char *name, bool parameter)
{
  for (size_t i = 0; i < design->name_count; i++)
    if (strcmp(design->names[i].name, name) == 0 &&
        (design->names[i].kind == DESIGN_PARAMETER) == parameter)
      return true;
  return false;
}

static bool no_memory(struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "not enough memory");
}

/* -G NAME=VALUE; they come last. */
static bool add_sets(struct fit *fit, const struct design *design,
                     const struct dut_list *list, struct err *err)
{
  for (size_t i = 0; i < list->sets.count; i++) {
    const char *equal = strchr(list->sets.text[i], '=');
    char *name = strndup(list->sets.text[i], (size_t)(equal - list->sets.text[i]));
    bool good = name || no_memory(err);

    if (good && !has(design, name, true))
      good = err_set(err, ERR_USAGE,
                     "-G %.200s: module '%s' of '%.300s' has no parameter '%s'",
                     list->sets.text[i], fit->wrapper.module, fit->file, name);
    good =
        good && (wrapper_add(&fit->wrapper.parameters, name, equal + 1) || no_memory(err));
    free(name);
    if (!good)
      return false;
  }
  return true;
}

static bool is_set(const struct dut_list *list, const char *name)
{
  const size_t length = strlen(name);

  for (size_t i = 0; i < list->sets.count; i++)
    if (strncmp(list->sets.text[i], name, length) == 0 && list->sets.text[i][length] == '=')
      return true;
  return false;
}

/* Does the map, or -G, give this parameter a value? */
static bool is_given(const struct fit_source *source, const char *name)
{
  for (size_t i = 0; source->map && i < source->map->lines.count; i++)
    if (strcmp(source->map->lines.line[i].left, name) == 0)
      return true;
  return is_set(source->list, name);
}

/* Does the value of a parameter of the user's speak of this one of a switch? */
static bool uses_parameter(const struct fit_source *source, const char *name)
{
  for (size_t i = 0; source->map && i < source->map->lines.count; i++)
    if (has(source->design, source->map->lines.line[i].left, true) &&
        modules_has_name(source->map->lines.line[i].right, name))
      return true;
  return false;
}

static bool add_parameters(struct fit *fit, const struct fit_source *source,
                           struct err *err)
{
  const struct design *design = source->design;
  static const char *const derived[] = {"QUEUES", "CHANNELS", "PACKET_BITS"};

  for (size_t i = 0; i < SWITCH_PARAMETERS; i++) {
    const char *name = switch_parameter_name(i);

    if (!has(design, name, true) && !uses_parameter(source, name))
      fit->lacking |= UINT32_C(1) << i;
    else if (has(design, name, true) && !is_given(source, name) &&
             !wrapper_add(&fit->wrapper.parameters, name, name))
      return no_memory(err);
  }
  for (size_t i = 0; i < sizeof derived / sizeof derived[0]; i++)
    if (has(design, derived[i], true) && !is_given(source, derived[i]) &&
        !wrapper_add(&fit->wrapper.parameters, derived[i], derived[i]))
      return no_memory(err);
  return add_sets(fit, design, source->list, err);
}

/* --- ports --- */

/* The ports that were connected so far, and names for a complaint. */
struct matching {
  const struct design *design;
  const struct fit_map *map;
  struct fit *fit;
  bool credits;
  bool taken[256];
  char lacking[FIT_TEXT], unknown[FIT_TEXT];
};

static void name_in(char list[FIT_TEXT], const char *name)
{
  const size_t used = strlen(list);

  snprintf(list + used, FIT_TEXT - used, "%s%s", used ? ", " : "", name);
}

/* The number of a port of the design; SIZE_MAX: it has none of this name and direction. */
static size_t port(const struct matching *m, const char *name, bool output)
{
  for (size_t i = 0; i < m->design->name_count; i++)
    if (m->design->names[i].kind == (output ? DESIGN_OUTPUT : DESIGN_INPUT) &&
        strcmp(m->design->names[i].name, name) == 0)
      return i;
  return SIZE_MAX;
}

/* Does a line of the map connect this port of a switch, or part of it? */
static bool is_mapped(const struct matching *m, const char *pin)
{
  const size_t length = strlen(pin);

  for (size_t i = 0; m->map && i < m->map->lines.count; i++) {
    const char *left = m->map->lines.line[i].left;

    if (strncmp(left, pin, length) == 0 && strchr("[ ", left[length]))
      return true;
  }
  return m->map && fit_map_uses(m->map, pin);
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

static size_t any_port(const struct matching *m, const char *name, bool *output)
{
  const size_t at = port(m, name, false);

  *output = at == SIZE_MAX;
  return *output ? port(m, name, true) : at;
}

/* "NAME[SIZE] = RIGHT" of a port that is an unpacked array.  *is: this line is one. */
static bool connect_array(struct matching *m, const struct wrapper_line *line, bool *is,
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
    return wrapper_add(&wrapper->ports, array.name, "") || no_memory(err);
  snprintf(wire, sizeof wire, "array_%s", array.name);
  return (wrapper_add(&wrapper->ports, array.name, wire) &&
          wrapper_add(output ? &wrapper->output_arrays : &wrapper->input_arrays, line->left,
                      line->right)) ||
         no_memory(err);
}

/* What the map says comes first. */
static bool connect_mapped(struct matching *m, struct err *err)
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
    else if (has(m->design, line->left, true))
      to = &m->fit->wrapper.parameters;
    else if (is_output_pin(line->left))
      to = &m->fit->wrapper.assigns;
    else
      return err_set(err, ERR_USAGE,
                     "%.300s:%" PRIu32 ": '%.100s' is no port or parameter of module '%s', "
                     "and no output of a switch",
                     m->map->path, m->map->number[i], line->left, m->fit->wrapper.module);
    if (!wrapper_add(to, line->left, line->right))
      return no_memory(err);
  }
  return true;
}

/* Connect the first of these names that it has.  *found: it has one. */
static bool connect(struct matching *m, const char *const *names, size_t count, bool output,
                    const char *right, bool *found, struct err *err)
{
  *found = false;
  for (size_t i = 0; i < count; i++) {
    const size_t at = port(m, names[i], output);

    if (at >= sizeof m->taken || m->taken[at])
      continue;
    m->taken[at] = *found = true;
    return wrapper_add(&m->fit->wrapper.ports, names[i], right) || no_memory(err);
  }
  return true;
}

static bool connect_controls(struct matching *m, struct err *err)
{
  bool clock, reset, low = false;

  if (!connect(m, clocks, sizeof clocks / sizeof clocks[0], false, "clk", &clock, err) ||
      !connect(m, resets, sizeof resets / sizeof resets[0], false, "rst", &reset, err) ||
      (!reset && !connect(m, low_resets, sizeof low_resets / sizeof low_resets[0], false,
                          "~rst", &low, err)))
    return false;
  if (!clock && !is_mapped(m, "clk"))
    name_in(m->lacking, "clk");
  if (!reset && !low && !is_mapped(m, "rst"))
    name_in(m->lacking, "rst");
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
static const char *credit_of(const struct matching *m, const char *pin)
{
  static const char *const names[][2] = {{"in_ready", "in_credit_o"},
                                         {"out_ready", "out_credit_i"},
                                         {"inject_ready", "inject_credit_o"}};

  for (size_t i = 0; m->credits && i < sizeof names / sizeof names[0]; i++)
    if (strcmp(pin, names[i][0]) == 0)
      return names[i][1];
  return NULL;
}

static bool connect_pin(struct matching *m, const struct switch_pin *pin, struct err *err)
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
    name_in(m->lacking, credit);
    return true;
  }
  if (!connect(m, names, 2, pin->output, pin->port, &found, err))
    return false;
  if (found || is_mapped(m, pin->port))
    return true;
  m->fit->seedless |= strcmp(pin->name, "seed") == 0;
  m->fit->phaseless |= strcmp(pin->name, "phase") == 0;
  if (neutral && strstr(pin->name, "ready"))
    name_in(m->fit->unready, pin->port);
  if (!neutral)
    name_in(m->lacking, pin->port);
  else if (pin->output && !wrapper_add(&m->fit->wrapper.assigns, pin->port, neutral))
    return no_memory(err);
  return true;
}

static bool connect_eject_ready(struct matching *m, struct err *err)
{
  bool found;

  if (!connect(m, eject_readies, sizeof eject_readies / sizeof eject_readies[0], false,
               eject_readies[0], &found, err))
    return false;
  m->fit->eject_ready = m->fit->wrapper.eject_ready =
      found || (m->map && fit_map_uses(m->map, eject_readies[0]));
  return true;
}

static bool add_ports(struct fit *fit, const struct fit_source *source, struct err *err)
{
  const struct design *design = source->design;
  struct matching m = {
      .design = design, .map = source->map, .fit = fit, .credits = source->credits};

  if (!connect_mapped(&m, err) || !connect_controls(&m, err))
    return false;
  for (size_t i = 0; i < SWITCH_PINS; i++)
    if (!connect_pin(&m, &switch_pins[i], err))
      return false;
  if (!connect_eject_ready(&m, err))
    return false;
  for (size_t i = 0; i < design->name_count; i++)
    if (design->names[i].kind != DESIGN_PARAMETER && (i >= sizeof m.taken || !m.taken[i]))
      name_in(m.unknown, design->names[i].name);
  if (m.lacking[0] == '\0' && m.unknown[0] == '\0')
    return true;
  return err_set(err, ERR_USAGE,
                 "'%.200s': module '%s' cannot be connected as a switch: %s%s%s%s%s"
                 "%s",
                 fit->file, fit->wrapper.module, m.lacking[0] ? "it lacks " : "", m.lacking,
                 m.lacking[0] && m.unknown[0] ? "; " : "",
                 m.unknown[0] ? "no switch has " : "", m.unknown,
                 m.map ? "; a line 'PORT = EXPRESSION' of the map connects a port"
                       : "; 'lockhop wrapper --map FILE' makes a module that connects it");
}

bool fit_make(struct fit *fit, const struct fit_source *source, struct err *err)
{
  *fit = (struct fit){.needed = true};
  snprintf(fit->wrapper.module, sizeof fit->wrapper.module, "%s", source->design->top);
  snprintf(fit->file, sizeof fit->file, "%s", source->file);
  return add_parameters(fit, source, err) && add_ports(fit, source, err);
}

/* --- shapes --- */

/* Does a parameter that the switch lacks have its neutral value? */
static bool is_neutral(const struct switch_parameter *parameter, bool cycle)
{
  for (size_t i = 0; i < sizeof neutrals / sizeof neutrals[0]; i++)
    if (strcmp(parameter->name, neutrals[i].name) == 0)
      return parameter->value == neutrals[i].neutral || (neutrals[i].timed && !cycle);
  return true;
}

/* With their values, or as names alone. */
static void list_missing(const struct fit *fit, const struct shape *shape, bool cycle,
                         bool values, char text[FIT_TEXT])
{
  struct switch_parameter parameters[SWITCH_PARAMETERS];
  char one[64];

  text[0] = '\0';
  if (!fit->needed)
    return;
  switch_parameters(shape, parameters);
  for (size_t i = 0; i < SWITCH_PARAMETERS; i++) {
    if (!(fit->lacking >> i & 1) || is_neutral(&parameters[i], cycle))
      continue;
    snprintf(one, sizeof one, values ? "%s (%" PRIu32 ")" : "%s", parameters[i].name,
             parameters[i].value);
    name_in(text, one);
  }
  if (cycle && fit->unready[0] != '\0')
    name_in(text, fit->unready);
  if (fit->seedless && cycle && shape->routing->random)
    name_in(text, "seed_i");
  if (fit->phaseless && shape->routing->phases.kind != PHASE_STAYS)
    name_in(text, "phase_i");
}

void fit_missing(const struct fit *fit, const struct shape *shape, bool cycle,
                 char text[FIT_TEXT])
{
  list_missing(fit, shape, cycle, false, text);
}

bool fit_can(const struct fit *fit, const struct shape *shape, bool cycle, struct err *err)
{
  char text[FIT_TEXT];

  list_missing(fit, shape, cycle, true, text);
  return text[0] == '\0' ||
         err_set(err, ERR_USAGE, "module '%s' of '%.300s' has no %s, which this run needs",
                 fit->wrapper.module, fit->file, text);
}

/* Of the parameters that matter where cycles are not compared. */
bool fit_fix(struct fit *fit, struct err *err)
{
  for (size_t i = 0; i < SWITCH_PARAMETERS; i++)
    for (size_t k = 0; k < sizeof neutrals / sizeof neutrals[0]; k++) {
      char value[16];

      if (!(fit->lacking >> i & 1) || neutrals[k].timed ||
          strcmp(switch_parameter_name(i), neutrals[k].name) != 0)
        continue;
      snprintf(value, sizeof value, "%" PRIu32, neutrals[k].neutral);
      if (!wrapper_add(&fit->wrapper.fixed, neutrals[k].name, value))
        return no_memory(err);
    }
  return true;
}

void fit_close(struct fit *fit)
{
  wrapper_close(&fit->wrapper);
  *fit = (struct fit){.needed = false};
}
