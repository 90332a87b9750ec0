/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* port_group_print -- a group of ports in Verilog: its links of whole packets, its adapter.
 */
#include "verilog/generate/port_group.h"

#include "base/template.h"

#include <inttypes.h>
#include <string.h>

enum { LIST_TEXT = 2048 };

extern const char template_port_group[];

/* The adapters of tb/adapters, and their ports on the module's side; NULL: there is none.
 */
struct adapter {
  const char *module, *parameter;
  const char *valid, *back, *data, *head, *last;
};

static const struct adapter to_module[] = {
    [GROUP_SLICE] = {"link_slice", "DEPTH", "out_valid_o", "out_ready_i", "out_packet_o",
                     NULL, NULL},
    [GROUP_CREDIT] = {"link_to_credit", "CREDITS", "out_valid_o", "out_credit_i",
                      "out_packet_o", NULL, NULL},
    [GROUP_FLITS] = {"packet_to_flits", "FLIT_BITS", "out_valid_o", "out_ready_i",
                     "out_flit_o", "out_head_o", "out_tail_o"},
    [GROUP_AXIS] = {"link_to_axis", "BEAT_BITS", "tvalid_o", "tready_i", "tdata_o", NULL,
                    "tlast_o"},
};

static const struct adapter from_module[] = {
    [GROUP_SLICE] = {"link_slice", "DEPTH", "in_valid_i", "in_ready_o", "in_packet_i", NULL,
                     NULL},
    [GROUP_CREDIT] = {"credit_to_link", "CREDITS", "in_valid_i", "in_credit_o",
                      "in_packet_i", NULL, NULL},
    [GROUP_FLITS] = {"flits_to_packet", "FLIT_BITS", "in_valid_i", "in_ready_o",
                     "in_flit_i", "in_head_i", "in_tail_i"},
    [GROUP_AXIS] = {"axis_to_link", "BEAT_BITS", "tvalid_i", "tready_o", "tdata_i", NULL,
                    "tlast_i"},
};

static bool has(const struct port_group *group, enum group_role role)
{
  return group->has >> role & 1;
}

/* Flits without heads are beats: the one after a tail is a head. */
static const struct adapter *adapter_of(const struct port_group *group)
{
  if (!port_group_sends(group))
    return &to_module[group->kind];
  return &from_module[group->kind == GROUP_FLITS && !has(group, GROUP_HEAD) ? GROUP_AXIS
                                                                            : group->kind];
}

void port_group_connection(const struct port_group *group, enum group_role role,
                           bool output, char text[4 * GROUP_TEXT])
{
  static const char *const wires[] = {"valid", "back", "data", "head", "last", "", "side"};

  if (role != GROUP_KEEP)
    snprintf(text, 4 * GROUP_TEXT, "port_%s_%s", group->id, wires[role]);
  else if (output)
    text[0] = '\0';
  else
    snprintf(text, 4 * GROUP_TEXT, "{LINKS_%s*((BITS_%s+7)/8){1'b1}}", group->id,
             group->id);
}

/* The pin of an end that is valid, ready or a packet. */
static const char *pin_of(enum group_end end, enum group_role role)
{
  static const char *const pins[GROUP_ENDS][3] = {
      {"in_valid_i", "in_ready_o", "in_packet_i"},
      {"inject_valid_i", "inject_ready_o", "inject_packet_i"},
      {"out_valid_o", "out_ready_i", "out_packet_o"},
      {"eject_valid_o", "eject_ready_i", "eject_packet_o"}};

  return pins[end][role];
}

static void add_part(const struct group_part *part, enum group_role role,
                     char list[LIST_TEXT])
{
  const size_t used = strlen(list);
  const char *pin = pin_of(part->end, role);

  if (part->number == GROUP_ALL)
    snprintf(list + used, LIST_TEXT - used, "%s", pin);
  else if (role == GROUP_DATA)
    snprintf(list + used, LIST_TEXT - used, "%s[%" PRId32 "*PACKET_BITS +: PACKET_BITS]",
             pin, part->number);
  else
    snprintf(list + used, LIST_TEXT - used, "%s[%" PRId32 "]", pin, part->number);
}

/* "{inject_valid_i, in_valid_i}" */
static void list_parts(const struct port_group *group, enum group_role role,
                       char list[LIST_TEXT])
{
  snprintf(list, LIST_TEXT, "%s", group->count > 1 ? "{" : "");
  for (size_t i = 0; i < group->count; i++) {
    if (i > 0)
      strncat(list, ", ", LIST_TEXT - strlen(list) - 1);
    add_part(&group->parts[i], role, list);
  }
  if (group->count > 1)
    strncat(list, "}", LIST_TEXT - strlen(list) - 1);
}

/* "LANES + PORTS" */
static void list_sizes(const struct port_group *group, char list[LIST_TEXT])
{
  static const char *const sizes[GROUP_ENDS] = {"PORTS", "LANES", "PORTS", "CHANNELS"};

  list[0] = '\0';
  for (size_t i = 0; i < group->count; i++) {
    const size_t used = strlen(list);

    snprintf(list + used, LIST_TEXT - used, "%s%s", i > 0 ? " + " : "",
             group->parts[i].number == GROUP_ALL ? sizes[group->parts[i].end] : "1");
  }
}

