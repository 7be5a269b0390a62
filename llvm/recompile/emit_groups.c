/* SPDX-License-Identifier: MIT */
/* emit_groups.c: one call takes several groups of a row, one after the other, where each takes a
 * group whole: what does not depend on the group is then found once. */
#include "llvm/recompile/emit_groups.h"

#include "driver/base/times.h"
#include "driver/sim/recompile/job.h"
#include "llvm/recompile/emit_smooth.h"

/* Groups that a call takes at the most: so often somebody looks whether the launch goes on. */
enum { MOST_GROUPS = 32 };

static bool takes_whole(const struct emitter *e)
{
    return e->regions || e->column;
}

static bool has_groups(const struct emitter *e)
{
    return takes_whole(e) || e->turns || e->runs;
}

/* Whether a group of whole wavefronts has ended with the one that has run. */
static ssa has_ended(struct emitter *e, ssa launch)
{
    ssa items = emit_field_that_stays(e, e->i32, launch, offsetof(struct sim_launch, local_size)),
        index = emit_field(e, e->i32, e->wave, offsetof(struct sim_wave, index)),
        done = emit_op(e, LLVMAdd, index, emit_i32(e, 1));
    return emit_test(e, LLVMIntEQ, emit_op(e, LLVMMul, done, emit_i32(e, e->chip->wave_size)),
                     items);
}

/* The next group begins, as whoever calls would have it (sim_native_straight). */
static void begin_group(struct emitter *e, ssa launch, ssa group, ssa more)
{
    ssa x = emit_behind(e, group, offsetof(struct sim_group, id[0])),
        index = emit_behind(e, group, offsetof(struct sim_group, index)),
        vectors = emit_field_that_stays(e, e->ptr, e->wave, offsetof(struct sim_wave, vectors)),
        ids = emit_field_that_stays(e, e->ptr, launch, offsetof(struct sim_launch, local_ids));
    emit_store(e, emit_op(e, LLVMSub, more, emit_i32(e, 1)),
               emit_behind(e, group, offsetof(struct sim_group, more)));
    emit_store(e, emit_op(e, LLVMAdd, emit_load(e, e->i32, x), emit_i32(e, 1)), x);
    emit_store(e, emit_op(e, LLVMAdd, emit_load(e, e->i64, index), emit_i64(e, 1)), index);
    emit_store(e, emit_i32(e, 0), emit_behind(e, e->wave, offsetof(struct sim_wave, index)));
    emit_store(e, emit_i32(e, 0), emit_behind(e, e->wave, offsetof(struct sim_wave, first)));
    emit_store(e, emit_i64(e, (1u << SIM_NATIVE_LANES) - 1),
               emit_behind(e, e->wave, offsetof(struct sim_wave, live)));
    emit_store(e, vectors,
               emit_behind(e, e->wave, offsetof(struct sim_wave, base[SIM_SPACE_WAVE])));
    emit_store(e, ids, emit_behind(e, e->wave, offsetof(struct sim_wave, ids)));
}

void emit_groups(struct emitter *e)
{
    static const char name[] = "group", *const apart[] = {"noinline", "hot", NULL};
    ssa one = e->function;
    if (!has_groups(e))
        return;
    times_tell(times_now(), "goes on to other groups");
    LLVMSetValueName2(one, name, sizeof(name) - 1);
    LLVMSetLinkage(one, LLVMInternalLinkage);
    if (e->flow.loops) /* it takes long: so the host's registers are its own */
        emit_mark(e, one, apart);
    ssa function = emit_function(e, SIM_NATIVE_NAME, e->i32, "pp", NULL);
    e->wave = LLVMGetParam(function, 0);
    e->frame = LLVMGetParam(function, 1);
    LLVMBasicBlockRef turn = emit_new_block(e), next = emit_new_block(e), ended = emit_new_block(e);
    ssa launch = emit_field_that_stays(e, e->ptr, e->wave, offsetof(struct sim_wave, launch)),
        group = emit_field_that_stays(e, e->ptr, e->wave, offsetof(struct sim_wave, group)),
        done = emit_variable(e, e->i32);
    ssa args[] = {e->wave, e->frame, emit_keeps_smooth(e) ? emit_begin_kept(e) : NULL};
    emit_store(e, emit_i32(e, 0), done);
    emit_go(e, turn);
    emit_begin_block(e, turn);
    ssa result = emit_call_own(e, one, args, args[2] ? 3 : 2),
        sound = emit_test(e, LLVMIntEQ, result, emit_i32(e, SIM_NEXT_END)),
        more = emit_field(e, e->i32, group, offsetof(struct sim_group, more)),
        some = emit_test(e, LLVMIntNE, more, emit_i32(e, 0));
    if (!takes_whole(e))
        some = emit_op(e, LLVMAnd, some, has_ended(e, launch));
    /* By the sum and its limit the compiler knows that the turns end (cycles.c). */
    ssa sum = emit_op(e, LLVMAdd, emit_load(e, e->i32, done), emit_i32(e, 1));
    emit_store(e, sum, done);
    ssa below = emit_test(e, LLVMIntULT, sum, emit_i32(e, MOST_GROUPS));
    emit_branch(e, emit_op(e, LLVMAnd, below, emit_op(e, LLVMAnd, sound, some)), next, ended);
    emit_begin_block(e, next);
    begin_group(e, launch, group, more);
    emit_go(e, turn);
    emit_begin_block(e, ended);
    LLVMBuildRet(e->builder, result);
}
