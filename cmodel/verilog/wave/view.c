/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* view -- the rows of a GTKWave save file, and how they are spelled. */
#include "verilog/wave/view.h"

#include <assert.h>
#include <stdarg.h>

/* Flags of a row, in hexadecimal in the file; the manual of GTKWave has the list. */
enum {
  ROW_BINARY = 0x28, /* right-aligned */
  ROW_DECIMAL = 0x24,
  ROW_HEX = 0x22,
  ROW_FILTERED = 0x4000, /* through a process */
  ROW_TEXT = 0x200,
  GROUP_BEGIN = 0x800200,
  GROUP_BEGIN_CLOSED = 0xc00200,
  GROUP_END = 0x1000200,
  GROUP_END_CLOSED = 0x1401200
};

struct slice view_find(const struct view *view, uint32_t signal_bits, uint32_t lsb,
                       uint32_t bits, const char *format, ...)
{
  struct slice slice = {.signal_bits = signal_bits, .lsb = lsb, .bits = bits};
  char plain[FST_NAME];
  va_list args;

  va_start(args, format);
  vsnprintf(plain, sizeof plain, format, args);
  va_end(args);
  if (signal_bits > 1)
    snprintf(slice.name, sizeof slice.name, "%s[%u:0]", plain, signal_bits - 1);
  else
    snprintf(slice.name, sizeof slice.name, "%s", plain);
  if (fst_names_has(view->names, slice.name))
    return slice;
  snprintf(slice.name, sizeof slice.name, "%s[0]", plain);
  if (signal_bits == 1 && fst_names_has(view->names, slice.name))
    return slice;
  return (struct slice){.name = ""};
}

/* Before a row: write the groups around it that were not written yet. */
static void begin_row(struct view *view)
{
  for (size_t i = 0; i < view->depth; i++) {
    struct view_group *group = &view->groups[i];

    if (group->written)
      continue;
    fprintf(view->out, "@%x\n-%s\n", group->closed ? GROUP_BEGIN_CLOSED : GROUP_BEGIN,
            group->name);
    group->written = true;
    view->rows++;
  }
  view->rows++;
}

void view_text(struct view *view, const char *text)
{
  begin_row(view);
  fprintf(view->out, "@%x\n-%s\n", ROW_TEXT, text);
}

void view_enter(struct view *view, const char *name, bool closed)
{
  struct view_group *group = &view->groups[view->depth];

  assert(view->depth < VIEW_GROUPS);
  snprintf(group->name, sizeof group->name, "%s", name);
  group->closed = closed;
  group->written = false;
  view->depth++;
}

void view_leave(struct view *view)
{
  struct view_group *group = &view->groups[--view->depth];

  if (!group->written)
    return;
  fprintf(view->out, "@%x\n-%s\n", group->closed ? GROUP_END_CLOSED : GROUP_END,
          group->name);
  view->rows++;
}

static void set_colour(struct view *view, enum view_colour colour)
{
  if (colour != COLOUR_PLAIN)
    fprintf(view->out, "[color] %u\n", (unsigned)colour);
}

/* One bit of a signal; GTKWave counts them from the highest, which is (0). */
static void print_bit(struct view *view, const struct slice *slice, uint32_t bit)
{
  if (slice->signal_bits > 1)
    fprintf(view->out, "(%u)", slice->signal_bits - 1 - slice->lsb - bit);
  fputs(slice->name, view->out);
}

void view_bit(struct view *view, const char *label, enum view_colour colour,
              const struct slice *bit)
{
  if (bit->bits == 0)
    return;
  begin_row(view);
  fprintf(view->out, "@%x\n", ROW_BINARY);
  set_colour(view, colour);
  fprintf(view->out, "+{%s} ", label);
  print_bit(view, bit, 0);
  fputc('\n', view->out);
}

void view_number(struct view *view, const char *label, enum view_colour colour,
                 const struct slice *number)
{
  if (number->bits == 0)
    return;
  begin_row(view);
  fprintf(view->out, "@%x\n", ROW_DECIMAL);
  set_colour(view, colour);
  fprintf(view->out, "+{%s} %s\n", label, number->name);
}

/* A vector put together from single bits, the highest first. */
static void print_bits(struct view *view, const struct slice *slice)
{
  for (uint32_t bit = slice->bits; bit-- > 0;) {
    fputc(' ', view->out);
    print_bit(view, slice, bit);
  }
}

void view_hex(struct view *view, const char *label, enum view_colour colour,
              const struct slice *bits)
{
  if (bits->bits == 0)
    return;
  begin_row(view);
  fprintf(view->out, "@%x\n", ROW_HEX);
  set_colour(view, colour);
  fprintf(view->out, "#{%s}", label);
  print_bits(view, bits);
  fputc('\n', view->out);
}

void view_packet(struct view *view, const char *label, enum view_colour colour,
                 const struct slice *valid, const struct slice *packet)
{
  if (packet->bits == 0 || (valid && valid->bits == 0))
    return;
  begin_row(view);
  fprintf(view->out, "@%x\n^>1 %s\n", ROW_BINARY | ROW_FILTERED, view->filter);
  set_colour(view, colour);
  if (!valid) {
    fprintf(view->out, "+{%s} %s\n", label, packet->name);
    return;
  }
  fprintf(view->out, "#{%s}", label);
  print_bits(view, valid);
  print_bits(view, packet);
  fputc('\n', view->out);
}
