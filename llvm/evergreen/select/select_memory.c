/* SPDX-License-Identifier: MIT */
/* select_memory.c: addresses, loads and stores. Every access goes through dwords: a value's
 * elements are packed into (or taken from) little-endian dwords, which are moved in the largest
 * pieces that the address space and the alignment allow. */
#include "driver/abi/kernel_abi.h"
#include "driver/hw/formats.h"
#include "llvm/evergreen/select/select.h"

enum { MAX_FETCH_OFFSET = 0xffff };

/* --- Addresses --- */

static struct mir_operand add(struct select *s, struct mir_operand a, struct mir_operand b)
{
    if (a.kind == MIR_LITERAL && b.kind == MIR_LITERAL)
        return LIT(a.value + b.value);
    if (mir_is_literal(&a, 0))
        return b;
    return mir_is_literal(&b, 0) ? a : OP2(ADD_INT, a, b);
}

/* The offset of an element, which does not wrap where that is in bounds. */
static struct mir_operand scale(struct select *s, struct mir_operand index, uint64_t size,
                                bool in_bounds)
{
    struct mir_operand offset;
    if (index.kind == MIR_LITERAL)
        return LIT(index.value * (uint32_t)size);
    if (size == 1)
        return index;
    if ((size & (size - 1)) == 0)
        offset = OP2(LSHL_INT, index, LIT(__builtin_ctzll(size)));
    else
        offset = OP2(MULLO_INT, index, LIT(size));
    s->block->last->no_wrap = in_bounds;
    return offset;
}

/* One index of a getelementptr as a byte offset; *type becomes the indexed type. */
static struct mir_operand index_offset(struct select *s, LLVMValueRef index, LLVMTypeRef *type,
                                       bool first, bool in_bounds)
{
    if (!first && LLVMGetTypeKind(*type) == LLVMStructTypeKind) {
        unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
        struct mir_operand offset = LIT(LLVMOffsetOfElement(s->layout, *type, field));
        *type = LLVMStructGetTypeAtIndex(*type, field);
        return offset;
    }
    if (!first)
        *type = LLVMGetElementType(*type);
    struct mir_operand value = select_value(s, index)[0];
    struct evg_type index_type = select_type(s, LLVMTypeOf(index));
    if (index_type.bits < 32)
        value =
            value.kind == MIR_LITERAL
                ? LIT((int32_t)(value.value << (32 - index_type.bits)) >> (32 - index_type.bits))
                : build_sext(s, value, index_type.bits);
    return scale(s, value, LLVMABISizeOfType(s->layout, *type), in_bounds);
}

struct mir_operand select_gep(struct select *s, LLVMValueRef gep)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    struct mir_operand variable = select_value(s, LLVMGetOperand(gep, 0))[0], constant = LIT(0);
    bool in_bounds = LLVMIsInBounds(gep);
    if (LLVMGetTypeKind(LLVMTypeOf(gep)) == LLVMVectorTypeKind)
        select_fail(s, "vectors of pointers are not supported");
    for (int i = 1; i < LLVMGetNumOperands(gep) && !s->failed; i++) {
        struct mir_operand offset =
            index_offset(s, LLVMGetOperand(gep, (unsigned)i), &type, i == 1, in_bounds);
        if (offset.kind == MIR_LITERAL)
            constant = LIT(constant.value + offset.value);
        else
            variable = add(s, variable, offset);
    }
    return add(s, variable, constant);
}

/* The constant that a getelementptr adds, if that is all it does. */
static bool constant_step(struct select *s, LLVMValueRef pointer, uint32_t *offset)
{
    if (!LLVMIsAGetElementPtrInst(pointer) || !LLVMIsInBounds(pointer))
        return false;
    for (int i = 1; i < LLVMGetNumOperands(pointer); i++)
        if (!LLVMIsAConstantInt(LLVMGetOperand(pointer, (unsigned)i)))
            return false;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
    *offset = 0;
    for (int i = 1; i < LLVMGetNumOperands(pointer); i++)
        *offset += index_offset(s, LLVMGetOperand(pointer, (unsigned)i), &type, i == 1, true).value;
    return *offset <= INT32_MAX;
}

