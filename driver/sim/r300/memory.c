/* SPDX-License-Identifier: MIT */
/* memory.c: what a draw needs memory for, as Linux's r100.c and r300.c ask: targets, depths, arrays
 * of vertices, textures. What no packet has set is taken for as large as it can be. */
#include "driver/sim/r300/memory.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>
#include <sys/param.h>

#include "driver/sim/memory/gem.h"

enum { UNSET_PITCH = 8192, UNSET_SIDE = 16536, UNSET_BYTES = 64, UNSET_LEVELS = 12 };
enum { ONE_BLOCK_BYTES = 8 }; /* of DXT1 */
enum { FORMAT_DXT1 = 0x0F, FORMAT_DXT3 = 0x10, FORMAT_DXT5 = 0x11, FORMAT_ATI2N = 0x1F };

/* Bytes of a colour of RB3D_COLORPITCH's format; 0: there is none. */
static const uint8_t color_bytes[16] = {[3] = 2,  [4] = 2,  [5] = 4,  [6] = 4,  [7] = 16, [9] = 1,
                                        [10] = 8, [11] = 1, [12] = 1, [13] = 2, [15] = 2};

/* Bytes of a texel of TX_FORMAT1's format, of blocks one. */
static const uint8_t texel_bytes[32] = {1, 2, 1, 2, 4, 1, 2, 2, 4, 4, 2, 2, 4, 4,  8, 1,
                                        1, 1, 2, 0, 2, 2, 0, 4, 2, 4, 8, 4, 8, 16, 4, 1};

static uint32_t value(const struct r300_memory *m, uint32_t address, uint32_t unset)
{
    return m->is_set[address / 4] ? m->registers[address / 4] : unset;
}

void r300_memory_begin(struct r300_memory *m, bool older)
{
    memset(m, 0, sizeof(*m));
    m->older = older;
    m->arrays = 11;
    m->embedded = UINT32_MAX;
    for (uint32_t i = 0; i < m->arrays; i++)
        m->array_dwords[i] = 0x7f;
}

static bool in_array(uint32_t address, uint32_t first, uint32_t count)
{
    return address >= first && address < first + 4 * count;
}

static bool is_clamped(uint32_t wrap)
{
    return wrap == 2 || wrap == 4 || wrap == 6;
}

const char *r300_memory_set(struct r300_memory *m, uint32_t address, uint32_t value,
                            struct sim_bo *object)
{
    const uint32_t filter = (address - HW_R500_R_TX_FILTER0) / 4;
    const uint32_t format = (address - HW_R500_R_TX_FORMAT1) / 4;
    const uint32_t size = (address - HW_R500_R_TX_FORMAT2) / 4;

    if (in_array(address, HW_R500_R_RB3D_COLORPITCH, HW_R500_TARGETS) &&
        !color_bytes[value >> 21 & 0xf])
        return "a format of colours that there is not";
    if (address == HW_R500_R_ZB_FORMAT && (value & 0xf) > 2)
        return "a format of depths that there is not";
    if (in_array(address, HW_R500_R_TX_FORMAT1, HW_R500_TEXTURES)) {
        const uint32_t number = value & 0x1f;

        if (!texel_bytes[number])
            return "a format of texels that there is not";
        m->blocks[format] =
            (number >= FORMAT_DXT1 && number <= FORMAT_DXT5) || number == FORMAT_ATI2N;
    }
    if (in_array(address, HW_R500_R_TX_FORMAT2, HW_R500_TEXTURES) && value >> 14 & 1)
        m->blocks[size] = true;
    if (in_array(address, HW_R500_R_TX_FILTER0, HW_R500_TEXTURES)) {
        m->exact_width[filter] |= is_clamped(value & 7);
        m->exact_height[filter] |= is_clamped(value >> 3 & 7);
    }
    assert(address < HW_R500_REGISTERS_END && address % 4 == 0);
    m->registers[address / 4] = value;
    m->is_set[address / 4] = true;
    if (object)
        m->objects[address / 4] = object;
    return NULL;
}

static const char *check_room(const struct sim_bo *object, uint64_t bytes, const char *missing,
                              const char *small)
{
    return !object ? missing : bytes > object->size ? small : NULL;
}

/* Rows that the scissors let through. Before R500 they are 1,440 further, and the kernel's sum of
 * 32 bits wraps around. */
