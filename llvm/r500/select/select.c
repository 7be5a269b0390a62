/* SPDX-License-Identifier: MIT */
/* select.c: values, phis and control flow; the operations are in select_*.c. */
#include "llvm/r500/select/select.h"

#include <stdarg.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "driver/abi/kernel_abi.h"
#include "driver/base/arena.h"
#include "driver/base/kernel_error.h"
#include "driver/hw/r500/r500.h"
#include "llvm/ir/ir.h"
#include "llvm/ir/shim.h"
#include "llvm/r500/select/flow.h"

enum { MAX_USERS = 4 };

/* The line of an instruction; of one that the compiler has added, the first line that uses it, at
 * most `depth` instructions away. 0: unknown. */
static unsigned line_of(LLVMValueRef inst, unsigned depth)
{
    unsigned first = LLVMGetDebugLocLine(inst);
    if (first || !depth)
        return first;
    for (LLVMUseRef use = LLVMGetFirstUse(inst); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        const unsigned line = LLVMIsAInstruction(user) ? line_of(user, depth - 1) : 0;
        if (line && (!first || line < first))
            first = line;
    }
    return first;
}

/* The line of what is selected, or that at which the kernel begins. */
static unsigned current_line(const struct r500_select *s)
{
    const unsigned line = s->inst && LLVMIsAInstruction(s->inst) ? line_of(s->inst, MAX_USERS) : 0;
    LLVMMetadataRef whole = LLVMGetSubprogram(s->kernel);
    return line || !whole ? line : LLVMDISubprogramGetLine(whole);
}

void r500_fail(struct r500_select *s, const char *format, ...)
{
    if (s->failed)
        return;
    s->failed = true;
    va_list arguments;
    va_start(arguments, format);
    kernel_error(s->error, s->error_size, s->p->name, current_line(s), format, arguments);
    va_end(arguments);
}

/* ---- values ---- */

static struct r500_value *find_slot(struct r500_value *values, size_t slots, LLVMValueRef key)
{
    size_t i = ((uintptr_t)key >> 4) * 0x9e3779b1u & (slots - 1);
    while (values[i].key && values[i].key != key)
        i = (i + 1) & (slots - 1);
    return &values[i];
}

static void grow_values(struct r500_select *s)
{
    struct r500_value *old = s->values;
    const size_t slots = s->value_slots;
    s->value_slots = slots ? 2 * slots : 256;
    s->values = arena_array(s->p->arena, s->value_slots, sizeof(*s->values));
    for (size_t i = 0; i < slots; i++)
        if (old[i].key)
            *find_slot(s->values, s->value_slots, old[i].key) = old[i];
}

unsigned r500_elements(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
}

/* Types that a float stands for. */
static bool is_carried(LLVMTypeRef type)
{
    LLVMTypeRef scalar = ir_scalar_type(type);
    const LLVMTypeKind kind = LLVMGetTypeKind(scalar);
    return r500_elements(type) <= R500_MAX_ELEMENTS &&
           (kind == LLVMFloatTypeKind ||
            (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(scalar) <= 32));
}

static struct fir_src *define(struct r500_select *s, LLVMValueRef value)
{
    const unsigned count = r500_elements(LLVMTypeOf(value));
    if (2 * s->value_count >= s->value_slots)
        grow_values(s);
    struct r500_value *slot = find_slot(s->values, s->value_slots, value);
    *slot =
        (struct r500_value){.key = value,
                            .count = count,
                            .element = arena_array(s->p->arena, count + 1, sizeof(*slot->element))};
    s->value_count++;
    if (!is_carried(LLVMTypeOf(value))) {
        char *text = LLVMPrintTypeToString(LLVMTypeOf(value));
        r500_fail(s, "values of type %s: R500 has floats of 32 bits alone", text);
        LLVMDisposeMessage(text);
    }
    for (unsigned i = 0; i < count; i++)
        slot->element[i] = fir_literal(0.0f);
    return slot->element;
}

