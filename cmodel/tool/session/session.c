/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* session -- from the description of a run to its topology, schedule, shape and machines.
 */
#include "tool/session/session.h"

#include "base/file.h"
#include "base/text.h"
#include "network/topology/faults.h"
#include "run/exercise/reach.h"
#include "run/flow/decisions.h"
#include "tool/session/agree.h"
#include "tool/session/choose.h"
#include "tool/session/disturb_session.h"
#include "tool/session/machines.h"
#include "tool/session/needs.h"
#include "tool/session/window.h"

#include <string.h>

enum {
  WALKED = 128,        /* switches, some of them failed, of which all packets are walked */
  CREDITS_MOST = 65536 /* buffers of a queue */
};

bool session_schedule(struct schedule *schedule, const struct topology *t,
                      const struct routing *routing, const struct description *d,
                      struct err *err)
{
  return schedule_make(schedule,
                       &(struct traffic_request){
                           .topology = t,
                           .routing = routing,
                           .traffic = d->traffic,
                           .packets = d->packets ? (uint32_t)d->packets : t->ports,
                           .seed = d->seed,
                           .most = needs_packets(d),
                       },
                       err);
}

bool session_never_waits(const struct session *s)
{
  int64_t lanes = s->description.lanes;

  return s->schedule.conflict_free && !schedule_is_mixed(&s->schedule) &&
         !disturb_session_delays(s) &&
         (lanes == DESCRIPTION_UNSET ||
          lanes >=
              (int64_t)schedule_width(&s->schedule, &s->topology) * s->topology.per_site);
}

/* Say early that a file cannot be created: a waveform is begun only when its first cycle
 * comes. */
static bool check_creatable(const char *path, struct err *err)
{
  struct output_file probe;

  if (!file_open(&probe, path, err))
    return false;
  file_abandon(&probe);
  return true;
}

static bool make_schedule(struct session *s, struct err *err)
{
  const struct routing *routing = s->shape.routing;

  if (!s->description.traffic || s->collective.counted)
    return true;
  if (s->collective.is && !collective_session_compile(s, err))
    return false;
  if (s->description.failed)
    session_say(s, "finding paths round the failed switches, one search for each source");
  bool made = session_schedule(&s->schedule, &s->topology, routing, &s->description, err);
  session_say(s, NULL);
  return made &&
         (!routing->timed ||
          (conflicts_count(&s->conflicts, &s->schedule, &s->topology, routing, err) &&
           conflicts_refuse(&s->conflicts, &s->schedule, &s->topology, err)));
}

bool session_topology(struct topology *t, const struct description *d, struct err *err)
{
  if (!topology_open(t, d->topology, err))
    return false;
  if (!d->failed || faults_set(t, d->failed, err))
    return true;
  topology_close(t);
  return false;
}

/* Engines have theirs already. */
static bool choose_routing(struct session *s, struct err *err)
{
  if (!s->collective.is)
    s->shape.routing = session_routing(&s->topology, &s->description, err);
  return s->shape.routing != NULL;
}

/* What a design prints that nobody wants to see. */
static int drop(void *self, const char *text, size_t size)
{
  (void)self, (void)text, (void)size;
  return 0;
}

bool session_map_open(const struct session *s, struct exercise_map *map, struct err *err)
{
  if (s->compare == COMPARE_FLOW)
    return exercise_map_open_pins(map, &s->shape, !flow_decisions_single(&s->shape), err);
  return exercise_map_open(map, &s->shape, err);
}

