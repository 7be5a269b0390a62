/* SPDX-License-Identifier: MIT */
/* emit_look.c: loads and stores of buffers whose lanes differ as those of a root do, at which the
 * program has looked. A look is its places, how many elements they begin behind the first of those
 * that are read, how many more are read than one, and which of these are lanes' own, if those rise.
 */
#include "driver/sim/recompile/emitter.h"

#include <string.h>

#include "driver/sim/recompile/block.h"

void native_start_looks(struct native_emitter *e)
{
    for (uint32_t i = 0; i < e->program->op_count; i++)
        if (e->flow.looked[i]) {
            native_line(e, "%%places%u = alloca <16 x i32>, align 64", i);
            native_line(e, "store <16 x i32> zeroinitializer, ptr %%places%u", i);
            native_line(e, "%%look%u = alloca [%u x i32]", i, SIM_LOOKS);
            native_line(e, "store [%u x i32] [i32 0, i32 -1, i32 0], ptr %%look%u", SIM_LOOKS, i);
        }
}

void native_look(struct native_emitter *e, const struct sim_alu_op *op)
{
    const uint32_t number = (uint32_t)(op - e->program->ops);
    if (e->flow.looked[number] && sim_shape_root(&e->shapes, op))
        native_line(e, "call void @sim_block_look(ptr %%places%u, ptr %%look%u, ptr %%p%u, i32 %d)",
                    number, number, op->dst / SIM_LANES, __builtin_ctz(e->flow.looked[number]));
}

static unsigned part(struct native_emitter *e, uint32_t number, unsigned which)
{
    const unsigned at = native_name(e), value = native_name(e);
    native_line(e, "%%t%u = getelementptr i32, ptr %%look%u, i64 %u", at, number, which);
    native_line(e, "%%t%u = load i32, ptr %%t%u", value, at);
    return value;
}

static bool sees_near(const struct native_emitter *e, unsigned dwords)
{
    return dwords == 1 && !strcmp(e->host, "v4");
}

/* How many more elements are accessed than one, where only neighbours can be, or where lanes near
 * each other can if the i1 `near`, a number, holds (0: always). */
static unsigned choose_more(struct native_emitter *e, struct native_look *look, unsigned dwords,
                            unsigned near)
{
    const unsigned beside = native_name(e), far = native_name(e), chosen = native_name(e);
    look->beside = beside;
    native_line(e, "%%t%u = icmp eq i32 %%t%u, %u", beside, look->more, SIM_NATIVE_LANES - 1);
    if (sees_near(e, dwords) && !near)
        return look->more;
    if (sees_near(e, dwords))
        native_line(e, "%%t%u = select i1 %%t%u, i32 %%t%u, i32 -1", far, near, look->more);
    else
        native_line(e, "%%t%u = or i32 -1, 0", far);
    native_line(e, "%%t%u = select i1 %%t%u, i32 %u, i32 %%t%u", chosen, beside,
                SIM_NATIVE_LANES - 1, far);
    return chosen;
}

/* Finds out where the access begins and how far it reaches. */
struct native_look native_begin_look(struct native_emitter *e, struct sim_shape shape,
                                     uint32_t index, unsigned dwords, bool stores)
{
    struct native_look look = {.root = shape.root - 1, .near = sees_near(e, dwords)};
    const uint32_t step = shape.step * e->flow.looked[look.root];
    const unsigned lanes = native_name(e), own = native_name(e), back = native_name(e);
    unsigned near = 0;
    look.more = part(e, look.root, SIM_LOOK_MORE);
    if (stores) {
        const unsigned some = native_name(e), all = native_name(e);
        near = native_name(e);
        native_line(e, "%%t%u = icmp ne i32 %%t%u, 0", some, part(e, look.root, SIM_LOOK_TAKEN));
        native_line(e, "%%t%u = icmp eq i16 %%t%u, -1", all, native_run_mask(e));
        native_line(e, "%%t%u = and i1 %%t%u, %%t%u", near, some, all);
    }
    look.more = choose_more(e, &look, dwords, near);
    look.first = native_name(e);
    look.span = native_name(e);
    const unsigned lead = part(e, look.root, SIM_LOOK_LEAD), wide = native_name(e);
    native_line(e, "%%t%u = load <16 x i32>, ptr %%p%u", lanes, index / SIM_LANES);
    native_line(e, "%%t%u = extractelement <16 x i32> %%t%u, i64 0", own, lanes);
    native_line(e, "%%t%u = mul i32 %%t%u, %u", back, lead, step);
    native_line(e, "%%t%u = sub i32 %%t%u, %%t%u", look.first, own, back);
    native_line(e, "%%t%u = zext i32 %%t%u to i64", wide, look.more);
    native_line(e, "%%t%u = mul i64 %%t%u, %u", look.span, wide, step);
    return look;
}

/* Two ways: what is written next is for neighbours, behind native_turn_ways for others. */
unsigned native_part_look(struct native_emitter *e, const struct native_look *look, unsigned *near)
{
    const unsigned beside = native_name(e), joined = native_name(e);
    *near = native_name(e);
    if (!look->near)
        return joined;
    native_line(e, "br i1 %%t%u, label %%l%u, label %%l%u", look->beside, beside, *near);
    fprintf(e->out, "l%u:\n", beside);
    return joined;
}

void native_load_near(struct native_emitter *e, const struct native_look *look, unsigned at,
                      unsigned texel)
{
    native_line(e, "call void @sim_block_load_near(ptr %%texel%u, ptr %%t%u, ptr %%places%u)",
                texel, at, look->root);
}

void native_store_near(struct native_emitter *e, const struct native_look *look, unsigned at,
                       uint32_t vector)
{
    native_line(e, "call void @sim_block_store_near(ptr %%t%u, ptr %%p%u, i32 %%t%u)", at, vector,
                part(e, look->root, SIM_LOOK_TAKEN));
}
