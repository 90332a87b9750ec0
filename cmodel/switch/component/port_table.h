/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* port_table -- the port from one coordinate to another: (row - column) mod SIZE.
 *
 * Twin of rtl/component/port_table.v; docs/switches/sync.md.  The RTL is a ROM of SIZE rows
 * and columns.  Ports: row_i, column_i, port_o.  Source: swapped dragonfly paper, section
 * 10.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_PORT_TABLE_H
#define LOCKHOP_SWITCH_COMPONENT_PORT_TABLE_H

#include <stdint.h>

/* 0 when row or column is not below size. */
static inline uint32_t port_table_comb(uint32_t row, uint32_t column, uint32_t size)
{
  if (row >= size || column >= size)
    return 0;
  return row >= column ? row - column : row + size - column;
}

#endif
