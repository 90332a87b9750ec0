/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dut_order -- the order in which a simulator reads the user's files. */
#ifndef LOCKHOP_VERILOG_SIMULATOR_DUT_ORDER_H
#define LOCKHOP_VERILOG_SIMULATOR_DUT_ORDER_H

#include "base/err.h"

#include <stddef.h>

/* The user's order, except that a file comes after the files whose packages it uses, as
 * Verilog requires.  order[count] becomes the numbers of files[count].  Errors: ERR_USAGE
 * for a file that cannot be read, ERR_ENVIRONMENT. */
bool dut_order(size_t *order, char *const *files, size_t count, struct err *err);

#endif
