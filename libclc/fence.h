/* SPDX-License-Identifier: MIT */
/* fence.h: what keeps the accesses of a work-item on their side of an atomic operation or a fence.
 */
#pragma once

#include "driver/abi/kernel_abi.h"

/* The compiler moves no access across it, and removes it when optimisation is over: hardware keeps
 * the order. Guarded programs keep its order and scope for checks (llvm/passes/legalise_memory.c).
 */
void __rootle_fence(uint what);

#define FENCE_OF(side, order, scope)                                                               \
    __rootle_fence((side) | (uint)(order) << ABI_FENCE_ORDER | (uint)(scope) << ABI_FENCE_SCOPE)
#define FENCE_BEFORE(order, scope) FENCE_OF(ABI_FENCE_RELEASES, order, scope)
#define FENCE_BEHIND(order, scope) FENCE_OF(ABI_FENCE_ACQUIRES, order, scope)
#define FENCE(order, scope)        FENCE_OF(ABI_FENCE_RELEASES | ABI_FENCE_ACQUIRES, order, scope)