struct fir_src *r500_define(struct r500_select *s)
{
    return define(s, s->inst);
}

static struct fir_src constant_number(struct r500_select *s, LLVMValueRef value)
{
    LLVMBool inexact;
    if (LLVMIsAConstantFP(value))
        return fir_literal((float)LLVMConstRealGetDouble(value, &inexact));
    if (LLVMIsAConstantInt(value))
        return fir_literal(LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 1
                               ? (float)LLVMConstIntGetZExtValue(value)
                               : (float)LLVMConstIntGetSExtValue(value));
    if (LLVMIsUndef(value) || LLVMIsPoison(value) || LLVMIsNull(value))
        return fir_literal(0.0f);
    char *text = LLVMPrintValueToString(value);
    r500_fail(s, "%.60s is not a number that R500 can hold", text);
    LLVMDisposeMessage(text);
    return fir_literal(0.0f);
}

struct fir_src r500_element(struct r500_select *s, LLVMValueRef value, unsigned index)
{
    if (LLVMIsConstant(value)) {
        if (LLVMIsAConstantDataVector(value) || LLVMIsAConstantVector(value))
            value = LLVMGetAggregateElement(value, index);
        return constant_number(s, value);
    }
    const struct r500_value *slot =
        s->value_slots ? find_slot(s->values, s->value_slots, value) : NULL;
    if (slot && slot->key && index < slot->count)
        return slot->element[index];
    r500_fail(s, "internal error: a value is used before it is made");
    return fir_literal(0.0f);
}

struct fir_src r500_operand(struct r500_select *s, unsigned operand, unsigned index)
{
    return r500_element(s, LLVMGetOperand(s->inst, operand), index);
}

/* ---- operations ---- */

static bool same_operation(const struct fir_op *x, const struct fir_op *y)
{
    if (x->code != y->code || x->out || x->test || x->code == FIR_TEX)
        return false;
    for (unsigned i = 0; i < fir_operands(y); i++)
        if (!fir_same_src(&x->src[i], &y->src[i]))
            return false;
    return true;
}

/* Whether nothing in the block writes what an operation reads: that is not so of phis' variables
 * once they are copied, which is all at the block's end. */
static const struct fir_op *find_same(const struct fir_block *block, const struct fir_op *op)
{
    enum { WINDOW = 256 };
    const size_t least = block->count > WINDOW ? block->count - WINDOW : 0;
    for (size_t i = block->count; i > least; i--)
        if (same_operation(&block->ops[i - 1], op))
            return &block->ops[i - 1];
    return NULL;
}

struct fir_block *r500_current(struct r500_select *s)
{
    return &s->p->blocks[s->p->block_count - 1];
}

struct fir_src r500_emit(struct r500_select *s, enum fir_code code, struct fir_src a,
                         struct fir_src b, struct fir_src c)
{
    const struct fir_op wanted = {.code = code, .src = {a, b, c}};
    const struct fir_op *same = find_same(r500_current(s), &wanted);
    if (same)
        return fir_var(same->dst[0]);
    struct fir_op *op = fir_add(s->p, r500_current(s), code);
    memcpy(op->src, wanted.src, sizeof(op->src));
    op->dst[0] = fir_new_var(s->p);
    return fir_var(op->dst[0]);
}

struct fir_src r500_input(struct r500_select *s, enum abi_image_input_kind kind, unsigned element)
{
    struct fir_input *input = &s->p->inputs[kind];
    if (input->var[element] == FIR_NO_VAR)
        input->var[element] = fir_new_var(s->p);
    return fir_var(input->var[element]);
}

/* ---- loads ---- */

