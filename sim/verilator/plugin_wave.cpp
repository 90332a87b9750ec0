// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// plugin_wave -- the waveform of a design, in the format FST.

#include "sim/verilator/plugin.h"
#include "verilated_fst_c.h"

#include <cstdio>
#include <exception>
#include <sys/mman.h>

namespace
{

constexpr int wave_levels = 99; // the whole hierarchy

Dut *cast(void *dut)
{
  return static_cast<Dut *>(dut);
}

} // namespace

// The FST library maps its tables from temporary files, and where the disk cannot hold them
// a signal would end the program: they are kept in memory.  This one is called in this
// plug-in alone.
FILE *tmpfile()
{
  const int file = memfd_create("lockhop", MFD_CLOEXEC);

  return file < 0 ? nullptr : fdopen(file, "w+b");
}

int plugin_wave_open(void *dut, const char *path, const uint32_t *instances, uint32_t count)
{
  Dut *d = cast(dut);

  try {
    d->wave = new VerilatedFstC;
    for (uint32_t i = 0; i < count; i++)
      d->ops->trace(d->models[instances[i]], d->wave, wave_levels);
    d->wave->open(path);
    if (d->wave->isOpen())
      return 0;
  } catch (const std::exception &) {
  }
  plugin_wave_close(dut);
  return 1;
}

void plugin_wave_dump(void *dut, uint64_t time_ps)
{
  Dut *d = cast(dut);

  try {
    d->wave->dump(time_ps);
  } catch (const std::exception &stopped) {
    d->fail(DUT_STOPPED, 0, stopped.what());
  }
}

void plugin_wave_close(void *dut)
{
  Dut *d = cast(dut);

  delete d->wave;
  d->wave = nullptr;
}
