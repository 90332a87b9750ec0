/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* interrupt -- Ctrl-C ends a run in good order: files are completed, the numbers so far
 * printed. */
#ifndef LOCKHOP_TOOL_CONSOLE_INTERRUPT_H
#define LOCKHOP_TOOL_CONSOLE_INTERRUPT_H

#include "base/watchdog.h"

#include <signal.h>
#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP set the flag returned, unless they are ignored. A
 * second signal, half a second later or more, removes unfinished files and ends the process
 * at once. */
const volatile sig_atomic_t *interrupt_watch(void);

/* Is that flag set? */
bool interrupt_asked(void);

/* The FST library maps its temporary files into memory, so a full disk shows as SIGBUS.
 * From now on the watchdog learns of it, if no code of the design runs, before the process
 * ends as in a crash. */
void interrupt_on_full_disk(void);

/* From now on a signal that asks for the end removes unfinished files and ends started
 * programs, and then the process, unless it is ignored.  interrupt_watch takes its place.
 */
void interrupt_end(void);

/* In a watched child: from now on a crash, SIGALRM, or a signal that asks for the end
 * removes unfinished files and ends started programs, and then the process. The watchdog
 * learns of signals that set the flag. */
void interrupt_clean_up(struct watchdog *watchdog);

#endif
