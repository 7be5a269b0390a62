/* SPDX-License-Identifier: MIT */
/* passes.c: what every pass needs: errors with their place, LLVM's own passes, the binary being
 * made. */
#include "llvm/passes/passes.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "llvm/ir/ir.h"
#include "llvm/ir/shim.h"

int pass_error(struct pass_state *state, LLVMValueRef at, const char *format, ...)
{
    LLVMValueRef function = LLVMIsAFunction(at);
    if (!function && LLVMIsAInstruction(at)) {
        unsigned length, line = LLVMGetDebugLocLine(at);
        const char *file = line ? LLVMGetDebugLocFilename(at, &length) : NULL;
        if (file)
            fprintf(state->log, "%.*s:%u: ", (int)length, file, line);
        function = ir_function_of(at);
    }
    fprintf(state->log, "error: ");
    if (function && ir_is_kernel(function))
        fprintf(state->log, "kernel '%s': ", ir_name(function));
    else if (function)
        fprintf(state->log, "function '%s': ", ir_name(function));
    va_list arguments;
    va_start(arguments, format);
    vfprintf(state->log, format, arguments);
    va_end(arguments);
    fputc('\n', state->log);
    return -1;
}

int pass_run_llvm(struct pass_state *state, const char *pipeline)
{
    return shim_run_passes(state->module, pipeline, state->watch, state->log) ? 0 : -1;
}

void pass_only_hidden_effects(struct pass_state *state, LLVMValueRef function)
{
    static const struct {
        const char *name;
        uint64_t value;
    } attributes[] = {
        {"memory", 3 << 2 /* inaccessible memory */}, {"nounwind", 0}, {"willreturn", 0}};
    for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++) {
        const unsigned kind =
            LLVMGetEnumAttributeKindForName(attributes[i].name, strlen(attributes[i].name));
        LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(state->context, kind, attributes[i].value));
    }
}

struct rootle_kernel *pass_kernel(struct pass_state *state, const char *name)
{
    struct rootle_binary *binary = state->binary;
    for (uint32_t i = 0; i < binary->kernel_count; i++)
        if (!strcmp(binary->kernels[i].name, name))
            return &binary->kernels[i];
    struct rootle_kernel *grown =
        realloc(binary->kernels, (binary->kernel_count + 1) * sizeof(*grown));
    if (grown)
        binary->kernels = grown;
    char *copy = grown ? strdup(name) : NULL;
    if (!copy) {
        fprintf(state->log, "error: out of memory\n");
        return NULL;
    }
    struct rootle_kernel *kernel = &grown[binary->kernel_count++];
    *kernel = (struct rootle_kernel){.name = copy};
    return kernel;
}

struct rootle_arg *pass_kernel_add_arg(struct pass_state *state, struct rootle_kernel *kernel)
{
    struct rootle_arg *grown = realloc(kernel->args, (kernel->arg_count + 1) * sizeof(*grown));
    if (!grown) {
        fprintf(state->log, "error: out of memory\n");
        return NULL;
    }
    kernel->args = grown;
    struct rootle_arg *arg = &grown[kernel->arg_count++];
    *arg = (struct rootle_arg){0};
    return arg;
}

/* A name as the source has it: Clang calls a variable of a function "f.x", and LLVM puts ".1"
 * behind what it split, or met a second time. */
static char *source_name(const char *name)
{
    const char *end = name + strlen(name), *start;
    if (!strncmp(name, ".str", 4))
        return strdup("a string");
    for (;;) {
        for (start = end; start > name && start[-1] != '.'; start--)
            ;
        if (start == name || start + strspn(start, "0123456789") < end)
            return strndup(start, (size_t)(end - start));
        end = start - 1;
    }
}

int pass_add_variable(struct pass_state *state, struct rootle_variable **variables, uint32_t *count,
                      const struct rootle_variable *variable)
{
    struct rootle_variable *grown = realloc(*variables, (*count + 1) * sizeof(*grown));
    if (grown)
        *variables = grown;
    char *name = grown ? source_name(variable->name) : NULL;
    if (!name) {
        fprintf(state->log, "error: out of memory\n");
        return -1;
    }
    grown[*count] = *variable;
    grown[(*count)++].name = name;
    return 0;
}
