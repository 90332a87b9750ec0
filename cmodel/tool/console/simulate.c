/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* simulate -- a session as run and cosim open it: from settings, with a person at the
 * terminal. */
#include "tool/console/simulate.h"

#include "base/text.h"
#include "tool/console/freedom.h"
#include "tool/console/interrupt.h"
#include "tool/session/machines.h"
#include "tool/session/needs.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
  MEMORY_GIB = 8, /* of a run with Verilog of the user, by default */
  GIB_SHIFT = 30,
  MIB_SHIFT = 20
};

/* --- what the session tells --- */

/* Jobs of a campaign are told of by the campaign. */
static void start_progress(struct simulation *s)
{
  progress_start(&s->progress, s->settings->quiet);
  s->progress.tells = s->progress.tells && s->settings->at_once == 0;
}

/* "cosim hypercube:22 random: about 3 min left, 13 GB". */
static void tell_long(struct simulation *s)
{
  const struct description *d = &s->session.description;
  char left[FORECAST_TEXT], bytes[NEEDS_BYTES] = "";

  if (s->session.needed > 0)
    needs_print_bytes(bytes, s->session.needed);
  progress_end(&s->progress);
  fprintf(stderr, "lockhop: note: %s %s %s: about %s left%s%s\n",
          d->lock_step ? "cosim" : "run", d->topology, d->traffic,
          forecast_print(left, s->progress.forecast.left), bytes[0] ? ", " : "", bytes);
}

static void show_progress(void *self, const struct run_pace *pace)
{
  struct simulation *s = self;

  if (progress_show(&s->progress, pace))
    tell_long(s);
}

static void say(void *self, const char *text)
{
  struct simulation *s = self;

  if (text) {
    progress_say(&s->progress, text);
    return;
  }
  progress_end(&s->progress);
  start_progress(s);
}

static void warn(void *self, const char *text, size_t length)
{
  const struct simulation *s = self;

  if (!s->settings->quiet || s->settings->run.lint)
    fprintf(stderr, "lockhop: warning: %.*s\n", (int)length, text);
}

/* Time spent waiting for a slow reader does not count against the design. */
static int print(void *self, const char *text, size_t size)
{
  struct simulation *s = self;
  struct watchdog *watchdog = s->settings->watchdog;
  const bool armed = watchdog && watchdog->armed;

  if (armed)
    watchdog->armed = false;
  const int full = dut_output_print(&s->output, text, size);
  if (armed)
    watchdog->armed = true;
  return full;
}

static void mute(void *self)
{
  struct simulation *s = self;

  s->output.muted = true;
  s->output.printed = 0;
}

uint64_t simulate_memory(const struct settings *settings)
{
  uint64_t gib = (uint64_t)settings->run.dut_memory;
  uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
  uint64_t most = machine / 4 * 3;

  if (settings->run.dut_memory != SETTINGS_UNSET)
    return gib << GIB_SHIFT;
  if (settings->run.dut_count == 0)
    return most;
  return most < (uint64_t)MEMORY_GIB << GIB_SHIFT ? most
                                                  : (uint64_t)MEMORY_GIB << GIB_SHIFT;
}

void simulate_confine(uint64_t memory)
{
#ifndef __SANITIZE_ADDRESS__ /* the sanitizer maps terabytes */
  struct rlimit limit;

  if (memory && getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur > memory) {
    limit.rlim_cur = memory;
    setrlimit(RLIMIT_AS, &limit);
  }
#else
  (void)memory;
#endif
}

static void confine(void *self)
{
  const struct simulation *s = self;
  struct watchdog *watchdog = s->settings->watchdog;

  simulate_confine(simulate_memory(s->settings));
  if (!watchdog)
    return;
  watchdog->marks[0].at = UINT32_MAX; /* code of the design can run when it is loaded */
  watchdog->resetting = true;
  watchdog->armed = true;
}

static void guard_disk(void *self)
{
  (void)self;
  interrupt_on_full_disk();
}

static struct session_host host_of(struct simulation *s)
{
  return (struct session_host){
      .self = s,
      .progress = show_progress,
      .say = say,
      .warn = warn,
      .print = print,
      .again = mute,
      .before_load = confine,
      .before_wave = guard_disk,
      .watchdog = s->settings->watchdog,
      .ranks = s->settings->ranks,
  };
}

/* --- opening and closing --- */

/* Channels of switches whose work in a cycle is worth a meeting of threads. */
enum { CHANNELS_VERILATED = 1 << 14, CHANNELS_GOLDEN = 1 << 15 };

