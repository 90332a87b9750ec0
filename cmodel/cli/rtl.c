/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* rtl -- lockhop rtl: the Verilog of a network. */
#include "base/file.h"
#include "cli/interrupt.h"
#include "cli/simulate.h"
#include "generate/verilog.h"

#include <string.h>

enum {
  DEFAULT_STORE = 16,       /* places of the waiting store */
  LARGE = 64 * 1000 * 1000, /* bytes of Verilog whose size is said before it is written */
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
  uint64_t bytes;

  if (!network_text_size(shape, &bytes, err))
    return false;
  if (bytes > LARGE)
    fprintf(stderr, "lockhop: network.v of %s will have about %.*f %s\n",
            shape->topology->spec, bytes < 1e9 ? 0 : 1,
            (double)bytes / (bytes < 1e9 ? 1e6 : 1e9), bytes < 1e9 ? "MB" : "GB");
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

int command_rtl(const struct settings *settings, struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);
  char directory[FILE_PATH];

  if (!topology_open(&t, settings->argument[0], err))
    return (int)err->kind;
  struct shape shape = {
      .topology = &t,
      .routing = topology_routing(&t, settings->routing, err),
      .lanes = settings->lanes == SETTINGS_UNSET ? 1 : (uint32_t)settings->lanes,
      .depth = settings->depth == SETTINGS_UNSET ? 4 : (uint32_t)settings->depth,
  };
  if (!shape.routing)
    return (int)err->kind;
  shape.vcs =
      settings->vcs == SETTINGS_UNSET ? shape.routing->vcs : (uint32_t)settings->vcs;
  shape.store = shape.routing->waits_at ? DEFAULT_STORE : 0;
  shape.format = (struct packet_format){.header_bits = shape.routing->header_bits(&t),
                                        .data_bits = (uint32_t)settings->data_bits};
  if (shape.lanes == 0 || shape.depth == 0 || shape_queues(&shape) >= SHAPE_CHANNELS ||
      shape_channels(&shape) > SHAPE_CHANNELS) {
    err_set(err, ERR_USAGE,
            "--lanes %u --depth %u --vcs %u: a switch needs at least 1 of each, and at "
            "most %d channels: ports times virtual channels, and lanes",
            shape.lanes, shape.depth, shape.vcs, SHAPE_CHANNELS);
    return (int)err->kind;
  }
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
