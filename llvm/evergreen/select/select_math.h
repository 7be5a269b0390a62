/* SPDX-License-Identifier: MIT */
/* select_math.h: element functions of the float intrinsics, listed in select_math.def. */
#pragma once

#include "llvm/evergreen/select/select.h"

/* Some serve two names, so they are declared more than once: that is harmless. */
#define MATH(name, operands, function) void function(struct select *s, const struct elem *e);
#include "llvm/evergreen/select/select_math.def"
#undef MATH
