/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network -- a network by hand, then a run with traffic.
 *
 * cc network.c $(pkg-config --cflags --libs lockhop) -o network
 */
#include <inttypes.h>
#include <lockhop.h>
#include <stdio.h>
#include <stdlib.h>

static void fail(const struct lockhop_error *error)
{
  fprintf(stderr, "%s\n", error->text);
  exit(error->code);
}

/* Terminal 5 sends three packets to terminal 10, with numbers of ours as their data. */
static void by_hand(void)
{
  const struct lockhop_description description = {.topology = "hypercube:4"};
  struct lockhop_error error;
  struct lockhop_network *network = lockhop_open(&description, &error);
  struct lockhop_delivery delivery;
  int left = 3;

  if (!network)
    fail(&error);
  for (int i = 0; i < left; i++) {
    struct lockhop_packet packet = {.header = lockhop_header(network, 5, 10, 0),
                                    .data = 100 + (unsigned)i};

    if (!lockhop_inject(network, 5, &packet, &error))
      fail(&error);
  }
  while (left > 0) {
    if (!lockhop_tick(network, &error))
      fail(&error);
    for (; lockhop_deliver(network, &delivery); left--)
      printf("cycle %" PRIu64 ": terminal %" PRIu32 " takes packet %" PRIu64
             " after %" PRIu32 " hops\n",
             delivery.cycle, delivery.terminal, delivery.packet.data, delivery.hops);
  }
  lockhop_close(network);
}

/* As lockhop run hypercube:6 random. */
static void with_traffic(void)
{
  const struct lockhop_description description = {
      .topology = "hypercube:6", .traffic = "random", .seed = 1};
  struct lockhop_error error;
  struct lockhop_network *network = lockhop_open(&description, &error);

  if (!network || !lockhop_run(network, NULL, NULL, &error))
    fail(&error);
  const struct lockhop_shape shape = lockhop_shape_of(network);
  const struct lockhop_result result = lockhop_result_of(network);

  printf("%s, %s routing: %" PRIu64 " of %" PRIu64 " packets in %" PRIu64
         " cycles, average delay %.4f: %s\n",
         shape.topology, shape.routing, result.delivered, result.packets, result.cycles,
         result.average_delay, lockhop_outcome_name(result.outcome));
  lockhop_close(network);
}

int main(void)
{
  by_hand();
  with_traffic();
  return 0;
}
