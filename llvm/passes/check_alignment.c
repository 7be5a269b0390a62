/* SPDX-License-Identifier: MIT */
/* check_alignment.c: accesses of memory by dwords and halves of them are preceded by a check of the
 * address, unless it is a multiple of what is needed for certain.
 *
 * Requires: argument_layout, legalise_memory. Leaves: calls of __rootle_check_address, which does
 * nothing on hardware and which the simulator reports faults by (docs/kernel-abi.md). Fetches may
 * lie anywhere, and code makes use of that where a load has no alignment: so the simulator cannot
 * tell by itself. It does for local memory. */
#include <llvm-c/Target.h>
#include <string.h>

#include "driver/abi/kernel_abi.h"
#include "driver/hw/isa.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/passes.h"

enum { MAX_ZEROS = 8, MAX_VISITS = 200, MAX_PATH = 32, MAX_CHECKED = 16, DWORD = 4 };

/* ---- what is known of an address ---- */

struct query {
    const struct rootle_kernel *kernel; /* NULL: its arguments are not known */
    LLVMTargetDataRef layout;
    unsigned visits;
    LLVMValueRef path[MAX_PATH]; /* the phis that are being looked at */
    unsigned depth;
};

static unsigned zeros_of(struct query *q, LLVMValueRef value);

static unsigned constant_zeros(uint64_t value)
{
    return value & ((1u << MAX_ZEROS) - 1) ? (unsigned)__builtin_ctzll(value) : MAX_ZEROS;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Whether it is an argument that clover sets to the address of a buffer, or of memory that the
 * driver makes. */
static bool is_buffer_argument(const struct query *q, LLVMValueRef load)
{
    LLVMValueRef pointer = LLVMGetOperand(load, 0);
    if (!q->kernel || ir_pointer_space(pointer) != ABI_SPACE_INPUTS ||
        !LLVMIsAConstantExpr(pointer) || LLVMGetConstOpcode(pointer) != LLVMIntToPtr)
        return false;
    uint64_t offset = LLVMConstIntGetZExtValue(LLVMGetOperand(pointer, 0));
    for (uint32_t i = 0; i < q->kernel->arg_count; i++) {
        const struct rootle_arg *arg = &q->kernel->args[i];
        if (arg->offset == offset)
            return arg->kind == ROOTLE_ARG_GLOBAL || arg->kind == ROOTLE_ARG_CONSTANT ||
                   arg->kind == ROOTLE_ARG_RODATA || arg->kind == ROOTLE_ARG_PRINTF;
    }
    return false;
}

/* Returns the zero bits at the low end of what a getelementptr adds to its base. */
static unsigned step_zeros(struct query *q, LLVMValueRef gep)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    unsigned zeros = MAX_ZEROS;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            zeros = least(zeros, constant_zeros(LLVMOffsetOfElement(q->layout, type, field)));
            type = LLVMStructGetTypeAtIndex(type, field);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        uint64_t size = LLVMABISizeOfType(q->layout, type);
        zeros = least(zeros, zeros_of(q, index) + constant_zeros(size));
    }
    return zeros;
}

/* In a loop a phi may be among its own operands. That one says nothing new: what holds for all of
 * the others holds for the phi. */
static unsigned phi_zeros(struct query *q, LLVMValueRef phi)
{
    unsigned zeros = MAX_ZEROS;
    for (unsigned i = 0; i < q->depth; i++)
        if (q->path[i] == phi)
            return MAX_ZEROS;
    if (q->depth == MAX_PATH)
        return 0;
    q->path[q->depth++] = phi;
    for (unsigned i = 0; i < LLVMCountIncoming(phi) && zeros; i++)
        zeros = least(zeros, zeros_of(q, LLVMGetIncomingValue(phi, i)));
    q->depth--;
    return zeros;
}

static unsigned shift_of(LLVMValueRef amount)
{
    if (!LLVMIsAConstantInt(amount))
        return 0;
    uint64_t shift = LLVMConstIntGetZExtValue(amount);
    return shift < MAX_ZEROS ? (unsigned)shift : MAX_ZEROS;
}