static uint32_t rows_of(const struct r300_memory *m)
{
    const uint32_t scissor = value(m, HW_R500_R_SC_SCISSOR1, 4095u << 13);
    const uint32_t rows = (scissor >> 13 & 0x1fff) + 1;

    return m->older && m->is_set[HW_R500_R_SC_SCISSOR1 / 4] ? rows - 1440 : rows;
}

static uint32_t pitch_of(const struct r300_memory *m, uint32_t i, uint32_t *bytes)
{
    const uint32_t address = HW_R500_R_RB3D_COLORPITCH + i * 4;

    *bytes = m->is_set[address / 4] ? color_bytes[m->registers[address / 4] >> 21 & 0xf] : 16;
    return value(m, address, UNSET_PITCH) & 0x3ffe;
}

static const char *check_targets(const struct r300_memory *m)
{
    const bool reads = value(m, HW_R500_R_RB3D_BLENDCNTL, 0) >> 2 & 1u;
    const bool clears = value(m, HW_R500_R_ZB_BW_CNTL, 0) >> 5 & 1u;
    const uint32_t count = (value(m, HW_R500_R_RB3D_CCTL, 3u << 5) >> 5 & 3u) + 1;
    const char *why = NULL;

    if (!clears && !reads && !value(m, HW_R500_R_RB3D_COLOR_CHANNEL_MASK, 0))
        return NULL;
    for (uint32_t i = 0; i < count && !why; i++) {
        const uint32_t base = HW_R500_R_RB3D_COLOROFFSET + i * 4;
        uint32_t bytes;
        const uint32_t pitch = pitch_of(m, i, &bytes);

        why = check_room(m->objects[base / 4],
                         (uint64_t)(pitch * bytes * rows_of(m)) + value(m, base, 0),
                         "no object is set for a target", "a target is larger than its object");
    }
    return why;
}

static const char *check_depth(const struct r300_memory *m)
{
    const uint32_t bytes = value(m, HW_R500_R_ZB_FORMAT, 2) & 0xf ? 4 : 2;
    const uint32_t real = (value(m, HW_R500_R_ZB_FORMAT, 2) & 0xf) == 1 ? 2 : bytes;
    const uint32_t pitch = value(m, HW_R500_R_ZB_DEPTHPITCH, UNSET_PITCH) & 0x3ffc;

    if (!(value(m, HW_R500_R_ZB_CNTL, 2) & 2))
        return NULL;
    return check_room(m->objects[HW_R500_R_ZB_DEPTHOFFSET / 4],
                      (uint64_t)(pitch * real * rows_of(m)) + value(m, HW_R500_R_ZB_DEPTHOFFSET, 0),
                      "no object is set for depths", "depths are larger than their object");
}

static const char *check_resolve(const struct r300_memory *m)
{
    const uint32_t pitch = value(m, HW_R500_R_RB3D_AARESOLVE_PITCH, 0) & 0x3ffe;
    uint32_t bytes;

    if (!(value(m, HW_R500_R_RB3D_AARESOLVE_CTL, 0) & 1))
        return NULL;
    pitch_of(m, 0, &bytes);
    return check_room(m->objects[HW_R500_R_RB3D_AARESOLVE_OFFSET / 4],
                      (uint64_t)(pitch * bytes * rows_of(m)) +
                          value(m, HW_R500_R_RB3D_AARESOLVE_OFFSET, 0),
                      "no object is set for resolved samples", "resolved samples need more memory");
}

static const char *check_vertices(const struct r300_memory *m, uint32_t control)
{
    enum { INDEXED = 1, LISTED = 2, EMBEDDED = 3 };
    const uint32_t walk = control >> 4 & 3;
    const uint32_t count =
        control >> 14 & 1 ? value(m, HW_R500_R_VAP_ALT_NUM_VERTICES, 0) & 0xffffff : control >> 16;
    const uint32_t last =
        walk == INDEXED ? value(m, HW_R500_R_VAP_VF_MAX_VTX_INDX, 0xffffff) & 0xffffff : count - 1;
    const char *why = NULL;

    if (walk == EMBEDDED)
        return (value(m, HW_R500_R_VAP_VTX_SIZE, 0x7f) & 0x7f) * count == m->embedded
                   ? NULL
                   : "its vertices do not have the size that is set";
    if (walk != INDEXED && walk != LISTED)
        return "a draw of no vertices";
    for (uint32_t i = 0; i < m->arrays && !why; i++)
        why = check_room(m->array[i], (uint64_t)(m->array_dwords[i] * last) * 4,
                         "no object is set for an array of vertices",
                         "an array of vertices is larger than its object");
    return why;
}

