/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* trust -- our own modules, alone, under the Verilator of this machine. */
#include "tool/session/trust.h"

#include <stdlib.h>
#include <string.h>

enum { TRUST_SECONDS = 300 };

/* The switch itself is what lock step compares; its parts are compared here. */
bool trust_can(const char *module)
{
  return strcmp(module, "switch") != 0 && twin_test_exists(module);
}

bool trust_compare(struct unit_result *result, const char *module, struct err *err)
{
  return twin_test_run(
      result,
      &(struct twin_test){
          .module = module, .sets = "", .own_sets = UNIT_FEW, .seconds = TRUST_SECONDS},
      err);
}

bool trust_judge(const struct unit_result *result, const char *module, struct err *err)
{
  char tool[UNIT_TOOL];

  if (result->ended == UNIT_AGREES || result->ended == UNIT_HANGS)
    return true;
  twin_test_tool(tool);
  return err_set(err, ERR_ENVIRONMENT,
                 "%s miscompiles our module %s: %.300s: %.500s; use another version of "
                 "Verilator",
                 tool, module, result->title, result->text);
}

static void warn(const struct session *s, const char *module, const struct err *why)
{
  char text[ERR_TEXT + 128];
  const int length =
      snprintf(text, sizeof text,
               "cannot find out whether Verilator compiles our module %s correctly: %.800s",
               module, why->text);

  if (s->host.warn && length > 0)
    s->host.warn(s->host.self, text, (size_t)length);
}

/* Is the module one of the user's? */
static bool users(const struct session *s, const char *module)
{
  return units_defined_in((const char *const *)s->dut.files.text, s->dut.files.count,
                          module);
}

bool trust_modules(const struct session *s, struct err *err)
{
  struct units *units = malloc(sizeof *units);
  bool good = units || err_set(err, ERR_ENVIRONMENT, "not enough memory");
  char text[MODULE_NAME + 96];

  good = good && units_of_shape(units, &s->shape, err);
  for (size_t i = 0; good && i < units->count; i++) {
    const char *module = units->list[i].module;
    struct unit_result result;
    struct err why = {.kind = ERR_NONE};
    bool again = i > 0 && strcmp(module, units->list[i - 1].module) == 0;

    if (again || !trust_can(module) || users(s, module))
      continue;
    snprintf(text, sizeof text,
             "the run failed; does Verilator compile our module %s rightly?", module);
    session_say(s, text);
    if (trust_compare(&result, module, &why))
      good = trust_judge(&result, module, err);
    else
      warn(s, module, &why);
  }
  session_say(s, NULL);
  free(units);
  return good;
}
