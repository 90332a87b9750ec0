/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* switch_view -- the rows of one switch in a save file. */
#ifndef LOCKHOP_VERILOG_WAVE_SWITCH_VIEW_H
#define LOCKHOP_VERILOG_WAVE_SWITCH_VIEW_H

#include "verilog/wave/save_file.h"
#include "verilog/wave/view.h"

/* A group of its own: links, queues, injection and ejection, each machine in its colour.
 * `difference`: the first one of the run when it is at this switch, or NULL; its port comes
 * first. */
void switch_view(struct view *view, const struct save_request *request, uint32_t sw,
                 bool closed, const struct save_difference *difference);

#endif