static unsigned operation_zeros(struct query *q, LLVMValueRef value, LLVMOpcode op)
{
    LLVMValueRef first = LLVMGetOperand(value, 0);
    LLVMValueRef second = LLVMGetNumOperands(value) > 1 ? LLVMGetOperand(value, 1) : NULL;
    switch (op) {
    case LLVMIntToPtr:
    case LLVMPtrToInt:
    case LLVMAddrSpaceCast:
    case LLVMFreeze:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
        return zeros_of(q, first);
    case LLVMAdd:
    case LLVMSub:
    case LLVMOr:
    case LLVMXor:
        return least(zeros_of(q, first), zeros_of(q, second));
    case LLVMMul:
        return zeros_of(q, first) + zeros_of(q, second);
    case LLVMAnd: {
        unsigned a = zeros_of(q, first), b = zeros_of(q, second);
        return a > b ? a : b;
    }
    case LLVMShl:
        return zeros_of(q, first) + shift_of(second);
    case LLVMSelect:
        return least(zeros_of(q, second), zeros_of(q, LLVMGetOperand(value, 2)));
    case LLVMGetElementPtr:
        return least(zeros_of(q, first), step_zeros(q, value));
    case LLVMPHI:
        return phi_zeros(q, value);
    case LLVMAlloca: /* the code generator aligns it to a dword at least */
        return LLVMGetAlignment(value) > DWORD ? constant_zeros(LLVMGetAlignment(value)) : 2;
    case LLVMLoad:
        return is_buffer_argument(q, value) ? MAX_ZEROS : 0;
    default:
        return 0;
    }
}

/* How many low bits of a value are zeros for certain, MAX_ZEROS at most. */
static unsigned zeros_of(struct query *q, LLVMValueRef value)
{
    if (++q->visits > MAX_VISITS)
        return 0;
    if (LLVMIsAConstantInt(value))
        return constant_zeros(LLVMConstIntGetZExtValue(value));
    if (LLVMIsNull(value) || LLVMIsUndef(value))
        return MAX_ZEROS;
    if (LLVMIsAConstantExpr(value))
        return least(operation_zeros(q, value, LLVMGetConstOpcode(value)), MAX_ZEROS);
    if (!LLVMIsAInstruction(value))
        return 0;
    return least(operation_zeros(q, value, LLVMGetInstructionOpcode(value)), MAX_ZEROS);
}

/* ---- accesses ---- */

struct access {
    LLVMValueRef pointer;
    unsigned align; /* bytes; 1: nothing to check */
    bool load;
};

/* The code generator moves memory in pieces of a power of two, each aligned as far as the access
 * says that it is (llvm/evergreen/select/select_memory.c). */
static unsigned needed_align(LLVMTargetDataRef layout, LLVMValueRef instruction, LLVMTypeRef type)
{
    uint64_t bytes = LLVMStoreSizeOfType(layout, type);
    unsigned align = least(LLVMGetAlignment(instruction), DWORD);
    while (align > bytes)
        align /= 2;
    return align;
}

static struct access access_of(LLVMTargetDataRef layout, LLVMValueRef instruction)
{
    struct access access = {.align = 1};
    if (LLVMIsALoadInst(instruction)) {
        access.pointer = LLVMGetOperand(instruction, 0);
        access.load = true;
        access.align = needed_align(layout, instruction, LLVMTypeOf(instruction));
    } else if (LLVMIsAStoreInst(instruction)) {
        access.pointer = LLVMGetOperand(instruction, 1);
        access.align =
            needed_align(layout, instruction, LLVMTypeOf(LLVMGetOperand(instruction, 0)));
    } else if (LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction)) {
        access.pointer = LLVMGetOperand(instruction, 0);
        access.align = DWORD;
    }
    unsigned space = access.pointer ? ir_pointer_space(access.pointer) : ABI_SPACE_LOCAL;
    if (space != ABI_SPACE_GLOBAL && space != ABI_SPACE_PRIVATE && space != ABI_SPACE_CONSTANT)
        access.align = 1;
    return access;
}

/* ---- checks ---- */

struct checking {
    struct pass_state *state;
    LLVMTargetDataRef layout;
    const struct rootle_kernel *kernel;
    LLVMTypeRef type;   /* of the checking function */
    LLVMValueRef check; /* NULL until it is needed */
    /* The pointers that this block has checked, without the steps that keep their alignment. */
    LLVMBasicBlockRef block;
    struct {
        LLVMValueRef root;
        unsigned align;
    } checked[MAX_CHECKED];
    unsigned count;
};

