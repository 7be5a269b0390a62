/* SPDX-License-Identifier: MIT */
/* select_private.c: private arrays: one byte range per kernel, in registers or in scratch memory,
 * both addressed by dwords. Parts of dwords are read and merged by shifts. */
#include <string.h>

#include "llvm/evergreen/select/select.h"

/* A name without what LLVM put behind it: "x.i" is an x that was inlined. */
static char *own_name(struct select *s, LLVMValueRef alloca)
{
    size_t length;
    const char *name = LLVMGetValueName2(alloca, &length);
    const char *dot = memchr(name, '.', length);
    length = dot ? (size_t)(dot - name) : length;
    return memcpy(arena_alloc(s->f->arena, length + 1), name, length);
}

/* Bytes behind a variable of a guarded program that are nobody's, at most. */
enum { PRIVATE_GAP = 256 };

static void name_variable(struct select *s, LLVMValueRef alloca, uint32_t size)
{
    struct mir_function *f = s->f;
    f->variables = arena_grow(f->arena, f->variables, f->variable_count, &f->variable_capacity,
                              sizeof(*f->variables));
    f->variables[f->variable_count++] = (struct rootle_variable){.name = own_name(s, alloca),
                                                                 .space = ROOTLE_ADDRESS_PRIVATE,
                                                                 .offset = s->private_bytes,
                                                                 .size = size};
}

void select_alloca(struct select *s, LLVMValueRef alloca)
{
    uint64_t count = LLVMConstIntGetZExtValue(LLVMGetOperand(alloca, 0));
    uint64_t size = count * LLVMABISizeOfType(s->layout, LLVMGetAllocatedType(alloca));
    unsigned align = LLVMGetAlignment(alloca);
    align = align < 4 ? 4 : align;
    s->private_bytes = (s->private_bytes + align - 1) / align * align;
    *select_define(s, alloca, 1) = LIT(s->private_bytes);
    name_variable(s, alloca, (uint32_t)size);
    s->private_bytes += (uint32_t)size;
    if (s->guarded)
        s->private_bytes += size < PRIVATE_GAP ? ((uint32_t)size + 15) / 16 * 16 : PRIVATE_GAP;
}

enum { MAX_PLACE_OFFSET = 4095 /* dwords; ARRAY_BASE has 13 bits */ };

struct place {
    struct mir_operand index; /* dwords; a literal 0 when all is in `offset` */
    uint32_t offset;          /* dwords */
    struct mir_operand shift; /* bits within the dword */
};

static struct place place_of(struct select *s, struct mir_operand base, uint32_t offset,
                             unsigned bytes)
{
    struct place place = {LIT(0), offset / 4, LIT(offset % 4 * 8)};
    if (mir_is_literal(&base, 0)) {
        if (place.offset > MAX_PLACE_OFFSET)
            place = (struct place){LIT(place.offset), 0, place.shift};
        return place;
    }
    struct mir_operand address = base;
    if (bytes < 4 || offset % 4 || place.offset > MAX_PLACE_OFFSET) {
        address = OP2(ADD_INT, base, LIT(offset));
        place.offset = 0;
        place.shift = OP2(LSHL_INT, OP2(AND_INT, address, LIT(3)), LIT(3));
    }
    place.index = OP2(LSHR_INT, address, LIT(2));
    return place;
}

static struct mir_operand load_dword(struct select *s, const struct place *place)
{
    struct mir_inst *inst =
        build_inst(s, s->private_in_scratch ? MIR_SCRATCH_LOAD : MIR_ARRAY_LOAD, 0, 1, 1);
    inst->src[0] = place->index;
    inst->offset = place->offset;
    inst->object = s->object;
    return mir_vreg_operand(inst->dst[0]);
}

struct mir_operand private_load(struct select *s, struct mir_operand address, uint32_t offset,
                                unsigned bytes)
{
    struct place place = place_of(s, address, offset, bytes);
    struct mir_operand dword = load_dword(s, &place);
    return bytes == 4 ? dword : OP2(LSHR_INT, dword, place.shift);
}

void private_store(struct select *s, struct mir_operand address, uint32_t offset, unsigned bytes,
                   struct mir_operand value)
{
    struct place place = place_of(s, address, offset, bytes);
    if (bytes < 4) {
        struct mir_operand mask = OP2(LSHL_INT, LIT((1u << bytes * 8) - 1), place.shift);
        struct mir_operand old = load_dword(s, &place);
        value = OP3(BFI_INT, mask, OP2(LSHL_INT, value, place.shift), old);
    }
    struct mir_inst *inst =
        build_inst(s, s->private_in_scratch ? MIR_SCRATCH_STORE : MIR_ARRAY_STORE, 0, 2, 0);
    inst->src[0] = place.index;
    inst->src[1] = value;
    inst->offset = place.offset;
    inst->object = s->object;
}