/* Arguments and what is known of images are components of constant registers. */
static void select_load(struct r500_select *s)
{
    LLVMValueRef address = LLVMGetOperand(s->inst, 0);
    LLVMTypeRef type = LLVMTypeOf(s->inst);
    const bool is_float = LLVMGetTypeKind(ir_scalar_type(type)) == LLVMFloatTypeKind;
    struct fir_src *element = r500_define(s);
    if (ir_pointer_space(address) != ABI_SPACE_INPUTS) {
        r500_fail(s, "memory is read: R500 reads images and arguments alone");
        return;
    }
    if (!LLVMIsAConstantExpr(address) || !LLVMIsAConstantInt(LLVMGetOperand(address, 0))) {
        r500_fail(s, "an argument is indexed by what is only known at run time");
        return;
    }
    const uint32_t offset = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(address, 0));
    for (unsigned i = 0; i < r500_elements(type); i++)
        element[i] = r500_constant(is_float ? ABI_IMAGE_FLOAT : ABI_IMAGE_INT, offset + 4 * i);
}

/* ---- vectors ---- */

static bool constant_index(struct r500_select *s, unsigned operand, unsigned *index)
{
    LLVMValueRef value = LLVMGetOperand(s->inst, operand);
    if (!LLVMIsAConstantInt(value)) {
        r500_fail(s, "an element of a vector is chosen at run time");
        return false;
    }
    *index = (unsigned)LLVMConstIntGetZExtValue(value);
    return true;
}

static void select_insert(struct r500_select *s)
{
    unsigned index, count = r500_elements(LLVMTypeOf(s->inst));
    struct fir_src *element = r500_define(s);
    if (!constant_index(s, 2, &index))
        return;
    for (unsigned i = 0; i < count; i++)
        element[i] = i == index ? r500_operand(s, 1, 0) : r500_operand(s, 0, i);
}

static void select_extract(struct r500_select *s)
{
    unsigned index;
    struct fir_src *element = r500_define(s);
    if (constant_index(s, 1, &index))
        *element = r500_operand(s, 0, index);
}

static void select_shuffle(struct r500_select *s)
{
    const unsigned count = r500_elements(LLVMTypeOf(s->inst));
    const unsigned first = r500_elements(LLVMTypeOf(LLVMGetOperand(s->inst, 0)));
    struct fir_src *element = r500_define(s);
    for (unsigned i = 0; i < count; i++) {
        const int from = LLVMGetMaskValue(s->inst, i);
        if (from >= 0)
            element[i] = (unsigned)from < first ? r500_operand(s, 0, (unsigned)from)
                                                : r500_operand(s, 1, (unsigned)from - first);
    }
}

/* ---- instructions ---- */

static const char *reason(LLVMOpcode opcode)
{
    switch (opcode) {
    case LLVMStore:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        return "memory is written: the result of an image program is the pixel that it writes";
    case LLVMAlloca:
    case LLVMGetElementPtr:
        return "an array is indexed by what is only known at run time: R500 has no memory for it";
    case LLVMIntToPtr:
    case LLVMPtrToInt:
    case LLVMAddrSpaceCast:
        return "a buffer or a pointer is used: R500 reads images and arguments alone, and writes "
               "the "
               "pixel at the global id alone";
    case LLVMFence:
        return "R500 has no memory that work-items share";
    default:
        return NULL;
    }
}

static void refuse(struct r500_select *s)
{
    const char *why = reason(LLVMGetInstructionOpcode(s->inst));
    char *text = LLVMPrintValueToString(s->inst);
    if (why)
        r500_fail(s, "%s", why);
    else
        r500_fail(s, "R500 has no instruction for%.80s", text);
    LLVMDisposeMessage(text);
}

/* Sets the current source line. Instructions that passes have added keep the line before. */
static void set_line(struct r500_select *s, LLVMValueRef inst)
{
    const uint32_t line = ir_line_of(&s->lines, inst);
    s->p->line = line ? line : s->p->line;
}

