/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* template -- lockhop template: a switch to begin with, for a user who has none. */
#include "base/file.h"
#include "tool/cli/command.h"
#include "tool/console/settings.h"
#include "tool/session/choose.h"
#include "verilog/generate/own_switch.h"

#include <string.h>

enum { OPTIONS_TEXT = 160 };

/* How it is judged; docs/switch.md says what would be needed for every cycle to be right.
 */
static bool choose_compare(const char **compare, const struct settings *settings,
                           struct err *err)
{
  *compare = settings->run.compare ? settings->run.compare : "flow";
  return strcmp(*compare, "flow") == 0 || strcmp(*compare, "delivery") == 0 ||
         err_set(err, ERR_USAGE,
                 "--compare '%s': a template is judged by flow or delivery; its cycles are "
                 "its own",
                 *compare);
}

static bool write_switch(const struct shape *shape, const struct settings *settings,
                         struct err *err)
{
  const struct description *d = &settings->run;
  const bool named = settings->output && strcmp(settings->output, "-") != 0;
  char routing[OPTIONS_TEXT] = "", options[2 * OPTIONS_TEXT];
  struct own_switch_words words = {.command = settings->command,
                                   .routing = routing,
                                   .options = options,
                                   .file = named ? settings->output : "my_switch.v"};
  struct output_file out;

  if (d->routing)
    snprintf(routing, sizeof routing, " --routing %s", d->routing);
  snprintf(options, sizeof options, "%s", routing);
  if (d->vcs != DESCRIPTION_UNSET)
    snprintf(options, sizeof options, "%s --vcs %d", routing, (int)d->vcs);
  if (!choose_compare(&words.compare, settings, err) ||
      !file_open_with(&out, settings->output ? settings->output : "-", settings->out, err))
    return false;
  own_switch_print(shape, &words, out.stream);
  return file_commit(&out, err);
}

/* Whose packets wait for phases by default, although there is a usual routing. */
static void advise(const struct topology *t, const struct routing *routing)
{
  const struct routing *usual = topology_open_loop_routing(t);

  if (routing->phases.kind != PHASE_STAYS && usual)
    fprintf(
        stderr,
        "lockhop: the default routing of %s is %s, whose packets wait in a store; for an "
        "ordinary switch give --routing %s\n",
        t->spec, routing->name, usual->name);
}

int command_template(const struct settings *settings, struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);
  const struct description *d = &settings->run;

  if (!topology_open(&t, settings->argument[0], err))
    return (int)err->kind;
  struct shape shape = {.topology = &t, .routing = session_routing(&t, d, err)};
  if (!shape.routing || !choose_switch(&shape, d, err) ||
      !write_switch(&shape, settings, err))
    return (int)err->kind;
  if (!d->routing)
    advise(&t, shape.routing);
  return 0;
}
