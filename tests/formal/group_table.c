/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* group_table -- C = RTL.
 *
 * in: here_i to_i
 * out: p_o port_o
 */
#include "switch/component/group_table.h"
#include "tests/formal/proof.h"

static bool allowed(const uint64_t *in)
{
  return true;
}

static void comb(const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  const struct group_table table = {.k = K, .m = M, .wiring = WIRING, .columns = COLUMNS};
  const struct group_exit found =
      group_table_comb(&table, (uint32_t)in[here_i], (uint32_t)in[to_i]);

  out[p_o] = found.p;
  out[port_o] = found.port;
}