/* ".PIN (port_ID_ROLE)" where the adapter and the module have it. */
static void print_pin(const char *pin, const struct port_group *group, enum group_role role,
                      FILE *file)
{
  char wire[4 * GROUP_TEXT];

  if (!pin)
    return;
  port_group_connection(group, role, false, wire);
  fprintf(file, ", .%s (%s)", pin, role < GROUP_HEAD || has(group, role) ? wire : "");
}

static void print_adapter(const struct port_group *group, FILE *file)
{
  const bool sends = port_group_sends(group);
  const struct adapter *a = adapter_of(group);
  const bool beats = group->kind >= GROUP_FLITS;
  const char *id = group->id;
  char packets[2 * GROUP_TEXT];

  snprintf(packets, sizeof packets, group->side[0] ? "data_%s" : "link_%s_packet", id);
  fprintf(file,
          "  %s #(\n    .PORTS (LINKS_%s), .PACKET_BITS (%s), .%s (%s%s)\n  ) u_%s (\n",
          a->module, id, group->side[0] ? "DATA_BITS" : "PACKET_BITS", a->parameter,
          beats ? "BITS_" : group->number, beats ? id : "", id);
  fprintf(file,
          "    .clk (clk), .rst (rst),\n"
          "    .%s (link_%s_valid), .%s (%s),\n    .%s (link_%s_ready)",
          sends ? "out_valid_o" : "in_valid_i", id, sends ? "out_packet_o" : "in_packet_i",
          packets, sends ? "out_ready_i" : "in_ready_o", id);
  print_pin(a->valid, group, GROUP_VALID, file);
  fputs(",\n    ", file);
  fprintf(file, ".%s (port_%s_data)", a->data, id);
  print_pin(a->back, group, GROUP_BACK, file);
  print_pin(a->head, group, GROUP_HEAD, file);
  print_pin(a->last, group, GROUP_LAST, file);
  fprintf(file, "%s\n  );\n\n", group->kind == GROUP_SLICE ? ", .left_o ()" : "");
}

/* Without an adapter. */
static void print_direct(const struct port_group *group, FILE *file)
{
  const char *const sides[] = {"port", "link"}, *id = group->id;
  const bool sends = port_group_sends(group);
  const char *to = sides[sends], *from = sides[!sends];

  fprintf(file,
          "  assign %s_%s_valid = %s_%s_valid;\n  assign %s_%s_%s = %s_%s_%s;\n"
          "  assign %s_%s_%s = %s_%s_%s;\n\n",
          to, id, from, id, to, id, sends ? "packet" : "data", from, id,
          sends ? "data" : "packet", from, id, sends ? "back" : "ready", to, id,
          sends ? "ready" : "back");
}

void port_group_print(const struct port_group *group, FILE *file)
{
  const bool sends = port_group_sends(group), side = group->side[0] != '\0';
  char links[LIST_TEXT], valids[LIST_TEXT], packets[LIST_TEXT], readies[LIST_TEXT];

  list_sizes(group, links);
  list_parts(group, GROUP_VALID, valids);
  list_parts(group, GROUP_DATA, packets);
  list_parts(group, GROUP_BACK, readies);
  const struct template_value values[] = {
      {"PREFIX", .text = group->prefix},
      {"ID", .text = group->id},
      {"WORDS", .text = group->words},
      {"LINKS", .text = links},
      {"BITS", .text = group->kind >= GROUP_FLITS ? group->number : "PACKET_BITS"},
      {"HEAD", .number = has(group, GROUP_HEAD)},
      {"LAST", .number = has(group, GROUP_LAST)},
      {"RECEIVES", .number = !sends},
      {"VALIDS", .text = valids},
      {"PACKETS", .text = packets},
      {"READIES", .text = readies},
      {"WAITLESS", .number = !sends && !has(group, GROUP_BACK)},
      {"SIDE", .text = group->side},
      {"SIDE_IN", .number = side && !sends},
      {"SIDE_OUT", .number = side && sends},
  };

  template_print(template_port_group, values, sizeof values / sizeof *values, file);
  if (group->kind == GROUP_READY)
    print_direct(group, file);
  else
    print_adapter(group, file);
}

/* "channel != 0 && channel != 3" of the channels of groups that eject; false: it is all
 * of them, or none. */
static bool list_channels(const struct port_group *groups, size_t count,
                          char list[LIST_TEXT])
{
  list[0] = '\0';
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < groups[i].count; k++) {
      const struct group_part *part = &groups[i].parts[k];
      const size_t used = strlen(list);

      if (part->end == GROUP_EJECT && part->number == GROUP_ALL)
        return false;
      if (part->end == GROUP_EJECT)
        snprintf(list + used, LIST_TEXT - used, "%schannel != %" PRId32, used ? " && " : "",
                 part->number);
    }
  return list[0] != '\0';
}

void port_groups_print_silent(const struct port_group *groups, size_t count, FILE *file)
{
  char list[LIST_TEXT];

  if (list_channels(groups, count, list))
    fprintf(
        file,
        "  // The other channels never eject.\n"
        "  generate\n"
        "    for (genvar channel = 0; channel < CHANNELS; channel = channel + 1) begin : "
        "g_silent\n"
        "      if (%s) begin : g_channel\n"
        "        assign eject_valid_o[channel] = 1'b0;\n"
        "        assign eject_packet_o[channel*PACKET_BITS +: PACKET_BITS] = "
        "{PACKET_BITS{1'b0}};\n"
        "      end\n"
        "    end\n"
        "  endgenerate\n\n",
        list);
}
