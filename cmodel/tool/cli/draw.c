/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* draw -- lockhop draw: a network as SVG, with the link loads of a run. */
#include "base/file.h"
#include "tool/cli/command.h"
#include "tool/console/explain.h"
#include "tool/console/result.h"
#include "tool/console/simulate.h"
#include "tool/draw/layout.h"
#include "tool/draw/picture.h"
#include "tool/session/machines.h"

#include <inttypes.h>

enum { LINE = 160 };

static bool write_picture(const struct picture *picture, const struct settings *settings,
                          struct err *err)
{
  struct output_file out;

  if (!file_open_with(&out, settings->output ? settings->output : "-", settings->out, err))
    return false;
  if (picture_print(picture, out.stream, err))
    return file_commit(&out, err);
  file_abandon(&out);
  return false;
}

static int draw_network(const struct settings *settings, struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);

  if (topology_open(&t, settings->argument[0], err) &&
      topology_routing(&t, settings->run.routing, err))
    write_picture(&(struct picture){.topology = &t}, settings, err);
  return (int)err->kind;
}

/* What runs, in one line that a page has room for. */
static void describe(const struct simulation *s, char text[LINE])
{
  const struct session *session = &s->session;
  const struct shape *shape = &session->shape;
  int used = snprintf(text, LINE, "%.60s, routing %s, ", session->description.traffic,
                      shape->routing->name);

  if (shape->depth > 0)
    used += snprintf(text + used, LINE - (size_t)used, "queue depth %u, ", shape->depth);
  if (s->settings->run.sends > 0)
    used += snprintf(text + used, LINE - (size_t)used, "%u sends, ", shape->sends);
  snprintf(text + used, LINE - (size_t)used, "seed %" PRIu64, session->description.seed);
}

static void describe_result(const struct run_result *result, char text[LINE])
{
  const struct scoreboard *board = &result->scoreboard;

  if (result->outcome == OUTCOME_PASS)
    snprintf(text, LINE, "%zu packets in %" PRIu64 " steps", board->delivered_count,
             result->statistics.steps);
  else
    snprintf(text, LINE, "%s in cycle %" PRIu64 ": %zu of %" PRIu64 " packets delivered",
             outcome_name(result->outcome), result->cycles, board->delivered_count,
             (uint64_t)board->expected);
}

static int draw_run(struct simulation *s, const struct machine *machine, struct err *err)
{
  struct run_request request = session_request(&s->session);
  struct run_result result = {.cycles = 0};
  struct run_loads loads;
  char run_text[LINE], result_text[LINE];
  int code = 0;

  request.machine = *machine;
  request.observer = run_loads_add;
  request.observer_self = &loads;
  if (run_loads_open(&loads, &s->session.shape, err) && run(&request, &result, err)) {
    progress_end(&s->progress);
    describe(s, run_text);
    describe_result(&result, result_text);
    explain_outcome(s, machine, &result, stderr);
    code = outcome_code(result.outcome);
    write_picture(&(struct picture){.topology = &s->session.topology,
                                    .loads = &loads,
                                    .run = run_text,
                                    .result = result_text},
                  s->settings, err);
  }
  run_loads_close(&loads);
  run_result_close(&result);
  return err->kind ? (int)err->kind : code;
}

int command_draw(const struct settings *settings, struct err *err)
{
  struct simulation s;
  struct machine machine;
  int code = 0;

  if (!settings->argument[1])
    return draw_network(settings, err);
  if (!simulate_open(&s, settings, false, false, err))
    return (int)err->kind;
  simulate_watch(&s);
  if (layout_fits(&s.session.topology, err) && machines_open(&machine, &s.session, err)) {
    if (simulate_announce(&s, err))
      code = draw_run(&s, &machine, err);
    machine.ops->close(machine.self);
  }
  simulate_close(&s);
  return err->kind ? (int)err->kind : code;
}
