// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// cover_point -- the file of what Verilator counts in a design.

#include "sim/verilator/cover_point.h"

#include <cctype>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>

namespace
{

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

} // namespace

bool cover_is_toggle(const CoverPoint &point)
{
  return std::strncmp(point.page, "v_toggle", 8) == 0;
}

bool cover_write(const std::vector<CoverPoint> &points, const char *path)
{
  std::map<std::string, uint64_t> counts;

  for (std::size_t i = 0; i < points.size(); i++) {
    const CoverPoint &point = points[i];
    uint64_t count = *point.count;

    if (point.one_way && i + 1 < points.size())
      count += *points[++i].count;
    counts[key_of(point)] += cover_is_toggle(point) ? count / 2 : count;
  }
  std::FILE *file = std::fopen(path, "w");
  if (!file)
    return false;
  std::fprintf(file, "# SystemC::Coverage-3\n");
  for (const auto &count : counts)
    std::fprintf(file, "C '%s' %llu\n", count.first.c_str(),
                 static_cast<unsigned long long>(count.second));
  const bool good = !std::ferror(file);
  return std::fclose(file) == 0 && good;
}
