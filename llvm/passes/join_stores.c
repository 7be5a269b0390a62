/* SPDX-License-Identifier: MIT */
/* join_stores.c: stores to components of one vector that follow each other become one store, where
 * components of global memory are smaller than a dword, or one is stored twice.
 *
 * A byte of global memory takes a store with a mask; elsewhere to put bytes together takes longer
 * than to store each. Components of a dword and more are left to merge_stores of the code
 * generator. Nothing that may touch the same memory comes between.
 *
 * A part of optimise. */
#include <assert.h>
#include <llvm-c/Target.h>

#include "driver/abi/kernel_abi.h"
#include "llvm/ir/ir.h"
#include "llvm/ir/shim.h"
#include "llvm/passes/passes.h"

enum { MAX_STORES = 32, MAX_COMPONENTS = 64, MOST_JOINED = 16, DWORD = 4 };

/* Stores behind each other, of components of one type behind one base. */
struct run {
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    LLVMValueRef base;
    LLVMTypeRef type; /* of a component */
    int64_t size;     /* of it, bytes */
    LLVMValueRef stores[MAX_STORES];
    int64_t offsets[MAX_STORES]; /* bytes behind the base */
    unsigned count;
    int64_t first, end; /* what all of them write */
};

static LLVMTypeRef stored_type(LLVMValueRef store)
{
    return LLVMTypeOf(LLVMGetOperand(store, 0));
}

static bool is_vector(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind;
}

static unsigned components_of(LLVMValueRef store)
{
    return is_vector(stored_type(store)) ? LLVMGetVectorSize(stored_type(store)) : 1;
}

static unsigned place_of(const struct run *r, int64_t offset)
{
    assert(offset >= r->first && (offset - r->first) % r->size == 0);
    return (unsigned)((offset - r->first) / r->size);
}

/* Returns the known alignment of a component, by the store that says most. */
static unsigned align_of(const struct run *r, unsigned place)
{
    unsigned best = 0;
    for (unsigned i = 1; i < r->count; i++)
        if (LLVMGetAlignment(r->stores[i]) > LLVMGetAlignment(r->stores[best]))
            best = i;
    unsigned align = LLVMGetAlignment(r->stores[best]);
    while ((r->first + place * r->size - r->offsets[best]) % align)
        align /= 2;
    return align;
}

/* Marks the components that are stored. Returns whether one is stored twice. */
static bool find_stored(const struct run *r, bool *stored)
{
    bool twice = false;
    for (unsigned s = 0; s < r->count; s++)
        for (unsigned i = 0; i < components_of(r->stores[s]); i++) {
            bool *component = &stored[place_of(r, r->offsets[s]) + i];
            twice |= *component;
            *component = true;
        }
    return twice;
}

/* The last value of each component. */
static void collect_values(const struct run *r, LLVMBuilderRef b, LLVMValueRef *values)
{
    LLVMContextRef context = LLVMGetModuleContext(r->module);
    for (unsigned s = 0; s < r->count; s++) {
        LLVMValueRef value = LLVMGetOperand(r->stores[s], 0);
        for (unsigned i = 0; i < components_of(r->stores[s]); i++)
            values[place_of(r, r->offsets[s]) + i] =
                is_vector(LLVMTypeOf(value))
                    ? LLVMBuildExtractElement(b, value, ir_i32(context, i), "")
                    : value;
    }
}

/* How many components from a place on become one store: up to where the alignment gets better. */
static unsigned joined(const struct run *r, const bool *stored, unsigned place, unsigned places)
{
    const unsigned align = align_of(r, place);
    unsigned count = 1;
    while (place + count < places && count < MOST_JOINED && stored[place + count] &&
           (align >= DWORD || align_of(r, place + count) <= align))
        count++;
    return count;
}

static LLVMValueRef pointer_to(const struct run *r, LLVMBuilderRef b, int64_t offset)
{
    for (unsigned i = 0; i < r->count; i++)
        if (r->offsets[i] == offset)
            return LLVMGetOperand(r->stores[i], 1);
    return ir_byte_address(b, r->base, (uint64_t)offset);
}

