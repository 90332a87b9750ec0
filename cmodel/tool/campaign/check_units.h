/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_units -- the modules of a check, each alone beside its C twin, before any network
 * runs: ours, of which the plan's switches consist, to find out whether Verilator compiles
 * them correctly; and the user's (docs/check.md, "Modules alone"). */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_UNITS_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_UNITS_H

#include "tool/campaign/check.h"

struct json_t;
struct junit;

/* Plan them, with their parameters.  Errors: ERR_USAGE, ERR_ENVIRONMENT. */
bool check_units_plan(struct check *check, struct err *err);

/* Compare them, several at once.  Error: ERR_ENVIRONMENT, also when Verilator miscompiles
 * one of our modules. */
bool check_units_run(struct check *check, const volatile sig_atomic_t *stop,
                     struct err *err);

/* The worst outcome of the user's modules. */
enum check_word check_units_word(const struct check *check);

/* Print the plan, as comments; print the outcome. */
void check_units_list(const struct check *check, FILE *file);
void check_units_print(const struct check *check, FILE *file);

struct json_t *check_units_json(const struct check *check);
void check_units_junit(const struct check *check, struct junit *junit);
void check_units_html(const struct check *check, FILE *file);

void check_units_free(struct check *check);

#endif
