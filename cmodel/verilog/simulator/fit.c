/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fit -- how a switch of the user that lacks parameters or ports, or has another name, is
 * connected. */
#include "verilog/simulator/fit.h"

#include "base/file.h"
#include "verilog/generate/parameters.h"
#include "verilog/generate/pins.h"
#include "verilog/simulator/fit_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- whether it is needed --- */

static bool is_complete(const char *text, const struct shape *shape)
{
  for (size_t i = 0; i < FIT_EJECT_READIES; i++)
    if (modules_has_name(text, fit_eject_readies[i]))
      return false;
  for (size_t i = 0; i < switch_parameter_count(shape); i++)
    if (!modules_has_name(text, switch_parameter_name(i)))
      return false;
  for (size_t i = 0; i < SWITCH_PINS; i++)
    if (!modules_has_name(text, switch_pins[i].port))
      return false;
  return modules_has_name(text, "clk") && modules_has_name(text, "rst");
}

bool fit_asks(const struct dut_list *list, const struct shape *shape, bool *asks,
              struct err *err)
{
  *asks = list->sets.count > 0 || (list->top && strcmp(list->top, "switch") != 0);
  for (size_t i = 0; !*asks && i < list->files.count; i++) {
    size_t size;
    char *text = file_read(list->files.text[i], &size, err);

    if (!text)
      return false;
    *asks = modules_definition(text, "switch") > 0 && !is_complete(text, shape);
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
                {"RANDOM", 0, true},         {"PUSHES", 0, true}};

/* -G NAME=VALUE; they come last. */
static bool add_sets(struct fit *fit, const struct design *design,
                     const struct dut_list *list, struct err *err)
{
  for (size_t i = 0; i < list->sets.count; i++) {
    const char *equal = strchr(list->sets.text[i], '=');
    char *name = strndup(list->sets.text[i], (size_t)(equal - list->sets.text[i]));
    bool good = name || fit_no_memory(err);

    if (good && !fit_has(design, name, true))
      good = err_set(err, ERR_USAGE,
                     "-G %.200s: module '%s' of '%.300s' has no parameter '%s'",
                     list->sets.text[i], fit->wrapper.module, fit->file, name);
    good = good &&
           (wrapper_add(&fit->wrapper.parameters, name, equal + 1) || fit_no_memory(err));
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
    if (fit_has(source->design, source->map->lines.line[i].left, true) &&
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

    if (!fit_has(design, name, true) && !uses_parameter(source, name))
      fit->lacking |= UINT32_C(1) << i;
    else if (fit_has(design, name, true) && !is_given(source, name) &&
             !wrapper_add(&fit->wrapper.parameters, name,
                          i < switch_parameter_count(source->shape) ? name : "0"))
      return fit_no_memory(err);
  }
  for (size_t i = 0; i < sizeof derived / sizeof derived[0]; i++)
    if (fit_has(design, derived[i], true) && !is_given(source, derived[i]) &&
        !wrapper_add(&fit->wrapper.parameters, derived[i], derived[i]))
      return fit_no_memory(err);
  return add_sets(fit, design, source->list, err);
}

bool fit_make(struct fit *fit, const struct fit_source *source, struct err *err)
{
  *fit = (struct fit){.needed = true};
  snprintf(fit->wrapper.module, sizeof fit->wrapper.module, "%s", source->design->top);
  snprintf(fit->file, sizeof fit->file, "%s", source->file);
  return add_parameters(fit, source, err) && fit_ports(fit, source, err);
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
  for (size_t i = 0; i < switch_parameter_count(shape); i++) {
    if (!(fit->lacking >> i & 1) || is_neutral(&parameters[i], cycle))
      continue;
    snprintf(one, sizeof one, values ? "%s (%" PRIu32 ")" : "%s", parameters[i].name,
             parameters[i].value);
    fit_name_in(text, one);
  }
  if (cycle && fit->unready[0] != '\0')
    fit_name_in(text, fit->unready);
  if (fit->seedless && cycle && shape->routing->random)
    fit_name_in(text, "seed_i");
  if (fit->phaseless && shape->routing->phases.kind != PHASE_STAYS)
    fit_name_in(text, "phase_i");
}

void fit_missing(const struct fit *fit, const struct shape *shape, bool cycle,
                 char text[FIT_TEXT])
{
  list_missing(fit, shape, cycle, false, text);
}

bool fit_can(const struct fit *fit, const struct shape *shape, bool cycle, struct err *err)
{
  char text[FIT_TEXT], by_flow[FIT_TEXT] = "";

  list_missing(fit, shape, cycle, true, text);
  if (cycle)
    list_missing(fit, shape, false, true, by_flow);
  return text[0] == '\0' ||
         err_set(err, ERR_USAGE,
                 "module '%s' of '%.300s' has no %s, which this run needs%s",
                 fit->wrapper.module, fit->file, text,
                 cycle && by_flow[0] == '\0' ? "; --compare flow does not" : "");
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
        return fit_no_memory(err);
    }
  return true;
}

void fit_close(struct fit *fit)
{
  wrapper_close(&fit->wrapper);
  *fit = (struct fit){.needed = false};
}
