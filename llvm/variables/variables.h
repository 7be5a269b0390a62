/* SPDX-License-Identifier: MIT */
/* variables.h: reads LLVM's debug information of variables. */
#pragma once

#include "llvm/ir/variables.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct ir_variable_reader variable_reader;

#ifdef __cplusplus
}
#endif
