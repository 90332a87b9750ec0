/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_workers -- processes that run the missing trials of a sweep, several at once. */
#define _GNU_SOURCE /* ppoll */
#include "tool/campaign/sweep_workers.h"

#include "base/process.h"
#include "tool/campaign/sweep_row.h"
#include "tool/console/progress.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PERIOD = 500 /* milliseconds between lines of progress */ };

struct worker {
  pid_t process;
  int socket;      /* ours; a message is one trial, or its answer */
  uint64_t number; /* of the trial it runs */
  bool busy;
};

/* What a worker sends back. */
struct answer {
  struct trial_result result;
  struct err err; /* ERR_NONE: the result holds */
};

struct sweep {
  struct sweep_file *file;
  const struct sweep_plan *plan;
  const struct sweep_cell **order; /* [plan->count] the costly first */
  size_t next_cell;                /* in order */
  uint64_t next_trial;             /* of that cell */
  struct worker *workers;          /* [count] */
  struct pollfd *polls;            /* [count] */
  size_t count;
  sigset_t held; /* signal mask of the program */
  struct progress progress;
  struct timespec shown; /* when the progress was last drawn */
  double cost, cost_now; /* of all missing trials, and of those that are done now */
};

/* ---- In a worker. ---- */

/* Errors: as lockhop run, or cosim. */
static void answer_trial(const struct sweep_plan *plan, uint64_t number,
                         struct answer *answer)
{
  const struct description trial = sweep_plan_trial(plan, number);

  *answer = (struct answer){.err = {.kind = ERR_NONE}};
  trial_run(&trial, NULL, &answer->result, &answer->err);
}

/* Ends with the parent: by its closed socket, and at once when it is killed. */
static void work(const struct sweep_plan *plan, int socket, pid_t parent)
{
  uint64_t number;
  struct answer answer;

  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(0);
  while (recv(socket, &number, sizeof number, 0) == sizeof number) {
    answer_trial(plan, number, &answer);
    if (send(socket, &answer, sizeof answer, MSG_NOSIGNAL) != sizeof answer)
      break;
  }
  _exit(0);
}

/* ---- In the parent. ---- */

static bool start_worker(struct sweep *s, struct err *err)
{
  pid_t parent = getpid();
  int ends[2];

  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return err_set(err, ERR_ENVIRONMENT, "cannot start a worker: %s", strerror(errno));
  pid_t process = fork();
  if (process == 0) {
    close(ends[0]);
    for (size_t i = 0; i < s->count; i++)
      close(s->workers[i].socket);
    sweep_file_leave(s->file);
    work(s->plan, ends[1], parent);
  }
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    return err_set(err, ERR_ENVIRONMENT, "cannot start a worker: %s; give fewer --jobs",
                   strerror(errno));
  }
  s->polls[s->count] = (struct pollfd){.fd = ends[0], .events = POLLIN};
  s->workers[s->count++] = (struct worker){.process = process, .socket = ends[0]};
  return true;
}

/* The next trial that is missing; false: there is none. */
static bool next_trial(struct sweep *s, uint64_t *number)
{
  for (; s->next_cell < s->plan->count; s->next_cell++, s->next_trial = 0) {
    const struct sweep_cell *cell = s->order[s->next_cell];

    while (s->next_trial < cell->trials) {
      *number = cell->first + s->next_trial++;
      if (!sweep_file_has(s->file, *number))
        return true;
    }
  }
  return false;
}

/* A worker that has died takes nothing; that it is dead shows when its answer is read. */
static void hand_out(struct sweep *s, struct worker *worker)
{
  worker->busy = next_trial(s, &worker->number);
  if (worker->busy)
    (void)!send(worker->socket, &worker->number, sizeof worker->number, MSG_NOSIGNAL);
}

static bool say_died(const struct sweep *s, struct worker *worker, struct err *err)
{
  char command[SWEEP_COMMAND], how[64] = "ended";
  int status = 0;

  sweep_row_command(command, s->plan, worker->number);
  if (waitpid(worker->process, &status, 0) == worker->process) {
    worker->process = 0;
    if (WIFSIGNALED(status))
      snprintf(how, sizeof how, "was ended by signal %d", WTERMSIG(status));
  }
  return err_set(err, ERR_ENVIRONMENT, "the process that ran `%.600s` %s%s", command, how,
                 WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL
                     ? "; if memory was short, go on with fewer --jobs"
                     : "");
}

/* Read the answer of a busy worker.  `flags`: of recv; with MSG_DONTWAIT it may be that
 * there is none. */
static bool take_answer(struct sweep *s, struct worker *worker, int flags, struct err *err)
{
  struct answer answer;
  ssize_t size = recv(worker->socket, &answer, sizeof answer, flags);
  char command[SWEEP_COMMAND];

  if (size != sizeof answer && (flags & MSG_DONTWAIT))
    return true;
  if (size < 0 && errno != ECONNRESET)
    return err_set(err, ERR_ENVIRONMENT, "cannot hear from a worker: %s", strerror(errno));
  if (size != sizeof answer)
    return say_died(s, worker, err);
  if (answer.err.kind != ERR_NONE) {
    sweep_row_command(command, s->plan, worker->number);
    return err_set(err, answer.err.kind, "%.500s: %.400s", command, answer.err.text);
  }
  worker->busy = false;
  s->cost_now += sweep_cell_cost(sweep_plan_cell(s->plan, worker->number));
  return sweep_file_add(s->file, worker->number, &answer.result, err);
}

