/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* explain -- why a run did not pass, in words. */
#include "tool/console/explain.h"

#include "base/text.h"
#include "run/flow/report.h"
#include "run/lockstep/deadlock.h"
#include "tool/console/colour.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WAITING_SHOWN = 32 };

static void explain_deadlock(const struct simulation *s, const struct machine *machine,
                             const struct run_result *result, FILE *file)
{
  const struct topology *t = &s->session.topology;
  const uint32_t vcs = s->session.shape.vcs;
  struct waiting_port waiting[WAITING_SHOWN];
  size_t length = deadlock_find(&s->session.shape, machine, waiting, WAITING_SHOWN);

  fprintf(file, "deadlock in step %" PRIu64 ": %zu packets are kept and none can move\n",
          result->stuck_since + 1,
          (size_t)result->scoreboard.expected - result->scoreboard.delivered_count);
  if (length == 0)
    return;
  fprintf(file, "cycle of %zu waiting %s:\n", length, vcs > 1 ? "queues" : "ports");
  for (size_t i = 0; i < length && i < WAITING_SHOWN; i++) {
    struct link link = topology_link(t, waiting[i].at, waiting[i].port);
    char from[ADDRESS_TEXT], to[ADDRESS_TEXT], channel[CHANNEL_TEXT];

    t->row->print_address(t, waiting[i].at, from);
    t->row->print_address(t, link.to_switch, to);
    fprintf(file, "  switch %u (%s) port %u", waiting[i].at, from, waiting[i].port);
    if (vcs > 1)
      fprintf(file, " VC %u", waiting[i].vc);
    shape_print_channel(&s->session.shape, link.to_port * vcs + waiting[i].vc, channel);
    fprintf(file, " waits for switch %u (%s) %s\n", link.to_switch, to, channel);
  }
  if (length > WAITING_SHOWN)
    fprintf(file, "  and %zu more\n", length - WAITING_SHOWN);
}

/* " (global 2)", where the topology has names for its ports. */
static void print_port_name(const struct topology *t, uint32_t port, FILE *file)
{
  char name[PORT_TEXT];

  if (!t->row->print_port)
    return;
  topology_print_port(t, port, name);
  fprintf(file, " (%s)", name);
}

static void print_head(FILE *file)
{
  fprintf(file, "%sfirst difference%s: ", colour_begin(file, COLOUR_BAD), colour_end(file));
}

static void explain_difference(const struct simulation *s, const struct difference *d,
                               FILE *file)
{
  bool is_bit = d->field == DIFFERENCE_OUT_VALID || d->field == DIFFERENCE_IN_READY ||
                d->field == DIFFERENCE_INJECT_READY || d->field == DIFFERENCE_EJECT_VALID;
  const bool is_lane = d->field == DIFFERENCE_INJECT_READY;
  const struct shape *shape = &s->session.shape;
  char address[ADDRESS_TEXT], channel[CHANNEL_TEXT];

  s->session.topology.row->print_address(&s->session.topology, d->at, address);
  print_head(file);
  fprintf(file, "cycle %" PRIu64 ", switch %u (%s), ", d->cycle, d->at, address);
  if (is_lane || d->field >= DIFFERENCE_EJECT_VALID) {
    shape_print_channel(shape, is_lane ? shape_queues(shape) + d->port : d->port, channel);
    fprintf(file, "%s", channel);
  } else {
    fprintf(file, "port %u", d->port);
    print_port_name(&s->session.topology, d->port, file);
    if (shape->vcs > 1)
      fprintf(file, " VC %u", d->vc);
  }
  fprintf(file, ", %s: golden ", difference_field_name(d->field));
  fprintf(file,
          is_bit ? "%" PRIu64 ", dut %" PRIu64 "\n" : "0x%" PRIx64 ", dut 0x%" PRIx64 "\n",
          d->golden, d->dut);
  if (is_bit && s->session.description.dut_count > 0)
    fprintf(
        file,
        "  a right switch of another latency? --compare flow judges it by what it does\n");
  if (d->others)
    fprintf(file, "  %u other switch%s in the same cycle\n", d->others,
            d->others == 1 ? " differs" : "es differ");
}

/* " (0101)", the address of a switch. */
static void print_address(const struct topology *t, uint32_t sw, FILE *file)
{
  char address[ADDRESS_TEXT];

  t->row->print_address(t, sw, address);
  fprintf(file, " (%s)", address);
}

