/* SPDX-License-Identifier: MIT */
/* emitter.c: IR that all parts build. */
#include "llvm/recompile/emitter.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool emit_refuse(struct emitter *e, const char *why)
{
    *e->why = why;
    return false;
}

/* ---- values ---- */

ssa emit_i32(const struct emitter *e, uint32_t value)
{
    return LLVMConstInt(e->i32, value, false);
}

ssa emit_i64(const struct emitter *e, uint64_t value)
{
    return LLVMConstInt(e->i64, value, false);
}

ssa emit_op(struct emitter *e, LLVMOpcode op, ssa a, ssa b)
{
    return LLVMBuildBinOp(e->builder, op, a, b, "");
}

ssa emit_test(struct emitter *e, LLVMIntPredicate how, ssa a, ssa b)
{
    return LLVMBuildICmp(e->builder, how, a, b, "");
}

ssa emit_and_not(struct emitter *e, ssa a, ssa b)
{
    return emit_op(e, LLVMAnd, a, LLVMBuildNot(e->builder, b, ""));
}

ssa emit_select(struct emitter *e, ssa test, ssa yes, ssa no)
{
    return LLVMBuildSelect(e->builder, test, yes, no, "");
}

ssa emit_wide(struct emitter *e, ssa value)
{
    return LLVMBuildZExt(e->builder, value, e->i64, "");
}

ssa emit_splat(const struct emitter *e, uint32_t value)
{
    ssa all[SIM_NATIVE_LANES];
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
        all[i] = emit_i32(e, value);
    return LLVMConstVector(all, SIM_NATIVE_LANES);
}

ssa emit_spread(struct emitter *e, ssa value)
{
    static const unsigned same[SIM_NATIVE_LANES];
    ssa one =
        LLVMBuildInsertElement(e->builder, LLVMGetPoison(e->lanes), value, emit_i64(e, 0), "");
    return emit_shuffle(e, one, NULL, same, SIM_NATIVE_LANES);
}

ssa emit_lane_0(struct emitter *e, ssa lanes)
{
    return LLVMBuildExtractElement(e->builder, lanes, emit_i64(e, 0), "");
}

ssa emit_shuffle(struct emitter *e, ssa a, ssa b, const unsigned *lane, unsigned count)
{
    ssa mask[4 * SIM_NATIVE_LANES];
    assert(count <= COUNT(mask));
    for (unsigned i = 0; i < count; i++)
        mask[i] = lane[i] == EMIT_ANY_LANE ? LLVMGetPoison(e->i32) : emit_i32(e, lane[i]);
    return LLVMBuildShuffleVector(e->builder, a, b ? b : LLVMGetPoison(LLVMTypeOf(a)),
                                  LLVMConstVector(mask, count), "");
}

/* ---- memory ---- */

ssa emit_variable(struct emitter *e, LLVMTypeRef type)
{
    return LLVMBuildAlloca(e->builder, type, "");
}

ssa emit_lanes_variable(struct emitter *e)
{
    return emit_variable(e, e->lanes);
}

ssa emit_behind(struct emitter *e, ssa at, uint64_t bytes)
{
    return emit_further(e, at, emit_i64(e, bytes));
}

ssa emit_further(struct emitter *e, ssa at, ssa bytes)
{
    return LLVMBuildGEP2(e->builder, e->i8, at, &bytes, 1, "");
}

ssa emit_load(struct emitter *e, LLVMTypeRef type, ssa at)
{
    return LLVMBuildLoad2(e->builder, type, at, "");
}

ssa emit_load_lanes(struct emitter *e, ssa at)
{
    return emit_load(e, e->lanes, at);
}

ssa emit_store(struct emitter *e, ssa value, ssa at)
{
    return LLVMBuildStore(e->builder, value, at);
}

void emit_copy_lanes(struct emitter *e, ssa from, ssa to)
{
    emit_store(e, emit_load_lanes(e, from), to);
}

ssa emit_field(struct emitter *e, LLVMTypeRef type, ssa of, size_t offset)
{
    return emit_load(e, type, emit_behind(e, of, offset));
}

