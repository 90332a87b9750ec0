/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* interrupt -- Ctrl-C ends a run in good order: files are completed, the numbers so far
 * printed. */
#ifndef LOCKHOP_CLI_INTERRUPT_H
#define LOCKHOP_CLI_INTERRUPT_H

#include <signal.h>

/* From now on SIGINT and SIGTERM set the flag returned; a second one ends the process at
 * once. */
const volatile sig_atomic_t *interrupt_watch(void);

#endif
