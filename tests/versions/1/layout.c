/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* layout -- what a program compiled with lockhop.h of version 1 relies on: the size of
 * every structure, the place and size of its members, and the values of constants; as
 * layout.txt. */
#include "lockhop.h"

#include <stdio.h>

#define STRUCTURE(name) printf("struct %s %zu\n", #name, sizeof(struct name))
#define MEMBER(name, member)                                                               \
  printf("  %s %zu %zu\n", #member, offsetof(struct name, member),                         \
         sizeof(((struct name *)NULL)->member))
#define CONSTANT(name) printf("%s %lld\n", #name, (long long)(name))

static void descriptions(void)
{
  STRUCTURE(lockhop_error);
  MEMBER(lockhop_error, code);
  MEMBER(lockhop_error, text);
  STRUCTURE(lockhop_description);
  MEMBER(lockhop_description, topology);
  MEMBER(lockhop_description, traffic);
  MEMBER(lockhop_description, routing);
  MEMBER(lockhop_description, packets);
  MEMBER(lockhop_description, depth);
  MEMBER(lockhop_description, vcs);
  MEMBER(lockhop_description, lanes);
  MEMBER(lockhop_description, data_bits);
  MEMBER(lockhop_description, store);
  MEMBER(lockhop_description, sends);
  MEMBER(lockhop_description, seed);
  MEMBER(lockhop_description, cycles);
  MEMBER(lockhop_description, pins);
  MEMBER(lockhop_description, disturb);
  MEMBER(lockhop_description, eject_ready);
  MEMBER(lockhop_description, options);
  STRUCTURE(lockhop_shape);
  MEMBER(lockhop_shape, topology);
  MEMBER(lockhop_shape, routing);
  MEMBER(lockhop_shape, switches);
  MEMBER(lockhop_shape, terminals);
  MEMBER(lockhop_shape, ports);
  MEMBER(lockhop_shape, lanes);
  MEMBER(lockhop_shape, vcs);
  MEMBER(lockhop_shape, queues);
  MEMBER(lockhop_shape, channels);
  MEMBER(lockhop_shape, depth);
  MEMBER(lockhop_shape, store);
  MEMBER(lockhop_shape, priority_bits);
  MEMBER(lockhop_shape, arbiter);
  MEMBER(lockhop_shape, sends);
  MEMBER(lockhop_shape, phase_bits);
  MEMBER(lockhop_shape, random);
  MEMBER(lockhop_shape, header_bits);
  MEMBER(lockhop_shape, data_bits);
  MEMBER(lockhop_shape, address_bits);
  MEMBER(lockhop_shape, packets);
  STRUCTURE(lockhop_packet);
  MEMBER(lockhop_packet, header);
  MEMBER(lockhop_packet, data);
  STRUCTURE(lockhop_far);
  MEMBER(lockhop_far, to_switch);
  MEMBER(lockhop_far, to_port);
  STRUCTURE(lockhop_entry);
  MEMBER(lockhop_entry, cycle);
  MEMBER(lockhop_entry, source);
  MEMBER(lockhop_entry, destination);
  MEMBER(lockhop_entry, header);
  MEMBER(lockhop_entry, answers);
  STRUCTURE(lockhop_delivery);
  MEMBER(lockhop_delivery, cycle);
  MEMBER(lockhop_delivery, terminal);
  MEMBER(lockhop_delivery, sw);
  MEMBER(lockhop_delivery, hops);
  MEMBER(lockhop_delivery, packet);
  STRUCTURE(lockhop_result);
  MEMBER(lockhop_result, outcome);
  MEMBER(lockhop_result, packets);
  MEMBER(lockhop_result, deliveries);
  MEMBER(lockhop_result, delivered);
  MEMBER(lockhop_result, cycles);
  MEMBER(lockhop_result, steps);
  MEMBER(lockhop_result, hops);
  MEMBER(lockhop_result, average_delay);
  MEMBER(lockhop_result, undelayed_percent);
  MEMBER(lockhop_result, max_output_queue);
  MEMBER(lockhop_result, max_buffer);
  MEMBER(lockhop_result, open_loop);
  MEMBER(lockhop_result, latency_mean);
  MEMBER(lockhop_result, latency_median);
  MEMBER(lockhop_result, latency_p99);
  MEMBER(lockhop_result, accepted_load);
  MEMBER(lockhop_result, timed);
  MEMBER(lockhop_result, link_conflicts);
  MEMBER(lockhop_result, conflict_steps);
  MEMBER(lockhop_result, scheduled_steps);
  MEMBER(lockhop_result, mixed);
  MEMBER(lockhop_result, privileged_steps);
  MEMBER(lockhop_result, privileged_late);
  MEMBER(lockhop_result, standard_average_delay);
  STRUCTURE(lockhop_inputs);
  MEMBER(lockhop_inputs, rst);
  MEMBER(lockhop_inputs, here);
  MEMBER(lockhop_inputs, seed);
  MEMBER(lockhop_inputs, phase);
  MEMBER(lockhop_inputs, in_valid);
  MEMBER(lockhop_inputs, out_ready);
  MEMBER(lockhop_inputs, inject_valid);
  MEMBER(lockhop_inputs, eject_refused);
  MEMBER(lockhop_inputs, in_packet);
  MEMBER(lockhop_inputs, inject_packet);
  STRUCTURE(lockhop_outputs);
  MEMBER(lockhop_outputs, in_ready);
  MEMBER(lockhop_outputs, out_valid);
  MEMBER(lockhop_outputs, inject_ready);
  MEMBER(lockhop_outputs, eject_valid);
  MEMBER(lockhop_outputs, out_packet);
  MEMBER(lockhop_outputs, eject_packet);
  STRUCTURE(lockhop_verdict);
  MEMBER(lockhop_verdict, broken);
  MEMBER(lockhop_verdict, ejected);
  MEMBER(lockhop_verdict, rule);
  MEMBER(lockhop_verdict, cycle);
  MEMBER(lockhop_verdict, sw);
  MEMBER(lockhop_verdict, port);
  MEMBER(lockhop_verdict, vc);
  MEMBER(lockhop_verdict, text);
}

static void constants(void)
{
  CONSTANT(LOCKHOP_OK);
  CONSTANT(LOCKHOP_USAGE);
  CONSTANT(LOCKHOP_ENVIRONMENT);
  CONSTANT(LOCKHOP_TEXT);
  CONSTANT(LOCKHOP_RUNNING);
  CONSTANT(LOCKHOP_PASS);
  CONSTANT(LOCKHOP_LOST);
  CONSTANT(LOCKHOP_DEADLOCK);
  CONSTANT(LOCKHOP_TIMEOUT);
  CONSTANT(LOCKHOP_INTERRUPTED);
  CONSTANT(LOCKHOP_DIFFER);
  CONSTANT(LOCKHOP_PORTS);
  CONSTANT(LOCKHOP_LANES);
  CONSTANT(LOCKHOP_CHANNELS);
  CONSTANT(LOCKHOP_ZERO);
  CONSTANT(LOCKHOP_ALL);
  CONSTANT(LOCKHOP_NONE);
  CONSTANT(LOCKHOP_NOWHERE);
  CONSTANT(LOCKHOP_EACH);
  CONSTANT(LOCKHOP_HERE);
}

int main(void)
{
  descriptions();
  constants();
  return 0;
}
