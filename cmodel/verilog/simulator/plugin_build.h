/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plugin_build -- one run of sim/verilator/build.sh, or runtime.sh. */
#ifndef LOCKHOP_VERILOG_SIMULATOR_PLUGIN_BUILD_H
#define LOCKHOP_VERILOG_SIMULATOR_PLUGIN_BUILD_H

#include "base/hash.h"
#include "verilog/simulator/plugin.h"

/* The products of these scripts. */
enum plugin_part {
  PART_RUNTIME,
  PART_SYSTEMC_RUNTIME,
  PART_READ,
  PART_PORTS, /* the user's switch alone is read, to learn its ports */
  PART_LINT,
  PART_ARRAY,
  PART_NETWORK,
  PART_SYSTEMC
};

/* Its name for the script; its file in the cache begins with it. */
const char *plugin_part_name(enum plugin_part part);

/* The inputs of a build; made once per plugin_open. */
struct plugin_job {
  const struct plugin_request *request;
  char share[FILE_PATH];
  char cache[FILE_PATH];
  char **real;      /* [request->dut_count] paths of the files for Verilator */
  size_t *order;    /* [request->dut_count] order of the files for Verilator */
  size_t without;   /* 1 + index of a file to leave out; 0: none */
  const char *top;  /* of PART_PORTS */
  uint32_t lacking; /* of PART_PORTS, bit i: its top has no parameter i of a switch */
  const struct wrapper *probe; /* of PART_PORTS: around its top (fit_probe.h); NULL: none */
  struct hash tools;           /* versions of the tools, and how we compile */
  struct plugin_reading reading;
  struct hash key;         /* plugin_key */
  char runtime[FILE_PATH]; /* Verilator's run-time library, for a plug-in */
  char headers[FILE_PATH]; /* HEADERS of sim/verilator/runtime.sh */
  bool *changed;           /* set to true when the design changes during the build */
};

/* Make this part of the job: the file `output`, in the empty directory `work`.  Errors:
 * those of plugin_open; ERR_USAGE also when the design is no longer that of job->reading,
 * which is known unless the part is a run-time library or PART_READ; *job->changed says so.
 */
bool plugin_build(const struct plugin_job *job, enum plugin_part part, const char *work,
                  const char *output, struct err *err);

/* Fill in everything that does not depend on what Verilator says.  Errors: those of
 * plugin_open.  Close it in any case. */
bool plugin_job_open(struct plugin_job *job, const struct plugin_request *request,
                     struct err *err);
void plugin_job_close(struct plugin_job *job);

enum { PLUGIN_NAME = 64 }; /* bytes of the name of a file in the cache */

/* Find, or build, the run-time library: job->runtime, job->headers.  Errors:
 * ERR_ENVIRONMENT. */
bool plugin_obtain_runtime(struct plugin_job *job, struct err *err);

/* Hash the design as it was read in `work`. */
bool plugin_build_design(const struct plugin_job *job, const char *work, struct hash *hash,
                         struct err *err);

#endif
