/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* claims -- what a paper says, beside what runs of this program measure.
 *
 * A claim is a row.  Its function measures one or more readings of the claim, or sizes at
 * which it can be tried, and says of each whether the claim holds there.  The verdict
 * follows: TRUE if it holds in all, FALSE if in none, AMBIGUOUS otherwise.  No row has its
 * verdict written down.
 */
#ifndef LOCKHOP_PAPERS_CLAIMS_H
#define LOCKHOP_PAPERS_CLAIMS_H

#include "base/err.h"

#include <inttypes.h> /* and for the numbers in texts of findings */
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

enum {
  CLAIM_READINGS = 20,
  CLAIM_TEXT = 240,     /* bytes of one reading */
  CLAIM_MEASURED = 6000 /* bytes of all of them */
};

enum claim_verdict { CLAIM_TRUE, CLAIM_FALSE, CLAIM_AMBIGUOUS };

/* What a reading says of the claim; a note decides nothing. */
enum claim_reading_kind { READING_HOLDS, READING_FAILS, READING_NOTE };

/* One claim that is measured, and what was found. */
struct finding {
  struct claims *claims; /* what the rows of all papers share */
  const void *with;      /* as in its row */
  struct err *err;       /* why it failed; kind ERR_NONE: interrupted */
  bool failed;
  struct claim_reading {
    enum claim_reading_kind kind;
    char text[CLAIM_TEXT];
  } readings[CLAIM_READINGS];
  size_t count;
};

/* Remember that something failed, which *finding->err says; returns good. */
bool finding_check(struct finding *finding, bool good);

/* Add one reading; at least one per claim. */
void reading(struct finding *finding, bool holds, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Add a measured value that decides nothing. */
void note(struct finding *finding, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Has the finding more than notes? */
bool finding_judges(const struct finding *finding);

/* Of a finding that judges. */
enum claim_verdict finding_verdict(const struct finding *finding);

/* All readings in one text, each with whether the claim holds in it when they disagree. */
const char *finding_text(const struct finding *finding, char text[CLAIM_MEASURED]);

/* Append to text[size], as snprintf; what does not fit is left out. */
void claims_append(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

struct claim_table; /* tables.h */
struct measured;    /* of a paper: what was measured already */

/* What the rows of all papers share. */
struct claims {
  uint64_t seed;                              /* the first of the seeds of repeated runs */
  uint32_t trials;                            /* runs behind a mean */
  const volatile sig_atomic_t *stop;          /* not 0: interrupted */
  void (*say)(void *self, const char *doing); /* what is being measured; may be NULL */
  void *self;
  struct measured *measured; /* NULL at first */
};

/* What is being measured, for a person who waits. */
void claims_say(const struct claims *claims, const char *doing);

/* claims->measured, at first of so many bytes that are 0; NULL: no memory. */
struct measured *claims_measured(struct claims *claims, size_t bytes, struct err *err);

/* Frees claims->measured. */
void claims_free_measured(struct claims *claims);

/* Measures, and adds readings.
 *
 * A judge does not return errors, and nor do the functions of lab.h that it measures with:
 * they set finding->failed.  From then on they do nothing and their results are 0, no more
 * readings are added, and loops over them end soon.  So a judge is the measurement alone.
 */
typedef void claim_judge(struct finding *finding);

struct claim_row {
  const char *id;
  const char *claim;   /* in our words */
  const char *printed; /* what the paper prints; "-": nothing */
  claim_judge *judge;
  const void *with;  /* where one judge serves several rows: what it is to measure */
  const char *place; /* in the paper; NULL: that of its part */
};

/* Measure the claim of a row.  False with err->kind ERR_NONE: interrupted. */
bool claims_judge(struct claims *claims, const struct claim_row *row,
                  struct finding *finding, struct err *err);

/* Rows of one theme. */
struct claim_part {
  const struct claim_row *rows;
  size_t count;
  const char *place; /* in the paper, of rows that do not say another */
};

/* For the list of a paper's parts. */
#define CLAIM_PART_EXTERN(part) extern const struct claim_part part;
#define CLAIM_PART_POINTER(part) &part,

/* A part with the rows of an array. */
#define CLAIM_PART(rows, place)                                                            \
  {                                                                                        \
    rows, sizeof rows / sizeof rows[0], place                                              \
  }

struct paper {
  const char *name; /* as an argument of the command */
  const char *title;
  const struct claim_part *const *parts; /* NULL-terminated */
  void (*trials_text)(uint32_t trials, char *text,
                      size_t size);        /* how many runs, in words */
  const struct claim_table *const *tables; /* NULL-terminated (tables.h) */
};

/* All of them, NULL-terminated. */
extern const struct paper *const claims_papers[];

#endif
