/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* transfers -- the steps of a collective: which node sends to which, and how much. */
#include "tool/cli/transfers.h"

#include "network/collective/verifier.h"
#include "network/traffic/collectives.h"

#include <inttypes.h>
#include <stdio.h>

bool transfers_are_of(const struct topology *t, const char *traffic)
{
  struct err ignored;
  const struct traffic_row *row = traffic_find(traffic, t, &ignored);

  return row && collectives_is_row(row);
}

static void print_transfer(const struct topology *t, uint32_t step, uint32_t from,
                           const struct verifier_transfer *transfer)
{
  const uint32_t port = verifier_port(t, from, transfer->to);
  char address[ADDRESS_TEXT], to[ADDRESS_TEXT], name[PORT_TEXT];

  t->row->print_address(t, from, address);
  t->row->print_address(t, transfer->to, to);
  topology_print_port(t, port, name);
  printf("%u %u %s %u %s %u %u %s\n", step, from, address, transfer->to, to,
         transfer->messages, port, name);
}

static void print_all(const struct topology *t, const struct verifier *verifier)
{
  uint32_t startups = 0;
  uint64_t word_steps = 0;

  printf("# step node address to address messages port name\n");
  for (uint32_t step = 0; step < verifier->steps && !ferror(stdout); step++) {
    for (uint32_t node = 0; node < verifier->nodes && !ferror(stdout); node++) {
      const struct verifier_transfer *sends = verifier_sends(verifier, step, node);

      if (sends->messages > 0)
        print_transfer(t, step + 1, node, sends);
    }
    startups += verifier->sizes[step] > 0;
    word_steps += verifier->sizes[step];
  }
  printf("# startups %u word_steps %" PRIu64 " transferred_messages %" PRIu64
         " duplicates %" PRIu64,
         startups, word_steps, verifier->moves, verifier->duplicates);
  if (verifier->missing > 0)
    printf(" missing %" PRIu64, verifier->missing);
  printf("\n");
}

void transfers_print(const struct topology *t, const char *traffic, uint64_t seed,
                     struct err *err)
{
  struct collectives c;

  if (!collectives_read(&c, traffic, t, seed, err))
    return;
  struct operation *operation = operation_open(t, &c.operation, err);
  struct verifier verifier = {.operation = NULL};

  if (operation && verifier_open(&verifier, operation, true, err) &&
      operation_visit_moves(operation, 0, operation_sources(operation), verifier_visit,
                            &verifier, err))
    print_all(t, &verifier);
  verifier_close(&verifier);
  operation_close(operation);
  collectives_free(&c);
}