ssa emit_field_that_stays(struct emitter *e, LLVMTypeRef type, ssa of, size_t offset)
{
    static const char kind[] = "invariant.load";
    ssa value = emit_field(e, type, of, offset);
    LLVMSetMetadata(value, LLVMGetMDKindIDInContext(e->context, kind, sizeof(kind) - 1),
                    e->invariant);
    return value;
}

/* ---- functions ---- */

static LLVMAttributeRef attribute(const struct emitter *e, const char *name)
{
    return LLVMCreateEnumAttribute(e->context, LLVMGetEnumAttributeKindForName(name, strlen(name)),
                                   0);
}

/* Says of parameters and results of one bit that the rest of their byte is 0, as in C. */
static void extend_bits(const struct emitter *e, ssa of, LLVMTypeRef type,
                        void (*add)(ssa, LLVMAttributeIndex, LLVMAttributeRef))
{
    LLVMTypeRef params[32];
    const unsigned count = LLVMCountParamTypes(type);
    assert(count <= COUNT(params));
    LLVMGetParamTypes(type, params);
    for (unsigned i = 0; i <= count; i++)
        if ((i ? params[i - 1] : LLVMGetReturnType(type)) == e->i1)
            add(of, i, attribute(e, "zeroext"));
}

ssa emit_call_own(struct emitter *e, ssa function, ssa *args, size_t count)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    assert(LLVMCountParamTypes(type) == count);
    ssa call = LLVMBuildCall2(e->builder, type, function, args, (unsigned)count, "");
    extend_bits(e, call, type, LLVMAddCallSiteAttribute);
    return call;
}

static ssa find_function(const struct emitter *e, const char *name)
{
    ssa there = LLVMGetNamedFunction(e->library, name);
    assert(there); /* it is of this build */
    return there;
}

/* Declares a function of the library as it is there. */
static ssa declare(struct emitter *e, const char *name, ssa there)
{
    ssa function = LLVMGetNamedFunction(e->module, name);
    if (function)
        return function;
    LLVMTypeRef type = LLVMGlobalGetValueType(there);
    function = LLVMAddFunction(e->module, name, type);
    extend_bits(e, function, type, LLVMAddAttributeAtIndex);
    return function;
}

ssa emit_call_library(struct emitter *e, const char *name, ssa *args, size_t count)
{
    return emit_call_own(e, declare(e, name, find_function(e, name)), args, count);
}

ssa emit_call_usual(struct emitter *e, const char *name, const struct sim_texel_format *format,
                    ssa *args, size_t count)
{
    static const char *const usual[RECOMPILE_USUAL] = {"bytes", "floats", "any"};
    char full[64];
    snprintf(full, sizeof(full), "sim_block_%s_%s", name, usual[recompile_find_format(format)]);
    return emit_call_library(e, full, args, count);
}

ssa emit_short_library(struct emitter *e, const char *name, ssa *args, size_t count)
{
    ssa result;
    return emit_inlined(e, find_function(e, name), args, &result)
               ? result
               : emit_call_library(e, name, args, count);
}

ssa emit_call_op(struct emitter *e, const char *kind, int op, ssa *args, size_t count)
{
    char name[64];
    snprintf(name, sizeof(name), "sim_block_%s_%s", kind, hw_alu_info[op].name);
    return emit_short_library(e, name, args, count);
}

ssa emit_call_llvm(struct emitter *e, const char *name, LLVMTypeRef over, ssa *args, size_t count)
{
    const unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    const bool in_memory = over && LLVMGetTypeKind(over) == LLVMVectorTypeKind;
    LLVMTypeRef overloads[] = {over, e->ptr};
    ssa function = LLVMGetIntrinsicDeclaration(e->module, id, overloads, over ? 1 + in_memory : 0);
    return LLVMBuildCall2(e->builder, LLVMGlobalGetValueType(function), function, args,
                          (unsigned)count, "");
}

