/* SPDX-License-Identifier: MIT */
/* narrow.h: stores of a vector's first lanes alone, which are known. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Has each such store, and the loads and operations that serve it alone, take no other lanes. So a
 * load finds what a store before it wrote in one piece, and need not wait for the host's cache.
 * True where there are some; what they do not take is still there. */
bool narrow_stores(LLVMModuleRef module);
