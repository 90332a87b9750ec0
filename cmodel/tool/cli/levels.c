/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* levels -- lockhop info --levels: the index of the switches of a dual-net at each level.
 */
#include "base/text.h"
#include "network/topology/dual_index.h"
#include "tool/cli/structure.h"

#include <string.h>

/* The number of a switch in its network of a level; at level 0 that of its base. */
static uint32_t serial(const struct dual_net *net, uint32_t level, uint32_t sw)
{
  if (level == 0)
    return sw % net->nodes[0];
  return dual_index_serial(net, level, dual_net_split(net, level, sw % net->nodes[level]));
}

/* --- text --- */

static void print_head(const struct dual_net *net)
{
  printf("# switch");
  for (uint32_t level = net->levels; level > 0; level--)
    printf(" level_%u serial_%u", level, level);
  printf(" base serial_0\n");
}

static void print_switch(const struct dual_net *net, uint32_t sw)
{
  char text[DUAL_INDEX_TEXT];

  printf("%u", sw);
  for (uint32_t level = net->levels + 1; level-- > 0;) {
    dual_index_print(net, level, sw, text);
    printf(" %s %u", text, serial(net, level, sw));
  }
  printf("\n");
}

/* --- JSON --- */

static json_t *digits_of(const struct dual_net *net, uint32_t sw)
{
  json_t *digits = json_array();

  for (uint32_t i = net->rings; i-- > 0;)
    json_array_append_new(digits, json_integer(dual_index_digit(net, sw, i)));
  return digits;
}

static json_t *index_object(const struct dual_net *net, uint32_t level, uint32_t sw)
{
  char text[DUAL_INDEX_TEXT];

  dual_index_print(net, level, sw, text);
  json_t *object = json_pack("{s:i, s:s, s:i}", "level", (int)level, "index", text,
                             "serial", (int)serial(net, level, sw));
  if (level == 0) {
    json_object_set_new(object, "digits", digits_of(net, sw));
    return object;
  }
  const struct dual_id id = dual_net_split(net, level, sw % net->nodes[level]);
  json_object_set_new(object, "class", json_integer(id.class_id));
  json_object_set_new(object, "cluster", json_integer(id.cluster));
  json_object_set_new(object, "super_node", json_integer(id.super));
  json_object_set_new(object, "place", json_integer(id.node));
  return object;
}

static json_t *switch_object(const struct topology *t, const struct dual_net *net,
                             uint32_t sw)
{
  json_t *indexes = json_array();
  char address[ADDRESS_TEXT];

  t->row->print_address(t, sw, address);
  for (uint32_t level = net->levels + 1; level-- > 0;)
    json_array_append_new(indexes, index_object(net, level, sw));
  return json_pack("{s:i, s:s, s:o}", "switch", (int)sw, "address", address, "indexes",
                   indexes);
}

/* --- the command --- */

/* A switch by LEVEL:INDEX, or as everywhere. */
static bool parse(const struct topology *t, const struct dual_net *net, const char *text,
                  uint32_t *sw, struct err *err)
{
  const char *colon = strchr(text, ':');
  char level_text[8], last[DUAL_INDEX_TEXT];
  uint64_t level;

  if (!colon)
    return topology_parse_address(t, text, "--switch", sw, err);
  snprintf(level_text, sizeof level_text, "%.*s", (int)(colon - text), text);
  if (!text_u64(level_text, net->levels, &level))
    return err_set(err, ERR_USAGE, "--switch '%.100s': %s has levels 0 to %u", text,
                   t->spec, net->levels);
  if (dual_index_parse(net, (uint32_t)level, colon + 1, sw))
    return true;
  dual_index_print(net, (uint32_t)level, t->switches - 1, last);
  return err_set(err, ERR_USAGE,
                 "--switch '%.100s': no such index; at level %u the last one of %s is %s",
                 text, (uint32_t)level, t->spec, last);
}

bool levels_print(const struct settings *settings, const struct topology *t,
                  struct err *err)
{
  struct dual_net net;
  uint32_t first = 0, end = t->switches;

  if (!dual_net_of(t, &net) || net.levels == 0)
    return err_set(err, ERR_USAGE,
                   "%s has no levels with indexes; dual-nets have: hdn, rdn, dual-cube",
                   t->spec);
  if (settings->at) {
    if (!parse(t, &net, settings->at, &first, err))
      return false;
    end = first + 1;
  }
  if (!structure_fits(settings, end - first, "switches", err))
    return false;
  if (structure_has_text(settings))
    print_head(&net);
  json_t *switches = json_array();
  for (uint32_t sw = first; sw < end && !ferror(stdout); sw++) {
    if (structure_has_text(settings))
      print_switch(&net, sw);
    if (settings->json)
      json_array_append_new(switches, switch_object(t, &net, sw));
  }
  return structure_write(settings,
                         json_pack("{s:s, s:i, s:o}", "topology", t->spec, "levels",
                                   (int)net.levels, "switches", switches),
                         err);
}
