/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* machines -- the machines that a run can be made on, by name. */
#include "tool/session/machines.h"

#include "base/file.h"
#include "base/text.h"
#include "base/workdir.h"
#include "run/machine/engines.h"
#include "run/machine/golden.h"
#include "tool/session/needs.h"
#include "verilog/generate/verilog.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

enum {
  STORE_MOST = 128,
  LEAST_CYCLES = 100, /* that any run takes, settling included */
  PACKET_CYCLES = 16, /* for which a packet keeps a switch busy */
  COMPILING_S = 1,    /* of a switch, and a second more for so many ports */
  COMPILING_PORTS = 6
};

typedef bool open_verilog(struct machine *machine, struct session *s,
                          struct plugin_request *request, struct err *err);

static bool open_array(struct machine *machine, struct session *s,
                       struct plugin_request *request, struct err *err)
{
  return verilated_open(machine, request, &s->verilated, err);
}

static bool open_network(struct machine *machine, struct session *s,
                         struct plugin_request *request, struct err *err)
{
  struct workdir work;

  if (!workdir_open_temporary(&work, "lockhop-network-", err))
    return false;
  request->network = work.path;
  bool opened = verilog_write_top(&s->shape, plugin_module(request), work.path, err) &&
                verilated_open(machine, request, &s->verilated, err);
  workdir_close(&work);
  return opened;
}

static bool open_systemc(struct machine *machine, struct session *s,
                         struct plugin_request *request, struct err *err)
{
  request->systemc = true;
  return verilated_open(machine, request, &s->verilated, err);
}

