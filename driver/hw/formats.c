/* SPDX-License-Identifier: MIT */
/* formats.c: the tables behind formats.h. */
#include <CL/cl.h>

#include "driver/hw/formats.h"

#include <stddef.h>

#include "driver/base/count.h"
#include "driver/hw/registers.h"

static const struct hw_format_info formats[] = {
#define PACKED_FORMAT(id, number, size, x, y, z, w, real)                                          \
    {.name = #id,                                                                                  \
     .format = HW_FMT_##id,                                                                        \
     .bytes = (size),                                                                              \
     .channels = 1 + ((y) != 0) + ((z) != 0) + ((w) != 0),                                         \
     .is_float = (real),                                                                           \
     .bits = {(x), (y), (z), (w)},                                                                 \
     .shift = {0, (x), (x) + (y), (x) + (y) + (z)}},
#include "driver/hw/hw_formats.def"
#undef PACKED_FORMAT
};

const struct hw_format_info *hw_format_find(unsigned format)
{
    for (size_t i = 0; i < COUNT(formats); i++)
        if (formats[i].format == format)
            return &formats[i];
    return NULL;
}

/* A number class as the texture unit and the colour block spell it. A float format ignores the
 * texture's number format; zero is what Mesa writes. Code that writes has put colours on the curve
 * of sRGB (libclc/image/srgb.h), so that a RAT stores them as they are. */
enum {
    CB_UNORM = HW_CB_UNORM,
    CB_SNORM = HW_CB_SNORM,
    CB_UINT = HW_CB_UINT,
    CB_SINT = HW_CB_SINT,
    CB_SRGB = HW_CB_UNORM,
    CB_FLOAT = HW_CB_FLOAT,
    NUM_FORMAT_UNORM = HW_NUM_FORMAT_NORM,
    COMP_UNORM = HW_COMP_UNSIGNED,
    NUM_FORMAT_SNORM = HW_NUM_FORMAT_NORM,
    COMP_SNORM = HW_COMP_SIGNED,
    NUM_FORMAT_UINT = HW_NUM_FORMAT_INT,
    COMP_UINT = HW_COMP_UNSIGNED,
    NUM_FORMAT_SINT = HW_NUM_FORMAT_INT,
    COMP_SINT = HW_COMP_SIGNED,
    NUM_FORMAT_SRGB = HW_NUM_FORMAT_NORM,
    COMP_SRGB = HW_COMP_UNSIGNED,
    NUM_FORMAT_FLOAT = HW_NUM_FORMAT_NORM,
    COMP_FLOAT = HW_COMP_UNSIGNED,
};

/* Sizes by hardware format, for the rows of the table below. */
enum {
#define PACKED_FORMAT(id, number, size, x, y, z, w, real) BYTES_##id = (size),
#include "driver/hw/hw_formats.def"
#undef PACKED_FORMAT
};

static const struct hw_image_format image_formats[] = {
#define IMAGE_FORMAT(o, t, fmt, class, swap, x, y, z, w, opaque)                                   \
    PADDED_FORMAT(o, t, fmt, class, swap, x, y, z, w, opaque, 0)
#define PADDED_FORMAT(o, t, fmt, class, swap, x, y, z, w, opaque, ones)                            \
    {.order = CL_##o,                                                                              \
     .type = CL_##t,                                                                               \
     .bytes = BYTES_##fmt,                                                                         \
     .number = HW_NUMBER_##class,                                                                  \
     .format = HW_FMT_##fmt,                                                                       \
     .num_format = NUM_FORMAT_##class,                                                             \
     .comp = COMP_##class,                                                                         \
     .cb_number = CB_##class,                                                                      \
     .comp_swap = HW_SWAP_##swap,                                                                  \
     .dst_sel = {HW_SEL_##x, HW_SEL_##y, HW_SEL_##z, HW_SEL_##w},                                  \
     .opaque_border = (opaque),                                                                    \
     .padding = (ones)},
#include "driver/hw/image_formats.def"
#undef IMAGE_FORMAT
#undef PADDED_FORMAT
};

const struct hw_image_format *hw_image_format_find(uint32_t order, uint32_t type)
{
    for (size_t i = 0; i < COUNT(image_formats); i++)
        if (image_formats[i].order == order && image_formats[i].type == type)
            return &image_formats[i];
    return NULL;
}

const struct hw_image_format *hw_image_format_at(unsigned index)
{
    return index < COUNT(image_formats) ? &image_formats[index] : NULL;
}

bool hw_image_format_name(unsigned index, uint32_t *order, uint32_t *type)
{
    const struct hw_image_format *format = hw_image_format_at(index);
    if (!format)
        return false;
    *order = format->order;
    *type = format->type;
    return true;
}

unsigned hw_clamp_mode(uint32_t addressing)
{
    switch (addressing) {
    case CL_ADDRESS_CLAMP:
        return HW_CLAMP_BORDER;
    case CL_ADDRESS_REPEAT:
        return HW_CLAMP_WRAP;
    case CL_ADDRESS_MIRRORED_REPEAT:
        return HW_CLAMP_MIRROR;
    default:
        return HW_CLAMP_EDGE;
    }
}

#define RAW(fmt, y, z, w)                                                                          \
    {                                                                                              \
        .bytes = BYTES_##fmt, .format = HW_FMT_##fmt, .num_format = NUM_FORMAT_UINT,               \
        .comp = COMP_UINT, .cb_number = HW_CB_UINT, .comp_swap = HW_SWAP_STD, .dst_sel = {         \
            HW_SEL_X,                                                                              \
            HW_SEL_##y,                                                                            \
            HW_SEL_##z,                                                                            \
            HW_SEL_##w                                                                             \
        }                                                                                          \
    }

const struct hw_image_format *hw_image_format_raw(unsigned bytes)
{
    static const struct hw_image_format one = RAW(32, 0, 0, 0), two = RAW(32_32, Y, 0, 0),
                                        four = RAW(32_32_32_32, Y, Z, W);
    return bytes <= 4 ? &one : bytes == 8 ? &two : &four;
}

/* Source: AMD evergreen_3D_registers, CB_COLOR_INFO.COMP_SWAP. */
static const uint8_t swap_components[4][4][4] = {
    /* one channel   */ {{0}, {1}, {2}, {3}},
    /* two channels  */ {{0, 1}, {0, 3}, {1, 0}, {3, 0}},
    /* three         */ {{0, 1, 2}, {0, 1, 3}, {2, 1, 0}, {3, 1, 0}},
    /* four          */ {{0, 1, 2, 3}, {2, 1, 0, 3}, {3, 2, 1, 0}, {3, 0, 1, 2}},
};

const uint8_t *hw_comp_swap_components(unsigned channels, unsigned swap)
{
    return swap_components[(channels - 1) & 3][swap & 3];
}

/* Nothing is stored in a channel whose component reads something else. */
unsigned hw_image_format_channels(const struct hw_image_format *format,
                                  struct hw_channel channels[4])
{
    const struct hw_format_info *info = hw_format_find(format->format);
    const uint8_t *components = hw_comp_swap_components(info->channels, format->comp_swap);
    unsigned count = 0;
    const unsigned stored = info->channels - (format->padding ? 1 : 0);
    for (unsigned c = 0; c < stored; c++)
        if (format->dst_sel[components[c]] == c)
            channels[count++] = (struct hw_channel){components[c], info->bits[c], info->shift[c]};
    return count;
}
