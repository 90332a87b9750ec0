/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_watch -- when an evaluation has taken too long: processor time and sleep count to
 * the limit, waiting for a processor to ten times of it. */
#include "base/watch.h"

#include "tests/unit/unit.h"

/* Tenths of a second until a child with a limit of 3 s is said to hang, of which it uses
 * the processor for so many of ten; 0: it is not, within 100 s. */
static int hangs_after(int busy, bool asleep, bool armed, int beats_every)
{
  struct watch_pulse pulse = {.beats = 1};

  for (int tenth = 1; tenth <= 1000; tenth++) {
    const struct watch_pulse now = {.beats =
                                        beats_every ? (uint64_t)(tenth / beats_every) : 1,
                                    .wall = 0.1 * tenth,
                                    .processor = 0.01 * busy * tenth};

    if (watch_hangs(&pulse, &now, armed, asleep, 3))
      return tenth;
  }
  return 0;
}

TEST(test_limit)
{
  static const struct {
    const char *name;
    int busy;
    bool asleep, armed;
    int beats_every, least, most; /* tenths */
  } rows[] = {
      {"loops", 10, false, true, 0, 30, 31},
      {"sleeps", 0, true, true, 0, 30, 31},
      {"loops and sleeps", 5, true, true, 0, 30, 31},
      {"looks asleep, and loops in threads", 20, true, true, 0, 15, 16},
      {"gets half a processor", 5, false, true, 0, 60, 61},
      {"gets no processor", 0, false, true, 0, 300, 301},
      {"sleeps in many evaluations", 0, true, true, 20, 0, 0},
      {"sleeps too long in each of them", 0, true, true, 40, 30, 72},
      {"is not being evaluated", 0, true, false, 0, 0, 0},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const int tenths =
        hangs_after(rows[i].busy, rows[i].asleep, rows[i].armed, rows[i].beats_every);

    CHECK(rows[i].least <= tenths && tenths <= rows[i].most, "%s: %d", rows[i].name,
          tenths);
  }
}
