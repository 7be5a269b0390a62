/* SPDX-License-Identifier: MIT */
/* table.c: the table of passes over LLVM IR: found by name, listed. */
#include "llvm/passes/table.h"

#include <string.h>

const struct ir_pass_info ir_passes[IR_PASS_COUNT] = {
#define IR_PASS(name, after, optional, help) {#name, pass_##name, after, optional, help},
#define IR_PART(name, of, help)              {#name, NULL, "", true, help " (in " #of ")"},
#include "llvm/passes/passes.def"
#undef IR_PASS
#undef IR_PART
};

const struct ir_pass_info *ir_find_pass(const struct ir_pass_info *passes, size_t count,
                                        const char *name)
{
    for (size_t pass = 0; pass < count; pass++)
        if (!strcmp(passes[pass].name, name))
            return &passes[pass];
    return NULL;
}

void ir_list_passes(const struct ir_pass_info *passes, size_t count, FILE *out)
{
    for (size_t pass = 0; pass < count; pass++) {
        const struct ir_pass_info *info = &passes[pass];
        fprintf(out, "%-20s %-8s %s%s%s\n", info->name, info->optional ? "optional" : "",
                info->help, *info->after ? "; after " : "", info->after);
    }
}
