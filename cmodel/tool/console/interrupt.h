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

/* From now on SIGINT, SIGTERM and SIGHUP set the flag returned, unless they are ignored.  A
 * second one half a second later, or more, removes unfinished files and ends the process at
 * once. */
const volatile sig_atomic_t *interrupt_watch(void);

/* Is that flag set? */
bool interrupt_asked(void);

/* The FST library maps its temporary files into memory, so a full disk reaches it as
 * SIGBUS.  From now on, while no code of the design runs, that is told to the watchdog
 * before the process ends as by a crash. */
void interrupt_on_full_disk(void);

/* In a child that is watched: from now on a crash, SIGALRM, or a signal that asks for the
 * end, removes unfinished files and ends the programs that were started before it ends the
 * process; and a signal that the flag takes is heard by the watchdog. */
void interrupt_clean_up(struct watchdog *watchdog);

#endif
