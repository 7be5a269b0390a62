/* SPDX-License-Identifier: MIT */
/* isa.c: tables behind isa.h. */
#include "driver/hw/isa.h"

#include <stddef.h>
#include <string.h>

#include "driver/base/count.h"

const struct hw_alu_info hw_alu_info[HW_ALU_OP_COUNT] = {
#define ALU_OP2(name, code, nsrc, slots, types, flags)                                             \
    [HW_ALU_OP_##name] = {#name, code, 0, nsrc, HW_ISSUE_##slots, HW_TYPES_##types, flags},
#define ALU_OP3(name, code, nsrc, slots, types, flags)                                             \
    [HW_ALU_OP_##name] = {#name, code, 1, nsrc, HW_ISSUE_##slots, HW_TYPES_##types, flags},
#include "driver/hw/alu.def"
#undef ALU_OP2
#undef ALU_OP3
};

enum { ALU_CODES = 256 };

/* 1 + the instruction, by encoding and opcode; 0: none. */
static const uint8_t alu_by_code[2][ALU_CODES] = {
#define ALU_OP2(name, code, nsrc, slots, types, flags) [0][code] = HW_ALU_OP_##name + 1,
#define ALU_OP3(name, code, nsrc, slots, types, flags) [1][code] = HW_ALU_OP_##name + 1,
#include "driver/hw/alu.def"
#undef ALU_OP2
#undef ALU_OP3
};
_Static_assert(HW_ALU_OP_COUNT < UINT8_MAX, "numbers of ALU instructions fit");

int hw_alu_find(bool op3, unsigned code)
{
    return code < ALU_CODES ? alu_by_code[op3][code] - 1 : -1;
}

int hw_alu_find_name(const char *name)
{
    for (int i = 0; i < HW_ALU_OP_COUNT; i++)
        if (!strcmp(hw_alu_info[i].name, name))
            return i;
    return -1;
}

static const struct hw_cf_info cf_info[] = {
#define CF(name, code, kind, flow) {#name, HW_CF_##name, HW_CF_KIND_##kind, HW_FLOW_##flow},
#include "driver/hw/cf.def"
#undef CF
};

const struct hw_cf_info *hw_cf_find(unsigned op)
{
    for (size_t i = 0; i < COUNT(cf_info); i++)
        if (cf_info[i].op == op)
            return &cf_info[i];
    return NULL;
}

bool hw_cf_exists(unsigned op, enum hw_vliw vliw)
{
    switch (op) {
    case HW_CF_VC:
    case HW_CF_VC_ACK:
    case HW_CF_ALU_CONTINUE:
    case HW_CF_ALU_BREAK:
        return vliw == HW_VLIW5;
    case HW_CF_CF_END:
        return vliw == HW_VLIW4;
    default:
        return hw_cf_find(op) != NULL;
    }
}

const struct hw_cf_info *hw_cf_find_name(const char *name)
{
    for (size_t i = 0; i < COUNT(cf_info); i++)
        if (!strcmp(cf_info[i].name, name))
            return &cf_info[i];
    return NULL;
}

struct named_number {
    const char *name;
    int number;
};

static const struct named_number tex_names[] = {
#define TEX(name, code) {#name, code},
#include "driver/hw/tex.def"
#undef TEX
};

static const struct named_number rat_names[] = {
#define RAT(name, number) {#name, number},
#include "driver/hw/rat.def"
#undef RAT
};

static const struct hw_lds_info lds_info[] = {
#define LDS(name, number, nsrc, returns) {#name, number, nsrc, returns},
#include "driver/hw/lds.def"
#undef LDS
};

static const char *name_of(const struct named_number *list, size_t count, unsigned number)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].number == (int)number)
            return list[i].name;
    return NULL;
}

static int number_of(const struct named_number *list, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(list[i].name, name))
            return list[i].number;
    return -1;
}

const char *hw_tex_name(unsigned op)
{
    return name_of(tex_names, COUNT(tex_names), op);
}

int hw_tex_find_name(const char *name)
{
    return number_of(tex_names, COUNT(tex_names), name);
}

const char *hw_rat_name(unsigned op)
{
    return name_of(rat_names, COUNT(rat_names), op);
}

int hw_rat_find_name(const char *name)
{
    return number_of(rat_names, COUNT(rat_names), name);
}

const struct hw_lds_info *hw_lds_find(unsigned op)
{
    for (size_t i = 0; i < COUNT(lds_info); i++)
        if (lds_info[i].op == op)
            return &lds_info[i];
    return NULL;
}

int hw_lds_find_name(const char *name)
{
    for (size_t i = 0; i < COUNT(lds_info); i++)
        if (!strcmp(lds_info[i].name, name))
            return lds_info[i].op;
    return -1;
}
