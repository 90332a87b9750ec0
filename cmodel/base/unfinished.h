/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* unfinished -- the list of temporary files and directories of this program, so that a
 * signal handler or the parent can remove them if the program is ended.
 */
#ifndef LOCKHOP_BASE_UNFINISHED_H
#define LOCKHOP_BASE_UNFINISHED_H

#include <signal.h>
#include <stdbool.h>

/* Add a file, or an empty directory or one whose files are added too.  When the list is
 * full it is left out. */
void unfinished_add(const char *path);

/* Between these two no signal arrives that asks the program to end: what is made there is
 * added there too.  `before` has the signals that were blocked. */
void unfinished_begin(sigset_t *before);
void unfinished_end(const sigset_t *before);

/* Drop a path that is removed or has its final name. */
void unfinished_drop(const char *path);

/* Remove all of them; calls only what a signal handler may. */
void unfinished_remove_all(void);

/* After a fork, in the child: empty the list, whose files belong to the parent.  It must
 * not be shared with it. */
void unfinished_forget(void);

/* Keep the list in memory that is shared with processes forked from now on, so that the
 * parent can remove what a child leaves.  False: memory is short. */
bool unfinished_share(void);

#endif
