/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* history -- the events before a difference: the last ones of a switch, the route of a
 * packet. */
#include "run/lockstep/history.h"

#include "base/bits.h"
#include "network/traffic/payload.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define NO_PORT UINT32_MAX

enum { QUEUE_NAME = 32 };

bool history_open(struct history *history, const struct shape *shape,
                  const struct difference *difference, uint32_t number, struct err *err)
{
  const struct topology *t = shape->topology;

  *history = (struct history){.shape = shape,
                              .difference = *difference,
                              .follows = number != UINT32_MAX,
                              .number = number};
  history->feeders = malloc(t->ports * sizeof *history->feeders);
  if (!history->feeders)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the report");
  for (uint32_t port = 0; port < t->ports; port++)
    history->feeders[port] = topology_feeder(t, difference->at, port);
  return true;
}

static void append(char events[HISTORY_EVENTS], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void append(char events[HISTORY_EVENTS], const char *format, ...)
{
  size_t used = strlen(events);
  va_list args;

  if (used > 0)
    used += (size_t)snprintf(events + used, HISTORY_EVENTS - used, "; ");
  if (used >= HISTORY_EVENTS)
    return;
  va_start(args, format);
  vsnprintf(events + used, HISTORY_EVENTS - used, format, args);
  va_end(args);
}

/* Append an event of a channel. */
__attribute__((format(printf, 4, 5))) static void
append_channel(const struct history *history, char events[HISTORY_EVENTS], uint32_t channel,
               const char *format, ...)
{
  char name[CHANNEL_TEXT], what[64];
  va_list args;

  shape_print_channel(history->shape, channel, name);
  va_start(args, format);
  vsnprintf(what, sizeof what, format, args);
  va_end(args);
  append(events, "%s %s", name, what);
}

/* "3", or "3 VC 1" where there are several VCs. */
static void name_queue(const struct shape *shape, uint32_t port, uint32_t vc,
                       char name[QUEUE_NAME])
{
  if (shape->vcs == 1)
    snprintf(name, QUEUE_NAME, "%u", port);
  else
    snprintf(name, QUEUE_NAME, "%u VC %u", port, vc);
}

/* Does this link bring a packet of the VC?  `from`: a port and its switch. */
static bool brings(const struct shape *shape, const struct links *links, struct link from,
                   uint32_t vc)
{
  const uint64_t stalled = links->stalled ? links->stalled[from.to_switch] : 0;

  return (links->valid[from.to_switch] & ~stalled) >> (from.to_port * shape->vcs + vc) & 1;
}

static uint32_t offered(const struct shape *shape, const struct machine *m, uint32_t at,
                        uint32_t port)
{
  return payload_number(m->ops->out_packet(m->self, at, port).data, &shape->format);
}

/* The same as text. */
static const char *tell_offered(char text[PAYLOAD_TEXT], const struct shape *shape,
                                const struct machine *m, uint32_t at, uint32_t port)
{
  return payload_print(text, m->ops->out_packet(m->self, at, port).data, &shape->format);
}

/* Describe the events at the switch in this cycle. */
static void describe_cycle(const struct history *history, const struct machine *m,
                           const struct links *links, const struct run_cycle *cycle,
                           char events[HISTORY_EVENTS])
{
  const struct shape *shape = history->shape;
  uint32_t at = history->difference.at;
  char name[QUEUE_NAME], packet[PAYLOAD_TEXT];

  events[0] = '\0';
  for (uint32_t channel = 0; channel < shape_queues(shape); channel++) {
    uint32_t port = channel / shape->vcs, vc = channel % shape->vcs;
    struct link from = history->feeders[port];

    if (!brings(shape, links, from, vc))
      continue;
    name_queue(shape, port, vc, name);
    append(events, "in %s %s %s", name,
           links->ready[at] >> channel & 1 ? "takes" : "refuses",
           tell_offered(packet, shape, m, from.to_switch, from.to_port));
  }
  for (size_t i = 0; i < cycle->injection_count; i++)
    if (cycle->injections[i].at == at)
      append_channel(
          history, events, shape_inject_channel(shape, cycle->injections[i].lane),
          "takes %s",
          payload_print(packet, cycle->injections[i].packet.data, &shape->format));
  for (uint64_t valid = links->valid[at]; valid; valid &= valid - 1) {
    uint32_t queue = bits_lowest(valid), port = queue / shape->vcs;

    name_queue(shape, port, queue % shape->vcs, name);
    append(events, "out %s %s %s", name,
           links_taken(shape, links, at, queue) ? "sends" : "holds",
           tell_offered(packet, shape, m, at, port));
  }
  for (uint64_t eject = links->refused ? links->shown[at] : links->eject[at]; eject;
       eject &= eject - 1) {
    uint32_t channel = bits_lowest(eject);

    append_channel(history, events, channel,
                   links->eject[at] >> channel & 1 ? "ejects %s"
                                                   : "ejects %s, which is refused",
                   payload_print(packet, m->ops->eject_packet(m->self, at, channel).data,
                                 &shape->format));
  }
  for (uint64_t kept = ~links->ready[at] & bits_mask(shape_channels(shape)); kept;
       kept &= kept - 1)
    append_channel(history, events, bits_lowest(kept), "not ready");
}

static void add_crossing(struct history_side *side, struct crossing crossing)
{
  if (side->crossings < HISTORY_HOPS)
    side->route[side->crossings] = crossing;
  side->crossings++;
}

/* Record the links that the followed packet crosses in this cycle. */
static void follow(const struct history *history, struct history_side *side,
                   const struct machine *m, const struct links *links,
                   const struct run_cycle *cycle)
{
  const struct shape *shape = history->shape;

  for (size_t i = 0; i < cycle->injection_count; i++)
    if (payload_number(cycle->injections[i].packet.data, &shape->format) == history->number)
      add_crossing(side, (struct crossing){.cycle = cycle->cycle,
                                           .at = cycle->injections[i].at,
                                           .port = NO_PORT});
  for (size_t i = 0; i < links->active_count; i++) {
    const uint32_t sw = links->active[i];

    for (uint64_t valid = links->valid[sw]; valid; valid &= valid - 1) {
      uint32_t queue = bits_lowest(valid), port = queue / shape->vcs;

      if (offered(shape, m, sw, port) == history->number &&
          links_taken(shape, links, sw, queue))
        add_crossing(side, (struct crossing){.cycle = cycle->cycle,
                                             .at = sw,
                                             .port = port,
                                             .vc = queue % shape->vcs});
    }
  }
}

void history_add(struct history *history, const struct run_cycle *cycle)
{
  size_t slot = cycle->cycle % HISTORY_CYCLES;

  if (cycle->cycle > history->difference.cycle)
    return;
  history->alone = !cycle->dut;
  describe_cycle(history, cycle->machine, cycle->links, cycle,
                 history->golden.events[slot]);
  if (cycle->dut)
    describe_cycle(history, cycle->dut, cycle->dut_links, cycle, history->dut.events[slot]);
  if (!history->follows)
    return;
  follow(history, &history->golden, cycle->machine, cycle->links, cycle);
  if (cycle->dut)
    follow(history, &history->dut, cycle->dut, cycle->dut_links, cycle);
}

static void print_route(const struct history *history, const char *name,
                        const struct history_side *side, FILE *file)
{
  const struct topology *t = history->shape->topology;
  char address[ADDRESS_TEXT], queue[QUEUE_NAME];

  fprintf(file, "  packet %u in %s:", history->number, name);
  if (side->crossings == 0)
    fprintf(file, " not started");
  for (size_t i = 0; i < side->crossings && i < HISTORY_HOPS; i++) {
    const struct crossing *c = &side->route[i];

    t->row->print_address(t, c->at, address);
    fprintf(file, "%s cycle %" PRIu64 " ", i > 0 ? "," : "", c->cycle);
    if (c->port == NO_PORT) {
      fprintf(file, "enters switch %u (%s)", c->at, address);
      continue;
    }
    name_queue(history->shape, c->port, c->vc, queue);
    fprintf(file, "switch %u (%s) port %s", c->at, address, queue);
  }
  fprintf(file, "%s\n", side->crossings > HISTORY_HOPS ? ", ..." : "");
}

static bool same_route(const struct history_side *a, const struct history_side *b)
{
  size_t kept = a->crossings < HISTORY_HOPS ? a->crossings : HISTORY_HOPS;

  if (a->crossings != b->crossings)
    return false;
  for (size_t i = 0; i < kept; i++)
    if (a->route[i].cycle != b->route[i].cycle || a->route[i].at != b->route[i].at ||
        a->route[i].port != b->route[i].port || a->route[i].vc != b->route[i].vc)
      return false;
  return true;
}

static const char *or_idle(const char *events)
{
  return events[0] ? events : "idle";
}

void history_print(const struct history *history, FILE *file)
{
  uint64_t last = history->difference.cycle;
  uint64_t first = last >= HISTORY_CYCLES ? last - HISTORY_CYCLES + 1 : 0;

  fprintf(file, "last events of switch %u:\n", history->difference.at);
  for (uint64_t cycle = first; cycle <= last; cycle++) {
    const char *golden = history->golden.events[cycle % HISTORY_CYCLES];
    const char *dut = history->dut.events[cycle % HISTORY_CYCLES];

    if (history->alone) {
      fprintf(file, "  cycle %-5" PRIu64 " %s\n", cycle, or_idle(golden));
    } else if (strcmp(golden, dut) == 0) {
      fprintf(file, "  cycle %-5" PRIu64 " both   %s\n", cycle, or_idle(golden));
    } else {
      fprintf(file, "  cycle %-5" PRIu64 " golden %s\n", cycle, or_idle(golden));
      fprintf(file, "  %-11s dut    %s\n", "", or_idle(dut));
    }
  }
  if (!history->follows)
    return;
  fprintf(file, "route so far:\n");
  if (history->alone) {
    print_route(history, "the design", &history->golden, file);
  } else if (same_route(&history->golden, &history->dut)) {
    print_route(history, "both", &history->golden, file);
  } else {
    print_route(history, "golden", &history->golden, file);
    print_route(history, "dut", &history->dut, file);
  }
}

void history_close(struct history *history)
{
  free(history->feeders);
  history->feeders = NULL;
}

/* Of a broken order and of starvation the older one, which may be lost; end to end it is
 * the one that arrives.  Of an offer that has vanished the one that was offered. */
static uint32_t rule_packet(const struct shape *shape, const struct flow_fault *fault)
{
  if (fault->vanished)
    return payload_number(fault->before.data, &shape->format);
  return payload_number(fault->has_other && !fault->end_to_end ? fault->other.packet.data
                                                               : fault->packet.data,
                        &shape->format);
}

/* Of values that differ. */
static uint32_t value_packet(const struct shape *shape, const struct run_cycle *cycle,
                             const struct difference *difference)
{
  const struct machine *sides[2] = {cycle->machine, cycle->dut};
  const struct links *links[2] = {cycle->links, cycle->dut_links};
  uint32_t at = difference->at, port = difference->port;
  uint32_t vc = difference->vc;

  for (int i = 0; i < 2; i++) {
    const struct machine *m = sides[i];

    switch (difference->field) {
    case DIFFERENCE_OUT_VALID:
    case DIFFERENCE_OUT_HEADER:
    case DIFFERENCE_OUT_DATA:
      if (links[i]->valid[at] >> (port * shape->vcs + vc) & 1)
        return offered(shape, m, at, port);
      break;
    case DIFFERENCE_EJECT_VALID:
    case DIFFERENCE_EJECT_HEADER:
    case DIFFERENCE_EJECT_DATA:
      if (links[i]->eject[at] >> port & 1)
        return payload_number(m->ops->eject_packet(m->self, at, port).data, &shape->format);
      break;
    case DIFFERENCE_IN_READY: {
      struct link from = topology_feeder(shape->topology, at, port);

      if (brings(shape, links[i], from, vc))
        return offered(shape, m, from.to_switch, from.to_port);
      break;
    }
    case DIFFERENCE_INJECT_READY:
      break;
    }
  }
  return UINT32_MAX;
}

uint32_t difference_shows(const struct shape *shape, const struct difference *difference)
{
  return difference->field == DIFFERENCE_IN_READY
             ? topology_feeder(shape->topology, difference->at, difference->port).to_switch
             : difference->at;
}

uint32_t difference_packet(const struct shape *shape, const struct run_cycle *cycle,
                           const struct difference *difference)
{
  return difference->kind == DIFFERENCE_RULE ? rule_packet(shape, &difference->flow)
                                             : value_packet(shape, cycle, difference);
}