struct address select_address(struct select *s, LLVMValueRef pointer, unsigned align)
{
    struct address address = {.space = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)),
                              .align = align ? align : 1};
    uint32_t step;
    /* In-bounds steps upwards cannot wrap, so the fetch may add them in its wider arithmetic. */
    while (constant_step(s, pointer, &step) && address.offset + step <= MAX_FETCH_OFFSET - 256) {
        address.offset += step;
        pointer = LLVMGetOperand(pointer, 0);
    }
    address.base = select_value(s, pointer)[0];
    if (address.base.kind == MIR_LITERAL) {
        address.offset += address.base.value;
        address.base = LIT(0);
    }
    return address;
}

struct mir_operand select_whole_address(struct select *s, const struct address *address,
                                        uint32_t position)
{
    return add(s, address->base, LIT(address->offset + position));
}

/* --- Pieces --- */

static unsigned max_piece(const struct address *address, bool load)
{
    switch (address->space) {
    case ABI_SPACE_GLOBAL:
    case ABI_SPACE_CONSTANT:
        return 16;
    case ABI_SPACE_INPUTS:
        return load && mir_is_literal(&address->base, 0) ? 4 : 16;
    default:
        return 4;
    }
}

static bool needs_alignment(const struct address *address, bool load)
{
    bool fetched = address->space == ABI_SPACE_GLOBAL || address->space == ABI_SPACE_CONSTANT ||
                   (address->space == ABI_SPACE_INPUTS && !mir_is_literal(&address->base, 0));
    return !(load && fetched);
}

/* How many bytes to move at `position` of an access of `bytes`: a power of two up to 16, for global
 * stores any number of dwords up to four. */
static unsigned piece_size(const struct address *address, uint32_t position, uint32_t bytes,
                           bool load)
{
    uint32_t rest = bytes - position;
    unsigned align = address->align | (position ? position & -position : 0);
    unsigned piece = max_piece(address, load);
    align &= -align;
    if (address->space == ABI_SPACE_INPUTS && !needs_alignment(address, load))
        align = 4;
    if (address->space == ABI_SPACE_INPUTS && mir_is_literal(&address->base, 0)) {
        uint32_t at = address->offset + position;
        align = at ? at & -at : 4;
    }
    if (!load && align >= 4 && rest >= 4 && piece == 16)
        return rest >= 16 ? 16 : rest / 4 * 4;
    while (piece > rest || (needs_alignment(address, load) && piece > 1 && piece > align))
        piece /= 2;
    /* Three bytes at an odd place of a dword would straddle it. */
    while (piece < 4 && position % 4 + piece > 4)
        piece /= 2;
    return piece;
}

static unsigned fetch_format(unsigned bytes)
{
    switch (bytes) {
    case 1:
        return HW_FMT_8;
    case 2:
        return HW_FMT_16;
    case 4:
        return HW_FMT_32;
    case 8:
        return HW_FMT_32_32;
    default:
        return HW_FMT_32_32_32_32;
    }
}

static void fetch(struct select *s, const struct address *address, uint32_t position,
                  unsigned bytes, struct mir_operand *words)
{
    unsigned count = (bytes + 3) / 4;
    struct mir_inst *inst = build_inst(s, MIR_VTX, HW_VTX_FETCH, 1, count);
    inst->loads_input = address->space == ABI_SPACE_INPUTS;
    inst->resource = inst->loads_input ? ABI_RESOURCE_INPUTS : ABI_RESOURCE_POOL;
    inst->format = (uint8_t)fetch_format(bytes);
    inst->offset = address->offset + position;
    inst->object = inst->loads_input ? 0 : s->object;
    inst->src[0] = address->base;
    if (inst->offset > MAX_FETCH_OFFSET) {
        inst->offset = 0;
        mir_remove(s->block, inst);
        inst->src[0] = select_whole_address(s, address, position);
        mir_append(s->block, inst);
    }
    for (unsigned i = 0; i < count; i++)
        words[i] = mir_vreg_operand(inst->dst[i]);
}

static struct mir_operand local_load(struct select *s, const struct address *address,
                                     uint32_t position, unsigned bytes)
{
    unsigned op = bytes == 4   ? HW_LDS_READ_RET
                  : bytes == 2 ? HW_LDS_USHORT_READ_RET
                               : HW_LDS_UBYTE_READ_RET;
    struct mir_operand at = select_whole_address(s, address, position);
    struct mir_inst *inst = build_inst(s, MIR_LDS, op, 1, 1);
    inst->object = s->object;
    inst->src[0] = at;
    return mir_vreg_operand(inst->dst[0]);
}

