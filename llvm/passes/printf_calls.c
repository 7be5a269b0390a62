/* SPDX-License-Identifier: MIT */
/* printf_calls.c: calls of printf become stores to a record in a buffer, which the driver prints
 * after the launch. Strings are kept in the binary; records hold their numbers.
 *
 * Two passes. pass_printf_calls comes before the builtins are linked, and calls
 * libclc/printf.cl. pass_printf_buffer comes when a kernel's arguments are laid out, and adds the
 * buffer's address to them. */
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/abi/kernel_abi.h"
#include "llvm/ir/ir.h"
#include "llvm/ir/lines.h"
#include "llvm/passes/arg_info.h"
#include "llvm/passes/passes.h"

/* ---- strings ---- */

/* The characters of a literal, malloc'ed; NULL when the value is not one. */
static char *literal_text(LLVMValueRef value)
{
    while (LLVMIsAConstantExpr(value) && LLVMGetNumOperands(value))
        value = LLVMGetOperand(value, 0);
    LLVMValueRef initial = LLVMIsAGlobalVariable(value) && LLVMIsGlobalConstant(value)
                               ? LLVMGetInitializer(value)
                               : NULL;
    if (!initial)
        return NULL;
    if (LLVMIsNull(initial))
        return strdup("");
    if (!LLVMIsAConstantDataSequential(initial) || !LLVMIsConstantString(initial))
        return NULL;
    size_t length;
    const char *text = LLVMGetAsString(initial, &length);
    return strndup(text, length);
}

/* Where a call stands in the source. */
static struct rootle_string place_of(LLVMValueRef call)
{
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(call);
    LLVMMetadataRef scope = location ? LLVMDILocationGetScope(location) : NULL;
    LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
    unsigned file_length = 0;
    size_t length = 0;
    if (!file)
        return (struct rootle_string){.text = NULL};
    const char *name = LLVMDIFileGetFilename(file, &file_length);
    const char *function = ir_scope_function(scope, &length);
    return (struct rootle_string){.file = strndup(name, file_length),
                                  .function = strndup(function ? function : "", length),
                                  .line = LLVMDILocationGetLine(location),
                                  .column = LLVMDILocationGetColumn(location)};
}

/* Adds a string to the binary, whose members it takes over, with where the call that it is the
 * format of stands; NULL: none is. -1 when memory is short. */
static int add_string(struct pass_state *state, char *text, char *arguments, LLVMValueRef call,
                      uint32_t *index)
{
    struct rootle_binary *binary = state->binary;
    struct rootle_string *grown =
        realloc(binary->strings, (binary->string_count + 1) * sizeof(*grown));
    if (grown)
        binary->strings = grown;
    if (!grown || !text || !arguments) {
        fprintf(state->log, "error: out of memory\n");
        free(text);
        free(arguments);
        return -1;
    }
    *index = binary->string_count++;
    grown[*index] = call ? place_of(call) : (struct rootle_string){.text = NULL};
    grown[*index].text = text;
    grown[*index].arguments = arguments;
    return 0;
}

/* The letter of the format's next conversion, and *format behind it; 0 at the end. */
static char next_conversion(const char **format)
{
    const char *at = *format;
    while ((at = strchr(at, '%'))) {
        at += 1 + strspn(at + 1, "-+ #0123456789.vhlL");
        if (*at != '%')
            break;
        at++;
    }
    *format = at && *at ? at + 1 : "";
    return at ? *at : '\0';
}

/* ---- one call ---- */

struct record {
    struct pass_state *state;
    LLVMValueRef call;
    LLVMBuilderRef builder;
    LLVMValueRef address;
    uint32_t dwords; /* so far */
    FILE *arguments; /* rootle_string.arguments of the format */
};

static void store_dword(struct record *r, LLVMValueRef value)
{
    LLVMContextRef context = r->state->context;
    LLVMValueRef index = ir_i32(context, r->dwords++);
    LLVMValueRef place =
        LLVMBuildGEP2(r->builder, LLVMInt32TypeInContext(context), r->address, &index, 1, "");
    LLVMSetAlignment(LLVMBuildStore(r->builder, value, place), 4);
}