/* Calls the function that a table has at an offset. */
static ssa call_at(struct emitter *e, ssa table, size_t offset, LLVMTypeRef returns, ssa *args,
                   size_t count)
{
    LLVMTypeRef params[16];
    assert(count <= COUNT(params));
    for (size_t i = 0; i < count; i++)
        params[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(returns, params, (unsigned)count, false);
    ssa call = LLVMBuildCall2(e->builder, type, emit_field_that_stays(e, e->ptr, table, offset),
                              args, (unsigned)count, "");
    extend_bits(e, call, type, LLVMAddCallSiteAttribute);
    return call;
}

ssa emit_call_frame(struct emitter *e, size_t offset, LLVMTypeRef returns, ssa *args, size_t count)
{
    return call_at(e, e->frame, offset, returns, args, count);
}

static ssa ready_table(struct emitter *e)
{
    return emit_field_that_stays(e, e->ptr, e->frame,
                                 offsetof(struct sim_native_frame, texels.ready));
}

ssa emit_ready_code(struct emitter *e, size_t offset)
{
    return emit_field_that_stays(e, e->ptr, ready_table(e), offset);
}

ssa emit_call_ready(struct emitter *e, size_t offset, LLVMTypeRef returns, ssa *args, size_t count)
{
    return call_at(e, ready_table(e), offset, returns, args, count);
}

static void add_attributes(const struct emitter *e, ssa function)
{
    LLVMAddTargetDependentFunctionAttr(function, "target-cpu", e->host->cpu);
    LLVMAddTargetDependentFunctionAttr(function, "prefer-vector-width", "512");
    LLVMAddTargetDependentFunctionAttr(function, "min-legal-vector-width", "512");
}

void emit_mark(const struct emitter *e, ssa function, const char *const attributes[])
{
    for (unsigned i = 0; attributes[i]; i++)
        LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute(e, attributes[i]));
}

ssa emit_function(struct emitter *e, const char *name, LLVMTypeRef returns, const char *params,
                  const char *const attributes[])
{
    LLVMTypeRef types[32];
    unsigned count = 0;
    for (; params[count]; count++)
        types[count] = params[count] == 'p' ? e->ptr : params[count] == 'v' ? e->lanes : e->i32;
    LLVMTypeRef type = LLVMFunctionType(returns, types, count, false);
    ssa function = LLVMAddFunction(e->module, name, type);
    LLVMSetLinkage(function, attributes ? LLVMInternalLinkage : LLVMExternalLinkage);
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute(e, "nounwind"));
    if (attributes)
        emit_mark(e, function, attributes);
    add_attributes(e, function);
    extend_bits(e, function, type, LLVMAddAttributeAtIndex);
    e->function = function;
    emit_begin_block(e, emit_new_block(e));
    return function;
}

static ssa constant(struct emitter *e, ssa value, unsigned align)
{
    ssa global = LLVMAddGlobal(e->module, LLVMTypeOf(value), "");
    LLVMSetInitializer(global, value);
    LLVMSetGlobalConstant(global, true);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetAlignment(global, align);
    return global;
}

ssa emit_bytes(struct emitter *e, const void *data, size_t size)
{
    return constant(e, LLVMConstStringInContext(e->context, data, (unsigned)size, true), 8);
}

ssa emit_constant_lanes(struct emitter *e, uint32_t value)
{
    return constant(e, emit_splat(e, value), sizeof(sim_native_vector));
}

/* ---- control flow ---- */

LLVMBasicBlockRef emit_new_block(struct emitter *e)
{
    return LLVMAppendBasicBlockInContext(e->context, e->function, "");
}

void emit_begin_block(struct emitter *e, LLVMBasicBlockRef block)
{
    LLVMBasicBlockRef last = LLVMGetLastBasicBlock(e->function);
    if (block != last)
        LLVMMoveBasicBlockAfter(block, last);
    LLVMPositionBuilderAtEnd(e->builder, block);
}

void emit_go(struct emitter *e, LLVMBasicBlockRef block)
{
    LLVMBuildBr(e->builder, block);
}

ssa emit_branch(struct emitter *e, ssa test, LLVMBasicBlockRef yes, LLVMBasicBlockRef no)
{
    return LLVMBuildCondBr(e->builder, test, yes, no);
}

struct ways emit_part_evenly(struct emitter *e, ssa test)
{
    LLVMBasicBlockRef slow = emit_new_block(e);
    const struct ways ways = {emit_new_block(e), emit_new_block(e)};
    emit_branch(e, test, ways.fast, slow);
    emit_begin_block(e, slow);
    return ways;
}

