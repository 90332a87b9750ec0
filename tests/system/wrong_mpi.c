/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* wrong_mpi -- an MPI that damages one message: preloaded by test_mpi.sh.
 *
 * WRONG_MPI=WHAT: of rank 1, the 20th message that has packets in it.
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { NEWS = 104, HEAD = 16, PLACE = 16, PACKET = 40, NUMBER = 20 };

int MPI_Isend(const void *bytes, int count, MPI_Datatype type, int to, int tag,
              MPI_Comm comm, MPI_Request *request)
{
  static unsigned char wrong[1 << 20];
  static int messages;
  const char *what = getenv("WRONG_MPI");
  int rank;

  PMPI_Comm_rank(comm, &rank);
  if (!what || rank != 1 || count < NEWS + HEAD + PACKET || count > (int)sizeof wrong ||
      ++messages != NUMBER)
    return PMPI_Isend(bytes, count, type, to, tag, comm, request);
  memcpy(wrong, bytes, (size_t)count);
  if (strcmp(what, "bit") == 0)
    wrong[NEWS + HEAD + PLACE] ^= 1; /* of the data of a packet */
  else if (strcmp(what, "cycle") == 0)
    wrong[0]++;
  else if (strcmp(what, "short") == 0)
    count -= 8;
  else
    exit(7); /* a rank that ends early */
  return PMPI_Isend(wrong, count, type, to, tag, comm, request);
}