static void store_joined(const struct run *r, LLVMBuilderRef b, LLVMValueRef *values,
                         unsigned place, unsigned count)
{
    assert(count > 0 && count <= MOST_JOINED && place + count <= MAX_COMPONENTS);
    LLVMValueRef value = values[place];
    if (count > 1)
        value = LLVMGetPoison(LLVMVectorType(r->type, count));
    for (unsigned i = 0; i < count && count > 1; i++)
        value = LLVMBuildInsertElement(b, value, values[place + i],
                                       ir_i32(LLVMGetModuleContext(r->module), i), "");
    LLVMSetAlignment(LLVMBuildStore(b, value, pointer_to(r, b, r->first + place * r->size)),
                     align_of(r, place));
}

static bool takes_masks(const struct run *r)
{
    return r->size < DWORD && ir_pointer_space(LLVMGetOperand(r->stores[0], 1)) == ABI_SPACE_GLOBAL;
}

static void finish_run(struct run *r)
{
    const unsigned places = r->count ? place_of(r, r->end) : 0;
    bool stored[MAX_COMPONENTS] = {false};
    LLVMValueRef values[MAX_COMPONENTS];
    if (r->count > 1 && (find_stored(r, stored) || takes_masks(r))) {
        LLVMBuilderRef b = ir_builder_before(r->stores[r->count - 1]);
        collect_values(r, b, values);
        for (unsigned place = 0, count; place < places; place += count) {
            count = stored[place] ? joined(r, stored, place, places) : 1;
            if (stored[place])
                store_joined(r, b, values, place, count);
        }
        LLVMDisposeBuilder(b);
        for (unsigned i = 0; i < r->count; i++)
            LLVMInstructionEraseFromParent(r->stores[i]);
    }
    r->count = 0;
}

/* ---- runs ---- */

static bool is_plain_store(const struct run *r, LLVMValueRef store)
{
    if (!LLVMIsAStoreInst(store) || LLVMGetVolatile(store) ||
        LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic)
        return false;
    LLVMTypeRef type = ir_scalar_type(stored_type(store));
    const uint64_t bytes = LLVMABISizeOfType(r->layout, type);
    return LLVMGetTypeKind(type) != LLVMPointerTypeKind && !ir_is_aggregate(type) &&
           LLVMSizeOfTypeInBits(r->layout, type) == 8 * bytes && components_of(store) <= 16;
}

/* Whether a store goes on with the run. */
static bool fits(const struct run *r, LLVMValueRef store, LLVMValueRef base, int64_t offset)
{
    if (!r->count || r->count == MAX_STORES || base != r->base ||
        ir_scalar_type(stored_type(store)) != r->type || (offset - r->first) % r->size)
        return false;
    const int64_t stop = offset + components_of(store) * r->size;
    const int64_t first = offset < r->first ? offset : r->first;
    const int64_t end = stop > r->end ? stop : r->end;
    return end - first <= MAX_COMPONENTS * r->size;
}

static void add_store(struct run *r, LLVMValueRef store)
{
    int64_t offset;
    LLVMValueRef base = shim_strip_offsets(r->module, LLVMGetOperand(store, 1), &offset);
    if (!fits(r, store, base, offset)) {
        finish_run(r);
        r->base = base;
        r->type = ir_scalar_type(stored_type(store));
        r->size = (int64_t)LLVMABISizeOfType(r->layout, r->type);
        r->first = r->end = offset;
    }
    const int64_t stop = offset + components_of(store) * r->size;
    r->first = offset < r->first ? offset : r->first;
    r->end = stop > r->end ? stop : r->end;
    r->stores[r->count] = store;
    r->offsets[r->count++] = offset;
}

/* Whether an instruction may touch what a run stores. */
static bool ends_run(const struct run *r, LLVMValueRef instruction)
{
    if (LLVMIsALoadInst(instruction) && !shim_may_write(instruction) && r->count) {
        const unsigned loaded = ir_pointer_space(LLVMGetOperand(instruction, 0));
        const unsigned stored = ir_pointer_space(LLVMGetOperand(r->stores[0], 1));
        return loaded == stored || loaded == ABI_SPACE_GENERIC || stored == ABI_SPACE_GENERIC;
    }
    return shim_may_access(instruction) && !ir_calls(instruction, PASS_ASSUMED_ALIGNMENT);
}

int pass_join_stores(LLVMValueRef kernel, void *data)
{
    struct pass_state *state = data;
    struct run run = {.module = state->module, .layout = LLVMGetModuleDataLayout(state->module)};
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(kernel); block;
         block = LLVMGetNextBasicBlock(block)) {
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
            if (is_plain_store(&run, at))
                add_store(&run, at);
            else if (ends_run(&run, at))
                finish_run(&run);
        finish_run(&run);
    }
    return 0;
}