/* What the golden machine is to reach; or the design, at its pins. */
static bool open_exercise(struct session *s, struct err *err)
{
  const bool walks = s->description.exercise;

  if (!walks && !s->description.reached)
    return true;
  if (s->compare == COMPARE_DELIVERY)
    return err_set(err, ERR_USAGE,
                   "--exercise: looks into the golden model, which does not run with "
                   "--compare %s",
                   s->description.compare);
  if (strcmp(machines_name(&s->description), "golden") != 0 && !s->description.lock_step)
    return err_set(err, ERR_USAGE,
                   "--exercise: looks into the golden model; use lockhop cosim, or "
                   "--machine golden");
  if (walks)
    session_say(s, "walking packets");
  bool good = session_map_open(s, &s->exercise, err) &&
              ((!walks && !s->collective.is) ||
               exercise_reach(&s->exercise, &s->shape, &s->schedule, err)) &&
              (s->compare == COMPARE_FLOW
                   ? exercise_pins_open(&s->pins, &s->exercise, &s->shape, err)
                   : exercise_watch_open(&s->watch, &s->exercise, &s->shape, err));
  session_say(s, NULL);
  return good;
}

bool session_may_refuse(struct session *s, struct err *err)
{
  if (s->shape.eject_ready || s->compare == COMPARE_CYCLE)
    return true;
  s->shape.eject_ready = true;
  exercise_pins_close(&s->pins);
  exercise_map_close(&s->exercise);
  return disturb_session_refuse(s, err) && open_exercise(s, err);
}

/* What is compared: docs/flow.md. */
static bool choose_compare(struct session *s, struct err *err)
{
  const struct description *d = &s->description;
  size_t i = 0;

  while (d->compare && run_compare_list(i) && strcmp(d->compare, run_compare_list(i)) != 0)
    i++;
  if (!run_compare_list(i))
    return err_set(err, ERR_USAGE, "--compare '%s': must be cycle, flow or delivery",
                   d->compare);
  s->compare = (enum run_compare)i;
  const char *const of_flow = d->waive && s->compare == COMPARE_CYCLE ? "waive"
                              : d->capacity != DESCRIPTION_UNSET      ? "capacity"
                              : d->starve != DESCRIPTION_UNSET        ? "starve"
                              : d->patience != DESCRIPTION_UNSET      ? "patience"
                                                                      : NULL;

  if (s->compare != COMPARE_FLOW && of_flow)
    return err_set(err, ERR_USAGE, "--%s is for --compare flow", of_flow);
  if (!flow_rules_read(&s->waived, d->waive, err))
    return false;
  if (s->compare == COMPARE_DELIVERY && (s->waived & ~(UINT32_C(1) << FLOW_ORDER)))
    return err_set(err, ERR_USAGE, "--waive: of these rules --compare delivery has order");
  return true;
}

/* How the links of the user's switch answer. */
static bool choose_style(struct session *s, struct err *err)
{
  const struct description *d = &s->description;
  uint64_t credits = 0;

  if (d->link && strcmp(d->link, "ready") != 0 &&
      (strncmp(d->link, "credit=", strlen("credit=")) != 0 ||
       !text_u64(d->link + strlen("credit="), CREDITS_MOST, &credits) || credits == 0))
    return err_set(err, ERR_USAGE,
                   "--link '%s': must be ready, or credit=N with N in 1..%d", d->link,
                   CREDITS_MOST);
  const bool settles = d->moore && strcmp(d->moore, "outputs") == 0;

  if (d->moore && !settles && strcmp(d->moore, "on") != 0 && strcmp(d->moore, "off") != 0)
    return err_set(err, ERR_USAGE, "--moore '%s': must be on, outputs or off", d->moore);
  if (settles && d->machine && strcmp(d->machine, "array") != 0)
    return err_set(err, ERR_USAGE, "--moore outputs: give --machine array");
  s->style = (struct link_style){.credits = (uint32_t)credits,
                                 .latency = (uint32_t)d->link_latency,
                                 .cut = d->moore && strcmp(d->moore, "off") == 0,
                                 .settles = settles};
  if (link_style_plain(&s->style))
    return true;
  const char *const option = credits                            ? "link"
                             : s->style.cut || s->style.settles ? "moore"
                                                                : "link-latency";
  if (s->compare == COMPARE_CYCLE)
    return err_set(err, ERR_USAGE, "--%s: the cycles are others; give --compare flow",
                   option);
  return d->dut_count > 0 ||
         err_set(err, ERR_USAGE, "--%s is for a switch of your own; give --dut", option);
}

