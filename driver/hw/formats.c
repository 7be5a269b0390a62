/* SPDX-License-Identifier: MIT */
/* formats.c: the tables behind formats.h. */
#include <CL/cl.h>

#include "driver/hw/formats.h"

#include <stddef.h>

#include "driver/base/count.h"
#include "driver/hw/registers.h"

/* Channels of equal width, the first one in the lowest bytes. */
#define EVEN(id, width, count, real)                                                               \
    {.name = #id,                                                                                  \
     .format = HW_FMT_##id,                                                                        \
     .bytes = (width) * (count) / 8,                                                               \
     .channels = (count),                                                                          \
     .is_float = (real),                                                                           \
     .bits = {(width), (count) > 1 ? (width) : 0, (count) > 2 ? (width) : 0,                       \
              (count) > 3 ? (width) : 0},                                                          \
     .shift = {0, (count) > 1 ? (width) : 0, (count) > 2 ? 2 * (width) : 0,                        \
               (count) > 3 ? 3 * (width) : 0}}
/* Channels of any width; the hardware's name lists them from the highest bits down. */
#define PACKED(id, size, x, y, z, w)                                                               \
    {.name = #id,                                                                                  \
     .format = HW_FMT_##id,                                                                        \
     .bytes = (size),                                                                              \
     .channels = (w) ? 4 : 3,                                                                      \
     .bits = {(x), (y), (z), (w)},                                                                 \
     .shift = {0, (x), (x) + (y), (w) ? (x) + (y) + (z) : 0}}

static const struct hw_format_info formats[] = {
    EVEN(8, 8, 1, false),
    EVEN(16, 16, 1, false),
    EVEN(16_FLOAT, 16, 1, true),
    EVEN(8_8, 8, 2, false),
    PACKED(5_6_5, 2, 5, 6, 5, 0),
    PACKED(1_5_5_5, 2, 5, 5, 5, 1),
    PACKED(4_4_4_4, 2, 4, 4, 4, 4),
    PACKED(5_5_5_1, 2, 1, 5, 5, 5),
    EVEN(32, 32, 1, false),
    EVEN(32_FLOAT, 32, 1, true),
    EVEN(16_16, 16, 2, false),
    EVEN(16_16_FLOAT, 16, 2, true),
    PACKED(2_10_10_10, 4, 10, 10, 10, 2),
    EVEN(8_8_8_8, 8, 4, false),
    PACKED(10_10_10_2, 4, 2, 10, 10, 10),
    EVEN(32_32, 32, 2, false),
    EVEN(32_32_FLOAT, 32, 2, true),
    EVEN(16_16_16_16, 16, 4, false),
    EVEN(16_16_16_16_FLOAT, 16, 4, true),
    EVEN(32_32_32_32, 32, 4, false),
    EVEN(32_32_32_32_FLOAT, 32, 4, true),
    EVEN(8_8_8, 8, 3, false),
    EVEN(16_16_16, 16, 3, false),
    EVEN(16_16_16_FLOAT, 16, 3, true),
    EVEN(32_32_32, 32, 3, false),
    EVEN(32_32_32_FLOAT, 32, 3, true),
};

const struct hw_format_info *hw_format_find(unsigned format)
{
    for (size_t i = 0; i < COUNT(formats); i++)
        if (formats[i].format == format)
            return &formats[i];
    return NULL;
}

/* A number class as the texture unit and the colour block spell it. A float format ignores the
 * texture's number format; zero is what Mesa writes. */
enum {
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
    BYTES_8 = 1,
    BYTES_16 = 2,
    BYTES_16_FLOAT = 2,
    BYTES_32 = 4,
    BYTES_32_FLOAT = 4,
    BYTES_8_8 = 2,
    BYTES_16_16 = 4,
    BYTES_16_16_FLOAT = 4,
    BYTES_32_32 = 8,
    BYTES_32_32_FLOAT = 8,
    BYTES_8_8_8_8 = 4,
    BYTES_16_16_16_16 = 8,
    BYTES_16_16_16_16_FLOAT = 8,
    BYTES_32_32_32_32 = 16,
    BYTES_32_32_32_32_FLOAT = 16,
    BYTES_5_6_5 = 2,
    BYTES_1_5_5_5 = 2,
    BYTES_2_10_10_10 = 4,
};

static const struct hw_image_format image_formats[] = {
#define IMAGE_FORMAT(o, t, fmt, number, swap, x, y, z, w, opaque)                                  \
    {.order = CL_##o,                                                                              \
     .type = CL_##t,                                                                               \
     .bytes = BYTES_##fmt,                                                                         \
     .format = HW_FMT_##fmt,                                                                       \
     .num_format = NUM_FORMAT_##number,                                                            \
     .comp = COMP_##number,                                                                        \
     .cb_number = HW_CB_##number,                                                                  \
     .comp_swap = HW_SWAP_##swap,                                                                  \
     .dst_sel = {HW_SEL_##x, HW_SEL_##y, HW_SEL_##z, HW_SEL_##w},                                  \
     .read = true,                                                                                 \
     .write = HW_CB_##number != HW_CB_SRGB,                                                        \
     .read_only = HW_CB_##number == HW_CB_SRGB,                                                    \
     .opaque_border = (opaque)},
#define RAW_FORMAT(o, t, size) {.order = CL_##o, .type = CL_##t, .bytes = (size)},
#include "driver/hw/image_formats.def"
#undef IMAGE_FORMAT
#undef RAW_FORMAT
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

#define RAW(fmt, y, z, w)                                                                          \
    {.bytes = BYTES_##fmt,                                                                         \
     .format = HW_FMT_##fmt,                                                                       \
     .num_format = NUM_FORMAT_UINT,                                                                \
     .comp = COMP_UINT,                                                                            \
     .cb_number = HW_CB_UINT,                                                                      \
     .comp_swap = HW_SWAP_STD,                                                                     \
     .dst_sel = {HW_SEL_X, HW_SEL_##y, HW_SEL_##z, HW_SEL_##w},                                    \
     .read = true,                                                                                 \
     .write = true}

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
