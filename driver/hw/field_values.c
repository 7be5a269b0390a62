/* SPDX-License-Identifier: MIT */
/* field_values.c: two tables: sets of named values, and the fields that hold one of a set. */
#include "driver/hw/field_values.h"

#include <stddef.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/formats.h"
#include "driver/hw/registers.h"

enum value_set {
    SET_DATA_FORMAT, /* hw_format_find knows these */
    SET_TYPE,
    SET_DIM,
    SET_NUM_FORMAT,
    SET_COMP,
    SET_ARRAY_MODE,
    SET_CLAMP,
    SET_FILTER,
    SET_OTHER_FILTER,
    SET_BORDER,
    SET_CB_NUMBER,
    SET_SWAP,
    SET_RAT,
    SET_SEL,
    SET_PRIMITIVE,
    SET_LS_STAGE,
    SET_COUNT,
};

enum { SET_VALUES = 8 };

#define TYPE(x)       [HW_TYPE_##x] = #x
#define DIM(x)        [HW_DIM_##x] = #x
#define NUM_FORMAT(x) [HW_NUM_FORMAT_##x] = #x
#define COMP(x)       [HW_COMP_##x] = #x
#define ARRAY_MODE(x) [HW_ARRAY_##x] = #x
#define CLAMP(x)      [HW_CLAMP_##x] = #x
#define FILTER(x)     [HW_FILTER_##x] = #x
#define BORDER(x)     [HW_BORDER_##x] = #x
#define CB_NUMBER(x)  [HW_CB_##x] = #x
#define SWAP(x)       [HW_SWAP_##x] = #x
#define RAT(x)        [HW_RAT_##x] = #x
#define SEL(x)        [HW_SEL_##x] = #x

static const char *const sets[SET_COUNT][SET_VALUES] = {
    [SET_TYPE] = {TYPE(TEXTURE), TYPE(BUFFER)},
    [SET_DIM] = {DIM(1D), DIM(2D), DIM(3D), DIM(CUBE), DIM(1D_ARRAY), DIM(2D_ARRAY)},
    [SET_NUM_FORMAT] = {NUM_FORMAT(NORM), NUM_FORMAT(INT), NUM_FORMAT(SCALED)},
    [SET_COMP] = {COMP(UNSIGNED), COMP(SIGNED)},
    [SET_ARRAY_MODE] = {ARRAY_MODE(LINEAR_GENERAL), ARRAY_MODE(LINEAR_ALIGNED),
                        ARRAY_MODE(1D_TILED_THIN1), ARRAY_MODE(2D_TILED_THIN1)},
    [SET_CLAMP] = {CLAMP(WRAP), CLAMP(MIRROR), CLAMP(EDGE), CLAMP(MIRROR_ONCE_EDGE),
                   CLAMP(HALF_BORDER), CLAMP(MIRROR_ONCE_HALF_BORDER), CLAMP(BORDER),
                   CLAMP(MIRROR_ONCE_BORDER)},
    [SET_FILTER] = {FILTER(POINT), FILTER(BILINEAR)},
    [SET_OTHER_FILTER] = {"NONE", "POINT", "LINEAR"}, /* of z and of mip levels */
    [SET_BORDER] = {BORDER(TRANSPARENT_BLACK), BORDER(OPAQUE_BLACK), BORDER(OPAQUE_WHITE),
                    BORDER(REGISTER)},
    [SET_CB_NUMBER] = {CB_NUMBER(UNORM), CB_NUMBER(SNORM), CB_NUMBER(UINT), CB_NUMBER(SINT),
                       CB_NUMBER(SRGB), CB_NUMBER(FLOAT)},
    [SET_SWAP] = {SWAP(STD), SWAP(ALT), SWAP(STD_REV), SWAP(ALT_REV)},
    [SET_RAT] = {RAT(BUFFER), RAT(1D), RAT(1D_ARRAY), RAT(2D), RAT(2D_ARRAY), RAT(3D)},
    [SET_PRIMITIVE] = {"NONE", "POINTLIST"},
    [SET_LS_STAGE] = {"LS_STAGE_OFF", "LS_STAGE_ON", "CS_STAGE_ON"},
    [SET_SEL] = {SEL(X), SEL(Y), SEL(Z), SEL(W), SEL(0), SEL(1), SEL(MASK)},
};

