/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* port_table -- C = RTL.
 *
 * in: row_i column_i
 * out: port_o
 */
#include "switch/component/port_table.h"
#include "tests/formal/proof.h"

static bool allowed(const uint64_t *in)
{
  return true;
}

static void comb(const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  out[port_o] = port_table_comb((uint32_t)in[row_i], (uint32_t)in[column_i], SIZE);
}