static double seconds_since(const struct timespec *then, struct timespec *now)
{
  clock_gettime(CLOCK_MONOTONIC, now);
  return (double)(now->tv_sec - then->tv_sec) +
         1e-9 * (double)(now->tv_nsec - then->tv_nsec);
}

static void print_time(char *text, size_t size, double seconds)
{
  if (seconds < 100)
    snprintf(text, size, "%.0f s", seconds);
  else if (seconds < 100 * 60)
    snprintf(text, size, "%.0f min", seconds / 60);
  else
    snprintf(text, size, "%.1f h", seconds / 3600);
}

static void show(struct sweep *s)
{
  struct timespec now;
  char text[160], left[32] = "";

  if (!s->progress.shown || seconds_since(&s->shown, &now) < PERIOD * 1e-3)
    return;
  s->shown = now;
  double taken = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec - s->progress.start;
  double share = s->cost_now / s->cost;
  int used =
      snprintf(text, sizeof text, "trial %" PRIu64 " of %" PRIu64 ", %.0f %% of the work",
               s->file->done, s->plan->trials, 100 * share);
  if (share > 0) {
    print_time(left, sizeof left, taken * (1 - share) / share);
    snprintf(text + used, sizeof text - (size_t)used, ", %s left", left);
  }
  progress_say(&s->progress, text);
}

static size_t busy_workers(const struct sweep *s)
{
  size_t busy = 0;

  for (size_t i = 0; i < s->count; i++)
    busy += s->workers[i].busy;
  return busy;
}

static bool serve(struct sweep *s, const volatile sig_atomic_t *stop, struct err *err)
{
  const struct timespec period = {.tv_nsec = PERIOD * 1000000};

  for (size_t i = 0; i < s->count; i++)
    hand_out(s, &s->workers[i]);
  while (busy_workers(s) > 0) {
    /* Signals come here alone, so none is missed between the check and the wait. */
    int ready = ppoll(s->polls, s->count, s->progress.shown ? &period : NULL, &s->held);

    if (*stop)
      return true;
    for (size_t i = 0; ready > 0 && i < s->count; i++)
      if (s->polls[i].revents && s->workers[i].busy) {
        if (!take_answer(s, &s->workers[i], 0, err))
          return false;
        hand_out(s, &s->workers[i]);
      }
    show(s);
  }
  return true;
}

static void end_workers(struct sweep *s)
{
  for (size_t i = 0; i < s->count; i++) {
    close(s->workers[i].socket);
    if (s->workers[i].process)
      kill(s->workers[i].process, SIGKILL);
  }
  for (size_t i = 0; i < s->count; i++)
    if (s->workers[i].process)
      waitpid(s->workers[i].process, NULL, 0);
}

/* Costly cells first, else in the order of the plan. */
static int compare(const void *left, const void *right)
{
  const struct sweep_cell *a = *(const struct sweep_cell *const *)left;
  const struct sweep_cell *b = *(const struct sweep_cell *const *)right;
  double cost_a = sweep_cell_cost(a), cost_b = sweep_cell_cost(b);

  if (cost_a != cost_b)
    return cost_a < cost_b ? 1 : -1;
  return (a->first > b->first) - (a->first < b->first);
}

static void make_order(struct sweep *s)
{
  for (size_t i = 0; i < s->plan->count; i++) {
    const struct sweep_cell *cell = &s->plan->cells[i];

    s->order[i] = cell;
    for (uint64_t k = 0; k < cell->trials; k++)
      if (!sweep_file_has(s->file, cell->first + k))
        s->cost += sweep_cell_cost(cell);
  }
  qsort(s->order, s->plan->count, sizeof(struct sweep_cell *), compare);
}

bool sweep_workers_run(struct sweep_file *file, uint32_t jobs,
                       const volatile sig_atomic_t *stop, struct err *err)
{
  uint64_t missing = file->plan->trials - file->done;
  struct sweep s = {.file = file, .plan = file->plan};
  bool good = true;

  if (jobs > missing)
    jobs = (uint32_t)missing;
  s.order = malloc(s.plan->count * sizeof(struct sweep_cell *));
  s.workers = calloc(jobs ? jobs : 1, sizeof *s.workers);
  s.polls = calloc(jobs ? jobs : 1, sizeof *s.polls);
  if (!s.order || !s.workers || !s.polls) {
    good = err_set(err, ERR_ENVIRONMENT, "not enough memory for the sweep");
  } else {
    make_order(&s);
    progress_start(&s.progress, false);
    process_hold(&s.held);
    while (good && s.count < jobs)
      good = start_worker(&s, err);
    good = good && serve(&s, stop, err);
    /* What has come meanwhile is kept; a second error would hide the first. */
    for (size_t i = 0; i < s.count; i++)
      if (s.workers[i].busy)
        take_answer(&s, &s.workers[i], MSG_DONTWAIT, &(struct err){.kind = ERR_NONE});
    end_workers(&s);
    process_release(&s.held);
    progress_end(&s.progress);
  }
  free(s.order);
  free(s.workers);
  free(s.polls);
  return good;
}
