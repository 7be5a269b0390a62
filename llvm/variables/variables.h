/* SPDX-License-Identifier: MIT */
/* variables.h: reads LLVM's debug information of variables. */
#ifndef ROOTLE_VARIABLES_VARIABLES_H
#define ROOTLE_VARIABLES_VARIABLES_H

#include "llvm/ir/variables.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct ir_variable_reader variable_reader;

#ifdef __cplusplus
}
#endif

#endif
