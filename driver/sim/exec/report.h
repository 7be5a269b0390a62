/* SPDX-License-Identifier: MIT */
/* report.h: what is wrong with a launch that goes on. */
#ifndef ROOTLE_SIM_EXEC_REPORT_H
#define ROOTLE_SIM_EXEC_REPORT_H

#include "driver/sim/exec/launch.h"

/* Keeps a report until the launch ends: one of each kind and instruction, that of the first
 * work-item, which makes them the same in every run. `count` is of this one. */
void sim_report(struct sim_launch *launch, const struct guide_report *report);
/* Counts one more of a report that is kept. False: there is none of this kind and instruction. Of
 * one thread's own reports: it saves their words, where the first is that of the first work-item.
 */
bool sim_report_repeats(struct sim_launch *launch, enum check check, uint32_t byte);
/* Hands what was kept to the launch's guide, and forgets it. True when an access was among it that
 * was not carried out. */
bool sim_reports_hand_out(struct sim_launch *launch);

#endif
