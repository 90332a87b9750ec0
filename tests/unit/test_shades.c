/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_shades -- every load has one shade, and higher loads are darker and wider. */
#include "tool/draw/shades.h"

#include "tests/unit/unit.h"

/* Every load from `least` to `most`, every `step`th, and 0. */
static void check_loads(uint64_t least, uint64_t most, uint64_t step)
{
  uint64_t loads[64] = {0};
  size_t count = 1;
  uint32_t last = 0;

  for (uint64_t load = least; load <= most; load += step)
    loads[count++] = load;
  const struct shades shades = shades_of(loads, count);
  const uint32_t different = (uint32_t)count - 1;

  CHECK(different > SHADES ? shades.count > SHADES / 2 : shades.count == different,
        "%u shades for %u loads", shades.count, different);
  CHECK(shades.count <= SHADES && shades.most == loads[count - 1], "%u shades",
        shades.count);
  CHECK(shade_of(&shades, 0) == 0, "0 has a shade");
  for (size_t i = 1; i < count; i++) {
    const uint32_t shade = shade_of(&shades, loads[i]);

    CHECK(shade == last || shade == last + 1, "shade %u after %u", shade, last);
    CHECK(shades.from[shade - 1] <= loads[i] && loads[i] <= shades.to[shade - 1],
          "load %u is not in shade %u", (unsigned)loads[i], shade);
    CHECK(different > SHADES || shades.from[shade - 1] == shades.to[shade - 1],
          "shade %u has several loads", shade);
    last = shade;
  }
}

TEST(test_ranges)
{
  for (uint64_t least = 1; least < 20; least++)
    for (uint64_t most = least; most < 60; most++)
      for (uint64_t step = 1; step < 10; step++)
        check_loads(least, most, step);
}

/* Loads in any order, and often. */
TEST(test_order)
{
  const uint64_t loads[] = {8, 1, 0, 4, 8, 2, 1};
  const struct shades shades = shades_of(loads, 7);

  CHECK(shades.count == 4, "%u shades", shades.count);
  for (uint32_t i = 0; i < 4; i++)
    CHECK(shade_of(&shades, UINT64_C(1) << i) == i + 1, "load %u", 1U << i);
}

TEST(test_no_load)
{
  const uint64_t loads[3] = {0};
  const struct shades shades = shades_of(loads, 3);

  CHECK(shades.count == 0 && shades.most == 0, "%u shades", shades.count);
}

/* Luminance of "#rrggbb", in thousands. */
static uint32_t luminance(const char *colour)
{
  const unsigned long rgb = strtoul(colour + 1, NULL, 16);

  return (uint32_t)(299 * (rgb >> 16) + 587 * (rgb >> 8 & 255) + 114 * (rgb & 255));
}

/* Without the hues the order is still seen. */
TEST(test_darker_and_wider)
{
  for (uint64_t most = 2; most < 12; most++) {
    uint64_t loads[12];

    for (uint64_t i = 0; i < most; i++)
      loads[i] = i + 1;
    const struct shades shades = shades_of(loads, most);
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
