/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* result -- the result of a run, as text and as an exit code. */
#include "tool/console/result.h"

#include "network/topology/faults.h"
#include "tool/console/colour.h"
#include "tool/console/exercise.h"
#include "tool/console/flow_result.h"
#include "tool/console/result_json.h"

#include <inttypes.h>

static void print_conflicts(const struct conflicts *c, FILE *file)
{
  fprintf(file, "  link conflicts        %" PRIu64, c->count);
  if (c->count)
    fprintf(file, ", in %" PRIu64 " step%s, up to %u packets for a link", c->steps,
            c->steps == 1 ? "" : "s", c->most);
  fprintf(file, "; %" PRIu64 " steps without a wait\n", c->last);
}

static void print_setup(const struct schedule *schedule, FILE *file)
{
  fprintf(file, "  path set-up           %.3f s for %u permutation%s\n",
          schedule->setup_seconds, schedule->setups, schedule->setups == 1 ? "" : "s");
}

bool result_is_whole(const struct run_result *r)
{
  return r->scoreboard.delivered_count == r->scoreboard.expected &&
         (r->outcome == OUTCOME_PASS || r->outcome == OUTCOME_VACUOUS ||
          r->outcome == OUTCOME_LOST || r->outcome == OUTCOME_MISROUTED);
}

/* Of a network of collective engines, at one level or the other. */
static void print_collective_head(const struct session *s, FILE *file)
{
  const struct topology *t = &s->topology;

  fprintf(file, "%s: %u collective engines of %u port%s\n", t->spec, t->switches, t->ports,
          t->ports == 1 ? "" : "s");
  if (s->collective.counted)
    fprintf(file, "%s: about %" PRIu64 " transfers of words, counted by messages\n",
            s->description.traffic, s->collective.estimate);
  else
    fprintf(file, "%s: %zu words, seed %" PRIu64 "\n", s->description.traffic,
            s->schedule.count, s->description.seed);
}

static void print_head(const struct simulation *s, FILE *file)
{
  const size_t nowhere = schedule_nowhere(&s->session.schedule);
  char depth[48] = "no limit", terminals[32] = "", sends[32] = "";
  const char *pushes = s->session.shape.pushes ? "one push of a queue in a cycle, " : "";

  if (s->session.shape.depth)
    snprintf(depth, sizeof depth, "%u%s", s->session.shape.depth,
             s->session.depth_chosen ? " (chosen)" : "");
  if (topology_terminals_apart(&s->session.topology))
    snprintf(terminals, sizeof terminals, "%u terminals at ",
             s->session.topology.terminals);
  if (s->session.shape.sends)
    snprintf(sends, sizeof sends, "%u send%s in a cycle, ", s->session.shape.sends,
             s->session.shape.sends == 1 ? "" : "s");
  fprintf(file,
          "%s: %s%u switches of %u port%s and %u lane%s, %s%squeue depth %s, %s routing\n",
          s->session.topology.spec, terminals, s->session.topology.switches,
          s->session.topology.ports, s->session.topology.ports == 1 ? "" : "s",
          s->session.shape.lanes, s->session.shape.lanes == 1 ? "" : "s", sends, pushes,
          depth, s->session.shape.routing->name);
  fprintf(file, "%s: %zu packets, seed %" PRIu64 "\n", s->session.description.traffic,
          s->session.schedule.count, s->session.description.seed);
  if (nowhere > 0)
    fprintf(file, "  never arrive          %zu: no switch ejects them\n", nowhere);
  if (faults_any(&s->session.topology))
    fprintf(file, "  failed switches       %u; %" PRIu64 " packets not sent\n",
            faults_count(&s->session.topology), s->session.schedule.not_sent);
}