/* What a switch sends in a cycle, adapters send in others. */
static bool style_fits(const struct session *s, struct err *err)
{
  return s->shape.sends == 0 || link_style_plain(&s->style) ||
         err_set(
             err, ERR_USAGE,
             "--sends: adapters of --link, --link-latency and --moore send on all ports");
}

/* A design that is judged by what it does runs alone. */
static bool can_be_judged(const struct session *s, struct err *err)
{
  if (s->compare == COMPARE_CYCLE)
    return true;
  if (s->collective.is)
    return err_set(err, ERR_USAGE,
                   "--compare %s: collectives run on engines, which are compared by cycle",
                   s->description.compare);
  if (s->compare == COMPARE_FLOW && !flow_can_tell(&s->shape))
    return err_set(
        err, ERR_USAGE,
        "--data %s: packets may be equal, and with %s routing --compare flow must "
        "tell them apart; give --data number",
        s->description.data, s->shape.routing->name);
  return !s->shape.routing->launch || s->compare == COMPARE_FLOW ||
         err_set(err, ERR_USAGE,
                 "--compare %s: %s chooses by queues that nobody looks into; use --compare "
                 "flow, or another --routing",
                 s->description.compare, s->shape.routing->name);
}

/* Of a machine in Verilog that is about to be opened. */
static bool has_room(void *self, uint64_t bytes, struct err *err)
{
  return needs_check(self, bytes, err);
}

bool session_open(struct session *s, const struct description *description,
                  const struct session_host *host, struct err *err)
{
  *s = (struct session){.description = *description};
  if (host)
    s->host = *host;
  if (!description_check(description, err) || !choose_compare(s, err) ||
      !choose_style(s, err) || !machines_check(description, err) ||
      !session_topology(&s->topology, description, err))
    return false;
  s->shape.topology = &s->topology;
  s->shape.eject_ready =
      s->compare != COMPARE_CYCLE && description->fit && description->fit->eject_ready;
  if (!collective_session_open(s, err) || !choose_routing(s, err) ||
      !window_switches(s, err) || !make_schedule(s, err) ||
      !disturb_session_kinds(s, err) || !choose_shape(s, err) || !can_be_judged(s, err) ||
      !style_fits(s, err) || !agree_can(s, err) || !disturb_session_make(s, err) ||
      !open_exercise(s, err) ||
      (description->wave && !check_creatable(description->wave, err))) {
    session_close(s);
    return false;
  }
  s->traced = description->wave || description->dut_count > 0;
  s->verilated = (struct verilated_host){
      .dut = {.self = s->host.self, .print = s->host.print ? s->host.print : drop},
      .watchdog = s->host.watchdog,
      .every = description->no_skip,
      .room = has_room,
      .room_self = s};
  return true;
}

void session_close(struct session *s)
{
  schedule_free(&s->schedule);
  collective_session_close(s);
  exercise_watch_close(&s->watch);
  exercise_pins_close(&s->pins);
  exercise_map_close(&s->exercise);
  dut_list_close(&s->dut);
  fit_close(&s->fit);
  topology_close(&s->topology);
  team_close(s->team);
  s->team = NULL;
}

size_t session_copies(const struct session *s)
{
  if (!s->description.traffic)
    return SIZE_MAX;
  return schedule_copies(&s->schedule, &s->topology);
}

/* A timed path has CONFLICTS_HOPS hops at most; twice that is more than enough for the
 * cycles before the first and behind the last. */
