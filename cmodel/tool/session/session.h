/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* session -- from the description of a run to its topology, schedule, shape and machines.
 *
 * Everything between what a user says and what runs: the routing, the schedule, its link
 * conflicts and their refusal, depth, virtual channels, lanes, store and packet format.
 * Commands, sweeps, claims and lockhop.h all come through here, so the same description is
 * the same run everywhere.  Nothing is printed: what a person is to see goes to the host.
 */
#ifndef LOCKHOP_TOOL_SESSION_SESSION_H
#define LOCKHOP_TOOL_SESSION_SESSION_H

#include "base/ranks.h"
#include "base/watchdog.h"
#include "network/topology/dependency.h"
#include "network/traffic/conflicts.h"
#include "run/exercise/map.h"
#include "run/lockstep/run.h"
#include "tool/session/collective_session.h"
#include "tool/session/description.h"
#include "verilog/simulator/verilated.h"
#include "verilog/wave/recorder.h"

/* Who has opened the session.  All functions may be NULL; they get `self`. */
struct session_host {
  void *self;
  run_progress *progress;
  const volatile sig_atomic_t *stop; /* a run ends when it is not 0; NULL: never */
  /* What is being waited for; text NULL: nothing any more, runs included. */
  void (*say)(void *self, const char *text);
  /* A warning, about the Verilog or about memory: text[0, length). */
  void (*warn)(void *self, const char *text, size_t length);
  /* What a design prints; the `print` of sim/dut.h. */
  int (*print)(void *self, const char *text, size_t size);
  /* The design is run a second time: what it prints has been printed already. */
  void (*again)(void *self);
  void (*before_load)(void *self); /* the Verilog is built, and nothing of it has run */
  void (*before_wave)(void *self); /* a waveform is about to be written */
  struct watchdog *watchdog;       /* is told which switch is evaluated; NULL: nobody is */
  struct ranks *ranks; /* that make the run together (base/ranks.h); NULL: it alone */
  bool plans;          /* nothing is run: disturbances that a seed draws are left out */
};

/* It must stay where it is. */
struct session {
  struct description description;
  struct session_host host;
  struct topology topology;
  struct shape shape;
  struct schedule schedule;
  uint32_t waiting; /* most packets of the schedule that may wait at one switch */
  uint32_t disturb; /* kinds of its disturbances: enum disturb, or-ed */
  uint64_t needed;  /* bytes of memory, by tool/session/needs.h; 0: not known */
  struct collective_session collective;
  enum run_compare compare;
  uint32_t waived;   /* rules of the flow */
  struct team *team; /* threads of the run, since its machines are open; NULL: one */
  struct conflicts conflicts; /* of the schedule, when the routing is timed */
  uint32_t wave_switches[RECORDER_SWITCHES]; /* to record when a waveform is asked for */
  size_t wave_count;
  struct exercise_map exercise; /* when the description asks for one; else all zero */
  struct exercise_watch watch;  /* of the golden machine, */
  struct exercise_pins pins;    /* or of a design judged by its flow */
  bool depth_chosen; /* the depth is not the user's (run/lockstep/default_depth.h) */
  /* Machines of Verilog can record waveforms; those of a user's design always can
   * (verilog/simulator/plugin.h). */
  bool traced;
  struct verilated_host verilated;
  struct dut_list dut;           /* what --dut names */
  struct link_style style;       /* how its links answer */
  struct fit fit;                /* how the user's switch is connected; by machines_open */
  struct plugin_reading reading; /* of the user's files, by machines_open */
  struct hash plugin;            /* all that its plug-in depends on, by machines_open */
  /* machines_open failed: */
  bool dut_elsewhere; /* a file has modules of other switches alone */
  bool dut_declined;  /* a file refuses these parameters by $error */
};

/* The network of a description, without its failed switches.  *t is closed on error. */
bool session_topology(struct topology *t, const struct description *description,
                      struct err *err);

/* The routing of a description; when it names none, the one round failed switches, else the
 * traffic's, else for an open loop the topology's without phases, else its default.  A
 * user's switch is built for one routing: with it an open loop has the default, as all
 * other traffic.  NULL on error. */
const struct routing *session_routing(const struct topology *t,
                                      const struct description *description,
                                      struct err *err);

/* The schedule of a description with traffic. */
bool session_schedule(struct schedule *schedule, const struct topology *t,
                      const struct routing *routing, const struct description *description,
                      struct err *err);

/* Tell the host what is being waited for; NULL: nothing any more. */
static inline void session_say(const struct session *s, const char *text)
{
  if (s->host.say)
    s->host.say(s->host.self, text);
}

/* Everything but the machines.  `host` NULL: nobody watches. */
bool session_open(struct session *s, const struct description *description,
                  const struct session_host *host, struct err *err);

/* The user's switch has eject_ready_i: unless cycles are compared, its terminals may refuse
 * what is ejected.  Errors: ERR_ENVIRONMENT. */
bool session_may_refuse(struct session *s, struct err *err);

void session_close(struct session *s);

/* Does no packet ever wait for another? */
bool session_never_waits(const struct session *s);

/* Most packets that can be in the network at a time, the copies of broadcasts included;
 * SIZE_MAX without traffic. */
size_t session_copies(const struct session *s);

/* The same where packets that never wait leave soon: the most of them that a machine must
 * have room for. */
size_t session_at_once(const struct session *s);

/* No: it is not known whether packets of this run can wait for each other in a cycle; some
 * switches have failed, and all that are left are too many to walk all packets. */
bool session_dependency_known(const struct session *s);

/* The waiting store has fewer places than packets wait at a switch, and the phase steps
 * only when all have come: with queues of finite depth the network can stand still. */
bool session_store_short(const struct session *s);

/* A routing without phases, if the packets of this run start at any time, and its routing
 * makes them wait for a phase; else NULL. */
const struct routing *session_without_phases(const struct session *s);

/* Can packets of this run wait for each other in a cycle?  cycle_length is 0 when not.
 * Error: ERR_ENVIRONMENT. */
bool session_dependency(const struct session *s, struct dependency *dependency,
                        struct err *err);

/* Open a map of what a run of this session must reach.  Error: ERR_ENVIRONMENT. */
bool session_map_open(const struct session *session, struct exercise_map *map,
                      struct err *err);

/* A run request with everything but machines, observer and watch. */
struct run_request session_request(const struct session *s);

/* Run one machine alone, and record the waveform that the description asks for; *written
 * tells whether there is one.  Close the result in either case. */
bool session_run(struct session *s, const struct machine *machine,
                 struct run_result *result, bool *written, struct err *err);

/* Cycles of a run: of a whole one of a collective, from the first in which the engines run
 * to the last delivery; else all. */
uint64_t session_cycles(const struct session *s, const struct run_result *result);

/* Packets ejected in the measured cycles of an open loop, per terminal and cycle. */
/* Of a mixed schedule: steps from the cycle in which the collective starts to the last
 * arrival of a privileged packet; without a wait they are its steps alone. */
uint64_t session_privileged_steps(const struct session *s, const struct run_result *result);

/* Of an open loop, packets per terminal and cycle of the measured window: those that start,
 * and those that are ejected. */
double session_offered_load(const struct session *s, const struct run_result *result);
double session_accepted_load(const struct session *s, const struct run_result *result);

#endif