static uint64_t power_from(uint32_t side)
{
    uint64_t power = 1;

    while (power < side)
        power *= 2;
    return power;
}

static uint64_t level_bytes(const struct r300_memory *m, uint32_t i, uint32_t level)
{
    const uint32_t format0 = value(m, HW_R500_R_TX_FORMAT0 + i * 4, 0);
    const uint32_t format1 = value(m, HW_R500_R_TX_FORMAT1 + i * 4, 1u << 25);
    const uint32_t format2 = value(m, HW_R500_R_TX_FORMAT2 + i * 4, 3u << 15);
    const bool sized = m->is_set[HW_R500_R_TX_FORMAT0 / 4 + i];
    const uint32_t pitch =
        m->is_set[HW_R500_R_TX_FORMAT2 / 4 + i] ? (format2 & 0x3fff) + 1 : UNSET_SIDE;
    uint32_t width = sized ? (format0 & 0x7ff) + 1 : UNSET_SIDE;
    uint32_t height = sized ? (format0 >> 11 & 0x7ff) + 1 : UNSET_SIDE;
    const uint32_t depth = sized ? format0 >> 22 & 0xf : 16;
    const bool one = m->is_set[HW_R500_R_TX_FORMAT1 / 4 + i] && (format1 & 0x1f) == FORMAT_DXT1;

    if (!m->older) {
        width |= (format2 >> 15 & 1) << 11;
        height |= (format2 >> 16 & 1) << 11;
    }
    const bool rows = format0 >> 31 && sized;
    uint64_t across = (rows ? pitch : width) >> level, down = height >> level;
    if (!rows && !m->exact_width[i])
        across = power_from((uint32_t)across);
    if (!m->exact_height[i])
        down = power_from((uint32_t)down);
    const uint64_t slices = (format1 >> 25 & 3) == 1 ? MAX(1u << depth >> level, 1u) : 1;
    if (!m->blocks[i])
        return across * down * slices;
    const bool small = one || format2 >> 14 & 1;
    const uint64_t blocks = MAX(howmany(across, 4), small ? 4u : 2u) * howmany(down, 4);
    return blocks * (small ? ONE_BLOCK_BYTES : 2 * ONE_BLOCK_BYTES) * slices;
}

static const char *check_texture(const struct r300_memory *m, uint32_t i)
{
    enum { CUBE = 2, NONE = 3 };
    const uint32_t at = HW_R500_R_TX_FORMAT0 / 4 + i;
    const uint32_t last = m->is_set[at] ? m->registers[at] >> 26 & 0xf : UNSET_LEVELS;
    const uint32_t format1 = value(m, HW_R500_R_TX_FORMAT1 + i * 4, 1u << 25);
    const bool known = m->is_set[HW_R500_R_TX_FORMAT1 / 4 + i];
    uint64_t bytes = 0;

    for (uint32_t level = 0; level <= last; level++)
        bytes += level_bytes(m, i, level);
    bytes *= known ? texel_bytes[format1 & 0x1f] : UNSET_BYTES;
    if ((format1 >> 25 & 3) == NONE)
        return "a texture of no kind of coordinates";
    return check_room(m->objects[HW_R500_R_TX_OFFSET / 4 + i],
                      (format1 >> 25 & 3) == CUBE ? bytes * 6 : bytes,
                      "no object is set for a texture", "a texture is larger than its object");
}

const char *r300_memory_check(const struct r300_memory *m, uint32_t control)
{
    const uint32_t enabled = value(m, HW_R500_R_TX_ENABLE, 0);
    const char *why = check_targets(m);

    assert(m->arrays <= R300_ARRAYS);
    why = why ? why : check_depth(m);
    why = why ? why : check_resolve(m);
    why = why ? why : check_vertices(m, control);
    for (uint32_t i = 0; i < HW_R500_TEXTURES && !why; i++)
        if (enabled >> i & 1u)
            why = check_texture(m, i);
    return why;
}
