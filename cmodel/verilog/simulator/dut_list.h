/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dut_list -- what --dut names: files, lists of files, and options for the simulator.
 *
 * A word is a file, a list (its name ends in .f), or options as they stand in a list
 * (docs/own-switch.md): it then begins with - or +.  Names in a list are relative to the
 * list.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_DUT_LIST_H
#define LOCKHOP_VERILOG_SIMULATOR_DUT_LIST_H

#include "base/err.h"
#include "base/hash.h"
#include "verilog/simulator/dut_words.h"

#include <stdbool.h>
#include <stddef.h>

/* All zero before dut_list_open, also after an error. */
struct dut_list {
  struct dut_words files;   /* Verilog, in its order */
  struct dut_words named;   /* those of `files` that a word names itself; the others, of
                               lists, need not be part of the design */
  struct dut_words lists;   /* that were read */
  struct dut_words options; /* for Verilator, an argument each: "+incdir+rtl", "-y", ... */
  struct dut_words sets;    /* "NAME=VALUE", a parameter of the user's switch */
  char *top;                /* the module that is the switch; NULL: switch */
};

/* Take words[count] apart.  Nothing but lists is read.  Errors: ERR_USAGE, with the list
 * and its line, for an option that is not known or lacks its argument, and a list that
 * cannot be read; ERR_ENVIRONMENT when memory is short.  Close it in any case.
 */
bool dut_list_open(struct dut_list *list, const char *const *words, size_t count,
                   struct err *err);

void dut_list_close(struct dut_list *list);

/* Is it nothing but files that are named? */
bool dut_list_is_plain(const struct dut_list *list);

/* Hash the words, and the names and contents of all files and lists.  Errors: those of
 * dut_list_open; ERR_USAGE for a file that cannot be read. */
bool dut_list_hash(struct hash *hash, const char *const *words, size_t count,
                   struct err *err);

#endif
