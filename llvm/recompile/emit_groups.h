/* SPDX-License-Identifier: MIT */
/* emit_groups.h: programs that take several groups by one call. */
#pragma once

#include "llvm/recompile/emitter.h"

/* Has the driver call one that takes several groups by the program that has been written, if that
 * takes groups, or wavefronts, whole. */
void emit_groups(struct emitter *e);
