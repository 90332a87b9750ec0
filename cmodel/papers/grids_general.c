/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_general -- section 1: notation, and what networks have in common. */
#include "papers/grids.h"

#include <string.h>

/* 1.1 */
static void judge_links(struct finding *f)
{
  const uint32_t hosts = 1024;
  uint32_t links = 0;

  for (uint32_t a = 0; a < hosts; a++)
    for (uint32_t b = a + 1; b < hosts; b++)
      links++;
  finding_reading(f, links == 523776, "%u pairs of %u", links, hosts);
}

/* A family of networks, and sizes of it. */
struct family {
  const char *format; /* of the spec */
  uint32_t from, to;
};

/* The degrees over the sizes into text; are all the same? */
static bool degrees(struct finding *f, const struct family *family, char text[64])
{
  uint32_t first = 0;
  bool constant = true;
  struct survey s SURVEY_OF_BLOCK =
      survey_range(f, family->format, family->from, family->to);

  for (s.searched = true; survey_next(&s);) {
    const uint32_t degree = lab_degree(&s.g);

    first = s.opened == 1 ? degree : first;
    constant &= degree == first;
    claims_append(text, 64, "%s%u", s.opened == 1 ? "" : " ", degree);
  }
  return constant;
}

/* 1.2 */
static void judge_degree(struct finding *f)
{
  static const struct family families[] = {{"hypercube:%u", 1, 9},
                                           {"d3:2,%u", 2, 6},
                                           {"torus:%ux%u", 3, 8},
                                           {"mesh:%ux%u", 3, 8},
                                           {"butterfly:%u", 2, 7}};
  enum { FAMILIES = sizeof families / sizeof families[0] };
  char texts[FAMILIES][64] = {{0}};
  uint32_t growing = 0;

  for (uint32_t i = 0; i < FAMILIES; i++)
    growing += !degrees(f, &families[i], texts[i]);
  finding_reading(f, growing == 0, "degree grows with the size in %u of %d families",
                  growing, FAMILIES);
  finding_note(f,
               "hypercube:1..9: %s; d3:2,2..6: %s; torus 3x3..8x8: %s; mesh 3x3..8x8: %s; "
               "butterfly:2..7: %s",
               texts[0], texts[1], texts[2], texts[3], texts[4]);
}

/* 1.3 */
static void judge_notation(struct finding *f)
{
  static const uint32_t digits[] = {2, 0, 1};
  const uint32_t bits = 4, number = 3;
  char binary[8] = "";
  uint32_t value = 0;

  for (size_t i = 0; i < sizeof digits / sizeof digits[0]; i++)
    value = 3 * value + digits[i];
  for (uint32_t i = bits; i-- > 0;)
    claims_append(binary, sizeof binary, "%u", number >> i & 1);
  finding_reading(f, value == 19 && strcmp(binary, "0011") == 0,
                  "the first digit is the highest: (201)_3 = %u, bin_4(3) = %s", value,
                  binary);
}

#define SECTION_1 "section 1"

static const struct claim_row rows[] = {
    {"1.1", SECTION_1, "links for each pair of 1024 processors", "523776",
     .judge = judge_links},
    {"1.2", SECTION_1, "real networks have constant degree", "constant",
     .judge = judge_degree},
    {"1.3", SECTION_1, "examples of the notation: (201)_3 and bin_4(3)", "19; 0011",
     .judge = judge_notation},
};

const struct claim_part grids_general = {rows, sizeof rows / sizeof rows[0]};
