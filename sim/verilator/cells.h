// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// cells -- the objects of a design without the rest of its model.
//
// A model of Verilator's has more than the state of its module: a reference to each pin, a
// symbol table, a queue of messages, a name, each allocated for itself.  Nothing of it
// takes part in evaluations of a design that is one module and whose code does not use its
// symbol table; build.sh looks for that.  So one model is made, and its module is copied:
// the copies lie one behind the other, and are made and evaluated as the model does it.
#ifndef LOCKHOP_SIM_VERILATOR_CELLS_H
#define LOCKHOP_SIM_VERILATOR_CELLS_H

#include "Vdut.h"
#include "sim/verilator/plugin.h"
#include "sim/verilator/start.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/mman.h>

typedef Vdut___024root Cell;

struct Cells {
  Vdut model;
  unsigned char *memory;            // [instances] cells
  std::vector<unsigned char> begun; // [instances] 1: initial blocks have run

  Cells(VerilatedContext *context, uint32_t instances)
      : model(context, "cell"), memory(nullptr), begun(instances)
  {
    const std::size_t huge = 2 << 20, bytes = instances * sizeof(Cell);
    void *got;

    if (posix_memalign(&got, bytes < 4 * huge ? alignof(Cell) : huge, bytes) != 0)
      throw std::bad_alloc();
    memory = static_cast<unsigned char *>(got);
    if (bytes >= 4 * huge)
      madvise(memory, bytes, MADV_HUGEPAGE); // a hint: without huge pages it is only slower
  }

  ~Cells()
  {
    std::free(memory);
  }

  Cell *at(uint32_t place) const
  {
    return reinterpret_cast<Cell *>(memory + place * sizeof(Cell));
  }
};

static Cells *cells_of(const Dut *dut)
{
  return static_cast<Cells *>(dut->shim);
}

// All registers of instance 0 are 1.  Threads may make different cells.
static void cells_make(void *handle, uint32_t from, uint32_t to)
{
  const Dut *dut = dut_of(handle);
  const Cells *cells = cells_of(dut);

  for (uint32_t instance = from; instance < to; instance++) {
    Cell *cell = cells->at(instance - dut->first);

    std::memcpy(static_cast<void *>(cell), cells->model.rootp, sizeof(Cell));
    if (instance == 0)
      continue;
    start_words.seed(instance);
    Vdut___024root___ctor_var_reset(cell);
  }
}

// Without a name it is not made yet.
static void *cells_open(Dut *dut, uint32_t instance, const char *name)
{
  if (instance == dut->first) {
    start_words = StartWords();
    dut->shim = new Cells(&dut->context, dut->instances);
  }
  if (name)
    cells_make(dut->hands[0].get(), instance, instance + 1);
  return cells_of(dut)->at(instance - dut->first);
}

static void cells_begin(Cell *cell)
{
  Vdut___024root___eval_static(cell);
  Vdut___024root___eval_initial(cell);
  Vdut___024root___eval_settle(cell);
}

// With both levels of clk in view the compiler leaves out of the loops of an evaluation
// what does not happen.
__attribute__((flatten)) static void cells_cycle(Cell *cell)
{
  cell->clk = 0;
  Vdut___024root___eval(cell);
  cell->clk = 1;
  Vdut___024root___eval(cell);
}

static void cells_eval(Dut *dut, uint32_t *at, uint32_t to, int clock)
{
  Cells *cells = cells_of(dut);

  for (; *at < to; ++*at) {
    const uint32_t place = *at - dut->first;
    Cell *cell = cells->at(place);

    if (!cells->begun[place]) {
      cells->begun[place] = 1;
      cell->clk = clock == DUT_HIGH;
      cells_begin(cell);
    }
    if (clock == DUT_CYCLE) {
      cells_cycle(cell);
      continue;
    }
    cell->clk = clock != DUT_LOW;
    Vdut___024root___eval(cell);
  }
}

static void cells_finish(void *cell)
{
  Vdut___024root___eval_final(static_cast<Cell *>(cell));
}

static void cells_close(Dut *dut)
{
  delete cells_of(dut);
  dut->shim = nullptr;
}

static StateBytes cells_state(void *cell)
{
  return {static_cast<unsigned char *>(cell), sizeof(Cell)};
}

#endif
