/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* save_file -- the view in which GTKWave opens a dump. */
#include "verilog/wave/save_file.h"

#include "base/file.h"
#include "verilog/wave/decode_script.h"
#include "verilog/wave/golden_wave.h"
#include "verilog/wave/switch_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

enum {
  WINDOW_WIDTH = 1600, /* pixels */
  WINDOW_HEIGHT = 940,
  NAMES_WIDTH = 310, /* names and values, left of the waves */
  FRAME_WIDTH = 66,  /* what else is beside the waves */
  TITLE_LENGTH = 18, /* characters */
  CYCLES_SHOWN = 9,  /* less when the dump has less */
  CYCLES_WIDE = 6,   /* where the words of a packet are long */
  CYCLES_LEAST = 5,
  CYCLES_BEFORE = 4,  /* of them, left of the marker */
  SWITCHES_SHOWN = 64 /* groups; further switches are in the dump alone */
};

/* Of a routing whose phases are synchronised; the same at all switches. */
static void show_phase(struct view *view, const struct save_request *request)
{
  uint32_t first = request->switches[0];
  const uint32_t bits = shape_phase_bits(request->shape);
  struct slice phase;

  if (request->shape->routing->phases.kind == PHASE_STAYS)
    return;
  switch (request->kind) {
  case SAVE_GOLDEN:
    phase = view_find(view, bits, 0, bits, "golden.phase");
    break;
  case SAVE_ARRAY:
    phase =
        view_find(view, bits, 0, bits, "s%u.%s.phase_q", first,
                  request->shape->programs ? "engine_top.u_engine" : "switch_top.u_switch");
    break;
  default:
    phase =
        view_find(view, bits, 0, bits, "network.network_top.u_network.s%u.phase_q", first);
  }
  if (bits == 1)
    view_bit(view, "phase", COLOUR_PLAIN, &phase);
  else
    view_number(view, "phase", COLOUR_PLAIN, &phase);
}

static void show_clock(struct view *view, const struct save_request *request)
{
  bool golden = request->kind == SAVE_GOLDEN;
  uint32_t bits = golden ? 32 : 64;
  char scope[FST_NAME];

  if (golden)
    snprintf(scope, sizeof scope, "golden");
  else if (request->kind == SAVE_NETWORK)
    snprintf(scope, sizeof scope, "network.network_top");
  else
    snprintf(scope, sizeof scope, "s%u.%s", request->switches[0],
             request->shape->programs ? "engine_top" : "switch_top");
  struct slice clk = view_find(view, 1, 0, 1, "%s.clk", scope);
  struct slice rst = view_find(view, 1, 0, 1, "%s.rst", scope);
  struct slice cycle =
      view_find(view, bits, 0, bits, golden ? "%s.cycle" : "%s.cycle_i", scope);

  view_bit(view, "clk", COLOUR_PLAIN, &clk);
  view_bit(view, "rst", COLOUR_PLAIN, &rst);
  view_number(view, "cycle", COLOUR_PLAIN, &cycle);
  show_phase(view, request);
}

