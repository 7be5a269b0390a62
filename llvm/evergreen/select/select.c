/* SPDX-License-Identifier: MIT */
/* select.c: instruction selection: values, constants and the dispatch over LLVM instructions. */
#include "llvm/evergreen/select/select.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "driver/base/kernel_error.h"
#include "llvm/evergreen/select/variables.h"
#include "llvm/ir/variables.h"

void select_fail(struct select *s, const char *format, ...)
{
    if (s->failed)
        return;
    s->failed = true;
    const unsigned line = s->inst && LLVMIsAInstruction(s->inst) ? LLVMGetDebugLocLine(s->inst) : 0;
    va_list arguments;
    va_start(arguments, format);
    kernel_error(s->error, s->error_size, s->f->name, line, format, arguments);
    va_end(arguments);
}

struct evg_type select_type(struct select *s, LLVMTypeRef type)
{
    struct evg_type result = {.elements = 1};
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
        result.elements = LLVMGetVectorSize(type);
        type = LLVMGetElementType(type);
    }
    result.kind = LLVMGetTypeKind(type);
    switch (result.kind) {
    case LLVMIntegerTypeKind:
        result.bits = LLVMGetIntTypeWidth(type);
        break;
    case LLVMHalfTypeKind:
        result.bits = 16;
        break;
    case LLVMFloatTypeKind:
    case LLVMPointerTypeKind:
        result.bits = 32;
        break;
    case LLVMDoubleTypeKind:
        result.bits = 64;
        if (!s->f->chip->fp64)
            select_fail(s, "%s has no double precision", s->f->chip->name);
        break;
    default:
        break;
    }
    if (result.bits == 0 || result.bits > 64) {
        char *text = LLVMPrintTypeToString(type);
        select_fail(s, "values of type %s are not supported", text);
        LLVMDisposeMessage(text);
        result.bits = 32;
    }
    return result;
}

/* Words of a value's type; of a structure (the result of an overflow intrinsic), of all its
 * members. */
unsigned select_words(struct select *s, LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        unsigned words = 0;
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            words += select_words(s, LLVMStructGetTypeAtIndex(type, i));
        return words;
    }
    struct evg_type t = select_type(s, type);
    return t.elements * type_words(&t);
}

/* --- The map from LLVM values to words --- */

static struct evg_value *find_slot(struct evg_value *values, size_t slots, LLVMValueRef key)
{
    size_t i = ((uintptr_t)key >> 4) * 0x9e3779b97f4a7c15u >> 20 & (slots - 1);
    while (values[i].key && values[i].key != key)
        i = (i + 1) & (slots - 1);
    return &values[i];
}

static void grow_values(struct select *s)
{
    size_t slots = s->value_slots ? s->value_slots * 2 : 256;
    struct evg_value *values = arena_array(s->f->arena, slots, sizeof(*values));
    for (size_t i = 0; i < s->value_slots; i++)
        if (s->values[i].key)
            *find_slot(values, slots, s->values[i].key) = s->values[i];
    s->values = values;
    s->value_slots = slots;
}

struct mir_operand *select_define(struct select *s, LLVMValueRef value, unsigned words)
{
    if (s->value_count * 2 >= s->value_slots)
        grow_values(s);
    assert(words > 0 && s->value_count < s->value_slots);
    struct evg_value *slot = find_slot(s->values, s->value_slots, value);
    s->value_count += !slot->key;
    slot->key = value;
    slot->count = words;
    slot->words = arena_array(s->f->arena, words, sizeof(*slot->words));
    for (unsigned i = 0; i < words; i++)
        slot->words[i] = LIT(0);
    return slot->words;
}

/* --- Constants --- */

static uint32_t float_constant_bits(LLVMValueRef value)
{
    LLVMBool lost;
    return build_float((float)LLVMConstRealGetDouble(value, &lost)).value;
}

static uint32_t half_constant_bits(LLVMValueRef value)
{
    LLVMTypeRef bits = LLVMInt16TypeInContext(LLVMGetTypeContext(LLVMTypeOf(value)));
    return (uint32_t)LLVMConstIntGetZExtValue(LLVMConstBitCast(value, bits));
}

static uint64_t double_constant_bits(LLVMValueRef value)
{
    LLVMBool lost;
    return double_bits(LLVMConstRealGetDouble(value, &lost));
}

