/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* design_formats -- reads the formats in which Verilator prints an elaborated design.
 *
 * Older ones print XML, newer ones JSON.  Both name each module, interface and package with
 * the file that it is from; what Verilator has made itself is left out.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_DESIGN_FORMATS_H
#define LOCKHOP_VERILOG_SIMULATOR_DESIGN_FORMATS_H

#include "verilog/simulator/design.h"

/* Add what the file `path` names to the design.  Errors: ERR_ENVIRONMENT. */
bool design_read_xml(struct design *design, const char *path, struct err *err);

/* The same of the file `path` and of that of the sources beside it, "PATH.meta". */
bool design_read_json(struct design *design, const char *path, struct err *err);

/* A module, or a package, of this file; the texts are copied.  Errors: ERR_ENVIRONMENT. */
bool design_add(struct design *design, const char *module, const char *file, bool package,
                struct err *err);

/* A parameter or port of design->top.  Errors: ERR_ENVIRONMENT. */
bool design_add_name(struct design *design, enum design_name_kind kind, const char *name,
                     struct err *err);

#endif