static const struct {
    const char *reg, *field;
    enum value_set set;
} fields[] = {
    {"CB_COLOR_INFO", "FORMAT", SET_DATA_FORMAT},
    {"CB_COLOR_INFO", "ARRAY_MODE", SET_ARRAY_MODE},
    {"CB_COLOR_INFO", "NUMBER_TYPE", SET_CB_NUMBER},
    {"CB_COLOR_INFO", "COMP_SWAP", SET_SWAP},
    {"CB_COLOR_INFO", "RESOURCE_TYPE", SET_RAT},
    {"VGT_PRIMITIVE_TYPE", "PRIM_TYPE", SET_PRIMITIVE},
    {"VGT_SHADER_STAGES_EN", "LS_EN", SET_LS_STAGE},
    {"TEX_RESOURCE0", "DIM", SET_DIM},
    {"TEX_RESOURCE1", "ARRAY_MODE", SET_ARRAY_MODE},
    {"TEX_RESOURCE4", "FORMAT_COMP_X", SET_COMP},
    {"TEX_RESOURCE4", "FORMAT_COMP_Y", SET_COMP},
    {"TEX_RESOURCE4", "FORMAT_COMP_Z", SET_COMP},
    {"TEX_RESOURCE4", "FORMAT_COMP_W", SET_COMP},
    {"TEX_RESOURCE4", "NUM_FORMAT_ALL", SET_NUM_FORMAT},
    {"TEX_RESOURCE4", "DST_SEL_X", SET_SEL},
    {"TEX_RESOURCE4", "DST_SEL_Y", SET_SEL},
    {"TEX_RESOURCE4", "DST_SEL_Z", SET_SEL},
    {"TEX_RESOURCE4", "DST_SEL_W", SET_SEL},
    {"TEX_RESOURCE7", "DATA_FORMAT", SET_DATA_FORMAT},
    {"TEX_RESOURCE7", "TYPE", SET_TYPE},
    {"BUF_RESOURCE2", "DATA_FORMAT", SET_DATA_FORMAT},
    {"BUF_RESOURCE2", "NUM_FORMAT_ALL", SET_NUM_FORMAT},
    {"BUF_RESOURCE2", "FORMAT_COMP_ALL", SET_COMP},
    {"BUF_RESOURCE3", "DST_SEL_X", SET_SEL},
    {"BUF_RESOURCE3", "DST_SEL_Y", SET_SEL},
    {"BUF_RESOURCE3", "DST_SEL_Z", SET_SEL},
    {"BUF_RESOURCE3", "DST_SEL_W", SET_SEL},
    {"BUF_RESOURCE7", "TYPE", SET_TYPE},
    {"SAMPLER0", "CLAMP_X", SET_CLAMP},
    {"SAMPLER0", "CLAMP_Y", SET_CLAMP},
    {"SAMPLER0", "CLAMP_Z", SET_CLAMP},
    {"SAMPLER0", "XY_MAG_FILTER", SET_FILTER},
    {"SAMPLER0", "XY_MIN_FILTER", SET_FILTER},
    {"SAMPLER0", "Z_FILTER", SET_OTHER_FILTER},
    {"SAMPLER0", "MIP_FILTER", SET_OTHER_FILTER},
    {"SAMPLER0", "BORDER_COLOR_TYPE", SET_BORDER},
};

static const char *value_name(enum value_set set, uint32_t value)
{
    if (set != SET_DATA_FORMAT)
        return value < SET_VALUES ? sets[set][value] : NULL;
    if (value == HW_FMT_INVALID)
        return "INVALID";
    const struct hw_format_info *format = hw_format_find(value);
    return format ? format->name : NULL;
}

bool hw_field_value(const char *reg, const char *field, uint32_t value, const char **name)
{
    for (size_t i = 0; i < COUNT(fields); i++) {
        if (strcmp(fields[i].reg, reg) || strcmp(fields[i].field, field))
            continue;
        *name = value_name(fields[i].set, value);
        return true;
    }
    *name = NULL;
    return false;
}