static void constant_element(struct select *s, LLVMValueRef value, const struct evg_type *type,
                             struct mir_operand *words)
{
    if (LLVMIsUndef(value) || LLVMIsNull(value))
        return; /* words are zero already */
    if (LLVMIsAConstantInt(value)) {
        uint64_t bits = type->bits > 64 ? 0 : LLVMConstIntGetZExtValue(value);
        if (type->bits == 1)
            bits = bits ? UINT32_MAX : 0;
        words[0] = LIT(bits);
        if (type->bits > 32)
            words[1] = LIT(bits >> 32);
    } else if (LLVMIsAConstantFP(value) && type->kind == LLVMDoubleTypeKind) {
        uint64_t bits = double_constant_bits(value);
        words[0] = LIT(bits);
        words[1] = LIT(bits >> 32);
    } else if (LLVMIsAConstantFP(value)) {
        words[0] = LIT(type->kind == LLVMHalfTypeKind ? half_constant_bits(value)
                                                      : float_constant_bits(value));
    } else if (LLVMIsAConstantExpr(value)) {
        switch (LLVMGetConstOpcode(value)) {
        case LLVMIntToPtr:
        case LLVMPtrToInt:
        case LLVMBitCast:
        case LLVMAddrSpaceCast:
            words[0] = *select_value(s, LLVMGetOperand(value, 0));
            break;
        case LLVMGetElementPtr:
            words[0] = select_gep(s, value);
            break;
        default:
            select_fail(s, "a constant expression of an unsupported kind is left");
        }
    } else {
        char *text = LLVMPrintValueToString(value);
        select_fail(s, "unsupported operand: %.200s", text);
        LLVMDisposeMessage(text);
    }
}

static struct mir_operand *constant(struct select *s, LLVMValueRef value)
{
    struct evg_type type = select_type(s, LLVMTypeOf(value));
    unsigned words = type_words(&type);
    bool vector = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
    struct mir_operand *result = arena_array(s->f->arena, type.elements * words, sizeof(*result));
    for (unsigned i = 0; i < type.elements * words; i++)
        result[i] = LIT(0);
    for (unsigned i = 0; i < type.elements; i++) {
        LLVMValueRef element = vector ? LLVMGetAggregateElement(value, i) : value;
        if (element)
            constant_element(s, element, &type, result + i * words);
    }
    return result;
}

const struct mir_operand *select_find(const struct select *s, LLVMValueRef value, uint32_t *count)
{
    if (!s->value_slots)
        return NULL;
    const struct evg_value *slot = find_slot(s->values, s->value_slots, value);
    *count = slot->count;
    return slot->key ? slot->words : NULL;
}

const struct mir_operand *select_value(struct select *s, LLVMValueRef value)
{
    if (s->value_slots) {
        struct evg_value *slot = find_slot(s->values, s->value_slots, value);
        if (slot->key)
            return slot->words;
    }
    if (!LLVMIsConstant(value))
        select_fail(s, "a value is used before its definition");
    return LLVMIsConstant(value) ? constant(s, value)
                                 : select_define(s, value, select_words(s, LLVMTypeOf(value)));
}

const struct mir_operand *select_operand(struct select *s, unsigned index)
{
    return select_value(s, LLVMGetOperand(s->inst, index));
}

bool select_constant(struct select *s, unsigned index, const char *what, uint32_t *value)
{
    LLVMValueRef operand = LLVMGetOperand(s->inst, index);
    if (!LLVMIsAConstantInt(operand)) {
        select_fail(s, "the %s is not known when the kernel is compiled", what);
        return false;
    }
    *value = (uint32_t)LLVMConstIntGetZExtValue(operand);
    return true;
}

/* --- Instructions --- */

void select_elementwise(struct select *s, select_elem function, unsigned operands)
{
    assert(operands > 0 && (int)operands <= LLVMGetNumOperands(s->inst));
    struct elem e = {.inst = s->inst, .result = select_type(s, LLVMTypeOf(s->inst))};
    unsigned words[4] = {0};
    e.type = select_type(s, LLVMTypeOf(LLVMGetOperand(s->inst, 0)));
    for (unsigned i = 0; i < operands; i++) {
        struct evg_type type = select_type(s, LLVMTypeOf(LLVMGetOperand(s->inst, i)));
        e.src[i] = select_operand(s, i);
        /* A scalar beside vectors (a condition, a flag) serves every element. */
        words[i] = type.elements == e.result.elements ? type_words(&type) : 0;
    }
    e.dst = select_define(s, s->inst, e.result.elements * type_words(&e.result));
    for (unsigned n = 0; n < e.result.elements && !s->failed; n++) {
        function(s, &e);
        e.dst += type_words(&e.result);
        for (unsigned i = 0; i < operands; i++)
            e.src[i] += words[i];
    }
}

