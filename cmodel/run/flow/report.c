/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* report -- a broken rule in words. */
#include "run/flow/report.h"

#include "base/bits.h"
#include "network/traffic/payload.h"
#include "run/flow/decisions.h"

#include <inttypes.h>

enum { FIELDS = 24, WORDS = 256 };

/* "port 3", "port 3 VC 1" */
static void print_exit(const struct shape *shape, uint32_t exit, FILE *file)
{
  char name[PORT_TEXT];

  if (exit == FLOW_TERMINAL) {
    fprintf(file, "ejection");
    return;
  }
  fprintf(file, "port %u", exit / shape->vcs);
  if (shape->topology->row->print_port) {
    topology_print_port(shape->topology, exit / shape->vcs, name);
    fprintf(file, " (%s)", name);
  }
  if (shape->vcs > 1)
    fprintf(file, " VC %u", exit % shape->vcs);
}

/* "packet 7" */
static void print_packet(const struct shape *shape, const struct packet *packet, FILE *file)
{
  char text[PAYLOAD_TEXT];

  fprintf(file, "%s", payload_print(text, packet->data, &shape->format));
}

/* "header 0x2c (destination=12 phase=1)" */
static void print_header(const struct shape *shape, uint64_t header, FILE *file)
{
  struct field fields[FIELDS];
  char words[WORDS];
  const size_t count = routing_fields(shape->routing, shape->topology, fields, FIELDS);

  fprintf(file, "header 0x%" PRIx64, header);
  if (count > 0)
    fprintf(file, " (%s)", field_print(words, sizeof words, fields, count, header));
}

/* "packet 7 leaves by port 3", "packet 7 is ejected" */
static void print_event(const struct flow_fault *f, const struct shape *shape, FILE *file)
{
  print_packet(shape, &f->packet, file);
  if (f->exit == FLOW_TERMINAL) {
    fprintf(file, " is ejected");
    return;
  }
  fprintf(file, " leaves by ");
  print_exit(shape, f->exit, file);
}

/* "; allowed: port 3 and port 5", of the first decision. */
static void print_allowed(const struct flow_fault *f, const struct shape *shape, FILE *file)
{
  uint64_t exits =
      f->inside.fixed ? f->inside.owes : flow_decision_exits(shape, &f->decision);

  fprintf(file, "; allowed: ");
  if (exits == 0)
    fprintf(file, f->decision.wait ? "waiting" : "nothing");
  for (const char *before = ""; exits; exits &= exits - 1, before = " and ") {
    fprintf(file, "%s", before);
    print_exit(shape, bits_lowest(exits), file);
  }
  if (f->decisions > 1)
    fprintf(file, ", or another of its decisions");
}

static void print_order(const struct flow_fault *f, const struct shape *shape, FILE *file)
{
  print_event(f, shape, file);
  if (f->end_to_end) {
    fprintf(file, " after ");
    print_packet(shape, &f->other.packet, file);
    fprintf(file, ", which started later by the same lane with the same header");
    return;
  }
  if (!f->has_other) {
    fprintf(file, " after a packet that entered by the same channel later");
    return;
  }
  fprintf(file, " before ");
  print_packet(shape, &f->other.packet, file);
  fprintf(file, ", which entered by the same channel earlier: ");
  if (f->fate == FLOW_NOT_KNOWN)
    fprintf(file, "REORDER or LOST");
  else if (f->fate == FLOW_REORDERED)
    fprintf(file, "REORDER, it leaves in cycle %" PRIu64, f->fate_at);
  else
    fprintf(file, "LOST, it has not left by cycle %" PRIu64, f->fate_at);
}

static void print_corrupt(const struct flow_fault *f, const struct shape *shape, FILE *file)
{
  const struct packet_format *format = &shape->format;
  uint64_t bits = f->packet.data ^ f->other.packet.data;
  char field[64] = "";

  fprintf(file, "data 0x%" PRIx64 ", which no packet inside has, %s", f->packet.data,
          f->exit == FLOW_TERMINAL ? "are ejected" : "leave by ");
  if (f->exit != FLOW_TERMINAL)
    print_exit(shape, f->exit, file);
  if (!f->has_other)
    return;
  fprintf(file, "; the nearest is ");
  print_packet(shape, &f->other.packet, file);
  fprintf(file, " with 0x%" PRIx64 ", different in bit", f->other.packet.data);
  if (payload_terminal(bits, format))
    snprintf(field, sizeof field, "; its terminal field is %" PRIu64 ", not %" PRIu64,
             payload_terminal(f->packet.data, format),
             payload_terminal(f->other.packet.data, format));
  for (const char *before = bits & (bits - 1) ? "s " : " "; bits;
       bits &= bits - 1, before = ", ")
    fprintf(file, "%s%u", before, bits_lowest(bits));
  fprintf(file, "%s", field);
}

