/* SPDX-License-Identifier: MIT */
/* emit_scalar.c: operations on the first lane alone: of what all lanes have, and of what has a
 * shape. */
#include "driver/sim/recompile/emitter.h"

/* One lane's operand: a name or a number. */
static void operand(struct native_emitter *e, const struct sim_alu_op *op, unsigned i,
                    char text[NATIVE_TEXT])
{
    const struct sim_src *src = &op->src[i];
    const uint32_t vector = src->offset / SIM_LANES;
    if (src->special)
        snprintf(text, NATIVE_TEXT, "%%t%u", native_special(e, src->special));
    else if (src->space == SIM_SPACE_LITERAL)
        snprintf(text, NATIVE_TEXT, "%u", e->program->literals[src->offset]);
    else if (src->space == SIM_SPACE_CONST)
        snprintf(text, NATIVE_TEXT, "%%k%u", vector);
    else
        snprintf(text, NATIVE_TEXT, "%%t%u", native_first(e, src->offset));
    if (src->mods & SIM_SRC_FLUSH) {
        const unsigned value = native_name(e);
        native_line(e, "%%t%u = call i32 @sim_block_flush_one(i32 %s)", value, text);
        snprintf(text, NATIVE_TEXT, "%%t%u", value);
    }
    if (src->mods & (SIM_SRC_NEG | SIM_SRC_ABS)) {
        const unsigned value = native_name(e);
        native_line(e, "%%t%u = call i32 @sim_block_modify_one(i32 %s, i32 %d, i32 %d)", value,
                    text, src->mods & SIM_SRC_ABS ? 0x7fffffff : -1,
                    src->mods & SIM_SRC_NEG ? INT32_MIN : 0);
        snprintf(text, NATIVE_TEXT, "%%t%u", value);
    }
}

unsigned native_scalar(struct native_emitter *e, const struct sim_alu_op *op)
{
    char text[3][NATIVE_TEXT];
    for (unsigned i = 0; i < 3; i++) {
        snprintf(text[i], NATIVE_TEXT, "0");
        if (sim_shape_source(&e->shapes, &op->src[i]).bits)
            operand(e, op, i, text[i]);
    }
    unsigned value = native_name(e);
    native_line(e, "%%t%u = call i32 @sim_block_scalar_%s(i32 %s, i32 %s, i32 %s)", value,
                hw_alu_info[op->map].name, text[0], text[1], text[2]);
    if (!op->finish)
        return value;
    const unsigned finished = native_name(e);
    native_line(e, "%%t%u = call i32 @sim_block_finish_one(i32 %%t%u, i32 %u)", finished, value,
                op->finish);
    return finished;
}