struct ways emit_part(struct emitter *e, ssa test)
{
    LLVMBasicBlockRef from = LLVMGetInsertBlock(e->builder);
    const struct ways ways = emit_part_evenly(e, test);
    LLVMSetMetadata(LLVMGetBasicBlockTerminator(from),
                    LLVMGetMDKindIDInContext(e->context, "prof", 4), e->likely);
    return ways;
}

void emit_come_back(struct emitter *e, struct ways ways, ssa test)
{
    LLVMBasicBlockRef slow = emit_new_block(e);
    emit_branch(e, test, ways.fast, slow);
    emit_begin_block(e, slow);
}

void emit_turn(struct emitter *e, struct ways ways)
{
    emit_go(e, ways.joined);
    emit_begin_block(e, ways.fast);
}

void emit_join(struct emitter *e, struct ways ways)
{
    emit_go(e, ways.joined);
    emit_begin_block(e, ways.joined);
}

/* ---- masks ---- */

LLVMTypeRef emit_mask_type(const struct emitter *e)
{
    return e->apart ? e->mask_of_one : e->mask_of_all;
}

ssa emit_no_lanes(const struct emitter *e)
{
    return LLVMConstNull(emit_mask_type(e));
}

ssa emit_all_lanes(const struct emitter *e)
{
    return LLVMConstAllOnes(emit_mask_type(e));
}

ssa emit_mask(struct emitter *e, unsigned which)
{
    ssa mask = emit_load(e, e->mask_of_all, e->mask[which]);
    return e->apart ? emit_part_of_mask(e, mask) : mask;
}

void emit_set_mask(struct emitter *e, unsigned which, ssa value)
{
    if (e->apart)
        value = emit_join_mask(e, emit_load(e, e->mask_of_all, e->mask[which]), value);
    emit_store(e, value, e->mask[which]);
}

ssa emit_any(struct emitter *e, ssa mask)
{
    return emit_test(e, LLVMIntNE, mask, LLVMConstNull(LLVMTypeOf(mask)));
}

ssa emit_all(struct emitter *e)
{
    return emit_test(e, LLVMIntEQ, emit_run_mask(e), emit_all_lanes(e));
}

void emit_update_exec(struct emitter *e)
{
    ssa branch = emit_mask(e, MASK_BRANCH), continued = emit_mask(e, MASK_CONTINUED),
        broken = emit_mask(e, MASK_BROKEN);
    emit_set_mask(e, MASK_EXEC, emit_and_not(e, emit_and_not(e, branch, continued), broken));
}

/* Blocks that go abreast have all their lanes. */
ssa emit_live(const struct emitter *e)
{
    return e->abreast > 1 ? emit_all_lanes(e) : e->live;
}

ssa emit_run_mask(struct emitter *e)
{
    return e->whole ? emit_live(e) : emit_mask(e, MASK_EXEC);
}

ssa emit_exec(struct emitter *e)
{
    return LLVMBuildZExt(e->builder, emit_run_mask(e), e->i32, "");
}

ssa emit_as_bits(struct emitter *e, ssa mask)
{
    return LLVMBuildBitCast(e->builder, mask, e->bits, "");
}

void emit_spread_exec(struct emitter *e)
{
    ssa bits = emit_as_bits(e, emit_run_mask(e));
    emit_store(e, LLVMBuildSExt(e->builder, bits, e->lanes, ""), e->mask_lanes);
}

/* ---- vectors ---- */

ssa emit_first(struct emitter *e, uint32_t place)
{
    return emit_load(e, e->i32, e->first[place / SIM_LANES]);
}

void emit_set_first(struct emitter *e, uint32_t vector, ssa lanes)
{
    if (e->flow.scalar[vector])
        emit_store(e, emit_lane_0(e, lanes), e->first[vector]);
}

static ssa memory_of(struct emitter *e, uint32_t vector)
{
    return emit_behind(e, e->asked_vectors ? e->asked_vectors : e->vectors,
                       (uint64_t)vector * sizeof(sim_vector));
}

/* All lanes of a vector. An affine one is made of its first lane, so that it takes no host register
 * for the sake of what is seldom asked. */
