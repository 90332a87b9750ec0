/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* main -- lockhop-mpi: a run of which every rank of MPI has a part (docs/mpi.md). */
#include "base/ranks.h"
#include "tool/cli/command_line.h"

#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 1 };

struct mpi {
  struct company company;
  struct ranks ranks;
  struct watchdog *watchdog; /* of a child that makes a run with Verilog; or NULL */
  MPI_Request *sends;        /* [count] */
};

/* --- errors --- */

static void end_all(struct ranks *ranks, int code, const char *text)
{
  const struct mpi *mpi = ranks->self;

  fprintf(stderr, "lockhop: rank %u: %s\n", ranks->rank, text);
  fflush(stderr);
  if (mpi->watchdog)
    mpi->watchdog->said = true;
  MPI_Abort(MPI_COMM_WORLD, code);
  exit(code); /* MPI_Abort does not return */
}

/* --- exchanges; errors of MPI end all ranks --- */

static void begin(struct ranks *ranks)
{
  struct mpi *mpi = ranks->self;

  for (uint32_t i = 0; i < ranks->count; i++) {
    mpi->sends[i] = MPI_REQUEST_NULL;
    if (i == ranks->rank)
      continue;
    if (ranks->out[i].size > INT_MAX)
      end_all(ranks, ERR_ENVIRONMENT,
              "more than 2 GB for another rank in one cycle; use more ranks");
    MPI_Isend(ranks->out[i].bytes, (int)ranks->out[i].size, MPI_BYTE, (int)i, TAG,
              MPI_COMM_WORLD, &mpi->sends[i]);
  }
}

static void receive(struct ranks *ranks, uint32_t from)
{
  struct ranks_box *box = &ranks->in[from];
  MPI_Message message;
  MPI_Status status;
  int size;

  MPI_Mprobe((int)from, TAG, MPI_COMM_WORLD, &message, &status);
  MPI_Get_count(&status, MPI_BYTE, &size);
  box->size = box->taken = 0;
  if (!ranks_append(box, (size_t)size))
    end_all(ranks, ERR_ENVIRONMENT, "not enough memory for what another rank sends");
  MPI_Mrecv(box->bytes, size, MPI_BYTE, &message, MPI_STATUS_IGNORE);
}

static void end(struct ranks *ranks)
{
  struct mpi *mpi = ranks->self;

  for (uint32_t i = 0; i < ranks->count; i++)
    if (i != ranks->rank)
      receive(ranks, i);
  MPI_Waitall((int)ranks->count, mpi->sends, MPI_STATUSES_IGNORE);
}

/* --- the program --- */

static const struct ranks_ops mpi_ops = {.begin = begin, .end = end, .fail = end_all};

/* Ranks that share the memory of this machine. */
static uint32_t ranks_here(void)
{
  MPI_Comm here;
  int count;

  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  MPI_Comm_size(here, &count);
  MPI_Comm_free(&here);
  return (uint32_t)count;
}

static struct ranks *join(struct company *company, struct watchdog *watchdog)
{
  struct mpi *mpi = (struct mpi *)(void *)company;
  struct ranks *ranks = &mpi->ranks;
  int rank, count;
  struct err err;

  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  mpi->watchdog = watchdog;
  *ranks = (struct ranks){.ops = &mpi_ops,
                          .self = mpi,
                          .rank = (uint32_t)rank,
                          .count = (uint32_t)count,
                          .here = ranks_here()};
  mpi->sends = malloc((size_t)count * sizeof *mpi->sends);
  if (!mpi->sends)
    end_all(ranks, ERR_ENVIRONMENT, "not enough memory");
  if (ranks->count > RANKS_MOST || !ranks_open(ranks, &err))
    end_all(ranks, ERR_USAGE, "too many ranks");
  return count > 1 ? ranks : NULL;
}

static void leave(struct company *company)
{
  struct mpi *mpi = (struct mpi *)(void *)company;

  MPI_Finalize();
  ranks_close(&mpi->ranks);
  free(mpi->sends);
}

/* A run is repeated by one process: lockhop, which is beside this program. */
static void call_it_lockhop(char *program)
{
  static const char name[] = "lockhop-mpi";
  const size_t length = strlen(program), more = strlen("-mpi");

  if (length >= strlen(name) && strcmp(program + length - strlen(name), name) == 0)
    program[length - more] = '\0';
}

int main(int argc, char **argv)
{
  struct mpi mpi = {.company = {.join = join, .leave = leave}};

  if (argc > 0)
    call_it_lockhop(argv[0]);
  /* mpirun gives a rank a terminal, whatever its own output goes to. */
  setenv("NO_COLOR", "1", 0);
  return command_line(argc, argv, &mpi.company);
}
