/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* complete_scripts -- what the shells run: they ask lockhop __complete. */
#ifndef LOCKHOP_TOOL_CLI_COMPLETE_SCRIPTS_H
#define LOCKHOP_TOOL_CLI_COMPLETE_SCRIPTS_H

extern const char complete_bash[], complete_zsh[];

#endif
