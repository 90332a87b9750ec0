/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_phases_store -- places of the waiting store, for the packets that wait for a phase.
 */
#include "run/machine/phases.h"

#include "base/bits.h"
#include "tests/unit/phases_unit.h"

/* Places for all packets that wait at one switch; those that are at their destinations do
 * not wait. */
TEST(test_places_of_the_store)
{
  static struct watched w;

  for (uint64_t seed = 1; seed <= 50; seed++) {
    uint32_t waiting[32] = {0}, most = 0;
    struct rng rng = rng_seed(seed, 0);

    watched_open(&w, 5);
    const struct routing *routing = routing_of(&w.network.topology, "rand-sync");
    assert_int_equal(phases_store(&w.schedule, &w.network.topology, routing), 0);
    for (uint32_t sw = 0; sw < 32; sw++) {
      uint32_t eta = (uint32_t)rng_below(&rng, 8), to = (uint32_t)rng_below(&rng, 32);

      add_packet(&w, 0, sw, eta, to);
      waiting[eta] += to != eta;
    }
    for (uint32_t sw = 0; sw < 32; sw++)
      most = waiting[sw] > most ? waiting[sw] : most;
    assert_int_equal(phases_store(&w.schedule, &w.network.topology, routing), most);
    watched_close(&w);
  }
}

/* With one place less than that, and queues without a limit, some packet waits in its
 * channel; with those places none ever does.  The last packet to arrive needs no place, so
 * only switches where another comes later are told. */
static uint32_t refusals(uint32_t store, const struct schedule *schedule, struct watched *w)
{
  struct network *network = &w->network;
  struct phases phases;
  struct terminals terminals;
  struct err err;
  uint32_t refused = 0;

  network->shape = shape_of(&network->topology, "rand-sync", 1, 0, 64);
  network->shape.store = store;
  network_start(network, PACKETS_MAX);
  assert_true(terminals_open(&terminals, schedule, &network->shape, SEED, &err));
  assert_true(phases_open(&phases, schedule, &network->shape, &err));
  for (uint64_t cycle = 0; cycle < 40; cycle++) {
    struct links links = network->golden.ops->links(network->golden.self);

    for (uint32_t sw = 0; sw < network->topology.switches; sw++)
      refused += bits_count(~links.ready[sw] & bits_mask(shape_channels(&network->shape)));
    assert_true(terminals_offer(&terminals, cycle, links.ready, &err));
    struct stimulus stimulus = {.injections = terminals.injections,
                                .injection_count = terminals.injection_count};

    stimulus.phase = phases_cycle(&phases, cycle, &network->golden, &links, &stimulus);
    machine_tick(&network->golden, &stimulus);
  }
  CHECK(phases.phase == 1, "phase %u", phases.phase);
  phases_close(&phases);
  terminals_close(&terminals);
  network_close(network);
  return refused;
}

TEST(test_store_is_large_enough_and_no_larger)
{
  static struct watched w;

  watched_open(&w, 3);
  /* three wait at switch 0, while a fourth packet is on its way to 7 */
  add_packet(&w, 0, 0, 0, 5);
  add_packet(&w, 0, 1, 0, 6);
  add_packet(&w, 0, 2, 0, 7);
  add_packet(&w, 0, 3, 3, 3);
  add_packet(&w, 6, 4, 3, 0);
  const struct routing *routing = routing_of(&w.network.topology, "rand-sync");
  assert_int_equal(phases_store(&w.schedule, &w.network.topology, routing), 3);
  assert_int_equal(refusals(3, &w.schedule, &w), 0);
  assert_true(refusals(2, &w.schedule, &w) > 0);
  watched_close(&w);
}