/* The type letter of an element: 0 for types that printf cannot take. */
static char element_letter(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(type) <= 32 ? 'i' : LLVMGetIntTypeWidth(type) == 64 ? 'l' : 0;
    case LLVMHalfTypeKind:
    case LLVMFloatTypeKind:
        return 'f';
    case LLVMDoubleTypeKind:
        return 'd';
    case LLVMPointerTypeKind:
        return 'i';
    default:
        return 0;
    }
}

static void store_wide(struct record *r, LLVMValueRef value)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(r->state->context), type = LLVMTypeOf(value);
    LLVMValueRef high = LLVMBuildLShr(r->builder, value, ir_splat(type, 32), "");
    store_dword(r, LLVMBuildTrunc(r->builder, value, i32, ""));
    store_dword(r, LLVMBuildTrunc(r->builder, high, i32, ""));
}

static void store_element(struct record *r, LLVMValueRef value)
{
    LLVMContextRef context = r->state->context;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(context), type = LLVMTypeOf(value);
    switch (LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind:
        store_dword(r, LLVMBuildPtrToInt(r->builder, value, i32, ""));
        break;
    case LLVMHalfTypeKind:
        value = LLVMBuildFPExt(r->builder, value, LLVMFloatTypeInContext(context), "");
        __attribute__((fallthrough));
    case LLVMFloatTypeKind:
        store_dword(r, LLVMBuildBitCast(r->builder, value, i32, ""));
        break;
    case LLVMDoubleTypeKind:
        store_wide(r, LLVMBuildBitCast(r->builder, value, LLVMInt64TypeInContext(context), ""));
        break;
    default:
        if (LLVMGetIntTypeWidth(type) == 64)
            store_wide(r, value);
        else
            store_dword(r, LLVMBuildIntCast2(r->builder, value, i32, false, ""));
    }
}

static int store_string(struct record *r, LLVMValueRef value)
{
    uint32_t index;
    char *text = literal_text(value);
    if (!text)
        return pass_error(r->state, r->call, "what printf's %%s prints must be a string literal");
    if (add_string(r->state, text, strdup(""), NULL, &index))
        return -1;
    store_dword(r, ir_i32(r->state->context, index));
    fputs("s1", r->arguments);
    return 0;
}

static int store_argument(struct record *r, LLVMValueRef value, char conversion)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    unsigned count = vector ? LLVMGetVectorSize(type) : 1;
    char letter = element_letter(vector ? LLVMGetElementType(type) : type);
    if (conversion == 's')
        return store_string(r, value);
    if (!letter)
        return pass_error(r->state, r->call, "an argument of printf has an unsupported type");
    for (unsigned i = 0; i < count; i++)
        store_element(
            r, vector ? LLVMBuildExtractElement(r->builder, value, ir_i32(r->state->context, i), "")
                      : value);
    fprintf(r->arguments, "%c%u", letter, count);
    return 0;
}

static LLVMValueRef declare(struct pass_state *state, const char *name, LLVMTypeRef result,
                            LLVMTypeRef parameter, LLVMTypeRef *type)
{
    LLVMValueRef function = LLVMGetNamedFunction(state->module, name);
    *type = LLVMFunctionType(result, &parameter, 1, false);
    return function ? function : LLVMAddFunction(state->module, name, *type);
}

/* Calls one of libclc/printf.cl's functions, which take one argument. */
static LLVMValueRef call_builtin(struct record *r, const char *name, LLVMTypeRef result,
                                 LLVMValueRef argument)
{
    LLVMTypeRef type;
    LLVMValueRef function = declare(r->state, name, result, LLVMTypeOf(argument), &type);
    return LLVMBuildCall2(r->builder, type, function, &argument, 1, "");
}

