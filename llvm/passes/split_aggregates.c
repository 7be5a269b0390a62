/* SPDX-License-Identifier: MIT */
/* split_aggregates.c: makes values of their own of the members of structs and arrays that are
 * values.
 *
 * Clang gives structs to functions and gets them back as values, and passes over memory leave loads
 * and stores of whole structs whose padding they want to keep. Here every load, store, phi and
 * select of one becomes as many as it has members.
 *
 * Requires: everything is inlined. Leaves no struct or array as a value but those that an
 * instruction gives only to `extractvalue` (a compare-and-exchange's old value and success). Not
 * optional. */
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "llvm/ir/ir.h"
#include "llvm/passes/passes.h"

enum { MAX_DEPTH = 16 };

/* Where a member is in a value: the indices that extractvalue takes. */
struct path {
    unsigned indices[MAX_DEPTH];
    unsigned depth;
};

/* The phi of one member, in place of a phi of the whole. */
struct member_phi {
    LLVMValueRef whole;
    struct path path;
    LLVMValueRef phi;
};

struct splitter {
    struct pass_state *pass;
    struct member_phi *phis;
    size_t count, room;
    bool failed;
};

static LLVMValueRef member(struct splitter *s, LLVMValueRef value, const struct path *path);

static LLVMTypeRef type_at(LLVMTypeRef type, const struct path *path)
{
    for (unsigned i = 0; i < path->depth; i++)
        type = LLVMGetTypeKind(type) == LLVMStructTypeKind
                   ? LLVMStructGetTypeAtIndex(type, path->indices[i])
                   : LLVMGetElementType(type);
    return type;
}

static unsigned member_count(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMCountStructElementTypes(type)
                                                       : LLVMGetArrayLength(type);
}

/* Calls `visit` for each member of the type that is no aggregate. */
static void each_leaf(LLVMTypeRef type, struct path *path,
                      void (*visit)(const struct path *path, void *data), void *data)
{
    LLVMTypeRef here = type_at(type, path);
    if (!ir_is_aggregate(here) || path->depth == MAX_DEPTH) {
        visit(path, data);
        return;
    }
    for (unsigned i = 0; i < member_count(here); i++) {
        path->indices[path->depth++] = i;
        each_leaf(type, path, visit, data);
        path->depth--;
    }
}

/* ---- where a member's value comes from ---- */

static uint64_t offset_of(struct splitter *s, LLVMTypeRef type, const struct path *path)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(s->pass->module);
    uint64_t offset = 0;
    for (unsigned i = 0; i < path->depth; i++) {
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            offset += LLVMOffsetOfElement(layout, type, path->indices[i]);
            type = LLVMStructGetTypeAtIndex(type, path->indices[i]);
        } else {
            type = LLVMGetElementType(type);
            offset += path->indices[i] * LLVMABISizeOfType(layout, type);
        }
    }
    return offset;
}

/* Returns the known alignment of a member. */
static unsigned align_at(unsigned whole, uint64_t offset)
{
    while (offset % whole)
        whole /= 2;
    return whole;
}

static LLVMValueRef load_member(struct splitter *s, LLVMValueRef load, const struct path *path)
{
    LLVMBuilderRef builder = ir_builder_before(load);
    uint64_t offset = offset_of(s, LLVMTypeOf(load), path);
    LLVMValueRef part =
        LLVMBuildLoad2(builder, type_at(LLVMTypeOf(load), path),
                       ir_byte_address(builder, LLVMGetOperand(load, 0), offset), "");
    LLVMSetAlignment(part, align_at(LLVMGetAlignment(load), offset));
    LLVMSetVolatile(part, LLVMGetVolatile(load));
    LLVMDisposeBuilder(builder);
    return part;
}

