/* SPDX-License-Identifier: MIT */
/* mir_text.c: the words of machine IR as text. */
#include "llvm/evergreen/mir/mir_text.h"

#include <string.h>

#include "driver/base/count.h"

const char *const mir_kind_names[MIR_KIND_COUNT] = {
#define MIR(name, text, flags) [MIR_##name] = text,
    MIR_KINDS(MIR)
#undef MIR
};

#define FIELD(type, name) {#name, offsetof(struct type, name), sizeof(((struct type *)0)->name)}

const struct mir_field mir_inst_fields[] = {
    FIELD(mir_inst, clamp),       FIELD(mir_inst, omod),      FIELD(mir_inst, resource),
    FIELD(mir_inst, sampler),     FIELD(mir_inst, format),    FIELD(mir_inst, offset),
    FIELD(mir_inst, mask),        FIELD(mir_inst, is_signed), FIELD(mir_inst, coord_types),
    FIELD(mir_inst, loads_input), FIELD(mir_inst, no_wrap),   FIELD(mir_inst, any_order),
    FIELD(mir_inst, no_nan),      FIELD(mir_inst, any_zero),  FIELD(mir_inst, waits),
    FIELD(mir_inst, group),       FIELD(mir_inst, line),      FIELD(mir_inst, object),
};
const size_t mir_inst_field_count = COUNT(mir_inst_fields);

const struct mir_field mir_function_fields[] = {
    FIELD(mir_function, ssa),
    FIELD(mir_function, gpr_limit),
    FIELD(mir_function, value_limit),
    FIELD(mir_function, no_spread),
    FIELD(mir_function, array_dwords),
    FIELD(mir_function, array_gpr),
    FIELD(mir_function, array_channel),
    FIELD(mir_function, scratch_bytes),
    FIELD(mir_function, planned_groups),
    FIELD(mir_function, gprs),
    FIELD(mir_function, flushes_denormals),
    FIELD(mir_function, scales_output),
};
const size_t mir_function_field_count = COUNT(mir_function_fields);

uint32_t mir_field_read(const struct mir_field *field, const void *object)
{
    const char *at = (const char *)object + field->offset;
    uint8_t byte;
    uint16_t half;
    uint32_t word;
    memcpy(&byte, at, sizeof(byte));
    if (field->size == sizeof(byte))
        return byte;
    memcpy(&half, at, sizeof(half));
    if (field->size == sizeof(half))
        return half;
    memcpy(&word, at, sizeof(word));
    return word;
}

bool mir_field_write(const struct mir_field *field, void *object, uint32_t value)
{
    const uint8_t byte = (uint8_t)value;
    const uint16_t half = (uint16_t)value;
    const void *from = field->size == sizeof(byte)   ? (const void *)&byte
                       : field->size == sizeof(half) ? (const void *)&half
                                                     : (const void *)&value;
    memcpy((char *)object + field->offset, from, field->size);
    return mir_field_read(field, object) == value;
}

bool mir_has_op(enum mir_kind kind)
{
    static const bool has[MIR_KIND_COUNT] = {
        [MIR_ALU] = true, [MIR_DOUBLE] = true, [MIR_DOT] = true,
        [MIR_TEX] = true, [MIR_RAT] = true,    [MIR_LDS] = true};
    return has[kind];
}

const char *mir_op_name(enum mir_kind kind, unsigned op)
{
    switch (kind) {
    case MIR_TEX:
        return hw_tex_name(op);
    case MIR_RAT:
        return hw_rat_name(op);
    case MIR_LDS:
        return hw_lds_find(op)->name;
    default:
        return hw_alu_info[op].name;
    }
}

int mir_op_find(enum mir_kind kind, const char *name)
{
    switch (kind) {
    case MIR_TEX:
        return hw_tex_find_name(name);
    case MIR_RAT:
        return hw_rat_find_name(name);
    case MIR_LDS:
        return hw_lds_find_name(name);
    default:
        return hw_alu_find_name(name);
    }
}
