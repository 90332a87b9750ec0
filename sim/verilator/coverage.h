// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// coverage -- where a design that counts its coverage says what it counts.
//
// Included before the C++ of the design.  Verilator's own register of points does not know
// which of them are toggles, nor what was only tried: this one takes its place.
#ifndef LOCKHOP_SIM_VERILATOR_COVERAGE_H
#define LOCKHOP_SIM_VERILATOR_COVERAGE_H

#include "verilated_cov.h"

#include <cstdint>
#include <string>

// The words between are the names of what follows each.
void lockhop_cover(uint32_t *count, const char *, const char *file, const char *, int line,
                   const char *, int column, const char *, const std::string &,
                   const char *, const char *page, const char *, const char *comment,
                   const char *, const char *lines);

// A newer Verilator names the object first, and has more words last.
template <class Path, class... Words>
void lockhop_cover(const char *, uint32_t *count, const char *a, const char *file,
                   const char *b, int line, const char *c, int column, const char *d,
                   const Path &path, const char *e, const char *page, const char *f,
                   const char *comment, const char *g, const char *lines, Words...)
{
  lockhop_cover(count, a, file, b, line, c, column, d, std::string(path), e, page, f,
                comment, g, lines);
}

#undef VL_COVER_INSERT
#define VL_COVER_INSERT(context, ...) lockhop_cover(__VA_ARGS__)

#endif