static const struct machine_row {
  const char *name;
  open_verilog *open; /* NULL: it has no Verilog */
} rows[] = {
    {"golden", NULL},
    {"array", open_array},
    {"network", open_network},
    {"systemc", open_systemc},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

const char *machines_list(size_t number)
{
  return number < ROWS ? rows[number].name : NULL;
}

const char *machines_name(const struct description *d)
{
  if (d->machine)
    return d->machine;
  return d->lock_step ? "array" : "golden";
}

static const struct machine_row *find(const struct description *d)
{
  for (size_t i = 0; i < ROWS; i++)
    if (strcmp(rows[i].name, machines_name(d)) == 0)
      return &rows[i];
  return NULL;
}

bool machines_have_verilog(const struct description *d)
{
  const struct machine_row *row = find(d);

  return !row || row->open;
}

static const struct machine_row *known(const struct description *d, struct err *err)
{
  const struct machine_row *row = find(d);
  const char *names[ROWS];
  char near[128];

  if (row)
    return row;
  for (size_t i = 0; i < ROWS; i++)
    names[i] = rows[i].name;
  err_set(err, ERR_USAGE, "--machine '%s': must be golden, array, network or systemc%s",
          d->machine, text_did_you_mean(near, sizeof near, d->machine, names, ROWS));
  return NULL;
}

bool machines_check(const struct description *d, struct err *err)
{
  if (!known(d, err))
    return false;
  if (d->lock_step && !machines_have_verilog(d) && d->dut_count == 0)
    return err_set(err, ERR_USAGE,
                   "--machine %s: cosim compares the golden model with Verilog, not with "
                   "itself; give --machine array, network or systemc",
                   machines_name(d));
  return true;
}

/* Nobody compares a machine of Verilog that runs alone: the way of its packets must be
 * known, to judge it (run/lockstep/ways.h). */
static bool can_run_alone(const struct session *s, struct err *err)
{
  const struct routing *routing = s->shape.routing;

  if (s->collective.is)
    return err_set(err, ERR_USAGE,
                   "--machine %s: a run of Verilog alone cannot check the paths of words "
                   "that engines store; use lockhop cosim",
                   machines_name(&s->description));
  if (!routing->unit->has_random && !routing->launch)
    return true;
  return err_set(err, ERR_USAGE,
                 "--machine %s: a run of Verilog alone cannot check the paths of %s, which "
                 "are chosen %s; use lockhop "
                 "cosim",
                 machines_name(&s->description), routing->name,
                 routing->launch ? "by the queues of the golden model" : "by the switches");
}

bool machines_buildable(const struct session *s, struct err *err)
{
  if (s->shape.depth == 0)
    return err_set(
        err, ERR_USAGE,
        "--depth 0: only the golden model has queues without limit; give 1 or more");
  if (s->shape.store > STORE_MOST)
    return err_set(err, ERR_USAGE,
                   "%s: more than %d packets can wait at one switch, too many for a switch "
                   "in Verilog; give fewer packets or --machine golden",
                   s->shape.routing->name, STORE_MOST);
  if (s->shape.lanes == 0)
    return err_set(err, ERR_USAGE,
                   "--lanes 0: only the golden model runs without lanes; give 1 or more");
  return true;
}

/* The longest schedule is as long as its packets take one behind the other at a switch. */
uint64_t machines_work(const struct session *s)
{
  const struct schedule *schedule = &s->schedule;

  if (s->collective.is)
    return s->topology.switches * (schedule->count / s->topology.switches +
                                   collective_session_cycles(s) + LEAST_CYCLES);
  uint64_t last = schedule_last_cycle(schedule);

  return s->topology.switches * (last + LEAST_CYCLES) +
         PACKET_CYCLES * schedule_deliveries(schedule, &s->topology);
}

/* What the description says about building; warnings go to *lint, which may be NULL. */
static struct plugin_request build_request(const struct session *s, struct lint *lint)
{
  const struct description *d = &s->description;

  return (struct plugin_request){
      .shape = &s->shape,
      .dut_files = (const char *const *)s->dut.files.text,
      .dut_count = s->dut.files.count,
      .list = &s->dut,
      .style = s->style,
      .untraced = !s->traced,
      .records = d->wave != NULL,
      .work = d->work ? d->work : machines_work(s),
      .lint = d->lint,
      .coverage = d->coverage != NULL,
      .seconds = (uint32_t)d->build_seconds,
      .memory_gib = (uint32_t)d->build_memory,
      .before_load = s->host.before_load,
      .before_load_self = s->host.self,
      .lint_to = lint,
      .sources = d->sources,
  };
}

/* What --dut names, taken apart once.  Options alone are no design. */
static bool list_files(struct session *s, struct err *err)
{
  const struct description *d = &s->description;

  if (s->dut.files.count > 0 || d->dut_count == 0)
    return true;
  return dut_list_open(&s->dut, d->dut, d->dut_count, err) &&
         (s->dut.files.count > 0 ||
          err_set(err, ERR_USAGE, "--dut '%s': there is no Verilog file", d->dut[0]));
}

bool machines_fit(struct session *s, struct err *err)
{
  if (!list_files(s, err))
    return false;
  struct plugin_request request = build_request(s, NULL);

  request.declined = &s->dut_declined;
  return plugin_fit(&s->fit, &request, err);
}

bool machines_settle(struct session *s, struct err *err)
{
  const struct description *d = &s->description;

  if (d->dut_count == 0 || d->fit || !(s->disturb & DISTURB_MAY_REFUSE) ||
      s->compare == COMPARE_CYCLE)
    return true;
  return machines_fit(s, err) && (!s->fit.eject_ready || session_may_refuse(s, err));
}

bool machines_wrap(struct session *s, const struct fit_map *map, struct err *err)
{
  if (!list_files(s, err))
    return false;
  const struct plugin_request request = build_request(s, NULL);
  return plugin_wrap(&s->fit, &request, map, err);
}

/* How the user's switch is connected, found out once; an engine is no switch. */
static bool connect(struct session *s, struct plugin_request *request, struct err *err)
{
  if (s->collective.is)
    return true;
  const struct fit *fit = s->description.fit ? s->description.fit : &s->fit;
  if (fit == &s->fit && !fit->needed && !plugin_fit(&s->fit, request, err))
    return false;
  if (fit->needed)
    request->fit = fit;
  if (s->style.credits > 0 && !fit->needed)
    return err_set(err, ERR_USAGE,
                   "--link %s: no file of --dut has a switch with in_credit_o and "
                   "out_credit_i",
                   s->description.link);
  request->style.lane_credits = fit->lane_credits;
  if (fit->eject_ready && !session_may_refuse(s, err))
    return false;
  return fit_can(fit, &s->shape, s->compare == COMPARE_CYCLE, err);
}

/* One warning a line; a DUT that is refused for them shows them too. */
static void pass_on(const struct session *s, const struct lint *lint)
{
  const char *line = lint->text;

  while (s->host.warn && line && *line != '\0') {
    size_t length = strcspn(line, "\n");

    s->host.warn(s->host.self, line, length);
    line += length + 1;
  }
}

uint32_t machines_processors(void)
{
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);

  return processors < 1              ? 1
         : processors > TEAM_THREADS ? TEAM_THREADS
                                     : (uint32_t)processors;
}

