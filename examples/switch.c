/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* switch -- one switch and its pins, as beside a design under test.
 *
 * cc switch.c $(pkg-config --cflags --libs lockhop) -o switch
 *
 * Switch 5 of hypercube:3, queues of 2 packets.  Two packets for switch 4 arrive, at ports
 * 1 and 2 at once; both leave by port 0, whose neighbour takes nothing before cycle 4.
 */
#include <inttypes.h>
#include <lockhop.h>
#include <stdio.h>
#include <stdlib.h>

static struct lockhop_error error;

static void fail(void)
{
  fprintf(stderr, "%s\n", error.text);
  exit(error.code);
}

int main(void)
{
  const struct lockhop_description description = {.topology = "hypercube:3", .depth = 2};
  struct lockhop_network *network = lockhop_open(&description, &error); /* for headers */
  struct lockhop_switch *golden = lockhop_switch_open(&description, &error);
  struct lockhop_inputs in = {.rst = true, .seed = 1};
  struct lockhop_outputs out;

  if (!network || !golden)
    fail();
  in.here = lockhop_here(network, 5);
  in.in_packet[1].header = lockhop_header(network, 7, 4, 0);
  in.in_packet[1].data = 71;
  in.in_packet[2].header = lockhop_header(network, 1, 4, 0);
  in.in_packet[2].data = 12;
  for (int cycle = 0; cycle < 8; cycle++) {
    in.rst = cycle == 0;
    in.in_valid = cycle == 1 ? 1u << 1 | 1u << 2 : 0;
    in.out_ready = cycle < 4 ? 0 : 7;
    lockhop_switch_outputs(golden, &out); /* compare these with the design's pins here */
    printf("cycle %d: in_ready %" PRIx64 " out_valid %" PRIx64, cycle, out.in_ready,
           out.out_valid);
    if (out.out_valid & 1)
      printf(" packet %" PRIu64 "%s", out.out_packet[0].data,
             in.out_ready & 1 ? "" : ", which waits");
    printf("\n");
    lockhop_switch_tick(golden, &in);
  }
  lockhop_switch_close(golden);
  lockhop_close(network);
  return 0;
}
