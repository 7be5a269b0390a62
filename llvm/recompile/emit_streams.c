/* SPDX-License-Identifier: MIT */
/* emit_streams.c: stores around the host's caches, of launches that write more than these hold. */
#include "driver/sim/lanes/surface.h"
#include "llvm/recompile/emitter.h"

/* Values side by side, at addresses that are multiples of `align`. */
static void store_all(struct emitter *e, const ssa *value, unsigned count, ssa at, unsigned align)
{
    uint64_t behind = 0;
    for (unsigned i = 0; i < count; i++) {
        ssa stored = emit_store(e, value[i], emit_behind(e, at, behind));
        LLVMSetAlignment(stored, align);
        if (align == SIM_LINE)
            LLVMSetMetadata(stored, LLVMGetMDKindIDInContext(e->context, "nontemporal", 11),
                            e->around);
        behind += 4 * LLVMGetVectorSize(LLVMTypeOf(value[i]));
    }
}

void emit_store_lines(struct emitter *e, const ssa *value, unsigned count, ssa at)
{
    if (!e->state->streams) {
        store_all(e, value, count, at, 4);
        return;
    }
    ssa number = LLVMBuildPtrToInt(e->builder, at, e->i64, ""),
        within = emit_op(e, LLVMAnd, number, emit_i64(e, SIM_LINE - 1));
    const struct ways ways = emit_part(e, emit_test(e, LLVMIntEQ, within, emit_i64(e, 0)));
    store_all(e, value, count, at, 4);
    emit_turn(e, ways);
    store_all(e, value, count, at, SIM_LINE);
    e->streams = true;
    emit_join(e, ways);
}
