/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_shades -- every load has one shade, and higher loads are darker and wider. */
#include "draw/shades.h"

#include "tests/unit/unit.h"

/* The shades of all loads from `least` to `most`, in that order, and one of 0. */
static void check_span(uint64_t least, uint64_t most)
{
  const uint64_t loads[] = {most, 0, least, (least + most) / 2};
  const struct shades shades = shades_of(loads, 4);
  uint64_t next = least;

  CHECK(shades.count >= 1 && shades.count <= SHADES, "%u shades", shades.count);
  CHECK(shade_of(&shades, 0) == 0, "0 has a shade");
  for (uint32_t shade = 1; shade <= shades.count; shade++) {
    uint64_t from, to;

    shade_range(&shades, shade, &from, &to);
    CHECK(from == next && to >= from && to <= most, "%u: %u to %u", shade, (unsigned)from,
          (unsigned)to);
    for (uint64_t load = from; load <= to; load++)
      CHECK(shade_of(&shades, load) == shade, "load %u is not in shade %u", (unsigned)load,
            shade);
    next = to + 1;
  }
  CHECK(next == most + 1, "the last shade ends at %u, not %u", (unsigned)next - 1,
        (unsigned)most);
}

static void test_ranges(void **state)
{
  (void)state;
  for (uint64_t least = 1; least < 20; least++)
    for (uint64_t most = least; most < 60; most++)
      check_span(least, most);
}

static void test_no_load(void **state)
{
  const uint64_t loads[3] = {0};
  const struct shades shades = shades_of(loads, 3);

  (void)state;
  CHECK(shades.count == 0 && shades.most == 0, "%u shades", shades.count);
}

/* Luminance of "#rrggbb", in thousands. */
static uint32_t luminance(const char *colour)
{
  const unsigned long rgb = strtoul(colour + 1, NULL, 16);

  return (uint32_t)(299 * (rgb >> 16) + 587 * (rgb >> 8 & 255) + 114 * (rgb & 255));
}

/* Without the hues the order is still seen. */
static void test_darker_and_wider(void **state)
{
  (void)state;
  for (uint64_t most = 2; most < 12; most++) {
    const uint64_t loads[] = {1, most};
    const struct shades shades = shades_of(loads, 2);
    char last[SHADE_TEXT], colour[SHADE_TEXT];

    CHECK(!shade_is_dark(&shades, 0) && !shade_is_dark(&shades, 1), "light shades");
    CHECK(shade_is_dark(&shades, shades.count), "the last shade is dark");
    for (uint32_t shade = 1; shade <= shades.count; shade++) {
      shade_colour(&shades, shade - 1, last);
      shade_colour(&shades, shade, colour);
      CHECK(luminance(colour) + 8000 < luminance(last), "%s after %s", colour, last);
      CHECK(shade_width(&shades, shade) > shade_width(&shades, shade - 1), "shade %u",
            shade);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_no_load),
      cmocka_unit_test(test_darker_and_wider),
  };

  return cmocka_run_group_tests(tests, NULL, NULL);
}
