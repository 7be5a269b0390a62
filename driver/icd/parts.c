/* SPDX-License-Identifier: MIT */
/* parts.c: registers the annexes of the simulator that are built: ci/annexes.txt has their options.
 */
#include "driver/icd/parts.h"

#ifdef ROOTLE_RECOMPILE
#include "driver/compiler/recompile/recompile.h"
#include "driver/sim/recompile/recompiler.h"
#endif
#ifdef ROOTLE_CHECKER
#include "driver/sim/check/checker.h"
#endif
#ifdef ROOTLE_DRAW
#include "driver/sim/draw/draw.h"
#include "driver/sim/r700/r700.h"
#endif
#ifdef ROOTLE_EXPLORER
#include "driver/sim/record/recorder.h"
#endif
#ifdef ROOTLE_DEBUGGER
#include "driver/sim/debug/debugger.h"
#endif
#ifdef ROOTLE_FAULTS
#include "driver/sim/faults/lanes.h"
#endif
#ifdef ROOTLE_R500
#include "driver/sim/r500/r500.h"
#endif
#ifdef ROOTLE_DRAW_R500
#include "driver/sim/r300/r300.h"
#endif

static const struct sim_family *const families[] = {
#ifdef ROOTLE_DRAW
    &r600_family, &r700_family,
#endif
#ifdef ROOTLE_DRAW_R500
    &r300_family, &r300_older_family,
#elif defined(ROOTLE_R500)
    &r500_family,
#endif
    NULL};

static const struct sim_watcher *const watchers[] = {
#ifdef ROOTLE_EXPLORER
    &sim_tracer, &sim_recorder,
#endif
#ifdef ROOTLE_CHECKER
    &sim_checker,
#endif
#ifdef ROOTLE_DEBUGGER
    &sim_debugger, /* the last: it stops behind what the others say */
#endif
    NULL};

const struct sim_parts icd_parts = {
    .families = families,
    .watchers = watchers,
#ifdef ROOTLE_DRAW
    .drawer = &sim_drawer,
#endif
#ifdef ROOTLE_RECOMPILE
    .engine = sim_recompiler_create,
    .compile = compiler_recompile,
#endif
#ifdef ROOTLE_FAULTS
    .lanes = fault_sim_lanes,
#endif
};
