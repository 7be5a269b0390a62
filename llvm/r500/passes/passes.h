/* SPDX-License-Identifier: MIT */
/* passes.h: the passes of passes.def. */
#pragma once

#include "llvm/passes/passes.h"

#define IR_PASS(name, after, optional, help) pass_function pass_##name;
#include "llvm/r500/passes/passes.def"
#undef IR_PASS