static int fill_record(struct record *r, const char *format)
{
    for (unsigned i = 1; i < LLVMGetNumArgOperands(r->call); i++)
        if (store_argument(r, LLVMGetOperand(r->call, i), next_conversion(&format)))
            return -1;
    if (r->dwords > ABI_PRINTF_MAX_LENGTH)
        return pass_error(r->state, r->call, "printf has too many arguments");
    return 0;
}

/* The record's size is known when it is filled, so the call that reserves it gets it then. */
static int store_record(struct record *r, char *format)
{
    LLVMContextRef context = r->state->context;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
    char *arguments = NULL;
    size_t size;
    uint32_t index;
    r->address =
        call_builtin(r, "__rootle_printf_reserve",
                     LLVMPointerTypeInContext(context, ABI_SPACE_GLOBAL), ir_i32(context, 0));
    r->arguments = open_memstream(&arguments, &size);
    int result = r->arguments ? fill_record(r, format) : -1;
    if (r->arguments)
        fclose(r->arguments);
    LLVMSetOperand(r->address, 0, ir_i32(context, r->dwords));
    if (result || add_string(r->state, format, arguments, r->call, &index)) {
        if (result) {
            free(format);
            free(arguments);
        }
        return -1;
    }
    r->dwords = ABI_PRINTF_FORMAT;
    store_dword(r, ir_i32(context, index));
    if (LLVMGetFirstUse(r->call))
        LLVMReplaceAllUsesWith(r->call, call_builtin(r, "__rootle_printf_result", i32, r->address));
    LLVMInstructionEraseFromParent(r->call);
    return 0;
}

static int replace_call(LLVMValueRef instruction, void *data)
{
    struct pass_state *state = data;
    if (!ir_calls(instruction, "printf") || !LLVMIsDeclaration(ir_callee(instruction)))
        return 0;
    char *format = literal_text(LLVMGetOperand(instruction, 0));
    if (!format)
        return pass_error(state, instruction, "printf's format must be a string literal");
    struct record record = {.state = state,
                            .call = instruction,
                            .builder = ir_builder_before(instruction),
                            .dwords = ABI_PRINTF_ARGUMENTS};
    int result = store_record(&record, format);
    LLVMDisposeBuilder(record.builder);
    return result;
}

int pass_printf_calls(struct pass_state *state)
{
    int result = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f))
        result |= ir_visit_instructions(f, replace_call, state);
    return result ? -1 : 0;
}

/* ---- the buffer's address ---- */

struct kernel_use {
    struct pass_state *state;
    struct rootle_kernel *kernel;
    struct rootle_arg *arg; /* NULL until it is needed */
};

static int add_argument(struct kernel_use *use)
{
    struct rootle_arg *arg = pass_kernel_add_arg(use->state, use->kernel);
    if (!arg || arg_info_name(arg, "", ""))
        return -1;
    arg->kind = ROOTLE_ARG_PRINTF;
    arg->offset = ABI_INPUT_ARGUMENTS + ir_align(use->kernel->input_bytes, ABI_ARGUMENT_ALIGN);
    arg->size = 4;
    use->kernel->input_bytes = arg->offset + 4 - ABI_INPUT_ARGUMENTS;
    use->arg = arg;
    return 0;
}

static int replace_address(LLVMValueRef instruction, void *data)
{
    struct kernel_use *use = data;
    if (!ir_calls(instruction, "__rootle_printf_buffer"))
        return 0;
    if (!use->arg && add_argument(use))
        return -1;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(use->state->context);
    LLVMBuilderRef builder = ir_builder_before(instruction);
    LLVMValueRef address = ir_load_input(builder, i32, use->arg->offset, 4);
    ir_replace(instruction, LLVMBuildIntToPtr(builder, address, LLVMTypeOf(instruction), ""));
    LLVMDisposeBuilder(builder);
    return 0;
}

static int give_buffer(LLVMValueRef function, void *data)
{
    struct kernel_use use = {.state = data, .kernel = pass_kernel(data, ir_name(function))};
    return use.kernel ? ir_visit_instructions(function, replace_address, &use) : -1;
}

int pass_printf_buffer(struct pass_state *state)
{
    return ir_visit_kernels(state->module, give_buffer, state);
}
