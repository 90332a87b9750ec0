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

/* The FST library maps its temporary files into memory, so a full disk reaches it as
 * SIGBUS.  From now on that removes what is written of waveforms (base/part.h), says what
 * happened and ends the process with ERR_ENVIRONMENT. */
void interrupt_on_full_disk(void);

/* From now on a crash, or SIGALRM, removes unfinished files before it ends the process. */
void interrupt_clean_up_after_crash(void);

#endif