static void load_piece(struct select *s, const struct address *address, uint32_t position,
                       unsigned bytes, struct mir_operand *words)
{
    uint32_t at = address->offset + position;
    switch (address->space) {
    case ABI_SPACE_INPUTS:
        if (mir_is_literal(&address->base, 0)) {
            words[0] = (struct mir_operand){.kind = MIR_KCACHE, .value = at / 4};
            if (at % 4)
                words[0] = OP2(LSHR_INT, words[0], LIT(at % 4 * 8));
            break;
        }
        /* fall through */
    case ABI_SPACE_GLOBAL:
    case ABI_SPACE_CONSTANT:
        fetch(s, address, position, bytes, words);
        break;
    case ABI_SPACE_LOCAL:
        words[0] = local_load(s, address, position, bytes);
        break;
    case ABI_SPACE_PRIVATE:
        words[0] = private_load(s, address->base, at, bytes);
        break;
    default:
        select_fail(s, "loads from address space %u are not supported", address->space);
    }
}

static void load_words(struct select *s, const struct address *address, uint32_t bytes,
                       struct mir_operand *words)
{
    for (uint32_t position = 0, piece; position < bytes && !s->failed; position += piece) {
        struct mir_operand part[4] = {LIT(0), LIT(0), LIT(0), LIT(0)};
        piece = piece_size(address, position, bytes, true);
        load_piece(s, address, position, piece, part);
        if (position % 4 == 0) {
            for (uint32_t i = 0; i < (piece + 3) / 4; i++)
                words[position / 4 + i] = part[i];
            continue;
        }
        uint32_t shift = position % 4 * 8;
        struct mir_operand moved = OP2(LSHL_INT, part[0], LIT(shift));
        words[position / 4] = OP3(BFI_INT, LIT((1u << shift) - 1), words[position / 4], moved);
    }
}

static void raw_store(struct select *s, const struct address *address, uint32_t position,
                      unsigned bytes, const struct mir_operand *words)
{
    struct mir_operand at = OP2(LSHR_INT, select_whole_address(s, address, position), LIT(2));
    struct mir_inst *inst = build_inst(s, MIR_RAT, HW_RAT_STORE_RAW, MIR_RAT_INDEX + 1, 0);
    inst->resource = ABI_RAT_POOL;
    inst->object = s->object;
    inst->mask = (uint8_t)((1u << bytes / 4) - 1);
    for (unsigned i = 0; i < bytes / 4; i++)
        inst->src[i] = words[i];
    inst->src[MIR_RAT_INDEX] = at;
}

/* One or two bytes: the dword keeps what the mask leaves out. */
static void masked_store(struct select *s, const struct address *address, uint32_t position,
                         unsigned bytes, struct mir_operand value)
{
    uint32_t mask = bytes == 1 ? 0xff : 0xffff;
    struct mir_operand at = select_whole_address(s, address, position);
    struct mir_operand shift = OP2(LSHL_INT, OP2(AND_INT, at, LIT(3)), LIT(3));
    struct mir_operand data = OP2(LSHL_INT, OP2(AND_INT, value, LIT(mask)), shift);
    struct mir_operand where = OP2(LSHL_INT, LIT(mask), shift);
    struct mir_operand index = OP2(LSHR_INT, at, LIT(2));
    struct mir_inst *inst = build_inst(s, MIR_RAT, HW_RAT_MSKOR, MIR_RAT_INDEX + 1, 0);
    inst->resource = ABI_RAT_POOL;
    inst->object = s->object;
    inst->mask = 0xf;
    inst->src[0] = data;
    inst->src[3] = where;
    inst->src[MIR_RAT_INDEX] = index;
}

static void local_store(struct select *s, const struct address *address, uint32_t position,
                        unsigned bytes, struct mir_operand value)
{
    unsigned op = bytes == 4 ? HW_LDS_WRITE : bytes == 2 ? HW_LDS_SHORT_WRITE : HW_LDS_BYTE_WRITE;
    struct mir_operand at = select_whole_address(s, address, position);
    struct mir_inst *inst = build_inst(s, MIR_LDS, op, 2, 0);
    inst->object = s->object;
    inst->src[0] = at;
    inst->src[1] = value;
}

