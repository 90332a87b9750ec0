/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* watch -- waits for a child whose design may hang or damage its process.
 */
#include "base/watch.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  LOOK_MS = 100, /* milliseconds between looks at the heartbeat */
  WALL_FACTOR =
      10, /* a child that gets no processor time may take this many times its limit */
  HEED_SECONDS = 2, /* time for the child to notice a signal, and for one more evaluation */
  LEAVE_SECONDS = 1 /* time for a child to end after its report */
};

void watch_signals(sigset_t *set)
{
  static const int signals[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};

  sigemptyset(set);
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
    sigaddset(set, signals[i]);
}

/* --- is it alive? --- */

static double seconds_of(struct timespec time)
{
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double wall_seconds(void)
{
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return seconds_of(now);
}

/* Processor time of the child so far. */
static double child_seconds(pid_t child)
{
  struct timespec now;
  clockid_t clock;

  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &now) != 0)
    return 0;
  return seconds_of(now);
}

static struct watch_pulse take_pulse(const struct watchdog *watchdog, pid_t child)
{
  return (struct watch_pulse){.beats = watchdog_beats(watchdog),
                              .wall = wall_seconds(),
                              .processor = child_seconds(child)};
}

/* Is it asleep or stopped, rather than waiting for a processor or a page? */
static bool is_asleep(pid_t child)
{
  char path[64], text[512], state = 'R';

  snprintf(path, sizeof path, "/proc/%ld/stat", (long)child);
  FILE *file = fopen(path, "r");
  if (!file)
    return false;
  const size_t size = fread(text, 1, sizeof text - 1, file);
  text[size] = '\0';
  const char *name_end = strrchr(text, ')');
  if (name_end && name_end + 2 < text + size)
    state = name_end[2];
  fclose(file);
  return state == 'S' || state == 'T' || state == 't';
}

bool watch_hangs(struct watch_pulse *pulse, const struct watch_pulse *now, bool armed,
                 bool asleep, double limit)
{
  const double wall = now->wall - pulse->wall;
  const double busy = now->processor - pulse->processor;
  const bool alive = !armed || now->beats != pulse->beats;
  const double spent = busy + (asleep && wall > busy ? wall - busy : 0);

  *pulse = (struct watch_pulse){.beats = now->beats,
                                .wall = now->wall,
                                .processor = now->processor,
                                .spent = alive ? 0 : pulse->spent + spent,
                                .waited = alive ? 0 : pulse->waited + wall};
  return pulse->spent > limit || pulse->waited > limit * WALL_FACTOR;
}

/* --- its end --- */

/* Was this signal ignored when the program started? Then the child ignores it. */
static bool is_ignored(int number)
{
  struct sigaction action;

  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/* Ctrl-Z stops the child too, whose group is not the terminal's. */
static void stop_both(pid_t child)
{
  kill(child, SIGSTOP);
  raise(SIGSTOP);
  kill(child, SIGCONT);
}

/* Kill the processes that we adopted from the child, which has ended. */
static void kill_orphans(void)
{
  char path[96];
  long process;

  snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
  FILE *file = fopen(path, "r");
  while (file && fscanf(file, "%ld", &process) == 1)
    kill((pid_t)process, SIGKILL);
  if (file)
    fclose(file);
}

/* Kill the child's process group, and processes that left it. */
static void end_all(pid_t child, int *status)
{
  const struct timespec pause = {.tv_nsec = 1000000};

  kill(child, SIGKILL);
  kill(-child, SIGKILL); /* the number is the group's until the child's status is taken */
  while (waitpid(child, status, 0) < 0 && errno == EINTR)
    ;
  for (int look = 0; look < 1000; look++) { /* a process may be starting others */
    pid_t ended;

    kill_orphans();
    while ((ended = waitpid(-1, NULL, WNOHANG)) > 0)
      ;
    if (ended < 0)
      return;
    nanosleep(&pause, NULL);
  }
}

/* The parent's view of the child. */
struct sight {
  struct watch_pulse pulse;
  double limit;
  double asked; /* when it was asked to end; 0: it was not */
  double said;  /* when its report was there; 0: it is not */
};

static void hand_on(struct sight *sight, pid_t child, const struct watchdog *watchdog,
                    int number)
{
  if (number == SIGTSTP) {
    stop_both(child);
    sight->pulse = take_pulse(watchdog, child);
  } else if (number > 0 && number != SIGCHLD && !is_ignored(number)) {
    kill(child, number);
    if (sight->asked == 0)
      sight->asked = wall_seconds();
    sight->pulse = take_pulse(watchdog, child);
    sight->limit = sight->limit < HEED_SECONDS ? sight->limit : HEED_SECONDS;
  }
}

/* Must the child be killed? */
static bool is_over(struct sight *sight, pid_t child, const struct watchdog *watchdog,
                    const struct report *report)
{
  const struct watch_pulse now = take_pulse(watchdog, child);

  if (report_given(report)) {
    if (sight->said == 0)
      sight->said = now.wall;
    return now.wall - sight->said > LEAVE_SECONDS;
  }
  return watch_hangs(&sight->pulse, &now, watchdog->armed, is_asleep(child),
                     sight->limit) ||
         (sight->asked > 0 && !watchdog->heard && now.wall - sight->asked > HEED_SECONDS);
}

enum watch_end watch_child(pid_t child, const struct watchdog *watchdog,
                           const struct report *report, double limit,
                           const sigset_t *signals, int *status)
{
  const struct timespec look = {.tv_nsec = LOOK_MS * 1000000L};
  struct sight sight = {.pulse = take_pulse(watchdog, child), .limit = limit};
  siginfo_t ended = {.si_pid = 0};
  bool over = false;

  while (!over && waitid(P_PID, (id_t)child, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         ended.si_pid != child) {
    hand_on(&sight, child, watchdog, sigtimedwait(signals, NULL, &look));
    over = is_over(&sight, child, watchdog, report);
  }
  end_all(child, status);
  if (!over || report_given(report))
    return WATCH_ENDED;
  return sight.asked > 0 ? WATCH_INTERRUPTED : WATCH_HUNG;
}