static void select_instruction(struct r500_select *s, LLVMValueRef inst)
{
    s->inst = inst;
    set_line(s, inst);
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMPHI: /* made before */
    case LLVMBr:
    case LLVMRet:
    case LLVMUnreachable:
        return;
    case LLVMLoad:
        select_load(s);
        return;
    case LLVMInsertElement:
        select_insert(s);
        return;
    case LLVMExtractElement:
        select_extract(s);
        return;
    case LLVMShuffleVector:
        select_shuffle(s);
        return;
    case LLVMCall:
        r500_select_call(s);
        return;
    default:
        if (!r500_select_compare(s) && !r500_select_arithmetic(s))
            refuse(s);
    }
}

/* ---- control flow ---- */

static void tell_block(void *data, LLVMBasicBlockRef block)
{
    struct r500_select *s = data;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && !s->failed;
         i = LLVMGetNextInstruction(i))
        select_instruction(s, i);
}

void r500_end_block(struct r500_select *s, enum fir_flow flow, bool always)
{
    r500_current(s)->flow = flow;
    r500_current(s)->always = always;
    fir_new_block(s->p);
}

/* A copy to a phi. */
struct copy {
    struct fir_src src;
    uint32_t to;
    uint32_t circle; /* as of fir_op */
};

static unsigned collect_copies(struct r500_select *s, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                               struct copy **copies)
{
    unsigned count = 0;
    size_t room = 0;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef value = NULL;
        for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
            if (LLVMGetIncomingBlock(phi, i) == from)
                value = LLVMGetIncomingValue(phi, i);
        if (!value || LLVMIsUndef(value) || LLVMIsPoison(value))
            continue;
        for (unsigned e = 0; e < r500_elements(LLVMTypeOf(phi)); e++) {
            *copies = arena_grow(s->p->arena, *copies, count, &room, sizeof(**copies));
            (*copies)[count++] = (struct copy){.src = r500_element(s, value, e),
                                               .to = r500_element(s, phi, e).a.var};
        }
    }
    return count;
}

/* The copy that writes what another one reads; NULL: none, or it reads more than a variable. */
static struct copy *copy_before(struct copy *copies, unsigned count, const struct copy *reader)
{
    const struct fir_src *src = &reader->src;
    for (unsigned i = 0; i < count; i++)
        if (src->a.kind == FIR_VAR && !src->negative && !src->absolute &&
            copies[i].to == src->a.var)
            return &copies[i];
    return NULL;
}

/* Marks those of a small circle, in which each reads what another one writes. */
static void mark_circle(struct copy *copies, unsigned count, struct copy *first)
{
    unsigned length = 1;
    struct copy *at = copy_before(copies, count, first);
    while (at && at != first && length < FIR_MAX_CIRCLE) {
        at = copy_before(copies, count, at);
        length++;
    }
    if (at != first || length == 1)
        return;
    do {
        at->circle = first->to + 1;
        at = copy_before(copies, count, at);
    } while (at != first);
}

void r500_add_copy(struct r500_select *s, struct fir_src src, uint32_t to, uint32_t circle)
{
    struct fir_op *op = fir_add(s->p, r500_current(s), FIR_MAD);
    op->src[0] = src;
    op->src[1] = fir_literal(1.0f);
    op->src[2] = fir_literal(0.0f);
    op->dst[0] = to;
    op->circle = circle;
}

static void add_circle(struct r500_select *s, const struct copy *copies, unsigned count,
                       uint32_t circle)
{
    for (unsigned i = 0; i < count; i++)
        if (copies[i].circle == circle)
            r500_add_copy(s, copies[i].src, copies[i].to, circle);
}

/* Copies the values of phis on an edge: first all values, then all phis, as one may be another's
 * value. */
static void tell_edge(void *data, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    struct r500_select *s = data;
    struct copy *copies = NULL;
    const unsigned count = collect_copies(s, from, to, &copies);
    const uint32_t first = s->p->var_count;
    for (unsigned i = 0; i < count; i++)
        if (s->p->circles && !copies[i].circle)
            mark_circle(copies, count, &copies[i]);
    for (unsigned i = 0; i < count; i++)
        if (!copies[i].circle)
            r500_add_copy(s, copies[i].src, fir_new_var(s->p), 0);
    for (unsigned i = 0; i < count; i++)
        if (copies[i].circle == copies[i].to + 1)
            add_circle(s, copies, count, copies[i].circle);
    uint32_t next = first;
    for (unsigned i = 0; i < count; i++)
        if (!copies[i].circle)
            r500_add_copy(s, fir_var(next++), copies[i].to, 0);
}

