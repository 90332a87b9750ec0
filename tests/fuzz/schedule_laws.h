/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* schedule_laws -- what holds of every schedule that is made of a text. */
#ifndef LOCKHOP_TESTS_FUZZ_SCHEDULE_LAWS_H
#define LOCKHOP_TESTS_FUZZ_SCHEDULE_LAWS_H

#include "network/traffic/schedule.h"
#include "tests/fuzz/fuzz.h"

enum { PACKETS_MOST = 20000 };

static inline struct traffic_request
request_of(const struct topology *t, const struct routing *routing, const char *traffic)
{
  return (struct traffic_request){.topology = t,
                                  .routing = routing,
                                  .traffic = traffic,
                                  .packets = 2,
                                  .seed = 7,
                                  .measure = 50,
                                  .most = PACKETS_MOST};
}

/* In range, and by cycle, then source. */
static inline void check_entries(const struct schedule *s, const struct topology *t)
{
  for (size_t i = 0; s->entries && i < s->count; i++) {
    const struct schedule_entry *e = &s->entries[i], *before = i ? e - 1 : e;

    LAW(e->source < t->terminals, "packet %zu: source %u", i, e->source);
    LAW(e->destination < t->terminals || e->destination == SCHEDULE_ALL ||
            e->destination == SCHEDULE_NOWHERE,
        "packet %zu: destination %u", i, e->destination);
    LAW(e->answers <= s->count && e->answers != i + 1, "packet %zu answers %u", i,
        e->answers);
    LAW(before->cycle < e->cycle ||
            (before->cycle == e->cycle && before->source <= e->source),
        "packet %zu is out of order", i);
  }
}

static inline char *printed(const struct schedule *s, const struct topology *t,
                            const struct routing *routing, size_t *size)
{
  char *text = NULL;
  FILE *file = open_memstream(&text, size);

  LAW(file && schedule_print(s, t, routing, file) && fclose(file) == 0, "no memory");
  return text;
}

/* What is printed is read back as the same. */
static inline void check_round_trip(const struct schedule *s, const struct topology *t,
                                    const struct routing *routing)
{
  size_t size = 0, size_again = 0;
  char *text = printed(s, t, routing, &size), *text_again;
  struct fuzz_file file = fuzz_file_of(text, size);
  char traffic[FUZZ_PATH + 8];
  struct traffic_request request = request_of(t, routing, traffic);
  struct schedule again;
  struct err err;

  snprintf(traffic, sizeof traffic, "trace:%s", file.path);
  LAW(schedule_make(&again, &request, &err), "printed and refused: %s\n%s", err.text, text);
  text_again = printed(&again, t, routing, &size_again);
  LAW(size == size_again && memcmp(text, text_again, size) == 0, "printed:\n%s\nread:\n%s",
      text, text_again);
  schedule_free(&again);
  fuzz_file_close(&file);
  free(text);
  free(text_again);
}

#endif
