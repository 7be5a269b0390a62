/* SPDX-License-Identifier: MIT */
/* check_builtins.c: names every function that is called and could not be inlined: no library has
 * it.
 *
 * Requires: everything is inlined. Changes nothing. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/passes.h"

static bool is_known(const char *name)
{
    static const char *const prefixes[] = {"llvm.", "__rootle_", "__translate_sampler_initializer"};
    for (size_t i = 0; i < COUNT(prefixes); i++)
        if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
            return true;
    return false;
}

/* The source name within a mangled one: _Z<length><name>... The result is not NUL-terminated. */
static const char *source_name(const char *name, int *length)
{
    *length = (int)strlen(name);
    if (strncmp(name, "_Z", 2) || !isdigit((unsigned char)name[2]))
        return name;
    char *rest;
    long count = strtol(name + 2, &rest, 10);
    if (count > (long)strlen(rest))
        return name;
    *length = (int)count;
    return rest;
}

static int check_call(LLVMValueRef instruction, void *data)
{
    LLVMValueRef callee = ir_callee(instruction);
    if (callee && !LLVMIsDeclaration(callee))
        return pass_error(data, instruction, "'%s' is called with other types than it has",
                          ir_name(callee));
    if (!callee || is_known(ir_name(callee)))
        return 0;
    int length;
    const char *name = source_name(ir_name(callee), &length);
    const struct pass_state *state = data;
    const char *why = state->refuse ? state->refuse(name, (size_t)length) : NULL;
    if (why)
        return pass_error(data, instruction, "%.*s: %s", length, name, why);
    return pass_error(data, instruction,
                      "function '%.*s' is neither defined nor a builtin of this device", length,
                      name);
}

int pass_check_builtins(struct pass_state *state)
{
    int result = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f))
        result |= ir_visit_instructions(f, check_call, state);
    return result ? -1 : 0;
}
