// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// coverage -- what a twin test has reached of the Verilog, for make coverage: the file
// TWIN_COVERAGE, when the program ends.  Models that are closed live until then, because
// the counts are in them.

#include "sim/verilator/coverage.h"

#include "sim/verilator/cover_point.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace
{

struct Points {
  std::vector<CoverPoint> all;

  ~Points()
  {
    if (cover_write(all, TWIN_COVERAGE))
      return;
    std::fprintf(stderr, "cannot write %s\n", TWIN_COVERAGE);
    std::_Exit(3);
  }
};

} // namespace

void lockhop_cover(uint32_t *count, const char *, const char *file, const char *, int line,
                   const char *, int column, const char *, const std::string &,
                   const char *, const char *page, const char *, const char *comment,
                   const char *, const char *lines)
{
  static Points points;

  points.all.push_back({count, file, line, column, page, comment, lines});
}