/* Threads are made where the machines are: they would not outlive a fork. */
static bool open_team(struct session *s, struct err *err)
{
  const int64_t asked = s->description.threads;
  uint32_t threads = asked == DESCRIPTION_UNSET ? 1 : (uint32_t)asked;

  if (threads == 0)
    threads = machines_processors();
  const bool opened = s->team || team_open(&s->team, threads, err);
  s->verilated.team = s->team;
  return opened;
}

bool machines_open_golden(struct machine *machine, struct session *s, struct err *err)
{
  if (s->collective.is)
    return engines_open(machine, &s->shape, s->description.lock_step, err);
  if (s->host.ranks)
    return golden_open_ranks(machine, &s->shape, session_at_once(s), s->host.ranks, err);
  return open_team(s, err) &&
         golden_open_team(machine, &s->shape, session_at_once(s), s->team, err);
}

/* Its time is rough: that of one to 25 ports on a machine of 2020. */
static void say_compiling(void *session)
{
  const struct session *s = session;
  const uint32_t ports = s->shape.topology->ports;
  char text[96];

  if (s->description.machine && strcmp(s->description.machine, "network") == 0)
    snprintf(text, sizeof text, "compiling the network as one design");
  else
    snprintf(text, sizeof text,
             "compiling a switch of %" PRIu32 " port%s (about %" PRIu32 " s)", ports,
             ports == 1 ? "" : "s", COMPILING_S + ports / COMPILING_PORTS);
  session_say(s, text);
}

bool machines_open(struct machine *machine, struct session *s, struct err *err)
{
  const struct description *d = &s->description;
  struct lint lint = {.text = NULL};

  if (s->compare != COMPARE_CYCLE && !d->lock_step)
    return err_set(err, ERR_USAGE,
                   "--compare %s: there is no design to judge; a sweep needs --machine",
                   d->compare);
  if (machines_have_verilog(d) && !d->lock_step && !can_run_alone(s, err))
    return false;
  const struct machine_row *row = known(d, err);
  if (!row)
    return false;
  if (!row->open && d->dut_count)
    return err_set(err, ERR_USAGE,
                   "--dut '%s': the golden machine takes no Verilog; give "
                   "--machine array, network or systemc",
                   d->dut[0]);
  if (!row->open)
    return needs_check(s, 0, err) && machines_open_golden(machine, s, err);
  if (!machines_buildable(s, err))
    return false;
  if (!list_files(s, err))
    return false;
  session_say(s, "preparing the Verilog");
  struct plugin_request request = build_request(s, &lint);

  request.compiling = say_compiling;
  request.compiling_self = s;
  request.elsewhere = &s->dut_elsewhere;
  request.declined = &s->dut_declined;
  request.key = &s->plugin;
  s->verilated.ranks = s->host.ranks;
  if (d->reading)
    s->reading = *d->reading;
  request.reading = &s->reading;
  bool opened = connect(s, &request, err) && open_team(s, err) &&
                row->open(machine, s, &request, err);
  session_say(s, NULL);
  pass_on(s, &lint);
  lint_close(&lint);
  return opened;
}
