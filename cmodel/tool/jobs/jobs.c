/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* jobs -- several supervised pieces of work at once. */
#define _GNU_SOURCE /* ppoll, pipe2 */
#include "tool/jobs/jobs.h"

#include "base/process.h"
#include "base/unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  LOOK_MS = 200,    /* milliseconds between looks at the clock */
  GRACE_SECONDS = 8 /* time for a job to end after it was asked; its child may hang */
};

double jobs_now(void)
{
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

size_t jobs_at_once(int64_t asked)
{
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  const int64_t jobs = asked ? asked : cores < 1 ? 1 : cores;

  return jobs < JOBS_MOST ? (size_t)jobs : JOBS_MOST;
}

bool jobs_open(struct jobs *jobs, size_t count, size_t result_size, struct err *err)
{
  *jobs = (struct jobs){.count = count, .result_size = result_size, .kept = -1};
  jobs->jobs = calloc(count, sizeof *jobs->jobs);
  jobs->polls = calloc(count, sizeof *jobs->polls);
  bool good = jobs->jobs && jobs->polls;

  process_hold(&jobs->held);
  for (size_t i = 0; good && i < count; i++) {
    struct job *job = &jobs->jobs[i];

    job->pipe = -1;
    job->output = malloc(JOBS_OUTPUT);
    job->end = malloc(sizeof *job->end + result_size);
    job->result = job->end ? job->end + 1 : NULL;
    good = job->output && job->end;
  }
  if (good)
    return true;
  jobs_close(jobs);
  return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu jobs", count);
}

/* ---- In a job. ---- */

/* Standard output and error become the report and the pipe. */
static bool redirect(const char *report, int pipe)
{
  if (report && strcmp(report, JOBS_OUR_OUTPUT) == 0)
    return dup2(pipe, STDERR_FILENO) >= 0;
  const int out = open(report ? report : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0666);

  return out >= 0 && dup2(out, STDOUT_FILENO) >= 0 && dup2(pipe, STDERR_FILENO) >= 0;
}

/* The process that supervises the work of a job; does not return. */
static void do_job(const struct job *job, const struct jobs *jobs, supervise_work *work,
                   const void *self, const struct settings *given)
{
  const size_t result_size = jobs->result_size;
  struct settings settings = *given;
  struct job_end end = {.worked = false};

  settings.at_once = (uint32_t)jobs->count;
  memset(job->result, 0, result_size);
  end.worked =
      supervise(&settings, work, self, job->result, result_size, &end.code, &end.err);
  memcpy(end.hung, settings.hung, sizeof end.hung);
  if (fflush(stdout) != 0 && end.err.kind == ERR_NONE)
    err_set(&end.err, ERR_ENVIRONMENT, "cannot write the report: %s", strerror(errno));
  report_give(&job->report,
              (struct iovec[]){{&end, sizeof end}, {job->result, result_size}}, 2);
  _exit(0);
}

/* ---- In the parent. ---- */

static struct job *free_job(struct jobs *jobs)
{
  size_t i = 0;

  while (jobs->jobs[i].process || jobs->jobs[i].pipe >= 0)
    i++;
  return &jobs->jobs[i];
}

bool jobs_start(struct jobs *jobs, size_t number, double limit, supervise_work *work,
                const void *self, const struct settings *settings, const char *report,
                struct err *err)
{
  struct job *job = free_job(jobs);
  const pid_t parent = getpid();
  int ends[2];

  if (pipe2(ends, O_CLOEXEC) != 0)
    return err_set(err, ERR_ENVIRONMENT, "cannot start a job: %s", strerror(errno));
  report_close(&job->report);
  if (!report_open(&job->report, sizeof *job->end + jobs->result_size)) {
    close(ends[0]);
    close(ends[1]);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for a job");
  }
  job->output_size = 0;
  fflush(NULL); /* else the job would print what is in the buffers again */
  pid_t process = fork();
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    setpgid(0, 0); /* Ctrl-C reaches only the parent, which passes it on */
    sigprocmask(SIG_SETMASK, &jobs->held, NULL);
    if (getppid() != parent || !redirect(report, ends[1]))
      _exit(ERR_ENVIRONMENT);
    unfinished_forget();
    if (jobs->kept >= 0)
      close(jobs->kept);
    report_own(&job->report);
    do_job(job, jobs, work, self, settings);
  }
  report_own(&job->report);
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    return err_set(err, ERR_ENVIRONMENT, "cannot start a job: %s; give fewer --jobs",
                   strerror(errno));
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  job->process = process;
  job->number = number;
  job->start = jobs_now();
  job->limit = limit;
  job->asked = 0;
  job->pipe = ends[0];
  jobs->busy++;
  return true;
}