/* The pointer that this one is whole multiples of `align` away from. */
static LLVMValueRef root_of(const struct checking *c, LLVMValueRef pointer, unsigned align)
{
    while (LLVMIsAGetElementPtrInst(pointer)) {
        struct query q = {.kernel = c->kernel, .layout = c->layout};
        if (1u << step_zeros(&q, pointer) < align)
            break;
        pointer = LLVMGetOperand(pointer, 0);
    }
    return pointer;
}

static bool was_checked(const struct checking *c, LLVMValueRef root, unsigned align)
{
    for (unsigned i = 0; i < c->count; i++)
        if (c->checked[i].root == root && c->checked[i].align >= align)
            return true;
    return false;
}

/* `address` is a pointer or an i32. */
static void insert_check(struct checking *c, LLVMValueRef instruction, LLVMValueRef address,
                         uint32_t what)
{
    LLVMContextRef context = c->state->context;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
    LLVMBuilderRef builder = ir_builder_before(instruction);
    if (!c->check) {
        c->type = LLVMFunctionType(LLVMVoidTypeInContext(context), (LLVMTypeRef[]){i32, i32}, 2, 0);
        c->check = LLVMGetNamedFunction(c->state->module, "__rootle_check_address");
        if (!c->check)
            c->check = LLVMAddFunction(c->state->module, "__rootle_check_address", c->type);
    }
    if (LLVMGetTypeKind(LLVMTypeOf(address)) == LLVMPointerTypeKind)
        address = LLVMBuildPtrToInt(builder, address, i32, "");
    LLVMBuildCall2(builder, c->type, c->check, (LLVMValueRef[]){address, ir_i32(context, what)}, 2,
                   "");
    LLVMDisposeBuilder(builder);
}

/* Whether an address is a multiple for certain, or has been checked; notes that it will be. */
static bool is_known(struct checking *c, LLVMValueRef instruction, LLVMValueRef pointer,
                     unsigned align)
{
    if (LLVMGetInstructionParent(instruction) != c->block) {
        c->block = LLVMGetInstructionParent(instruction);
        c->count = 0;
    }
    struct query q = {.kernel = c->kernel, .layout = c->layout};
    LLVMValueRef root = root_of(c, pointer, align);
    if (1u << zeros_of(&q, root) >= align || was_checked(c, root, align))
        return true;
    if (c->count < MAX_CHECKED) {
        c->checked[c->count].root = root;
        c->checked[c->count++].align = align;
    }
    return false;
}

/* Turns an alignment that the source lets LLVM assume into a check, or into nothing where it is
 * known. */
static void check_assumption(struct checking *c, LLVMValueRef call)
{
    LLVMValueRef address = LLVMGetOperand(call, 0), pointer = address;
    const uint32_t what = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
    const unsigned align = HW_CHECKED_ALIGN(what, what >> PASS_CHECK_RAT);
    if (LLVMIsAPtrToIntInst(address))
        pointer = LLVMGetOperand(address, 0);
    if (!is_known(c, call, pointer, align))
        insert_check(c, call, address, what);
    LLVMInstructionEraseFromParent(call);
}

static int check_access(LLVMValueRef instruction, void *data)
{
    struct checking *c = data;
    if (LLVMIsACallInst(instruction) && ir_calls(instruction, PASS_ASSUMED_ALIGNMENT)) {
        check_assumption(c, instruction);
        return 0;
    }
    struct access access = access_of(c->layout, instruction);
    if (access.align == 1 || is_known(c, instruction, access.pointer, access.align))
        return 0;
    insert_check(
        c, instruction, access.pointer,
        pass_check_of_alignment(access.align, access.load, ir_pointer_space(access.pointer)));
    return 0;
}

static const struct rootle_kernel *find_kernel(const struct rootle_binary *binary, const char *name)
{
    for (uint32_t i = 0; binary && i < binary->kernel_count; i++)
        if (!strcmp(binary->kernels[i].name, name))
            return &binary->kernels[i];
    return NULL;
}

static int check_kernel(LLVMValueRef kernel, void *data)
{
    struct pass_state *state = data;
    struct checking c = {.state = state,
                         .layout = LLVMGetModuleDataLayout(state->module),
                         .kernel = find_kernel(state->binary, ir_name(kernel))};
    return ir_visit_instructions(kernel, check_access, &c);
}

int pass_check_alignment(struct pass_state *state)
{
    return ir_visit_kernels(state->module, check_kernel, state);
}
