/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* view -- the rows of a GTKWave save file, and how they are spelled.
 *
 * A save file is a list of lines: one per row, after the lines that set its flags, filter
 * and colour.  GTKWave silently drops rows of signals that the dump does not have.  So
 * every signal is looked up first; rows of missing signals and groups without rows are not
 * written.
 */
#ifndef LOCKHOP_VERILOG_WAVE_VIEW_H
#define LOCKHOP_VERILOG_WAVE_VIEW_H

#include "verilog/wave/fst.h"
#include "verilog/wave/fst_names.h"

#include <stdbool.h>
#include <stdio.h>

enum view_colour {
  COLOUR_PLAIN = 0,
  COLOUR_DIFFER = 1, /* red */
  COLOUR_GOLDEN = 2, /* orange */
  COLOUR_INPUT = 3,  /* yellow: what comes from outside a switch */
  COLOUR_DUT = 4     /* green: what a switch does */
};

enum { VIEW_GROUPS = 4, VIEW_LABEL = 64 };

/* Some bits of a signal of the dump; bits == 0: the dump does not have it. */
struct slice {
  char name[FST_NAME * 2]; /* of the signal, with its range */
  uint32_t signal_bits;
  uint32_t lsb;
  uint32_t bits;
};

struct view_group {
  char name[VIEW_LABEL];
  bool closed;
  bool written;
};

struct view {
  FILE *out;
  const struct fst_names *names; /* of the dump */
  const char *filter;            /* path of the program that shows packets as words */
  size_t rows;                   /* written so far: what GTKWave must show */
  struct view_group groups[VIEW_GROUPS];
  size_t depth; /* groups open */
};

/* Bits [lsb, lsb + bits) of the signal of signal_bits bits whose name without range is
 * printed by `format`; for signal_bits == 1, with or without a range [0]. */
struct slice view_find(const struct view *view, uint32_t signal_bits, uint32_t lsb,
                       uint32_t bits, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* A line of text, or an empty line for "". */
void view_text(struct view *view, const char *text);

/* Groups nest; a closed one shows its name alone until a person opens it. */
void view_enter(struct view *view, const char *name, bool closed);
void view_leave(struct view *view);

/* One bit, as a wave. */
void view_bit(struct view *view, const char *label, enum view_colour colour,
              const struct slice *bit);

/* A whole signal, as a decimal number. */
void view_number(struct view *view, const char *label, enum view_colour colour,
                 const struct slice *number);

/* Some bits of a signal, as a hexadecimal number. */
void view_hex(struct view *view, const char *label, enum view_colour colour,
              const struct slice *bits);

/* A packet, as words; nothing while all bits of `valid` are 0.  valid NULL: the signal
 * itself is z then, and the slice is all of it. */
void view_packet(struct view *view, const char *label, enum view_colour colour,
                 const struct slice *valid, const struct slice *packet);

#endif
