/* SPDX-License-Identifier: MIT */
/* registers.c: tables behind registers.h. */
#include "driver/hw/r500/registers.h"

#include <stdio.h>

#include "driver/base/count.h"
#include "driver/hw/formats.h"
#include "driver/hw/isa.h"
#include "driver/hw/r500/r300.h"

struct named {
    const char *name;
    uint32_t address, count; /* count 0: not an array */
};

static const struct named registers[] = {
#define R500_REG(name, address)              {#name, address, 0},
#define R500_REG_ARRAY(name, address, count) {#name, address, count},
#define FIELD(reg, field, lo, width)
#include "driver/hw/r500/registers.def"
#undef R500_REG
#undef R500_REG_ARRAY
#undef FIELD
};

bool hw_r500_register_name(uint32_t address, char *name, size_t size)
{
    for (size_t i = 0; i < COUNT(registers); i++) {
        const uint32_t number = (address - registers[i].address) / 4;
        if (address == registers[i].address && !registers[i].count) {
            snprintf(name, size, "%s", registers[i].name);
            return true;
        }
        if (address >= registers[i].address && address % 4 == 0 && number < registers[i].count) {
            snprintf(name, size, "%s_%u", registers[i].name, number);
            return true;
        }
    }
    return false;
}

struct range {
    uint32_t first, last;
};
#define SAFE(first, last) {first, last},
static const struct range safe_r500[] = {
#include "driver/hw/r500/safe.def"
};
static const struct range safe_r300[] = {
#include "driver/hw/r500/r300_safe.def"
};
#undef SAFE

static bool lies_in(const struct range *ranges, size_t count, uint32_t address)
{
    for (size_t i = 0; i < count; i++)
        if (address >= ranges[i].first && address <= ranges[i].last)
            return true;
    return false;
}

bool hw_r500_register_is_safe(uint32_t address)
{
    return lies_in(safe_r500, COUNT(safe_r500), address);
}

bool hw_r300_register_is_safe(uint32_t address)
{
    return lies_in(safe_r300, COUNT(safe_r300), address);
}

static const struct hw_r500_format formats[] = {
#define R500_FORMAT(layout, texture, target, output, a, b, c, d)                                   \
    {HW_FMT_##layout, texture, target, output, {a, b, c, d}},
#include "driver/hw/r500/formats.def"
#undef R500_FORMAT
};

static const struct hw_r500_format *format_of_layout(unsigned layout)
{
    for (size_t i = 0; i < COUNT(formats); i++)
        if (formats[i].layout == layout)
            return &formats[i];
    return NULL;
}

const struct hw_r500_format *hw_r500_format_of_texture(unsigned texture)
{
    for (size_t i = 0; i < COUNT(formats); i++)
        if (formats[i].texture == texture)
            return &formats[i];
    return NULL;
}

const struct hw_r500_format *hw_r500_format_of_target(unsigned target, unsigned output)
{
    for (size_t i = 0; i < COUNT(formats); i++)
        if (formats[i].target == target && formats[i].output == output)
            return &formats[i];
    return NULL;
}

const struct hw_r500_format *hw_r500_image_format(const struct hw_image_format *format)
{
    const struct hw_format_info *info = hw_format_find(format->format);

    /* A border without alpha where texels have one: nobody makes ones of padding here. */
    if (format->padding)
        return NULL;
    if (format->number != HW_NUMBER_UNORM && format->number != HW_NUMBER_SNORM &&
        format->number != HW_NUMBER_FLOAT)
        return NULL;
    for (int c = 0; c < 4; c++)
        if (format->dst_sel[c] <= HW_SEL_W && format->dst_sel[c] >= info->channels)
            return NULL;
    return format_of_layout(format->format);
}