size_t session_at_once(const struct session *s)
{
  const size_t copies = session_copies(s);

  if (!s->description.traffic || copies != s->schedule.count || !session_never_waits(s))
    return copies;
  const size_t at_once = (size_t)s->topology.terminals *
                         schedule_width(&s->schedule, &s->topology) * 2 * CONFLICTS_HOPS;
  return at_once < copies ? at_once : copies;
}

bool session_dependency_known(const struct session *s)
{
  return !faults_any(&s->topology) || s->shape.depth == 0 || s->topology.switches <= WALKED;
}

bool session_store_short(const struct session *s)
{
  return s->shape.store < s->waiting && s->shape.routing->phases.kind == PHASE_BARRIER;
}

bool session_dependency(const struct session *s, struct dependency *dependency,
                        struct err *err)
{
  const struct shape *shape = &s->shape;

  *dependency = (struct dependency){.cycle_length = 0};
  if (s->collective.is || shape->depth == 0 || session_never_waits(s))
    return true;
  if (faults_any(&s->topology)) /* of no other network are these the paths */
    return !session_dependency_known(s) ||
           dependency_explore(dependency, shape->topology, shape->routing, shape->vcs,
                              shape->lanes == 0, err);
  return dependency_check(dependency, shape->topology, shape->routing, shape->vcs,
                          shape->lanes == 0, err);
}

/* A bound of --compare flow; 0: there is none. */
static uint32_t or_any(int64_t asked)
{
  return asked > 0 ? (uint32_t)asked : 0;
}

struct run_request session_request(const struct session *s)
{
  return (struct run_request){
      .shape = s->shape,
      .schedule = &s->schedule,
      .seed = s->description.seed,
      .compare = s->compare,
      .waived = s->waived,
      .capacity = or_any(s->description.capacity),
      .starve = or_any(s->description.starve),
      .patience = or_any(s->description.patience),
      .max_cycles = s->description.cycles,
      .team = s->team,
      .ranks = s->host.ranks,
      .strict = s->description.strict,
      .stop = s->host.stop,
      .progress = s->host.progress,
      .progress_self = s->host.self,
  };
}

static bool record(void *self, const struct run_cycle *cycle, struct err *err)
{
  return recorder_add(self, cycle, err);
}

bool session_run(struct session *s, const struct machine *machine,
                 struct run_result *result, bool *written, struct err *err)
{
  struct run_request request = session_request(s);
  struct recorder recorder;
  bool recorded = window_asked(&recorder, s);

  *written = false;
  request.machine = *machine;
  request.watch = s->watch.map ? &s->watch : NULL;
  if (recorded) {
    request.observer = record;
    request.observer_self = &recorder;
  }
  bool ran = run(&request, result, err);
  session_say(s, NULL);
  if (recorded && !ran)
    recorder_discard(&recorder);
  return ran && (!recorded || recorder_finish(&recorder, NULL, written, err));
}

uint64_t session_cycles(const struct session *s, const struct run_result *result)
{
  const struct scoreboard *board = &result->scoreboard;
  const bool whole = board->delivered_count == board->expected &&
                     (result->outcome == OUTCOME_PASS || result->outcome == OUTCOME_LOST ||
                      result->outcome == OUTCOME_MISROUTED);

  return s->collective.is && whole ? result->cycles - 1 - result->began : result->cycles;
}

uint64_t session_privileged_steps(const struct session *s, const struct run_result *result)
{
  const uint64_t last = result->privileged.steps, from = s->schedule.measure_from;

  return last > from ? last - from : 0;
}

/* Packets in the measured window, per terminal and cycle. */
static double load_of(const struct session *s, uint64_t packets)
{
  const double window = (double)(s->schedule.measure_to - s->schedule.measure_from);

  return (double)packets / (window * s->topology.terminals);
}

double session_offered_load(const struct session *s, const struct run_result *result)
{
  return load_of(s, statistics_measured(&result->statistics));
}

double session_accepted_load(const struct session *s, const struct run_result *result)
{
  return load_of(s, result->in_window);
}