/* Read available output; drop what exceeds the limit. */
static void read_output(struct job *job)
{
  char text[1 << 12];
  ssize_t size;

  for (int i = 0; i < 64 && (size = read(job->pipe, text, sizeof text)) > 0; i++) {
    size_t room = JOBS_OUTPUT - job->output_size;
    size_t used = (size_t)size < room ? (size_t)size : room;

    memcpy(job->output + job->output_size, text, used);
    job->output_size += used;
  }
}

/* Take the report of a job. */
static void take_end(struct job *job, size_t result_size)
{
  char *bytes;
  size_t size;

  if (report_take(&job->report, &bytes, &size) == REPORT_WHOLE &&
      size == sizeof *job->end + result_size) {
    memcpy(job->end, bytes, size);
  } else {
    *job->end = (struct job_end){.code = (int)ERR_ENVIRONMENT};
    err_set(&job->end->err, ERR_ENVIRONMENT, "its supervising process was killed");
  }
  free(bytes);
}

/* Has it ended? A job that takes too long is asked to end and then killed, with its child.
 */
static bool has_ended(struct job *job, size_t result_size)
{
  if (waitpid(job->process, NULL, WNOHANG) == job->process) {
    take_end(job, result_size);
    return true;
  }
  if (job->asked > 0) {
    if (jobs_now() - job->asked > GRACE_SECONDS)
      kill(job->process, SIGKILL);
  } else if (jobs_now() - job->start > job->limit) {
    job->asked = jobs_now();
    kill(job->process, SIGTERM);
  }
  return false;
}

struct job *jobs_wait(struct jobs *jobs)
{
  const struct timespec look = {.tv_nsec = LOOK_MS * 1000000L};
  nfds_t watched = 0;

  for (size_t i = 0; i < jobs->count; i++)
    if (jobs->jobs[i].process)
      jobs->polls[watched++] = (struct pollfd){.fd = jobs->jobs[i].pipe, .events = POLLIN};
  /* The pipe closes when a job ends; ppoll misses no signal before the wait. */
  ppoll(jobs->polls, watched, &look, &jobs->held);
  for (size_t i = 0; i < jobs->count; i++) {
    struct job *job = &jobs->jobs[i];

    if (!job->process)
      continue;
    read_output(job);
    if (!has_ended(job, jobs->result_size))
      continue;
    read_output(job);
    job->end->late = job->asked > 0;
    job->process = 0;
    jobs->busy--;
    return job;
  }
  return NULL;
}

void jobs_free(struct jobs *jobs, struct job *job)
{
  (void)jobs;
  close(job->pipe);
  job->pipe = -1;
}

bool jobs_serve(struct jobs *jobs, const struct jobs_source *source,
                const volatile sig_atomic_t *stop, struct err *err)
{
  while (!*stop) {
    bool started = true;

    while (started && jobs->busy < jobs->count)
      if (!source->start(source->self, &started, err))
        return false;
    if (jobs->busy == 0)
      return true;
    if (source->show)
      source->show(source->self);
    struct job *job = jobs_wait(jobs);
    const bool good = !job || *stop || source->end(source->self, job, err);

    if (job)
      jobs_free(jobs, job);
    if (!good)
      return false;
  }
  return true;
}

void jobs_stop(struct jobs *jobs)
{
  const double start = jobs_now();

  for (size_t i = 0; jobs->jobs && i < jobs->count; i++)
    if (jobs->jobs[i].process) {
      jobs->jobs[i].asked = start;
      kill(jobs->jobs[i].process, SIGTERM);
    }
  while (jobs->busy > 0) {
    struct job *job = jobs_wait(jobs);

    if (job)
      jobs_free(jobs, job);
  }
}

void jobs_close(struct jobs *jobs)
{
  jobs_stop(jobs);
  for (size_t i = 0; jobs->jobs && i < jobs->count; i++) {
    if (jobs->jobs[i].pipe >= 0)
      close(jobs->jobs[i].pipe);
    free(jobs->jobs[i].output);
    report_close(&jobs->jobs[i].report);
    free(jobs->jobs[i].end);
  }
  free(jobs->jobs);
  free(jobs->polls);
  process_release(&jobs->held);
  *jobs = (struct jobs){.count = 0};
}
