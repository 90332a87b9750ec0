/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* window -- the waveform that a description asks for. */
#ifndef LOCKHOP_TOOL_SESSION_WINDOW_H
#define LOCKHOP_TOOL_SESSION_WINDOW_H

#include "tool/session/session.h"

/* The switches to record, into s->wave_switches. */
bool window_switches(struct session *s, struct err *err);

/* The recorder that the description asks for; false when it asks for none. */
bool window_asked(struct recorder *recorder, const struct session *s);

/* A recorder for a request of one's own; shape, traffic, seed and command are set here. */
void window_start(struct recorder *recorder, const struct session *s,
                  struct recorder_request request);

#endif
