/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* text -- reads numbers and names typed by people; texts that are printed into memory. */
#ifndef LOCKHOP_BASE_TEXT_H
#define LOCKHOP_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Decimal or 0x hexadecimal, nothing before or after, at most `max`.  False otherwise. */
bool text_u64(const char *text, uint64_t max, uint64_t *value);

/* Two numbers as of text_u64 with `mark` between, such as 3-7, the first at most the
 * second. False otherwise. */
bool text_range(const char *text, char mark, uint64_t max, uint64_t *first,
                uint64_t *second);

/* Does it contain a control character, such as a line break? */
bool text_has_control(const char *text);

/* Append `word` to the shell command text[size], of which `used` bytes are used: after a
 * blank, unless it is the first, and quoted if the shell needs it.  Returns the bytes used
 * then; a word that does not fit is left out. */
size_t text_add_word(char *text, size_t size, size_t used, const char *word);

/* A decimal number such as 0.1 in [low, high], nothing before or after.  False otherwise.
 */
bool text_real(const char *text, double low, double high, double *value);

/* The one of names[count] with the smallest edit distance to `name`, or NULL when none is
 * near (more than a third of its letters differ). */
const char *text_nearest(const char *name, const char *const *names, size_t count);

/* "; did you mean 'x'?" or "" when nothing is near, into buffer[size]; returns buffer. */
const char *text_did_you_mean(char *buffer, size_t size, const char *name,
                              const char *const *names, size_t count);

/* "a", "a or b", "a, b or c" into buffer[size], where `last` is " or "; returns buffer. */
const char *text_list(char *buffer, size_t size, const char *const *names, size_t count,
                      const char *last);

/* The value of `key=` in a comma-separated list such as "load=0.1,warmup=100": copied to
 * value[size] (cut to fit), false when the key is absent. */
bool text_option(const char *list, const char *key, char *value, size_t size);

/* Check that every item of a comma-separated list is `key=value` with a key of keys[count],
 * each key at most once; count in [0, 64].  Returns NULL, or the first item that is not
 * (after a last comma, ""), copied to buffer[size]. */
const char *text_unknown_option(const char *list, const char *const *keys, size_t count,
                                char *buffer, size_t size);

/* Close what open_memstream has opened.  False: memory was short; *text is to be freed all
 * the same.  fclose alone can succeed and leave no text: glibc does not look whether its
 * last allocation has failed. */
bool text_close(FILE *stream, char *const *text);

#endif
