/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_index -- the index of a switch at each level of a dual-net: re-indexing. */
#include "network/topology/dual_index.h"

#include <stdio.h>
#include <string.h>

uint32_t dual_index_serial(const struct dual_net *net, uint32_t level, struct dual_id id)
{
  const uint32_t n = net->clusters[level];

  return ((id.class_id * n + id.cluster) * n + id.super) *
             dual_net_super_nodes(net, level) +
         id.node;
}

struct dual_id dual_index_of_serial(const struct dual_net *net, uint32_t level,
                                    uint32_t serial)
{
  const uint32_t n = net->clusters[level], s = dual_net_super_nodes(net, level);
  const uint32_t super = serial / s, cluster = super / n;

  return (struct dual_id){.class_id = cluster / n,
                          .cluster = cluster % n,
                          .super = super % n,
                          .node = serial % s};
}

uint32_t dual_index_digit(const struct dual_net *net, uint32_t sw, uint32_t dimension)
{
  return sw / net->stride[dimension] % net->size[dimension];
}

/* --- as text --- */

static size_t add(char *text, size_t used, const char *format, uint32_t number)
{
  return used + (size_t)snprintf(text + used, DUAL_INDEX_TEXT - used, format, number);
}

void dual_index_print(const struct dual_net *net, uint32_t level, uint32_t sw,
                      char text[DUAL_INDEX_TEXT])
{
  size_t used = 0;

  for (uint32_t above = net->levels; above > level; above--) {
    const uint32_t cluster = sw % net->nodes[above] / net->nodes[above - 1];

    used = add(text, used, "%u.", cluster / net->clusters[above]);
    used = add(text, used, "%u/", cluster % net->clusters[above]);
  }
  if (level > 0) {
    const struct dual_id id = dual_net_split(net, level, sw % net->nodes[level]);

    used = add(text, used, "%u.", id.class_id);
    used = add(text, used, "%u.", id.cluster);
    used = add(text, used, "%u.", id.super);
    add(text, used, "%u", id.node);
    return;
  }
  for (uint32_t i = net->rings; i-- > 0;)
    used = add(text, used, i > 0 ? "%u." : "%u", dual_index_digit(net, sw, i));
}

/* What is behind the clusters of the levels above. */
static bool parse_inside(const struct dual_net *net, uint32_t level, const char *text,
                         uint32_t *number)
{
  uint32_t sizes[DUAL_NET_RINGS], serial;

  if (level == 0) {
    for (uint32_t i = 0; i < net->rings; i++)
      sizes[i] = net->size[net->rings - 1 - i];
    return topology_parse_digits(text, sizes, net->rings, number);
  }
  sizes[0] = 2;
  sizes[1] = sizes[2] = net->clusters[level];
  sizes[3] = dual_net_super_nodes(net, level);
  if (!topology_parse_digits(text, sizes, 4, &serial))
    return false;
  *number = dual_net_join(net, level, dual_index_of_serial(net, level, serial));
  return true;
}

bool dual_index_parse(const struct dual_net *net, uint32_t level, const char *text,
                      uint32_t *sw)
{
  uint32_t start = 0, inside;

  for (uint32_t above = net->levels; above > level; above--) {
    const uint32_t sizes[2] = {2, net->clusters[above]};
    const size_t length = strcspn(text, "/");
    char part[ADDRESS_TEXT];
    uint32_t cluster;

    if (length >= sizeof part || text[length] != '/')
      return false;
    memcpy(part, text, length);
    part[length] = '\0';
    if (!topology_parse_digits(part, sizes, 2, &cluster))
      return false;
    start += cluster * net->nodes[above - 1];
    text += length + 1;
  }
  if (!parse_inside(net, level, text, &inside))
    return false;
  *sw = start + inside;
  return true;
}