static void print_stable(const struct flow_fault *f, const struct shape *shape, FILE *file)
{
  print_exit(shape, f->exit, file);
  fprintf(file, " offered ");
  print_packet(shape, &f->before, file);
  fprintf(file, ", which was refused, and now offers ");
  if (f->vanished)
    fprintf(file, "nothing");
  else if (payload_number(f->packet.data, &shape->format) !=
           payload_number(f->before.data, &shape->format))
    print_packet(shape, &f->packet, file);
  else if (f->packet.data != f->before.data)
    fprintf(file, "data 0x%" PRIx64 " in place of 0x%" PRIx64, f->packet.data,
            f->before.data);
  else {
    fprintf(file, "it with another header: ");
    print_header(shape, f->packet.header, file);
  }
}

void flow_print_cause(const struct flow_fault *f, const struct shape *shape, FILE *file)
{
  fprintf(file, "rule %s: ", flow_rule_name(f->rule));
  switch (f->rule) {
  case FLOW_PATH:
  case FLOW_EJECT:
    print_event(f, shape, file);
    print_allowed(f, shape, file);
    break;
  case FLOW_HEADER:
    print_event(f, shape, file);
    fprintf(file, " with ");
    print_header(shape, f->packet.header, file);
    fprintf(file, "; allowed: ");
    print_header(shape, f->decision.header, file);
    break;
  case FLOW_ORDER:
    print_order(f, shape, file);
    break;
  case FLOW_DUPLICATE:
    print_event(f, shape, file);
    fprintf(file, f->known ? ", but has left so already"
                           : ", but is not inside: it has left already, or never came");
    break;
  case FLOW_CORRUPT:
    print_corrupt(f, shape, file);
    break;
  case FLOW_RESET:
    print_event(f, shape, file);
    fprintf(file, ", and was sent before the last reset");
    break;
  case FLOW_STABLE:
    print_stable(f, shape, file);
    break;
  case FLOW_ONE_VC:
    fprintf(file, "port %u offers packets of several VCs", f->exit / shape->vcs);
    break;
  case FLOW_SENDS:
    fprintf(file, "%u ports offer a packet; at most %u may", f->count, shape->sends);
    break;
  case FLOW_CAPACITY:
    print_packet(shape, &f->packet, file);
    fprintf(file, " has entered, and %u packets are inside", f->count);
    break;
  case FLOW_STARVE:
    print_event(f, shape, file);
    fprintf(file, ", and %u later packets have left by this port before ", f->count);
    print_packet(shape, &f->other.packet, file);
    fprintf(file, ", which could have");
    break;
  case FLOW_LOST:
    print_packet(shape, &f->packet, file);
    fprintf(file, " is inside and does not leave, though ");
    print_exit(shape, f->exit, file);
    fprintf(file, " is free");
    if (f->waited)
      fprintf(file, ", for %" PRIu64 " cycles", f->waited);
    break;
  case FLOW_RULES:
    break;
  }
}

/* `from`: NULL, or the switch that it entered. */
static void print_inside(const struct inside_packet *p, const struct shape *shape,
                         const uint32_t *from, FILE *file)
{
  char channel[CHANNEL_TEXT], address[ADDRESS_TEXT];

  shape_print_channel(shape, p->channel, channel);
  fprintf(file, "  ");
  print_packet(shape, &p->packet, file);
  fprintf(file, " entered ");
  if (from) {
    shape->topology->row->print_address(shape->topology, *from, address);
    fprintf(file, "switch %u (%s) ", *from, address);
  }
  fprintf(file, "by %s in cycle %" PRIu64 " with ", channel, p->cycle);
  print_header(shape, p->packet.header, file);
  fprintf(file, "\n");
}

/* Further lines, indented: the packet inside, and the other one that the fault is about. */
static void print_packets(const struct flow_fault *f, const struct shape *shape, FILE *file)
{
  const uint32_t *from = f->end_to_end ? &f->from : NULL;

  if (f->known)
    print_inside(&f->inside, shape, from, file);
  if (f->has_other)
    print_inside(&f->other, shape, from, file);
  if (f->rule == FLOW_LOST && f->count > 1)
    fprintf(file, "  and %u more such packets\n", f->count - 1);
}

void flow_print(const struct flow_fault *f, const struct shape *shape, FILE *file)
{
  char address[ADDRESS_TEXT];

  shape->topology->row->print_address(shape->topology, f->at, address);
  fprintf(file, "cycle %" PRIu64 ", switch %u (%s), ", f->cycle, f->at, address);
  flow_print_cause(f, shape, file);
  fprintf(file, "\n");
  print_packets(f, shape, file);
}
