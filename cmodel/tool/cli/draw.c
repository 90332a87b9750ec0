/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* draw -- lockhop draw: a network as SVG, with the link loads of a run. */
#include "base/file.h"
#include "base/text.h"
#include "tool/cli/command.h"
#include "tool/cli/transfers.h"
#include "tool/console/explain.h"
#include "tool/console/result.h"
#include "tool/console/simulate.h"
#include "tool/draw/cycle_loads.h"
#include "tool/draw/layout.h"
#include "tool/draw/picture.h"
#include "tool/draw/program_loads.h"
#include "tool/session/machines.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 200 };

/* What is asked for, and what is made of it. */
struct drawing {
  const struct settings *settings;
  struct picture picture;
  struct selection only;
  bool only_way; /* the switches are those of the packet, known after the run */
  struct moves moves;
  struct run_loads loads;
  char run[LINE], result[LINE];
};

/* --- options --- */

static bool has(int64_t number)
{
  return number != SETTINGS_UNSET;
}

static bool read_colour(struct drawing *d, struct err *err)
{
  const char *text = d->settings->colour;
  const char *names[8];
  size_t count = 0;

  if (!text) {
    d->picture.colour = has(d->settings->packet) ? PICTURE_PATH : PICTURE_LOAD;
    return true;
  }
  for (; picture_colours(count); count++) {
    names[count] = picture_colours(count);
    if (strcmp(names[count], text) == 0) {
      d->picture.colour = (enum picture_colour)count;
      return true;
    }
  }
  const char *near = text_nearest(text, names, count);
  return err_set(err, ERR_USAGE, "--color '%s': must be load, path or class%s%s%s", text,
                 near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* What only a run can show. */
static bool needs_traffic(const struct settings *settings, struct err *err)
{
  const char *option = has(settings->step)     ? "--step"
                       : has(settings->packet) ? "--packet"
                                               : NULL;

  if (settings->argument[1])
    return true;
  if (!option && settings->colour && strcmp(settings->colour, "class") != 0)
    option = "--color load or path";
  return !option ||
         err_set(err, ERR_USAGE, "%s needs traffic: lockhop draw SPEC TRAFFIC", option);
}

static bool read_only(struct drawing *d, const struct topology *t, struct err *err)
{
  const char *text = d->settings->only;

  d->only_way = text && strcmp(text, "way") == 0;
  if (d->only_way && !has(d->settings->packet))
    return err_set(err, ERR_USAGE, "--only way: of which packet? add --packet N");
  if (!text || d->only_way)
    return true;
  d->picture.only = &d->only;
  return selection_read(&d->only, t, text, err);
}

/* Everything that needs no run. */
static bool read_options(struct drawing *d, const struct topology *t, struct err *err)
{
  d->picture.topology = t;
  return read_colour(d, err) && needs_traffic(d->settings, err) && read_only(d, t, err) &&
         (d->only_way || layout_fits(t, d->picture.only, err));
}

static void close_drawing(struct drawing *d)
{
  run_loads_close(&d->loads);
  moves_close(&d->moves);
  selection_close(&d->only);
}

/* --- drawings --- */

static bool write_picture(const struct drawing *d, struct err *err)
{
  const struct settings *settings = d->settings;
  struct output_file out;

  if (!settings->output && isatty(STDOUT_FILENO))
    return err_set(err, ERR_USAGE,
                   "the drawing is an SVG file: -o FILE.svg, or -o - for here");
  if (!file_open_with(&out, settings->output ? settings->output : "-", settings->out, err))
    return false;
  if (picture_print(&d->picture, out.stream, err))
    return file_commit(&out, err);
  file_abandon(&out);
  return false;
}

/* The links of a Hamiltonian cycle, as of a packet that goes round it. */
static bool count_cycle(struct drawing *d, const struct topology *t, struct err *err)
{
  const struct shape shape = {.topology = t};
  const char *how;

  if (!run_loads_open(&d->loads, &shape, err) ||
      !cycle_loads_count(&d->loads, t, &how, err))
    return false;
  snprintf(d->run, LINE, "a packet round a Hamiltonian cycle");
  snprintf(d->result, LINE, "%u switches, %s", t->switches, how);
  d->picture.loads = &d->loads;
  d->picture.run = d->run;
  d->picture.result = d->result;
  d->picture.focus = true;
  return true;
}

static int draw_network(const struct settings *settings, struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);
  struct drawing d = {.settings = settings};

  if (topology_open(&t, settings->argument[0], err) &&
      topology_routing(&t, settings->run.routing, err) && read_options(&d, &t, err) &&
      (!settings->cycle || count_cycle(&d, &t, err)))
    write_picture(&d, err);
  close_drawing(&d);
  return (int)err->kind;
}

/* A step of a collective, from its program: nothing runs. */
static bool draw_program(struct drawing *d, const struct simulation *s, struct err *err)
{
  const struct session *session = &s->session;
  const uint32_t step = (uint32_t)d->settings->step;
  uint32_t steps;

  if (!run_loads_open(&d->loads, &session->shape, err) ||
      !program_loads_count(&d->loads, &session->topology, session->description.traffic,
                           session->description.seed, step, &steps, err))
    return false;
  snprintf(d->run, LINE, "%.60s, seed %" PRIu64, session->description.traffic,
           session->description.seed);
  snprintf(d->result, LINE, "step %u of %u", step, steps);
  d->picture.loads = &d->loads;
  d->picture.run = d->run;
  d->picture.result = d->result;
  d->picture.focus = true;
  d->picture.label = LABEL_LOAD;
  return write_picture(d, err);
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
  if (shape->pushes > 0)
    used += snprintf(text + used, LINE - (size_t)used, "%u push, ", shape->pushes);
  snprintf(text + used, LINE - (size_t)used, "seed %" PRIu64, session->description.seed);
}

static void describe_result(const struct drawing *d, const struct run_result *result,
                            char text[LINE])
{
  const struct scoreboard *board = &result->scoreboard;
  int used = 0;

  if (has(d->settings->step))
    used = snprintf(text, LINE, "step %" PRIu64 "%s", d->moves.step,
                    has(d->settings->packet) ? ", " : " alone; ");
  if (has(d->settings->packet))
    used += snprintf(text + used, LINE - (size_t)used, "packet %" PRIu32 " alone; ",
                     d->moves.packet);
  if (result->outcome == OUTCOME_PASS)
    snprintf(text + used, LINE - (size_t)used, "%zu packets in %" PRIu64 " steps",
             board->delivered_count, result->statistics.steps);
  else
    snprintf(text + used, LINE - (size_t)used,
             "%s in cycle %" PRIu64 ": %zu of %" PRIu64 " packets delivered",
             outcome_name(result->outcome), result->cycles, board->delivered_count,
             (uint64_t)board->expected);
}

/* Counts, and keeps what is needed of single packets. */
static bool observe(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct drawing *d = self;

  return run_loads_add(&d->loads, cycle, err) &&
         (!d->picture.moves || moves_add(&d->moves, cycle, err));
}

static bool open_counts(struct drawing *d, const struct session *session, struct err *err)
{
  const struct settings *settings = d->settings;
  const struct schedule *schedule = &session->schedule;

  d->moves = (struct moves){.shape = session->shape, .packet = MOVES_ALL};
  d->picture.focus = has(settings->step) || has(settings->packet);
  if (d->picture.focus || d->picture.colour == PICTURE_PATH)
    d->picture.moves = &d->moves;
  if (d->picture.moves && !payload_is_numbered(&session->shape.format))
    return err_set(err, ERR_USAGE,
                   "--step, --packet and --color path need packets with numbers, which "
                   "--data %s has not",
                   payload_list(session->shape.format.data_kind));
  if (has(settings->packet) && (uint64_t)settings->packet >= schedule->count)
    return err_set(err, ERR_USAGE, "--packet %" PRIi64 ": %s has packets 0 to %zu",
                   settings->packet, session->description.traffic, schedule->count - 1);
  if (has(settings->step))
    d->moves.step = (uint64_t)settings->step;
  if (has(settings->packet))
    d->moves.packet = (uint32_t)settings->packet;
  d->picture.schedule = schedule;
  return run_loads_open(&d->loads, &session->shape, err);
}

/* The switches where the packet was. */
static bool select_way(struct drawing *d, const struct topology *t, struct err *err)
{
  if (!selection_open(&d->only, t, err))
    return false;
  for (size_t i = 0; i < d->moves.count; i++) {
    const struct move *move = &d->moves.list[i];

    selection_add(&d->only, move->at);
    if (move->port != MOVE_ENTERS)
      selection_add(&d->only, topology_link(t, move->at, move->port).to_switch);
  }
  d->picture.only = &d->only;
  return layout_fits(t, &d->only, err);
}

/* After the run: only what is asked for. */
static bool choose_moves(struct drawing *d, const struct run_result *result,
                         struct err *err)
{
  const struct settings *settings = d->settings;

  if (!d->picture.moves)
    return true;
  if (has(settings->step) && d->moves.step > result->statistics.steps)
    return err_set(err, ERR_USAGE, "--step %" PRIu64 ": the run has %" PRIu64 " steps",
                   d->moves.step, result->statistics.steps);
  moves_sort(&d->moves);
  if (d->picture.focus)
    moves_count(&d->moves, &d->loads);
  if (d->picture.focus)
    d->picture.label = has(settings->step) ? LABEL_PACKET : LABEL_STEP;
  const size_t packets = moves_packets(&d->moves);
  if (d->picture.colour == PICTURE_PATH && packets > PICTURE_PATHS)
    return err_set(
        err, ERR_USAGE,
        "--color path: %zu packets cross links, and there are %d colours: choose "
        "some by --step or --packet",
        packets, PICTURE_PATHS);
  return !d->only_way || select_way(d, d->picture.topology, err);
}

static int draw_run(struct drawing *d, struct simulation *s, const struct machine *machine,
                    struct err *err)
{
  struct run_request request = session_request(&s->session);
  struct run_result result = {.cycles = 0};
  int code = 0;

  request.machine = *machine;
  request.observer = observe;
  request.observer_self = d;
  if (open_counts(d, &s->session, err) && run(&request, &result, err) &&
      choose_moves(d, &result, err)) {
    progress_end(&s->progress);
    describe(s, d->run);
    describe_result(d, &result, d->result);
    explain_outcome(s, machine, &result, stderr);
    code = outcome_code(result.outcome);
    d->picture.loads = &d->loads;
    d->picture.run = d->run;
    d->picture.result = d->result;
    write_picture(d, err);
  }
  run_result_close(&result);
  return err->kind ? (int)err->kind : code;
}

/* Words that collective engines move have steps, not ways. */
static bool check_program(const struct drawing *d, const char *traffic, struct err *err)
{
  if (!has(d->settings->packet) && d->picture.colour != PICTURE_PATH)
    return true;
  return err_set(
      err, ERR_USAGE,
      "%s moves by programs, whose packets have no ways of their own: use --step", traffic);
}

static int draw_traffic(struct drawing *d, struct simulation *s, struct err *err)
{
  const struct topology *t = &s->session.topology;
  const char *traffic = s->session.description.traffic;
  const bool program = transfers_are_of(t, traffic);
  struct machine machine;
  int code = 0;

  if (!read_options(d, t, err) || (program && !check_program(d, traffic, err)))
    return (int)err->kind;
  if (program && has(d->settings->step)) {
    draw_program(d, s, err);
    return (int)err->kind;
  }
  if (!machines_open(&machine, &s->session, err))
    return (int)err->kind;
  if (simulate_announce(s, err))
    code = draw_run(d, s, &machine, err);
  machine.ops->close(machine.self);
  return code;
}

int command_draw(const struct settings *settings, struct err *err)
{
  struct drawing d = {.settings = settings};
  struct simulation s;
  int code = 0;

  if (!settings->argument[1])
    return draw_network(settings, err);
  if (settings->cycle) {
    err_set(err, ERR_USAGE, "--cycle draws a network without traffic: lockhop draw SPEC");
    return (int)err->kind;
  }
  if (!simulate_open(&s, settings, false, false, err))
    return (int)err->kind;
  simulate_watch(&s);
  code = draw_traffic(&d, &s, err);
  close_drawing(&d);
  simulate_close(&s);
  return err->kind ? (int)err->kind : code;
}
