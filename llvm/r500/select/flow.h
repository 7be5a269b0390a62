/* SPDX-License-Identifier: MIT */
/* flow.h: a function's control flow as R500 has it: ifs within each other, and loops that end where
 * all pixels have left them. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>

/* The callbacks of a walk over the function, in the order of the code. `when`: the value of the
 * condition for which it happens; without a condition it always does. */
struct r500_flow_visitor {
    void (*block)(void *data, LLVMBasicBlockRef block);
    /* The values of phis that come along an edge; what is told next belongs behind them. */
    void (*edge)(void *data, LLVMBasicBlockRef from, LLVMBasicBlockRef to);
    void (*begin_if)(void *data, LLVMValueRef condition);
    void (*begin_else)(void *data);
    void (*end_if)(void *data);
    void (*begin_loop)(void *data, LLVMBasicBlockRef header);
    void (*end_loop)(void *data);
    void (*leave)(void *data, LLVMValueRef condition, bool when); /* break */
    void (*next)(void *data);                                     /* continue */
};

/* False when the control flow has no such form, or memory is short; what was told until then is of
 * no use. `visitor` NULL: only asks. */
bool r500_walk_flow(LLVMValueRef function, const struct r500_flow_visitor *visitor, void *data);
bool r500_is_structured(LLVMValueRef function);
