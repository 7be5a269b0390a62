/* SPDX-License-Identifier: MIT */
/* select_call.c: calls: which callees there are, and the ABI's own ones. */
#include <string.h>

#include "driver/base/count.h"
#include "llvm/evergreen/select/select.h"

static const char *const ignored[] = {"llvm.lifetime.",
                                      "llvm.assume",
                                      "llvm.dbg.",
                                      "llvm.donothing",
                                      "llvm.experimental.noalias.scope.decl",
                                      "llvm.invariant.start",
                                      "llvm.sideeffect"};

static bool is_ignored(const char *name)
{
    for (size_t i = 0; i < COUNT(ignored); i++)
        if (!strncmp(name, ignored[i], strlen(ignored[i])))
            return true;
    return false;
}

/* Selects the work-item values that the ABI keeps in the first dwords of constant buffer 0, or in
 * R0 and R1. */
static bool select_work_item(struct select *s, const char *name)
{
    static const struct {
        const char *prefix;
        unsigned dword; /* of the x component */
    } table[] = {{"llvm.r600.read.ngroups.", 0},
                 {"llvm.r600.read.global.size.", 3},
                 {"llvm.r600.read.local.size.", 6}};
    size_t length = strlen(name);
    unsigned component = length ? (unsigned)(name[length - 1] - 'x') : 3;
    if (component > 2 || strncmp(name, "llvm.r600.read.", 15))
        return false;
    if (!strncmp(name + 15, "tidig.", 6)) {
        *select_define(s, s->inst, 1) = s->local_id[component];
        return true;
    }
    if (!strncmp(name + 15, "tgid.", 5)) {
        *select_define(s, s->inst, 1) = s->group_id[component];
        return true;
    }
    for (size_t i = 0; i < COUNT(table); i++)
        if (!strncmp(name, table[i].prefix, strlen(table[i].prefix))) {
            *select_define(s, s->inst, 1) =
                (struct mir_operand){.kind = MIR_KCACHE, .value = table[i].dword + component};
            return true;
        }
    return false;
}

/* Hardware does nothing at it; the simulator looks at the address, or at both. */
static void select_check(struct select *s, unsigned addresses)
{
    uint32_t what;
    struct mir_operand address[2];
    if (!select_constant(s, addresses, "what to check", &what))
        return;
    for (unsigned i = 0; i < addresses; i++)
        address[i] = *select_operand(s, i);
    struct mir_inst *inst = build_inst(s, MIR_RAT, HW_RAT_NOP, MIR_RAT_INDEX + addresses, 0);
    inst->resource = what >> 4;
    inst->mask = what & 15;
    memcpy(inst->src + MIR_RAT_INDEX, address, addresses * sizeof(*address));
}

void select_call(struct select *s, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t length;
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
    if (is_ignored(name))
        return;
    if (!strcmp(name, "llvm.r600.group.barrier")) {
        build_inst(s, MIR_BARRIER, 0, 0, 0);
        return;
    }
    if (!strcmp(name, "__rootle_check_address")) {
        select_check(s, 1);
        return;
    }
    if (!strcmp(name, "__rootle_check_selected")) {
        select_check(s, 2);
        return;
    }
    if (select_work_item(s, name) || select_image_call(s, name) || select_intrinsic(s, name))
        return;
    select_fail(s, "call of %s, which the code generator does not know",
                *name ? name : "a function pointer");
}
