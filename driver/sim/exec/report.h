/* SPDX-License-Identifier: MIT */
/* report.h: what is wrong with a launch that goes on. */
#pragma once

#include "driver/sim/exec/launch.h"

/* Keeps a report until the launch ends: one of each kind and instruction, that of the first
 * work-item, which makes them the same in every run. `count` is of this one. */
void sim_report(struct sim_launch *launch, const struct guide_report *report);
/* Counts a report again that is kept already. False: none of this kind and instruction is. It is
 * for reports of one thread, whose first report is that of the first work-item, and spares making
 * the text. */
bool sim_report_repeats(struct sim_launch *launch, enum check check, uint32_t byte);
/* How many places have reports, and the last of them; NULL: there is none. */
unsigned sim_reports_count(const struct sim_launch *launch);
const struct guide_report *sim_reports_last(const struct sim_launch *launch);
/* Forgets them: the launch runs once more. */
void sim_reports_forget(struct sim_launch *launch);
/* Hands the kept reports to the launch's guide, and forgets them. True when one is of an access
 * that was not carried out. */
bool sim_reports_hand_out(struct sim_launch *launch);