static void elem_select(struct select *s, const struct elem *e)
{
    for (unsigned w = 0; w < type_words(&e->result); w++)
        e->dst[w] = build_select(s, e->src[0][0], e->src[1][w], e->src[2][w]);
}

static void elem_copy(struct select *s, const struct elem *e)
{
    (void)s;
    for (unsigned w = 0; w < type_words(&e->result); w++)
        e->dst[w] = e->src[0][w];
}

static void select_phi(struct select *s)
{
    unsigned words = select_words(s, LLVMTypeOf(s->inst));
    struct mir_operand *result = select_define(s, s->inst, words);
    struct pending_phi *pending = arena_alloc(s->f->arena, sizeof(*pending));
    pending->phi = s->inst;
    pending->block = s->block;
    pending->insts = arena_array(s->f->arena, words, sizeof(*pending->insts));
    pending->next = s->phis;
    s->phis = pending;
    for (unsigned w = 0; w < words; w++) {
        pending->insts[w] = build_inst(s, MIR_PHI, 0, 0, 1);
        result[w] = mir_vreg_operand(pending->insts[w]->dst[0]);
    }
}

/* Selects extractvalue of a structure: the overflow intrinsics' results, and cmpxchg's. */
static void select_extract_value(struct select *s, LLVMValueRef inst)
{
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(inst, 0));
    const struct mir_operand *words = select_operand(s, 0);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind || LLVMGetNumIndices(inst) != 1) {
        select_fail(s, "extractvalue of this aggregate is not supported");
        return;
    }
    unsigned index = LLVMGetIndices(inst)[0];
    for (unsigned i = 0; i < index; i++)
        words += select_words(s, LLVMStructGetTypeAtIndex(type, i));
    unsigned count = select_words(s, LLVMTypeOf(inst));
    memcpy(select_define(s, inst, count), words, count * sizeof(*words));
}

static void define_address(struct select *s, LLVMValueRef inst)
{
    *select_define(s, inst, 1) = select_gep(s, inst);
}

/* The hardware keeps the order that a fence asks for. */
static void select_fence(struct select *s, LLVMValueRef inst)
{
    (void)s;
    (void)inst;
}

static void select_memory_or_call(struct select *s, LLVMOpcode opcode)
{
    static const struct {
        LLVMOpcode opcode;
        void (*select)(struct select *s, LLVMValueRef inst);
    } table[] = {{LLVMAlloca, select_alloca},
                 {LLVMLoad, select_load},
                 {LLVMStore, select_store},
                 {LLVMGetElementPtr, define_address},
                 {LLVMAtomicRMW, select_atomic_rmw},
                 {LLVMAtomicCmpXchg, select_cmpxchg},
                 {LLVMFence, select_fence},
                 {LLVMBitCast, select_bitcast},
                 {LLVMInsertElement, select_insert_element},
                 {LLVMExtractElement, select_extract_element},
                 {LLVMShuffleVector, select_shuffle},
                 {LLVMExtractValue, select_extract_value},
                 {LLVMCall, select_call}};
    for (size_t i = 0; i < COUNT(table); i++)
        if (table[i].opcode == opcode) {
            table[i].select(s, s->inst);
            return;
        }
    char *text = LLVMPrintValueToString(s->inst);
    select_fail(s, "unsupported instruction: %.200s", text);
    LLVMDisposeMessage(text);
}

uint32_t select_line(struct select *s, LLVMValueRef inst)
{
    const uint32_t line = ir_line_of(&s->lines, inst);
    return line ? line : s->line;
}

static uint32_t add_line(void *table, const struct rootle_line *line)
{
    return mir_new_line(table, line);
}

void select_instruction(struct select *s, LLVMValueRef inst)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
    s->inst = inst;
    s->line = select_line(s, inst);
    s->object = select_object(s, inst);
    if (select_double(s, inst))
        return;
    select_elem function = select_int_op(opcode);
    if (!function)
        function = select_float_op(opcode);
    if (function) {
        select_elementwise(s, function, LLVMGetNumOperands(inst) > 1 ? 2 : 1);
    } else if ((function = select_cast_op(opcode))) {
        select_elementwise(s, function, 1);
    } else if (opcode == LLVMICmp) {
        select_elementwise(s, select_icmp, 2);
    } else if (opcode == LLVMFCmp) {
        select_elementwise(s, select_fcmp, 2);
    } else if (opcode == LLVMSelect) {
        select_elementwise(s, elem_select, 3);
    } else if (opcode == LLVMFreeze) {
        select_elementwise(s, elem_copy, 1);
    } else if (opcode == LLVMPHI) {
        select_phi(s);
    } else {
        select_memory_or_call(s, opcode);
    }
}