static void explain_stop(const struct simulation *s, const struct difference *d, FILE *file)
{
  fprintf(file, "the design stopped by itself ");
  if (d->in_reset)
    fprintf(file, "during reset");
  else
    fprintf(file, "in cycle %" PRIu64, d->cycle);
  if (d->at != UINT32_MAX) {
    fprintf(file, " at switch %u", d->at);
    print_address(&s->session.topology, d->at, file);
  }
  fprintf(file, ": %s\n", d->text);
}

static void explain_moore(const struct simulation *s, const struct difference *d,
                          FILE *file)
{
  const struct moore_fault *fault = &d->moore;

  print_head(file);
  fprintf(file, "cycle %" PRIu64 ", switch %u", d->cycle, d->at);
  print_address(&s->session.topology, d->at, file);
  fprintf(file, ", %s[%u] depends on ", fault->output, fault->output_index);
  if (!fault->input)
    fprintf(file, "inputs, or on the level of clk,");
  else
    fprintf(file, "%s[%u]", fault->input, fault->input_index);
  if (fault->input && fault->input_at != fault->at)
    fprintf(file, " of switch %u", fault->input_at);
  fprintf(file,
          " in the same cycle: 0x%" PRIx64 " becomes 0x%" PRIx64
          " without a clock edge (Moore law, docs/switch.md)\n",
          fault->before, fault->after);
  if (s->session.compare != COMPARE_CYCLE)
    fprintf(
        file,
        "  outputs may depend on inputs? --moore off puts registers between them; in_ready "
        "alone may? --moore outputs\n");
}

static void explain_rule(const struct simulation *s, const struct difference *d, FILE *file)
{
  print_head(file);
  flow_print(&d->flow, &s->session.shape, file);
}

/* Livelock: packets move and never arrive. */
static void print_livelock(const struct simulation *s, const struct livelock *l, FILE *file)
{
  for (size_t i = 0; i < l->count; i++) {
    const struct livelock_packet *p = &l->packets[i];
    size_t first = 0, last = p->hops - 1;
    bool circle = livelock_circle(p, &first, &last);

    if (p->number >= s->session.schedule.count)
      fprintf(file, "livelock: data that no packet has (number %u) ", p->number);
    else
      fprintf(file, "livelock: packet %u ", p->number);
    fprintf(file, circle ? "goes round, by switches" : "moves on, by switches");
    for (size_t k = first; k <= last; k++)
      fprintf(file, " %u", p->at[k]);
    fprintf(file, "\n");
  }
}

/* A rule as printed may have no move for some messages: then nobody has lost them. */
static void explain_plan(const struct simulation *s, const struct run_result *result,
                         FILE *file)
{
  const uint64_t missing = s->session.collective.count.missing;

  if (missing > 0)
    fprintf(file, "  the rule as printed has no move to %" PRIu64 " nodes%s\n", missing,
            result->compared_cycles > 0 && s->session.compare == COMPARE_CYCLE
                ? "; golden model and Verilog agree in every cycle"
                : "");
}

static void explain_livelock(const struct simulation *s, const struct run_result *result,
                             FILE *file)
{
  fprintf(file,
          "livelock: packets move, but for %" PRIu64
          " cycles none has started or arrived; %zu of %" PRIu64 " are delivered\n",
          result->limit_cycles, result->scoreboard.delivered_count,
          result->scoreboard.expected);
  print_livelock(s, &result->livelock, file);
}

static void explain_timeout(const struct simulation *s, const struct run_result *result,
                            FILE *file)
{
  if (result->limit == RUN_LIMIT_PROGRESS) {
    explain_livelock(s, result, file);
    return;
  }
  fprintf(file,
          "limit of %s reached in cycle %" PRIu64 ": %zu of %" PRIu64
          " packets are delivered\n",
          result->limit == RUN_LIMIT_ASKED ? "--cycles"
                                           : "this workload (--cycles sets another)",
          result->cycles, result->scoreboard.delivered_count, result->scoreboard.expected);
}

static void explain_failed(const struct simulation *s, const struct failed_entry *entry,
                           FILE *file)
{
  const struct topology *t = &s->session.topology;

  fprintf(file, "packet %u enters switch %u", entry->number, entry->at);
  print_address(t, entry->at, file);
  fprintf(file, ", which has failed, in cycle %" PRIu64 " from switch %u", entry->cycle,
          entry->from);
  print_address(t, entry->from, file);
  fprintf(file, "\n");
}

