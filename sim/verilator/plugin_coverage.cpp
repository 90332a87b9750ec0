// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// plugin_coverage -- what of a design was reached, as Verilator counts it.
//
// A bit has toggled when it has gone both ways.  Verilator counts every change: changes
// count from the beginning of the run on, and two of them are one toggle.  Branches that
// dirty registers take before the first reset do not count; a block has run all the same,
// because an initial block runs then alone.  What a design does while inputs are only tried
// out does not count.  The file is one that verilator_coverage reads.

#include "sim/verilator/coverage.h"
#include "sim/verilator/plugin.h"

#include <cctype>
#include <cstdio>
#include <cstring>
#include <exception>
#include <map>

namespace
{

Dut *cast(void *dut)
{
  return static_cast<Dut *>(dut);
}

bool is_toggle(const CoverPoint &point)
{
  return std::strncmp(point.page, "v_toggle", 8) == 0;
}

// As Verilator does it: neither the quotes around a point nor its separators.
void add(std::string *key, const char *name, const std::string &value)
{
  char hex[8];

  *key += std::string("\001") + name + "\002";
  for (const char c : value) {
    if (std::isprint(static_cast<unsigned char>(c)) && c != '%' && c != '"' && c != '\'') {
      *key += c;
    } else {
      std::snprintf(hex, sizeof hex, "%%%02X", static_cast<unsigned char>(c));
      *key += hex;
    }
  }
}

std::string key_of(const CoverPoint &point)
{
  std::string key;

  add(&key, "f", point.file);
  add(&key, "l", std::to_string(point.line));
  add(&key, "n", std::to_string(point.column));
  add(&key, "page", point.page);
  add(&key, "o", point.comment);
  if (point.lines[0] != '\0')
    add(&key, "S", point.lines);
  return key;
}

// Of all instances.
void write_points(const Dut *dut, std::FILE *file)
{
  std::map<std::string, uint64_t> counts;

  for (const CoverPoint &point : dut->points)
    counts[key_of(point)] += is_toggle(point) ? *point.count / 2 : *point.count;
  std::fprintf(file, "# SystemC::Coverage-3\n");
  for (const auto &count : counts)
    std::fprintf(file, "C '%s' %llu\n", count.first.c_str(),
                 static_cast<unsigned long long>(count.second));
}

} // namespace

void lockhop_cover(uint32_t *count, const char *, const char *file, const char *, int line,
                   const char *, int column, const char *, const std::string &,
                   const char *, const char *page, const char *, const char *comment,
                   const char *, const char *lines)
{
  plugin_opening()->points.push_back({count, file, line, column, page, comment, lines});
}

void plugin_coverage_start(void *dut)
{
  Dut *d = cast(dut);

  for (const CoverPoint &point : d->points)
    if (is_toggle(point) || (!d->clean && std::strcmp(point.comment, "block") != 0))
      *point.count = 0;
  d->clean = true;
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

int plugin_coverage_write(void *dut, const char *path)
{
  std::FILE *file = std::fopen(path, "w");
  bool good = file != nullptr;

  if (!file)
    return 1;
  try {
    write_points(cast(dut), file);
  } catch (const std::exception &) {
    good = false;
  }
  good = good && !std::ferror(file);
  return std::fclose(file) == 0 && good ? 0 : 1;
}