static void define_inputs(struct select *s)
{
    for (unsigned i = 0; i < 6; i++) {
        struct mir_inst *input = build_inst(s, MIR_INPUT, 0, 0, 1);
        struct mir_vreg *vreg = &s->f->vregs[input->dst[0]];
        vreg->pinned = i < 3 ? MIR_LOCAL_ID_GPR : MIR_GROUP_ID_GPR;
        vreg->channel = (uint8_t)(i % 3);
        *(i < 3 ? &s->local_id[i] : &s->group_id[i - 3]) = mir_vreg_operand(input->dst[0]);
    }
}

/* Private memory is one byte range; small enough, it lies in registers. */
static void measure_private_memory(struct select *s, LLVMValueRef kernel)
{
    enum { REGISTER_ARRAY_DWORDS = 64 };
    uint32_t dwords = s->f->gpr_limit / 2;
    dwords = dwords < REGISTER_ARRAY_DWORDS ? dwords : REGISTER_ARRAY_DWORDS;
    uint64_t total = 0;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst;
             inst = LLVMGetNextInstruction(inst))
            if (LLVMIsAAllocaInst(inst)) {
                s->inst = inst;
                if (!LLVMIsAConstantInt(LLVMGetOperand(inst, 0))) {
                    select_fail(s, "a private array has no constant size");
                    return;
                }
                uint64_t count = LLVMConstIntGetZExtValue(LLVMGetOperand(inst, 0));
                total += count * LLVMABISizeOfType(s->layout, LLVMGetAllocatedType(inst)) + 16;
            }
    if (total > 1u << 20)
        select_fail(s, "%llu bytes of private memory are too many", (unsigned long long)total);
    s->private_in_scratch = total > dwords * 4 || s->guarded;
}

/* Whether denormals may become zeros, as the front end notes on functions. */
static bool flushes_denormals(LLVMValueRef kernel)
{
    static const char name[] = "denormal-fp-math-f32";
    LLVMAttributeRef attribute =
        LLVMGetStringAttributeAtIndex(kernel, LLVMAttributeFunctionIndex, name, sizeof(name) - 1);
    unsigned length = 0;
    const char *mode = attribute ? LLVMGetStringAttributeValue(attribute, &length) : "";
    return !strncmp(mode, "preserve-sign", 13);
}

static bool has_attribute(LLVMValueRef kernel, const char *name)
{
    return LLVMGetStringAttributeAtIndex(kernel, LLVMAttributeFunctionIndex, name,
                                         (unsigned)strlen(name));
}

int evg_select(LLVMValueRef kernel, const struct ir_variable_reader *reader, struct mir_function *f,
               char *error, size_t error_size)
{
    struct select s = {.f = f, .error = error, .error_size = error_size};
    s.layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(kernel));
    f->name = LLVMGetValueName2(kernel, &(size_t){0});
    f->ssa = true;
    f->lines = arena_alloc(f->arena, sizeof(*f->lines));
    f->lines->arena = f->arena;
    s.lines = (struct ir_lines){.arena = f->arena, .add = add_line, .table = f->lines};
    s.line = ir_kernel_line(&s.lines, kernel);
    s.finds = reader ? reader->generator : NULL;
    if (s.finds)
        s.finds->begin(&s, reader, LLVMGetGlobalParent(kernel));
    s.guarded = has_attribute(kernel, "rootle-guarded");
    measure_private_memory(&s, kernel);
    s.block = s.inputs = mir_new_block(f);
    define_inputs(&s);
    if (!s.failed)
        select_control_flow(&s, kernel);
    if (s.finds)
        s.finds->end(&s);
    f->flushes_denormals = flushes_denormals(kernel);
    uint32_t private_dwords = (s.private_bytes + 3) / 4;
    f->array_dwords = s.private_in_scratch ? 0 : private_dwords;
    f->scratch_bytes = s.private_in_scratch ? private_dwords * 4 : 0;
    return s.failed ? -1 : 0;
}
