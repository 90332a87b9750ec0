/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* ranks_unit -- ranks that are threads of a test, and copy what MPI would send. */
#ifndef LOCKHOP_TESTS_UNIT_RANKS_UNIT_H
#define LOCKHOP_TESTS_UNIT_RANKS_UNIT_H

#include "base/ranks.h"
#include "tests/unit/unit.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4 };

/* The place where all meet. */
static struct {
  pthread_mutex_t lock;
  pthread_cond_t all;
  uint32_t count, waiting;
  uint64_t turn;
  bool gone; /* a rank has given up */
  char why[ERR_TEXT];
  struct ranks *ranks[MOST];
  /* What happens to a box that rank 1 gets; `old`: what was in it before.  NULL: nothing */
  void (*harm)(struct ranks_box *box, const struct ranks_box *old);
} hub = {.lock = PTHREAD_MUTEX_INITIALIZER, .all = PTHREAD_COND_INITIALIZER};

/* False: a rank has given up. */
static bool meet(void)
{
  pthread_mutex_lock(&hub.lock);
  const uint64_t turn = hub.turn;

  if (++hub.waiting == hub.count) {
    hub.waiting = 0;
    hub.turn++;
    pthread_cond_broadcast(&hub.all);
  }
  while (hub.turn == turn && !hub.gone)
    pthread_cond_wait(&hub.all, &hub.lock);
  const bool met = !hub.gone;
  pthread_mutex_unlock(&hub.lock);
  return met;
}

static void begin(struct ranks *ranks)
{
  hub.ranks[ranks->rank] = ranks;
}

static void copy(struct ranks_box *to, const struct ranks_box *from)
{
  if (from->size > 0)
    memcpy(ranks_append(to, from->size), from->bytes, from->size);
}

static void end(struct ranks *ranks)
{
  const bool met = meet();

  for (uint32_t i = 0; i < ranks->count; i++) {
    struct ranks_box *box = &ranks->in[i];
    struct ranks_box old = {.bytes = NULL};

    if (i == ranks->rank)
      continue;
    if (met && hub.harm)
      copy(&old, box);
    box->size = box->taken = 0;
    if (met)
      copy(box, &hub.ranks[i]->out[ranks->rank]);
    if (met && hub.harm && ranks->rank == 1)
      hub.harm(box, &old);
    free(old.bytes);
  }
  meet();
}

static void give_up(struct ranks *ranks, int code, const char *text)
{
  (void)ranks;
  (void)code;
  pthread_mutex_lock(&hub.lock);
  if (!hub.gone)
    snprintf(hub.why, sizeof hub.why, "%s", text);
  hub.gone = true;
  pthread_cond_broadcast(&hub.all);
  pthread_mutex_unlock(&hub.lock);
}

static const struct ranks_ops rank_ops = {.begin = begin, .end = end, .fail = give_up};

/* `count` ranks do `work`, each with its part of tasks[count]. */
static void work_in_ranks(uint32_t count, void *(*work)(void *), void *tasks, size_t size,
                          struct ranks *ranks)
{
  pthread_t threads[MOST];
  struct err err;

  hub.count = count;
  hub.waiting = 0;
  hub.gone = false;
  hub.why[0] = '\0';
  for (uint32_t i = 0; i < count; i++) {
    ranks[i] = (struct ranks){.ops = &rank_ops, .rank = i, .count = count, .here = count};
    assert_true(ranks_open(&ranks[i], &err));
  }
  for (uint32_t i = 0; i < count; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, work, (char *)tasks + i * size), 0);
  for (uint32_t i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
  for (uint32_t i = 0; i < count; i++)
    ranks_close(&ranks[i]);
}

#endif