static void store_words(struct select *s, const struct address *address, uint32_t bytes,
                        const struct mir_operand *words)
{
    for (uint32_t position = 0, piece; position < bytes && !s->failed; position += piece) {
        piece = piece_size(address, position, bytes, false);
        struct mir_operand value = words[position / 4];
        if (position % 4)
            value = OP2(LSHR_INT, value, LIT(position % 4 * 8));
        if (address->space == ABI_SPACE_GLOBAL && piece >= 4)
            raw_store(s, address, position, piece, words + position / 4);
        else if (address->space == ABI_SPACE_GLOBAL)
            masked_store(s, address, position, piece, value);
        else if (address->space == ABI_SPACE_LOCAL)
            local_store(s, address, position, piece, value);
        else if (address->space == ABI_SPACE_PRIVATE)
            private_store(s, address->base, address->offset + position, piece, value);
        else
            select_fail(s, "stores to address space %u are not supported", address->space);
    }
}

/* --- Values and dwords --- */

/* Bits that an element takes in memory; 0 when vectors of it have no such layout. */
static unsigned memory_bits(const struct evg_type *type)
{
    unsigned bits = (type->bits + 7) / 8 * 8;
    return type->elements > 1 && bits != type->bits ? 0 : bits;
}

static uint32_t memory_bytes(struct select *s, const struct evg_type *type)
{
    unsigned bits = memory_bits(type);
    if (!bits)
        select_fail(s, "memory of vectors of i%u is not supported", type->bits);
    return (type->elements * bits + 7) / 8;
}

void select_unpack(struct select *s, const struct evg_type *type, const struct mir_operand *words,
                   struct mir_operand *value)
{
    unsigned bits = memory_bits(type);
    for (unsigned i = 0; i < type->elements; i++) {
        uint32_t at = i * bits;
        if (bits > 32) {
            value[i * 2] = words[at / 32];
            value[i * 2 + 1] = words[at / 32 + 1];
        } else {
            value[i] = at % 32 ? OP2(LSHR_INT, words[at / 32], LIT(at % 32)) : words[at / 32];
        }
    }
    if (type->bits == 1)
        value[0] = build_neg(s, OP2(AND_INT, value[0], LIT(1)));
}

void select_pack(struct select *s, const struct evg_type *type, const struct mir_operand *value,
                 struct mir_operand *words)
{
    unsigned bits = memory_bits(type);
    for (unsigned i = 0; i < type->elements; i++) {
        uint32_t at = i * bits;
        if (bits > 32) {
            words[at / 32] = value[i * 2];
            words[at / 32 + 1] = value[i * 2 + 1];
        } else if (at % 32 == 0) {
            words[at / 32] = type->bits == 1 ? OP2(AND_INT, value[i], LIT(1)) : value[i];
        } else {
            struct mir_operand moved = OP2(LSHL_INT, value[i], LIT(at % 32));
            words[at / 32] = OP3(BFI_INT, LIT((1u << at % 32) - 1), words[at / 32], moved);
        }
    }
}

void select_load(struct select *s, LLVMValueRef load)
{
    struct evg_type type = select_type(s, LLVMTypeOf(load));
    uint32_t bytes = memory_bytes(s, &type);
    struct address address = select_address(s, LLVMGetOperand(load, 0), LLVMGetAlignment(load));
    struct mir_operand *words = arena_array(s->f->arena, bytes / 4 + 2, sizeof(*words));
    load_words(s, &address, bytes, words);
    select_unpack(s, &type, words, select_define(s, load, type.elements * type_words(&type)));
}

void select_store(struct select *s, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    struct evg_type type = select_type(s, LLVMTypeOf(value));
    uint32_t bytes = memory_bytes(s, &type);
    struct address address = select_address(s, LLVMGetOperand(store, 1), LLVMGetAlignment(store));
    struct mir_operand *words = arena_array(s->f->arena, bytes / 4 + 2, sizeof(*words));
    select_pack(s, &type, select_value(s, value), words);
    store_words(s, &address, bytes, words);
}