static ssa lanes_of(struct emitter *e, uint32_t vector)
{
    const struct affine_form form = affine_vector(&e->forms, vector * SIM_LANES);
    ssa lane[SIM_NATIVE_LANES];
    if (form.bits < 32 || form.basis || !e->flow.scalar[vector])
        return emit_load_lanes(e, e->vector[vector]);
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
        lane[i] = emit_i32(e, i * form.step);
    return emit_op(e, LLVMAdd, emit_spread(e, emit_load(e, e->i32, e->first[vector])),
                   LLVMConstVector(lane, SIM_NATIVE_LANES));
}

void emit_to_memory(struct emitter *e, uint32_t vector)
{
    ssa value = lanes_of(e, vector);
    emit_store(e, value, memory_of(e, vector));
}

void emit_from_memory(struct emitter *e, uint32_t vector)
{
    ssa value = emit_load_lanes(e, memory_of(e, vector));
    emit_store(e, value, e->vector[vector]);
    emit_set_first(e, vector, value);
}

void emit_assign(struct emitter *e, uint32_t vector, ssa value, ssa mask)
{
    if (mask) {
        ssa bits = emit_as_bits(e, mask), old = emit_load_lanes(e, e->vector[vector]);
        value = emit_select(e, bits, value, old);
    }
    emit_store(e, value, e->vector[vector]);
}

void emit_assign_run(struct emitter *e, uint32_t vector, ssa value)
{
    const bool masked = !e->whole && e->forms.kept[vector];
    emit_assign(e, vector, value, masked ? emit_mask(e, MASK_EXEC) : NULL);
}

void emit_begin_ask(struct emitter *e)
{
    e->asked = emit_block_wave(e);
    if (e->asked != e->wave)
        e->asked_vectors =
            emit_field(e, e->ptr, e->asked, offsetof(struct sim_wave, base[SIM_SPACE_WAVE]));
}

void emit_go_on(struct emitter *e, ssa sound)
{
    LLVMBasicBlockRef next = emit_new_block(e);
    emit_branch(e, sound, next, e->fault);
    emit_begin_block(e, next);
}

/* Asks for lanes of the block, as bits. */
static void ask_for(struct emitter *e, size_t function, uint32_t index, ssa exec)
{
    emit_go_on(e, emit_frame(e, function, e->i1, e->asked, emit_i32(e, index), exec));
}

void emit_ask(struct emitter *e, size_t function, uint32_t index)
{
    ask_for(e, function, index, emit_exec(e));
}

void emit_ask_apart(struct emitter *e, size_t function, uint32_t index, ssa lanes)
{
    ssa exec = emit_exec(e), zero = emit_i32(e, 0), these = emit_op(e, LLVMAnd, exec, lanes),
        lowest = emit_op(e, LLVMAnd, exec, emit_op(e, LLVMSub, zero, exec));
    these = emit_select(e, emit_test(e, LLVMIntNE, these, zero), these, lowest);
    ssa others = emit_and_not(e, exec, these);
    const struct ways ways = emit_part(e, emit_test(e, LLVMIntEQ, others, zero));
    ask_for(e, function, index, others);
    emit_turn(e, ways);
    emit_join(e, ways);
    ask_for(e, function, index, these);
}

ssa emit_special(struct emitter *e, unsigned select)
{
    if (select == HW_SRC_MASK_LO || select == HW_SRC_MASK_HI)
        return emit_field(e, e->i32, emit_block_wave(e),
                          offsetof(struct sim_wave, whole) + (select == HW_SRC_MASK_HI ? 4 : 0));
    return emit_frame(e, offsetof(struct sim_native_frame, special), e->i32, emit_block_wave(e),
                      emit_i32(e, select));
}

void emit_store_run(struct emitter *e, ssa value, ssa at, bool streams)
{
    const struct ways ways = emit_part_evenly(e, emit_all(e));
    emit_intrinsic(e, "llvm.masked.store", e->lanes, value, at, emit_i32(e, 4),
                   emit_as_bits(e, emit_run_mask(e)));
    emit_turn(e, ways);
    if (streams)
        emit_store_lines(e, &value, 1, at);
    else
        LLVMSetAlignment(emit_store(e, value, at), 4);
    emit_join(e, ways);
}