/* A line that GTKWave skips. */
static void remark(FILE *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void remark(FILE *out, const char *format, ...)
{
  char text[ERR_TEXT];
  va_list args;

  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  for (char *c = text; *c; c++)
    if ((unsigned char)*c < ' ')
      *c = ' ';
  fprintf(out, "[*] %s\n", text);
}

/* Is the difference about packets of one VC on a link? */
static bool is_of_vc(const struct save_request *request)
{
  const char *field = request->difference->field;

  return field && request->shape->vcs > 1 &&
         (strncmp(field, "out_", 4) == 0 || strncmp(field, "in_", 3) == 0);
}

/* "port 1 VC 0", or the channel, as reports name it. */
static void name_place(const struct save_request *request, char text[CHANNEL_TEXT])
{
  const struct save_difference *d = request->difference;
  const struct shape *shape = request->shape;

  if (strncmp(d->field, "inject_", 7) == 0)
    shape_print_channel(shape, shape_queues(shape) + d->port, text);
  else if (strncmp(d->field, "eject_", 6) == 0)
    shape_print_channel(shape, d->port, text);
  else if (is_of_vc(request))
    snprintf(text, CHANNEL_TEXT, "port %u VC %u", d->port, d->vc);
  else
    snprintf(text, CHANNEL_TEXT, "port %u", d->port);
}

static void write_remarks(FILE *out, const struct save_request *request)
{
  const struct save_difference *d = request->difference;
  char address[ADDRESS_TEXT], place[CHANNEL_TEXT];

  remark(out, "lockhop: %s, routing %s, traffic %s, seed %" PRIu64,
         request->shape->topology->spec, request->shape->routing->name, request->traffic,
         request->seed);
  remark(out, "command: %s", request->command);
  if (!d)
    return;
  if (!d->field) {
    remark(out, "the design stopped by itself in cycle %" PRIu64, d->cycle);
    return;
  }
  request->shape->topology->row->print_address(request->shape->topology, d->sw, address);
  name_place(request, place);
  remark(out, "first difference: cycle %" PRIu64 ", switch %u (%s), %s, %s", d->cycle,
         d->sw, address, place, d->field);
}

/* Packets whose headers have several fields get wider boxes. */
static uint64_t most_cycles(const struct shape *shape)
{
  struct field fields[2];

  return routing_fields(shape->routing, shape->topology, fields, 2) > 1 ? CYCLES_WIDE
                                                                        : CYCLES_SHOWN;
}

/* Files, window, time and markers. */
static void write_window(FILE *out, const struct save_request *request, const char *dump,
                         const char *save)
{
  const struct save_difference *d = request->difference;
  uint64_t marked = d ? d->cycle : request->from_cycle + 1;
  uint64_t left = marked > request->from_cycle + CYCLES_BEFORE ? marked - CYCLES_BEFORE
                                                               : request->from_cycle;
  const bool both = d && d->entered && d->entry >= request->from_cycle &&
                    d->entry + most_cycles(request->shape) / 2 > marked;
  if (both && d->entry < left)
    left = d->entry;
  double pixels = WINDOW_WIDTH - NAMES_WIDTH - FRAME_WIDTH;
  uint64_t cycles = request->to_cycle - left;

  if (cycles > most_cycles(request->shape))
    cycles = most_cycles(request->shape);
  if (cycles < CYCLES_LEAST)
    cycles = CYCLES_LEAST;
  double ps_per_pixel = (double)cycles * WAVE_CYCLE_PS / pixels;

  fprintf(out, "[dumpfile] \"%s\"\n[savefile] \"%s\"\n", dump, save);
  fprintf(out, "[timestart] %" PRIu64 "\n", left * WAVE_CYCLE_PS);
  fprintf(out, "[size] %d %d\n[pos] -1 -1\n", WINDOW_WIDTH, WINDOW_HEIGHT);
  /* Zoom, the marker, and markers A and B. */
  fprintf(out, "*%f %" PRIu64, -log2(200 * ps_per_pixel), marked * WAVE_CYCLE_PS);
  if (d)
    fprintf(out, " %" PRIu64, marked * WAVE_CYCLE_PS);
  if (both)
    fprintf(out, " %" PRIu64, d->entry * WAVE_CYCLE_PS);
  fprintf(out, d ? "\n[markername] ADIFFER\n" : " -1\n");
  if (both)
    fprintf(out, "[markername] BENTERS\n");
  fprintf(out, "[signals_width] %d\n[sst_expanded] 0\n", NAMES_WIDTH);
}

/* The traffic, cut to the available width; for a file its name without folders. */
static void print_traffic(char *text, size_t size, const char *traffic)
{
  const char *slash = strrchr(traffic, '/');
  const size_t kind = strcspn(traffic, ":") + 1;

  if (slash && kind < TITLE_LENGTH)
    snprintf(text, size, "%.*s%.*s", (int)kind, traffic, TITLE_LENGTH - (int)kind,
             slash + 1);
  else
    snprintf(text, size, "%.*s", TITLE_LENGTH, traffic);
}

/* Title lines of the view. They are short, because the longest name takes width from all
 * values. */
static void write_title(struct view *view, const struct save_request *request)
{
  const struct save_difference *d = request->difference;
  char text[VIEW_LABEL];

  snprintf(text, sizeof text, "%.*s", TITLE_LENGTH, request->shape->topology->spec);
  view_text(view, text);
  print_traffic(text, sizeof text, request->traffic);
  view_text(view, text);
  if (!d)
    return;
  snprintf(text, sizeof text, "cycle %" PRIu64 " %s", d->cycle,
           d->field ? "differs:" : "stopped");
  view_text(view, text);
  if (!d->field)
    return;
  if (is_of_vc(request))
    snprintf(text, sizeof text, "s%u %.20s[%u][%u]", d->sw, d->field, d->port, d->vc);
  else
    snprintf(text, sizeof text, "s%u %.20s[%u]", d->sw, d->field, d->port);
  view_text(view, text);
}

static void write_rows(struct view *view, const struct save_request *request)
{
  const struct save_difference *d = request->difference;
  bool open = true;
  size_t shown = 0;

  write_title(view, request);
  if (request->count == 0)
    return;
  show_clock(view, request);
  for (size_t i = 0; d && i < request->count; i++) {
    if (request->switches[i] != d->sw)
      continue;
    switch_view(view, request, d->sw, false, d->field ? d : NULL);
    open = false;
    shown++;
  }
  for (size_t i = 0; i < request->count && shown < SWITCHES_SHOWN; i++) {
    if (d && request->switches[i] == d->sw)
      continue;
    switch_view(view, request, request->switches[i], !open, NULL);
    open = false;
    shown++;
  }
}

/* FILE of FILE.fst, into stem[size]; false when it is too long. */
static bool stem_of(const char *dump, char *stem, size_t size)
{
  static const char suffix[] = ".fst";
  size_t length = strlen(dump), cut = sizeof suffix - 1;

  if (length > cut && strcmp(dump + length - cut, suffix) == 0)
    length -= cut;
  return snprintf(stem, size, "%.*s", (int)length, dump) < (int)size;
}

static const char *file_name(const char *path)
{
  const char *slash = strrchr(path, '/');

  return slash ? slash + 1 : path;
}

static bool write_save_file(const struct save_request *request, const char *stem,
                            const char *script, const struct fst_names *names,
                            size_t *traces, struct err *err)
{
  char path[FILE_PATH], filter[FILE_PATH];
  struct output_file out;

  snprintf(path, sizeof path, "%.4000s.gtkw", stem);
  snprintf(filter, sizeof filter, "./%.4000s", file_name(script));
  if (!file_open(&out, path, err))
    return false;
  struct view view = {.out = out.stream, .names = names, .filter = filter};

  write_remarks(out.stream, request);
  write_window(out.stream, request, file_name(request->dump), file_name(path));
  write_rows(&view, request);
  fprintf(out.stream, "[pattern_trace] 1\n[pattern_trace] 0\n");
  if (traces)
    *traces = view.rows;
  return file_commit(&out, err);
}

/* Blanks in a file name would end it where GTKWave runs the script. */
static void script_path(char script[FILE_PATH], const char *stem)
{
  size_t name = (size_t)(file_name(stem) - stem);

  snprintf(script, FILE_PATH, "%.4000s.decode.py", stem);
  for (char *c = script + name; *c; c++)
    if (*c == ' ' || *c == '\t')
      *c = '_';
}

bool save_file_write(const struct save_request *request, size_t *traces, struct err *err)
{
  const struct save_difference *d = request->difference;
  struct save_request shown = *request;
  char stem[FILE_PATH - 96], script[FILE_PATH];
  struct fst_names names;
  bool good;

  if (!stem_of(request->dump, stem, sizeof stem))
    return err_set(err, ERR_USAGE, "the path of the waveform is too long");
  script_path(script, stem);
  if (d && (d->cycle < request->from_cycle || d->cycle >= request->to_cycle))
    shown.difference = NULL;
  if (!fst_names_read(&names, request->dump, err))
    return false;
  good = decode_script_write(script, request->shape, request->seed, request->resets,
                             request->values, err) &&
         write_save_file(&shown, stem, script, &names, traces, err);
  fst_names_free(&names);
  return good;
}