static void explain_misrouted(const struct simulation *s, const struct run_result *result,
                              FILE *file)
{
  const struct topology *t = &s->session.topology;
  const struct way_fault *f = &result->misrouted;

  if (result->misrouted_count > 0) {
    struct schedule_entry room;
    const struct schedule_entry *entry =
        schedule_start(&s->session.schedule, f->number, &room);

    fprintf(file, "misrouted: packet %u from terminal %u", f->number, entry->source);
    print_address(t, topology_source(t, entry->source), file);
    if (entry->destination == SCHEDULE_ALL)
      fprintf(file, " to all terminals");
    else if (entry->destination == SCHEDULE_NOWHERE)
      fprintf(file, " to none");
    else {
      fprintf(file, " to terminal %u", entry->destination);
      print_address(t, topology_sink(t, entry->destination), file);
    }
    fprintf(file, " crossed %u link%s; %s%u of %s routing\n", f->crossed,
            f->crossed == 1 ? "" : "s",
            f->crossed == f->expected ? "they are not the " : "its way has ", f->expected,
            s->session.shape.routing->name);
    if (result->misrouted_count > 1)
      fprintf(file, "  and %" PRIu64 " more such packets\n", result->misrouted_count - 1);
  }
  if (result->strays > 0)
    fprintf(file, "packets that nobody has sent crossed %" PRIu64 " link%s\n",
            result->strays, result->strays == 1 ? "" : "s");
}

void explain_remarks(const struct moore_remarks *remarks, FILE *file)
{
  if (remarks->asynchronous)
    fprintf(file, "reset: asynchronous; rst clears registers without a clock edge\n");
  if (remarks->untried)
    fprintf(file,
            "not tried: the Moore law; the design has strings, queues or classes, and "
            "its state cannot be kept\n");
}

static void explain_values(const struct values_found *found, FILE *file)
{
  if (found->right == found->vertices)
    return;
  fprintf(file,
          "values: wrong at %u of %u vertices; vertex %u has 0x%" PRIx64
          ", the right one is 0x%" PRIx64 "\n",
          found->vertices - found->right, found->vertices, found->first, found->value,
          found->expected);
}

void explain_outcome(const struct simulation *s, const struct machine *machine,
                     const struct run_result *result, FILE *file)
{
  char line[512];

  if (s->settings->quiet)
    return;
  switch (result->outcome) {
  case OUTCOME_PASS:
  case OUTCOME_VACUOUS:
    break;
  case OUTCOME_DIFFER:
    if (result->difference.kind == DIFFERENCE_STOPPED)
      explain_stop(s, &result->difference, file);
    else if (result->difference.kind == DIFFERENCE_MOORE)
      explain_moore(s, &result->difference, file);
    else if (result->difference.kind == DIFFERENCE_RULE)
      explain_rule(s, &result->difference, file);
    else
      explain_difference(s, &result->difference, file);
    break;
  case OUTCOME_LOST:
    if (result->entered.found) {
      explain_failed(s, &result->entered, file);
      break;
    }
    if (result->scoreboard.faults > 0)
      fprintf(file, "%s\n",
              scoreboard_print_fault(&result->scoreboard, &s->session.topology,
                                     &result->scoreboard.first_fault, line, sizeof line));
    if (result->scoreboard.faults > 1)
      fprintf(file, "  and %zu more such packets\n", result->scoreboard.faults - 1);
    explain_values(&result->values, file);
    explain_plan(s, result, file);
    print_livelock(s, &result->livelock, file);
    break;
  case OUTCOME_MISROUTED:
    explain_misrouted(s, result, file);
    break;
  case OUTCOME_DEADLOCK:
    explain_deadlock(s, machine, result, file);
    break;
  case OUTCOME_TIMEOUT:
    explain_timeout(s, result, file);
    break;
  case OUTCOME_INTERRUPTED:
    fprintf(file,
            "interrupted in cycle %" PRIu64 ": %zu of %" PRIu64 " packets are delivered\n",
            result->cycles, result->scoreboard.delivered_count,
            result->scoreboard.expected);
    break;
  }
}

void explain_line(const struct simulation *s, const struct machine *machine,
                  const struct run_result *result, char *line, size_t size)
{
  struct settings settings = *s->settings;
  struct simulation loud = *s;
  char *text = NULL;
  size_t length;
  FILE *file = open_memstream(&text, &length);

  line[0] = '\0';
  if (!file)
    return;
  settings.quiet = false;
  loud.settings = &settings;
  explain_outcome(&loud, machine, result, file);
  if (text_close(file, &text))
    snprintf(line, size, "%.*s", (int)strcspn(text, "\n"), text);
  free(text);
}
