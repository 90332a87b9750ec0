/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* group_table -- the router and global port that join a group of the maximal dragonfly to
 * another.
 *
 * Twin of rtl/component/group_table.v; docs/switches/sync.md.  K global ports at each of
 * the M routers of a group, K M + 1 groups.  The RTL has a ROM of the columns.  Ports:
 * here_i, to_i, p_o, port_o.  Source: swapped dragonfly paper, section 11.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_GROUP_TABLE_H
#define LOCKHOP_SWITCH_COMPONENT_GROUP_TABLE_H

#include <stdbool.h>
#include <stdint.h>

/* How groups are joined: WIRING and COLUMNS. */
enum { GROUPS_ABSOLUTE, GROUPS_RELATIVE };
enum { COLUMNS_PORT_MAJOR, COLUMNS_ROUTER_MAJOR };

struct group_table {
  uint32_t k, m;
  uint32_t wiring, columns;
};

/* A global port of a router of the group. */
struct group_exit {
  uint32_t p, port;
};

/* The column of group `here` that leads to group `to`, another one. */
static inline uint32_t group_table_column(const struct group_table *table, uint32_t here,
                                          uint32_t to)
{
  if (table->wiring == GROUPS_RELATIVE)
    return to > here ? to - here - 1 : to + table->k * table->m - here;
  return to < here ? to : to - 1;
}

/* The router and the port of a column. */
static inline struct group_exit group_table_exit(const struct group_table *table,
                                                 uint32_t column)
{
  if (table->columns == COLUMNS_ROUTER_MAJOR)
    return (struct group_exit){.p = column / table->k, .port = column % table->k};
  return (struct group_exit){.p = column % table->m, .port = column / table->m};
}

/* All 0 when the groups are the same, or one does not exist. */
static inline struct group_exit group_table_comb(const struct group_table *table,
                                                 uint32_t here, uint32_t to)
{
  const uint32_t last = table->k * table->m;

  if (here == to || here > last || to > last)
    return (struct group_exit){.p = 0, .port = 0};
  return group_table_exit(table, group_table_column(table, here, to));
}

#endif
