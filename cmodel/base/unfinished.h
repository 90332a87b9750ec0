/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* unfinished -- the temporary files and directories that this program has made, for whoever
 * must remove them when it does not come to that itself: the handler of a signal that ends
 * it, or its parent.
 */
#ifndef LOCKHOP_BASE_UNFINISHED_H
#define LOCKHOP_BASE_UNFINISHED_H

#include <stdbool.h>

/* Add a file, or an empty directory or one whose files are added too.  When the list is
 * full it is left out. */
void unfinished_add(const char *path);

/* It is gone, or has its final name. */
void unfinished_drop(const char *path);

/* Remove all of them; calls only what a signal handler may. */
void unfinished_remove_all(void);

/* After a fork: they are the parent's.  The list must not be shared with it. */
void unfinished_forget(void);

/* Keep the list in memory that is shared with processes forked from now on, so that the
 * parent can remove what a child leaves.  False: memory is short. */
bool unfinished_share(void);

#endif