static void add_test(struct r500_select *s, LLVMValueRef condition, bool when)
{
    struct r500_test test = r500_test_of(s, condition, 0);
    struct fir_op *op = fir_add(s->p, r500_current(s), FIR_MAD);
    op->src[0] = test.src;
    op->src[1] = fir_literal(1.0f);
    op->src[2] = fir_literal(0.0f);
    op->test = true;
    op->test_op = when ? test.op : (uint8_t)(HW_R500_TEST_NE - test.op);
}

static void tell_if(void *data, LLVMValueRef condition)
{
    struct r500_select *s = data;
    add_test(s, condition, true);
    r500_end_block(s, FIR_FLOW_IF, false);
    s->depth++;
}

static void tell_else(void *data)
{
    r500_end_block(data, FIR_FLOW_ELSE, true);
}

static void tell_end_if(void *data)
{
    struct r500_select *s = data;
    r500_end_block(s, FIR_FLOW_ENDIF, true);
    s->depth--;
}

static void tell_loop(void *data, LLVMBasicBlockRef header)
{
    struct r500_select *s = data;
    r500_current(s)->turns = shim_most_turns(header);
    r500_end_block(s, FIR_FLOW_LOOP, true);
    s->depth++;
}

static void tell_end_loop(void *data)
{
    struct r500_select *s = data;
    r500_end_block(s, FIR_FLOW_ENDLOOP, true);
    s->depth--;
}

static void tell_leave(void *data, LLVMValueRef condition, bool when)
{
    struct r500_select *s = data;
    if (condition)
        add_test(s, condition, when);
    r500_end_block(s, FIR_FLOW_BREAK, !condition);
}

static void tell_next(void *data)
{
    r500_end_block(data, FIR_FLOW_CONTINUE, true);
}

/* Phis are variables from the start: they are read before their loops' ends write them. */
static int define_phi(LLVMValueRef inst, void *data)
{
    struct r500_select *s = data;
    if (!LLVMIsAPHINode(inst))
        return 0;
    s->inst = inst;
    struct fir_src *element = r500_define(s);
    for (unsigned i = 0; i < r500_elements(LLVMTypeOf(inst)); i++)
        element[i] = fir_var(fir_new_var(s->p));
    return 0;
}

int r500_select(LLVMValueRef kernel, struct fir_program *p, char *error, size_t error_size)
{
    static const struct r500_flow_visitor visitor = {
        tell_block, tell_edge,     tell_if,    tell_else, tell_end_if,
        tell_loop,  tell_end_loop, tell_leave, tell_next,
    };
    struct r500_select s = {.kernel = kernel, .p = p, .error = error, .error_size = error_size};
    for (unsigned i = 0; i < ABI_IMAGE_INPUT_KINDS; i++)
        p->inputs[i] = (struct fir_input){i, {FIR_NO_VAR, FIR_NO_VAR}};
    s.lines = (struct ir_lines){.arena = p->arena, .add = fir_new_line, .table = p};
    p->line = ir_kernel_line(&s.lines, kernel);
    fir_new_block(p);
    ir_visit_instructions(kernel, define_phi, &s);
    const bool structured = r500_walk_flow(kernel, &visitor, &s);
    r500_current(&s)->flow = FIR_FLOW_END;
    s.inst = NULL;
    if (!structured)
        r500_fail(&s, "internal error: its control flow has no structure");
    if (!p->target_count)
        r500_fail(&s, "no pixel is written: R500 runs programs that write the pixel at their "
                      "global id, with write_imagef");
    return s.failed ? -1 : 0;
}
