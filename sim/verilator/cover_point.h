// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// cover_point -- what Verilator counts in a design, and the file of it, which is one that
// verilator_coverage reads.
//
// A bit has toggled when it has gone both ways.  Verilator counts every change, a newer one
// those of each way: two of them are one toggle.
#ifndef LOCKHOP_SIM_VERILATOR_COVER_POINT_H
#define LOCKHOP_SIM_VERILATOR_COVER_POINT_H

#include <cstdint>
#include <string>
#include <vector>

// Of one object: `page` is the kind of point and the module, `comment` which one of that
// kind.  Texts are of the design.
struct CoverPoint {
  uint32_t *count;
  const char *file;
  int line, column;
  const char *page;
  std::string comment;
  const char *lines;
  bool one_way = false; // it counts changes in one way; the next point those in the other
};

bool cover_is_toggle(const CoverPoint &point);

// The points of all objects, those of one place added up.  False: it could not be written.
bool cover_write(const std::vector<CoverPoint> &points, const char *path);

#endif
