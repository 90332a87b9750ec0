// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// plugin_coverage -- what of a design was reached, as Verilator counts it.
//
// Changes of bits count from the beginning of the run on.  Branches that dirty registers
// take before the first reset do not count; a block has run all the same, because an
// initial block runs then alone.  What a design does while inputs are only tried out does
// not count.

#include "sim/verilator/coverage.h"
#include "sim/verilator/plugin.h"

#include <cstring>
#include <exception>

void lockhop_cover(uint32_t *count, const char *, const char *file, const char *, int line,
                   const char *, int column, const char *, const std::string &,
                   const char *, const char *page, const char *, const char *comment,
                   const char *, const char *lines)
{
  static const std::string rises = ":0->1", falls = ":1->0";
  CoverPoint point{count, file, line, column, page, comment, lines, false};
  const std::size_t size = point.comment.size();

  if (cover_is_toggle(point) && size > rises.size() &&
      (point.comment.substr(size - rises.size()) == rises ||
       point.comment.substr(size - falls.size()) == falls)) {
    point.comment.resize(size - rises.size());
    point.one_way = true;
  }
  plugin_opening()->points.push_back(point);
}

void plugin_coverage_start(void *handle)
{
  Dut *dut = dut_of(handle);

  for (const CoverPoint &point : dut->points)
    if (cover_is_toggle(point) || (!dut->clean && point.comment != "block"))
      *point.count = 0;
  dut->clean = true;
}

void plugin_coverage_trial(Dut *dut, bool on)
{
  if (on)
    dut->before_trial.resize(dut->points.size());
  for (std::size_t i = 0; i < dut->before_trial.size(); i++) {
    if (on)
      dut->before_trial[i] = *dut->points[i].count;
    else
      *dut->points[i].count = dut->before_trial[i];
  }
}

int plugin_coverage_write(void *handle, const char *path)
{
  try {
    return cover_write(dut_of(handle)->points, path) ? 0 : 1;
  } catch (const std::exception &) {
    return 1;
  }
}