/* The threads of a run for which none were asked: one, unless it is large and alone. */
static int64_t threads_of(const struct simulation *s)
{
  const struct session *session = &s->session;
  const bool alone = s->settings->at_once == 0 && !s->settings->ranks;
  const uint64_t channels =
      (uint64_t)session->topology.switches * shape_channels(&session->shape);
  const uint64_t most =
      channels /
      (machines_have_verilog(&session->description) ? CHANNELS_VERILATED : CHANNELS_GOLDEN);
  const uint32_t processors = machines_processors();

  return !alone || most <= 1 ? 1 : most < processors ? (int64_t)most : processors;
}

/* Write the schedule before the run, which may hang. */
static bool save_trace(const struct session *s, const char *path, struct err *err)
{
  struct output_file file;

  if (s->collective.is)
    return err_set(err, ERR_USAGE,
                   "--save-trace: %s moves by programs, which a trace does not hold",
                   s->description.traffic);
  if (!file_open(&file, path, err))
    return false;
  schedule_print(&s->schedule, &s->topology, s->shape.routing, file.stream);
  return file_commit(&file, err);
}

bool simulate_open(struct simulation *s, const struct settings *settings, bool lock_step,
                   bool counts, struct err *err)
{
  struct description description = settings->run;

  description.lock_step = lock_step;
  description.counts = counts;
  return simulate_open_described(s, settings, &description, err);
}

bool simulate_open_described(struct simulation *s, const struct settings *settings,
                             const struct description *description, struct err *err)
{
  *s = (struct simulation){.settings = settings};
  const struct session_host host = host_of(s);
  struct description shared = *description;

  shared.at_once = settings->ranks ? settings->ranks->here : settings->at_once;
  if (!session_open(&s->session, &shared, &host, err))
    return false;
  if (description->threads == DESCRIPTION_UNSET)
    s->session.description.threads = threads_of(s);
  if (settings->save_trace && !machines_settle(&s->session, err)) {
    session_close(&s->session);
    return false;
  }
  /* Open it now, so that a long run cannot end with a result that cannot be written. */
  if ((settings->save_trace && !save_trace(&s->session, settings->save_trace, err)) ||
      (settings->json && !file_open_with(&s->json, settings->json, settings->out, err))) {
    session_close(&s->session);
    return false;
  }
  start_progress(s);
  s->output.limit = (uint64_t)settings->run.dut_output << MIB_SHIFT;
  s->output.muted = settings->quiet && !settings->shows_dut;
  return true;
}

void simulate_close(struct simulation *s)
{
  if (s->json.stream)
    file_abandon(&s->json);
  session_close(&s->session);
}

void simulate_watch(struct simulation *s)
{
  s->session.host.stop = interrupt_watch();
}

/* --- what is printed --- */

bool simulate_announce(const struct simulation *s, struct err *err)
{
  struct dependency dependency;

  if (s->settings->quiet)
    return true;
  if (!session_dependency(&s->session, &dependency, err))
    return false;
  if (!session_dependency_known(&s->session))
    fprintf(stderr,
            "lockhop: warning: switches have failed, and the network is too large to prove "
            "that it cannot deadlock; with --depth 0 it cannot\n");
  if (session_store_short(&s->session))
    fprintf(stderr,
            "lockhop: warning: up to %u packets wait at a switch for the next phase; with "
            "--store %u the network can stand still\n",
            s->session.waiting, s->session.shape.store);
  const struct routing *other = session_without_phases(&s->session);
  if (other)
    fprintf(
        stderr,
        "lockhop: note: packets of an open loop wait for their phase of %s; --routing %s "
        "has no phases\n",
        s->session.shape.routing->name, other->name);
  return dependency.cycle_length == 0 ||
         freedom_warn(&s->session.shape, &dependency, stderr, err);
}

void simulate_print_wave(const struct simulation *s, const char *path)
{
  char save[FILE_PATH + 8], word[5 * FILE_PATH] = "";
  size_t stem = strlen(path);

  if (stem > 4 && strcmp(path + stem - 4, ".fst") == 0)
    stem -= 4;
  snprintf(save, sizeof save, "%.*s.gtkw", (int)(stem < FILE_PATH ? stem : FILE_PATH),
           path);
  text_add_word(word, sizeof word, 0, save);
  if (!s->settings->quiet)
    fprintf(simulate_text(s), "waveform: %s, open it with: gtkwave -a %s\n", path, word);
}

FILE *simulate_text(const struct simulation *s)
{
  return s->settings->json && strcmp(s->settings->json, "-") == 0 ? stderr
                                                                  : s->settings->out;
}