/* "12 stalls, 1 reset, noise" */
static void print_disturbances(const struct disturbances *d, FILE *file)
{
  static const char *const names[] = {
      [DISTURBANCE_STALL] = "stall",
      [DISTURBANCE_HOLD] = "hold",
      [DISTURBANCE_RESET] = "reset",
      [DISTURBANCE_REFUSAL] = "refusal",
  };
  const char *before = "  disturbances          ";

  for (int kind = 0; kind < DISTURBANCE_KINDS; kind++) {
    const size_t count = disturbances_count(d, (enum disturbance_kind)kind);

    if (count == 0)
      continue;
    fprintf(file, "%s%zu %s%s", before, count, names[kind], count == 1 ? "" : "s");
    before = ", ";
  }
  if (d->noise)
    fprintf(file, "%snoise", before);
  fputc('\n', file);
}

static void print_statistics(const struct run_result *r, FILE *file)
{
  const struct statistics *n = &r->statistics;

  fprintf(file, "  steps                 %" PRIu64 "\n", n->steps);
  fprintf(file, "  hops                  %" PRIu64 "\n", n->hops);
  fprintf(file, "  average delay         %.4f steps\n", statistics_average_delay(n));
  fprintf(file, "  undelayed             %.2f %%\n", statistics_undelayed_percent(n));
  if (r->barrier_cycles > 0)
    fprintf(file, "  barrier cycles        %" PRIu64 "\n", r->barrier_cycles);
  if (r->max_output_queue != UINT32_MAX)
    fprintf(file, "  largest output queue  %u\n", r->max_output_queue);
  if (r->max_buffer != BUFFERS_UNKNOWN)
    fprintf(file, "  largest buffer        %u\n", r->max_buffer);
}

/* The cost of a collective; `cycles` UINT64_MAX: it did not finish. */
static void print_cost(const struct session *s, uint64_t cycles, FILE *file)
{
  const struct collectives *c = &s->collective.traffic;
  const struct message_level *count = &s->collective.count;
  const uint64_t cost = collective_session_cycles(s);

  fprintf(file, "  start-ups             %u of %u cycle%s\n", count->startups, c->startup,
          c->startup == 1 ? "" : "s");
  fprintf(file, "  word steps            %" PRIu64 " of %u word%s, %u cycle%s each\n",
          count->word_steps, c->words, c->words == 1 ? "" : "s", c->word,
          c->word == 1 ? "" : "s");
  fprintf(file, "  cost                  %" PRIu64 " cycles%s\n", cost,
          cycles == UINT64_MAX || cycles == cost ? "" : " if all begin each step together");
}

/* The two levels of a mixed schedule. */
static void print_levels(const struct session *s, const struct run_result *r, FILE *file)
{
  const struct statistics *own = &r->privileged;
  const struct statistics others = statistics_others(&r->statistics, own);

  fprintf(file,
          "  privileged            %" PRIu64 " deliveries in %" PRIu64
          " steps from cycle %u on, %" PRIu64 " of them late\n",
          own->delivered, session_privileged_steps(s, r), s->schedule.measure_from,
          own->delivered - own->undelayed);
  fprintf(file,
          "  standard              %" PRIu64 " deliveries, average delay %.4f steps\n",
          others.delivered, statistics_average_delay(&others));
}

static void print_latency(const struct simulation *s, const struct run_result *r,
                          FILE *file)
{
  const struct statistics *n = &r->statistics;

  fprintf(file, "  %s mean %.3f, median %" PRIu64 ", 99th percentile %" PRIu64 " steps\n",
          s->session.schedule.requests ? "round trip           " : "latency              ",
          statistics_mean_latency(n), statistics_quantile(n, 0.5),
          statistics_quantile(n, 0.99));
  fprintf(file, "  accepted load         %.5f packets per terminal and cycle\n",
          session_accepted_load(&s->session, r));
}

