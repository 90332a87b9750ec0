// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// plugin_wave -- the waveform of a design, in the format FST.

#include "sim/verilator/plugin.h"
#include "verilated_fst_c.h"

#include <cstdio>
#include <exception>
#include <new>
#include <sys/mman.h>

namespace
{

constexpr int wave_levels = 99; // the whole hierarchy

// Streams of the C++ library keep a failed allocation to themselves, and Verilator's
// library makes the names of signals with them: while this one lives, every failure is
// seen.
class Allocations
{
public:
  Allocations() : before(std::set_new_handler(note))
  {
    failed = false;
  }
  ~Allocations()
  {
    std::set_new_handler(before);
  }
  Allocations(const Allocations &) = delete;
  Allocations &operator=(const Allocations &) = delete;

  static thread_local bool failed;

private:
  [[noreturn]] static void note()
  {
    failed = true;
    throw std::bad_alloc();
  }

  std::new_handler before;
};

thread_local bool Allocations::failed;

} // namespace

// The FST library maps its tables from temporary files, and where the disk cannot hold them
// a signal would end the program: they are kept in memory.  This one is called in this
// plug-in alone.
FILE *tmpfile()
{
  const int file = memfd_create("lockhop", MFD_CLOEXEC);

  return file < 0 ? nullptr : fdopen(file, "w+b");
}

int plugin_wave_open(void *handle, const char *path, const uint32_t *instances,
                     uint32_t count)
{
  Dut *dut = dut_of(handle);

  try {
    const Allocations allocations;

    dut->wave = new VerilatedFstC;
    for (uint32_t i = 0; i < count; i++)
      dut->ops->trace(dut->model(instances[i]), dut->wave, wave_levels);
    dut->wave->open(path);
    if (dut->wave->isOpen() && !allocations.failed)
      return 0;
  } catch (const std::exception &) {
  }
  plugin_wave_close(handle);
  return 1;
}

void plugin_wave_dump(void *handle, uint64_t time_ps)
{
  try {
    dut_of(handle)->wave->dump(time_ps);
  } catch (const std::bad_alloc &) {
    hand_of(handle)->fail(DUT_NO_MEMORY, 0, "not enough memory for the waveform");
  } catch (const std::exception &stopped) {
    hand_of(handle)->fail(DUT_STOPPED, 0, stopped.what());
  }
}

void plugin_wave_close(void *handle)
{
  Dut *dut = dut_of(handle);

  delete dut->wave;
  dut->wave = nullptr;
}
