/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* team -- threads that work on one thing at a time, each on its part. */
#define _GNU_SOURCE
#include "base/team.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

enum { LOOKS = 512 /* of an idle thread, before it sleeps */ };

struct member {
  struct team *team;
  uint32_t part;
  pthread_t thread;
};

/* `round` and `busy` are atomic.  A thread that sleeps holds the lock while it reads them
 * last, and whoever changes them then takes the lock to wake it. */
struct team {
  team_work *work; /* of this round; NULL: the threads end */
  void *self;
  uint32_t round;   /* counts the calls of team_run */
  uint32_t busy;    /* threads that have not done their part of this round */
  uint32_t size;    /* parts */
  uint32_t started; /* threads */
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct member members[]; /* [size]; the first is the caller, without a thread */
};

static uint32_t read_word(const uint32_t *word)
{
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/* Leave the processor's core to another thread for a moment. */
static inline void rest(void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/* Wait until a word is other than `is`, or, if `until`, until it is `is`. */
static void await(struct team *team, const uint32_t *word, uint32_t is, bool until)
{
  for (uint32_t look = 0; look < LOOKS; look++) {
    if ((read_word(word) == is) == until)
      return;
    rest();
  }
  pthread_mutex_lock(&team->lock);
  while ((read_word(word) == is) != until)
    pthread_cond_wait(&team->changed, &team->lock);
  pthread_mutex_unlock(&team->lock);
}

static void wake(struct team *team)
{
  pthread_mutex_lock(&team->lock);
  pthread_cond_broadcast(&team->changed);
  pthread_mutex_unlock(&team->lock);
}

static void *serve(void *self)
{
  const struct member *m = self;
  struct team *team = m->team;

  for (uint32_t round = 0;; round++) {
    await(team, &team->round, round, false);
    if (!team->work)
      return NULL;
    team->work(team->self, m->part);
    if (__atomic_sub_fetch(&team->busy, 1, __ATOMIC_ACQ_REL) == 0)
      wake(team);
  }
}

/* Begin a round of the threads. */
static void begin(struct team *team, team_work *work, void *self)
{
  team->work = work;
  team->self = self;
  __atomic_store_n(&team->busy, team->started, __ATOMIC_RELAXED);
  __atomic_add_fetch(&team->round, 1, __ATOMIC_RELEASE);
  wake(team);
}

/* Signals go to the thread that has opened the team. */
static bool start(struct team *team)
{
  sigset_t all, before;
  int code = 0;

  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  for (uint32_t part = 1; part < team->size && code == 0; part++) {
    struct member *m = &team->members[part];

    *m = (struct member){.team = team, .part = part};
    code = pthread_create(&m->thread, NULL, serve, m);
    team->started += code == 0;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return code == 0;
}

bool team_open(struct team **opened, uint32_t threads, struct err *err)
{
  struct team *team = NULL;

  *opened = NULL;
  if (threads == 1)
    return true;
  team = calloc(1, sizeof *team + threads * sizeof team->members[0]);
  if (!team)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u threads", threads);
  team->size = threads;
  pthread_mutex_init(&team->lock, NULL);
  pthread_cond_init(&team->changed, NULL);
  if (!start(team)) {
    team_close(team);
    return err_set(err, ERR_ENVIRONMENT, "cannot start %u threads; give fewer --threads",
                   threads);
  }
  *opened = team;
  return true;
}

uint32_t team_size(const struct team *team)
{
  return team ? team->size : 1;
}

void team_run(struct team *team, team_work *work, void *self)
{
  if (team)
    begin(team, work, self);
  work(self, 0);
  if (team)
    await(team, &team->busy, 0, true);
}

void team_close(struct team *team)
{
  if (!team)
    return;
  begin(team, NULL, NULL);
  for (uint32_t i = 1; i <= team->started; i++)
    pthread_join(team->members[i].thread, NULL);
  pthread_mutex_destroy(&team->lock);
  pthread_cond_destroy(&team->changed);
  free(team);
}