static void print_text(const struct simulation *s, const struct run_result *r,
                       const char *dut, FILE *file)
{
  const bool collective = s->session.collective.is;

  if (collective)
    print_collective_head(&s->session, file);
  else
    print_head(s, file);
  if (!payload_is_numbered(&s->session.shape.format))
    fprintf(file, "  data                   %s\n", s->session.description.data);
  if (disturbances_any(&s->session.schedule.disturbances))
    print_disturbances(&s->session.schedule.disturbances, file);
  fprintf(file, "  delivered             %zu of %" PRIu64 "\n",
          r->scoreboard.delivered_count, r->scoreboard.expected);
  if (r->values.kept)
    fprintf(file, "  values                right at %u of %u vertices\n", r->values.right,
            r->values.vertices);
  if (result_is_whole(r) && collective)
    fprintf(file, "  hops                  %" PRIu64 "\n", r->statistics.hops);
  else if (result_is_whole(r))
    print_statistics(r, file);
  fprintf(file, "  cycles                %" PRIu64 "\n", session_cycles(&s->session, r));
  if (collective)
    print_cost(&s->session,
               result_is_whole(r) ? session_cycles(&s->session, r) : UINT64_MAX, file);
  if (s->session.shape.routing->timed)
    print_conflicts(&s->session.conflicts, file);
  if (s->session.schedule.setups)
    print_setup(&s->session.schedule, file);
  if (schedule_is_mixed(&s->session.schedule) && result_is_whole(r))
    print_levels(&s->session, r, file);
  if (s->session.schedule.measure_to && result_is_whole(r))
    print_latency(s, r, file);
  if (dut && s->session.compare == COMPARE_FLOW)
    flow_result_print(&s->session, &r->figures, file);
  if (dut && s->session.compare == COMPARE_DELIVERY)
    fprintf(file, "  compared              deliveries alone\n");
  else if (dut)
    fprintf(file, "  compared              %" PRIu64 " switch-cycles, %s\n",
            r->compared_cycles * s->session.topology.switches,
            s->session.compare == COMPARE_FLOW ? "what enters and leaves" : "every port");
}

/* Did this event happen in the run? An event that cannot be counted is not missing. */
static bool happened(const struct simulation *s, const struct run_result *r,
                     const struct machine *machine, enum activity_event item)
{
  return r->activity.count[item] > 0 || !activity_counts(machine, &s->session.shape, item);
}

void result_print_exercise(const struct simulation *s, const struct run_result *r,
                           const struct machine *machine)
{
  FILE *file = simulate_text(s);
  const char *before = "never: ";

  if (s->settings->quiet || (r->outcome != OUTCOME_PASS && r->outcome != OUTCOME_VACUOUS))
    return;
  for (int item = 0; item < ACTIVITY_EVENTS; item++) {
    if (happened(s, r, machine, (enum activity_event)item))
      continue;
    fprintf(file, "%s%s", before, activity_rows[item].never);
    before = "; ";
  }
  if (before[0] == ';')
    fprintf(file, "\n");
}

void result_print_map(const struct simulation *s)
{
  if (s->session.description.exercise && !s->settings->quiet)
    exercise_print(&s->session.exercise, simulate_text(s));
}

static void print_outcome(enum outcome outcome, FILE *file)
{
  const char *word = outcome_name(outcome);

  fprintf(file, "%s%s%s\n", colour_begin(file, colour_of_outcome(word)), word,
          colour_end(file));
}

int result_counted(struct simulation *s, bool stopped, struct err *err)
{
  const enum outcome outcome = stopped ? OUTCOME_INTERRUPTED : OUTCOME_PASS;
  FILE *file = simulate_text(s);

  if (!s->settings->quiet) {
    print_collective_head(&s->session, file);
    if (!stopped) {
      fprintf(file, "  messages moved        %" PRIu64 "\n",
              s->session.collective.count.moves);
      fprintf(file, "  cycles                %" PRIu64 "\n",
              collective_session_cycles(&s->session));
      print_cost(&s->session, UINT64_MAX, file);
    }
  }
  if (!result_write_counted(s, outcome, err))
    return 0;
  print_outcome(outcome, file);
  return outcome_code(outcome);
}

void result_print(const struct simulation *s, const struct run_result *result,
                  const char *dut)
{
  if (!s->settings->quiet)
    print_text(s, result, dut, simulate_text(s));
}

int result_outcome(const struct simulation *s, const struct run_result *result)
{
  print_outcome(result->outcome, simulate_text(s));
  return outcome_code(result->outcome);
}
