/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* rtl -- lockhop rtl: the Verilog of a network. */
#include "base/file.h"
#include "tool/cli/command.h"
#include "tool/console/interrupt.h"
#include "tool/console/simulate.h"
#include "tool/session/choose.h"
#include "verilog/generate/verilog.h"

#include <string.h>

enum {
  LARGE = 64 * 1000 * 1000, /* print the size first if there are more bytes of Verilog */
  INTERRUPTED = 130
};

/* build/<spec>, with characters that shells and make like. */
static void default_directory(const char *spec, char path[FILE_PATH])
{
  snprintf(path, FILE_PATH, "build/%s", spec);
  for (char *c = path + strlen("build/"); *c; c++)
    if (strchr(":,=/", *c))
      *c = '-';
}

static bool say_size(const struct shape *shape, struct err *err)
{
  const double giga = 1e9;
  uint64_t size;

  if (!network_text_size(shape, &size, err))
    return false;
  double bytes = (double)size;
  if (size > LARGE)
    fprintf(stderr, "lockhop: network.v of %s will have about %.*f %s\n",
            shape->topology->spec, bytes < giga ? 0 : 1,
            bytes / (bytes < giga ? 1e6 : giga), bytes < giga ? "MB" : "GB");
  return true;
}

struct writing {
  struct progress progress;
  const volatile sig_atomic_t *stop;
};

static bool go_on(void *self, uint32_t done, uint32_t switches)
{
  struct writing *writing = self;

  progress_share(&writing->progress, "network.v", done, switches);
  return !*writing->stop;
}

static bool write_all(const struct shape *shape, const char *output, struct err *err)
{
  struct writing writing = {.stop = interrupt_watch()};
  const struct network_watch watch = {.go_on = go_on, .self = &writing};

  progress_start(&writing.progress, false);
  bool good = say_size(shape, err) && file_make_directory(output, err) &&
              verilog_write(shape, output, &watch, err);
  progress_end(&writing.progress);
  return good;
}

enum { GATES, SIMULATION };
static const char *const forms[] = {"gates", "simulation", NULL};

const char *rtl_forms(size_t number)
{
  return forms[number];
}

/* --form: that of gates unless another is asked for. */
static bool choose_form(struct shape *shape, const char *form, struct err *err)
{
  if (form && strcmp(form, forms[GATES]) != 0 && strcmp(form, forms[SIMULATION]) != 0)
    return err_set(err, ERR_USAGE, "--form '%.100s': must be %s or %s", form, forms[GATES],
                   forms[SIMULATION]);
  shape->form = form && strcmp(form, forms[SIMULATION]) == 0 ? 0 : shape_gates(shape);
  return true;
}

int command_rtl(const struct settings *settings, struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);
  char directory[FILE_PATH];

  if (!topology_open(&t, settings->argument[0], err))
    return (int)err->kind;
  const struct description description = settings->run;
  struct shape shape = {.topology = &t, .routing = session_routing(&t, &description, err)};
  if (!shape.routing || !choose_switch(&shape, &description, err) ||
      !choose_form(&shape, settings->form, err))
    return (int)err->kind;
  default_directory(t.spec, directory);
  const char *output = settings->output ? settings->output : directory;
  if (!write_all(&shape, output, err)) {
    if (err->kind != ERR_NONE)
      return (int)err->kind;
    fprintf(stderr, "lockhop: interrupted: %s is not whole and has no files.f\n", output);
    return INTERRUPTED;
  }
  printf("%s: network.v and all it needs; see %s/README.md\n", t.spec, output);
  return 0;
}