static LLVMValueRef select_member(struct splitter *s, LLVMValueRef select, const struct path *path)
{
    LLVMValueRef yes = member(s, LLVMGetOperand(select, 1), path);
    LLVMValueRef no = member(s, LLVMGetOperand(select, 2), path);
    LLVMBuilderRef builder = ir_builder_before(select);
    LLVMValueRef part = LLVMBuildSelect(builder, LLVMGetOperand(select, 0), yes, no, "");
    LLVMDisposeBuilder(builder);
    return part;
}

static LLVMValueRef freeze_member(struct splitter *s, LLVMValueRef freeze, const struct path *path)
{
    LLVMValueRef part = member(s, LLVMGetOperand(freeze, 0), path);
    LLVMBuilderRef builder = ir_builder_before(freeze);
    part = LLVMBuildFreeze(builder, part, "");
    LLVMDisposeBuilder(builder);
    return part;
}

static bool same_path(const struct path *a, const struct path *b)
{
    return a->depth == b->depth &&
           !memcmp(a->indices, b->indices, a->depth * sizeof(a->indices[0]));
}

static struct member_phi *add_phi(struct splitter *s)
{
    if (s->count == s->room) {
        size_t room = s->room ? 2 * s->room : 16;
        struct member_phi *phis = realloc(s->phis, room * sizeof(*phis));
        if (!phis)
            return NULL;
        s->phis = phis;
        s->room = room;
    }
    return &s->phis[s->count++];
}

static LLVMValueRef phi_member(struct splitter *s, LLVMValueRef whole, const struct path *path)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->phis[i].whole == whole && same_path(&s->phis[i].path, path))
            return s->phis[i].phi;
    LLVMBuilderRef builder = ir_builder_before(whole);
    LLVMTypeRef type = type_at(LLVMTypeOf(whole), path);
    LLVMValueRef phi = LLVMBuildPhi(builder, type, "");
    LLVMDisposeBuilder(builder);
    /* Entered before its operands are looked at: in a loop a phi may be its own operand. */
    struct member_phi *known = add_phi(s);
    if (!known) {
        s->failed = true;
        return LLVMGetPoison(type);
    }
    *known = (struct member_phi){.whole = whole, .path = *path, .phi = phi};
    for (unsigned i = 0; i < LLVMCountIncoming(whole); i++) {
        LLVMValueRef part = member(s, LLVMGetIncomingValue(whole, i), path);
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(whole, i);
        LLVMAddIncoming(phi, &part, &from, 1);
    }
    return phi;
}

/* The member of an insertvalue: of what was put in, or of what it was put into. */
static LLVMValueRef inserted_member(struct splitter *s, LLVMValueRef insert,
                                    const struct path *path)
{
    unsigned count = LLVMGetNumIndices(insert);
    const unsigned *indices = LLVMGetIndices(insert);
    if (count > path->depth || memcmp(indices, path->indices, count * sizeof(*indices)))
        return member(s, LLVMGetOperand(insert, 0), path);
    struct path rest = {.depth = path->depth - count};
    memcpy(rest.indices, path->indices + count, rest.depth * sizeof(*indices));
    return member(s, LLVMGetOperand(insert, 1), &rest);
}

static struct path path_through(LLVMValueRef extract, const struct path *path)
{
    struct path longer = {.depth = LLVMGetNumIndices(extract)};
    memcpy(longer.indices, LLVMGetIndices(extract), longer.depth * sizeof(longer.indices[0]));
    memcpy(longer.indices + longer.depth, path->indices, path->depth * sizeof(longer.indices[0]));
    longer.depth += path->depth;
    return longer;
}

/* A parameter, or an instruction that has to give a whole struct: an extractvalue behind it. */
static LLVMValueRef extracted_member(LLVMValueRef value, const struct path *path)
{
    LLVMBuilderRef builder = LLVMIsAInstruction(value)
                                 ? ir_builder_before(LLVMGetNextInstruction(value))
                                 : ir_builder_at_entry(LLVMGetParamParent(value));
    for (unsigned i = 0; i < path->depth; i++)
        value = LLVMBuildExtractValue(builder, value, path->indices[i], "");
    LLVMDisposeBuilder(builder);
    return value;
}

