/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* jobs -- several supervised pieces of work at once.
 *
 * Each job is a process that supervises a child of its own (tool/jobs/supervise.h), in
 * which the work is done: a design that hangs, crashes or prints without end ends its own
 * job alone. A job returns a report (base/report.h). What it and its child print on
 * standard error is read; up to a limit it is kept.
 */
#ifndef LOCKHOP_TOOL_JOBS_JOBS_H
#define LOCKHOP_TOOL_JOBS_JOBS_H

#include "base/report.h"
#include "tool/jobs/supervise.h"

#include <poll.h>
#include <signal.h>
#include <sys/types.h>

enum {
  JOBS_MOST = 256,      /* most of them */
  JOBS_OUTPUT = 1 << 16 /* bytes of standard error that are kept */
};

/* How a job ended. It comes from another process, so it has no pointers. */
struct job_end {
  bool worked; /* the child finished: `code`, `err` and the result are valid */
  bool late;   /* it exceeded its time limit */
  int code;    /* as that of a command */
  struct err err;
  char hung[SETTINGS_HUNG]; /* which evaluation hung; "": none */
};

struct job {
  pid_t process; /* 0: there is none */
  size_t number; /* chosen by the caller */
  double start;  /* seconds, monotonic */
  double limit;  /* seconds that it may take */
  double asked;  /* when it was asked to end; 0: never */
  int pipe;
  struct report report; /* its report; processes of a design cannot reach the memory */
  struct job_end *end;
  void *result; /* [jobs->result_size] the result of the work; valid where end->worked */
  char *output; /* [output_size], of at most JOBS_OUTPUT; not 0-terminated */
  size_t output_size;
};

struct jobs {
  struct job *jobs;     /* [count] */
  struct pollfd *polls; /* [count] */
  size_t count, busy;
  size_t result_size;
  int kept;      /* a descriptor that jobs close, because it holds a lock; -1: none */
  sigset_t held; /* signal mask of the program */
};

/* Did the work finish without an error? */
static inline bool job_end_whole(const struct job_end *end)
{
  return end->worked && !end->late && end->err.kind == ERR_NONE && end->hung[0] == '\0';
}

#define JOBS_OUR_OUTPUT "-" /* as a report: the job keeps our standard output */

/* How many jobs run at once when `asked` are wanted; 0: one per core. */
size_t jobs_at_once(int64_t asked);

/* At most `count` at once, each with a result of so many bytes.  Ending signals are held
 * back until jobs_close, but while jobs_wait waits.  Error: ERR_ENVIRONMENT. */
bool jobs_open(struct jobs *jobs, size_t count, size_t result_size, struct err *err);

/* Start work in a job that is free.  `report`: what the child prints on standard output
 * goes to this file, made anew; NULL: nowhere.  Error: ERR_ENVIRONMENT. */
bool jobs_start(struct jobs *jobs, size_t number, double limit, supervise_work *work,
                const void *self, const struct settings *settings, const char *report,
                struct err *err);

/* Wait until one has ended, or for a while: the job, whose page and output stay until
 * jobs_free, or NULL. */
struct job *jobs_wait(struct jobs *jobs);

/* The job is free for other work. */
void jobs_free(struct jobs *jobs, struct job *job);

/* Where the work of many jobs comes from, and goes to. */
struct jobs_source {
  void *self;
  /* Start the next piece of work; *started: there was one that could start now. */
  bool (*start)(void *self, bool *started, struct err *err);
  /* A job has ended; it is freed afterwards. */
  bool (*end)(void *self, struct job *job, struct err *err);
  void (*show)(void *self); /* before each time of waiting; may be NULL */
};

/* Keep all jobs at work until nothing is left, or *stop; then what has ended is not taken
 * any more.  Errors: those of jobs_start and of the source. */
bool jobs_serve(struct jobs *jobs, const struct jobs_source *source,
                const volatile sig_atomic_t *stop, struct err *err);

/* End all running jobs; they can clean up for some seconds, then they are killed. */
void jobs_stop(struct jobs *jobs);

/* The same, and unblock signals. */
void jobs_close(struct jobs *jobs);

double jobs_now(void);

#endif