static LLVMValueRef member(struct splitter *s, LLVMValueRef value, const struct path *path)
{
    if (!path->depth)
        return value;
    if (!LLVMIsConstant(value) && !LLVMIsAInstruction(value))
        return extracted_member(value, path);
    if (LLVMIsConstant(value)) {
        for (unsigned i = 0; i < path->depth; i++)
            value = LLVMGetAggregateElement(value, path->indices[i]);
        return value;
    }
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMLoad:
        return load_member(s, value, path);
    case LLVMPHI:
        return phi_member(s, value, path);
    case LLVMSelect:
        return select_member(s, value, path);
    case LLVMFreeze:
        return freeze_member(s, value, path);
    case LLVMInsertValue:
        return inserted_member(s, value, path);
    case LLVMExtractValue: {
        struct path longer = path_through(value, path);
        return member(s, LLVMGetOperand(value, 0), &longer);
    }
    default:
        return extracted_member(value, path);
    }
}

/* ---- what uses them ---- */

struct store_job {
    struct splitter *splitter;
    LLVMValueRef store;
};

static void store_member(const struct path *path, void *data)
{
    const struct store_job *job = data;
    struct splitter *s = job->splitter;
    LLVMValueRef whole = LLVMGetOperand(job->store, 0);
    LLVMValueRef part = member(s, whole, path);
    LLVMBuilderRef builder = ir_builder_before(job->store);
    uint64_t offset = offset_of(s, LLVMTypeOf(whole), path);
    LLVMValueRef pointer = ir_byte_address(builder, LLVMGetOperand(job->store, 1), offset);
    LLVMValueRef store = LLVMBuildStore(builder, part, pointer);
    LLVMSetAlignment(store, align_at(LLVMGetAlignment(job->store), offset));
    LLVMSetVolatile(store, LLVMGetVolatile(job->store));
    LLVMDisposeBuilder(builder);
}

/* Whether a value comes apart, or its instruction can only give it whole. */
static bool comes_apart(LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value))
        return LLVMIsConstant(value);
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMLoad:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMFreeze:
    case LLVMInsertValue:
        return true;
    case LLVMExtractValue:
        return comes_apart(LLVMGetOperand(value, 0));
    default:
        return false;
    }
}

static int split_uses(LLVMValueRef instruction, void *data)
{
    struct splitter *s = data;
    struct path path = {.depth = 0};
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMStore: {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(instruction, 0));
        if (!ir_is_aggregate(type))
            return 0;
        struct store_job job = {.splitter = s, .store = instruction};
        each_leaf(type, &path, store_member, &job);
        LLVMInstructionEraseFromParent(instruction);
        return 0;
    }
    case LLVMExtractValue:
        path = path_through(instruction, &path);
        if (!ir_is_aggregate(LLVMTypeOf(instruction)) &&
            comes_apart(LLVMGetOperand(instruction, 0)))
            ir_replace(instruction, member(s, LLVMGetOperand(instruction, 0), &path));
        return 0;
    default:
        return 0;
    }
}

/* The aggregates that are left are used only by each other: each is replaced by poison, and goes.
 */
static int delete_whole(LLVMValueRef instruction, void *data)
{
    (void)data;
    LLVMTypeRef type = LLVMTypeOf(instruction);
    if (ir_is_aggregate(type) && comes_apart(instruction))
        ir_replace(instruction, LLVMGetPoison(type));
    return 0;
}

int pass_split_aggregates(struct pass_state *state)
{
    struct splitter splitter = {.pass = state};
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f)) {
        splitter.count = 0;
        ir_visit_instructions(f, split_uses, &splitter);
        ir_visit_instructions(f, delete_whole, NULL);
    }
    free(splitter.phis);
    return splitter.failed ? pass_error(state, NULL, "out of memory") : 0;
}
