/* SPDX-License-Identifier: MIT */
/* texture_test.c: samples, loads and typed stores in formats, modes of addressing and tilings,
 * against the equations of OpenCL 1.2, section 8.2, written again here one texel at a time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/formats.h"
#include "driver/hw/tiling.h"
#include "driver/sim/tests/machine.h"

enum { IN = 0x1000, OUT = 0x10000, ALU = HW_CF_ALU & 0xf, IMAGE_BYTES = 1 << 20 };

struct image {
    unsigned format, num_format, comp, dim, width, height, depth, mode;
    bool alpha_one, degamma;
};

struct fixture {
    struct machine m;
    uint32_t handle;
    uint8_t *memory;
    struct hw_surface_layout layout;
    struct image image;
};

static void setup(struct fixture *x)
{
    machine_init(&x->m, "juniper");
    assert_int_equal(sim_gem_create(x->m.device, IMAGE_BYTES, 65536, 4, &x->handle), 0);
    x->memory = sim_gem_map(x->m.device, x->handle);
}

static void set_image(struct fixture *x, const struct image *image)
{
    const struct hw_chip *chip = hw_chip_find("juniper");
    const struct hw_tiling_config config = hw_tiling_config_decode(hw_chip_tiling_config(chip));
    x->image = *image;
    assert_true(hw_surface_layout_choose(&x->layout, &config, image->mode,
                                         hw_format_find(image->format)->bytes, image->width,
                                         image->height, image->depth));
    assert_true(x->layout.size_bytes <= IMAGE_BYTES);
}

static uint8_t *texel_at(const struct fixture *x, unsigned i, unsigned j, unsigned k)
{
    return x->memory + hw_surface_offset(&x->layout, i, j, k);
}

static void emit_texture(struct fixture *x)
{
    const struct image *m = &x->image;
    const struct hw_surface_layout *l = &x->layout;
    const bool array = m->dim == HW_DIM_1D_ARRAY || m->dim == HW_DIM_2D_ARRAY;
    const uint32_t signs = m->comp ? 0x55 : 0;
    emit_packet(
        &x->m, HW_PKT3_SET_RESOURCE,
        (uint32_t[]){
            (HW_CS_RESOURCE_BASE + 2) * 8,
            REG_SET(TEX_RESOURCE0, DIM, m->dim) | REG_SET(TEX_RESOURCE0, PITCH, l->pitch / 8 - 1) |
                REG_SET(TEX_RESOURCE0, TEX_WIDTH, m->width - 1),
            REG_SET(TEX_RESOURCE1, TEX_HEIGHT, m->height - 1) |
                REG_SET(TEX_RESOURCE1, TEX_DEPTH, array ? 0 : m->depth - 1) |
                REG_SET(TEX_RESOURCE1, ARRAY_MODE, m->mode),
            0, 0,
            signs | REG_SET(TEX_RESOURCE4, NUM_FORMAT_ALL, m->num_format) |
                REG_SET(TEX_RESOURCE4, FORCE_DEGAMMA, m->degamma) |
                REG_SET(TEX_RESOURCE4, DST_SEL_Y, 1) | REG_SET(TEX_RESOURCE4, DST_SEL_Z, 2) |
                REG_SET(TEX_RESOURCE4, DST_SEL_W, m->alpha_one ? HW_SEL_1 : HW_SEL_W),
            REG_SET(TEX_RESOURCE5, LAST_ARRAY, array ? m->depth - 1 : 0),
            REG_SET(TEX_RESOURCE6, TILE_SPLIT, l->tile_split ? hw_log2(l->tile_split / 64) : 0),
            REG_SET(TEX_RESOURCE7, DATA_FORMAT, m->format) |
                REG_SET(TEX_RESOURCE7, MACRO_TILE_ASPECT, hw_log2(l->aspect)) |
                REG_SET(TEX_RESOURCE7, BANK_WIDTH, hw_log2(l->bank_width)) |
                REG_SET(TEX_RESOURCE7, BANK_HEIGHT, hw_log2(l->bank_height)) |
                REG_SET(TEX_RESOURCE7, NUM_BANKS, hw_log2(l->banks / 2)) |
                REG_SET(TEX_RESOURCE7, TYPE, HW_TYPE_TEXTURE)},
        9);
    emit_reloc(&x->m, x->handle);
    emit_reloc(&x->m, x->handle);
}

static void emit_sampler(struct fixture *x, unsigned clamp, unsigned filter, unsigned border)
{
    emit_packet(&x->m, HW_PKT3_SET_SAMPLER,
                (uint32_t[]){HW_CS_SAMPLER_BASE * 3,
                             REG_SET(SAMPLER0, CLAMP_X, clamp) | REG_SET(SAMPLER0, CLAMP_Y, clamp) |
                                 REG_SET(SAMPLER0, CLAMP_Z, clamp) |
                                 REG_SET(SAMPLER0, XY_MAG_FILTER, filter) |
                                 REG_SET(SAMPLER0, XY_MIN_FILTER, filter) |
                                 REG_SET(SAMPLER0, BORDER_COLOR_TYPE, border),
                             0, REG_SET(SAMPLER2, TYPE, 1)},
                4);
}

static void emit_rat(struct fixture *x, unsigned number_type, unsigned resource_type, unsigned swap)
{
    const struct hw_surface_layout *l = &x->layout;
    struct machine *m = &x->m;
    const uint32_t next = HW_R_CB_COLOR_BASE_STRIDE;
    emit_context(m, HW_R_CB_COLOR_BASE + next, 0);
    emit_reloc(m, x->handle);
    emit_context(m, HW_R_CB_COLOR_PITCH + next, l->pitch / 8 - 1);
    emit_context(m, HW_R_CB_COLOR_SLICE + next, l->pitch * l->height / 64 - 1);
    emit_context(m, HW_R_CB_COLOR_VIEW + next,
                 REG_SET(CB_COLOR_VIEW, SLICE_MAX, x->image.depth - 1));
    emit_context(m, HW_R_CB_COLOR_INFO + next,
                 REG_SET(CB_COLOR_INFO, FORMAT, x->image.format) | REG_SET(CB_COLOR_INFO, RAT, 1) |
                     REG_SET(CB_COLOR_INFO, ARRAY_MODE, x->image.mode) |
                     REG_SET(CB_COLOR_INFO, NUMBER_TYPE, number_type) |
                     REG_SET(CB_COLOR_INFO, COMP_SWAP, swap) |
                     REG_SET(CB_COLOR_INFO, RESOURCE_TYPE, resource_type));
    emit_context(
        m, HW_R_CB_COLOR_ATTRIB + next,
        REG_SET(CB_COLOR_ATTRIB, TILE_SPLIT, l->tile_split ? hw_log2(l->tile_split / 64) : 0) |
            REG_SET(CB_COLOR_ATTRIB, NUM_BANKS, hw_log2(l->banks / 2)) |
            REG_SET(CB_COLOR_ATTRIB, BANK_WIDTH, hw_log2(l->bank_width)) |
            REG_SET(CB_COLOR_ATTRIB, BANK_HEIGHT, hw_log2(l->bank_height)) |
            REG_SET(CB_COLOR_ATTRIB, MACRO_TILE_ASPECT, hw_log2(l->aspect)));
    emit_reloc(m, x->handle);
    emit_context(m, HW_R_CB_COLOR_DIM + next,
                 REG_SET(CB_COLOR_DIM, WIDTH_MAX, x->image.width - 1) |
                     REG_SET(CB_COLOR_DIM, HEIGHT_MAX, x->image.height - 1));
}

/* Loads (x, y, z, w) of each lane from IN to R4, fetches R7, stores it to OUT. */
static void fetch_program(struct program *p, unsigned tex_op, bool normalized)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_MULADD_UINT24, 2, 0, r(0, 0), lit(16), lit(IN));
    op(p, HW_ALU_OP_MULADD_UINT24, 3, 0, r(0, 0), lit(4), lit(OUT / 4));
    alu_end(p, ALU);
    fetch_begin(p);
    load(p, 4, 2, 0, HW_FMT_32_32_32_32, 4);
    fetch_end(p);
    fetch_begin(p);
    texture(p, tex_op, 7, 4, 2, 0, normalized);
    fetch_end(p);
    rat(p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 7, 3, 0xf);
    finish(p);
}

/* The specification's equations, for floats of RGBA32F images. */

static int clamp_int(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

static void read_texel(const struct fixture *x, int i, int j, int k, float out[4])
{
    const struct image *m = &x->image;
    if (i < 0 || j < 0 || k < 0 || i >= (int)m->width || j >= (int)m->height || k >= (int)m->depth)
        memset(out, 0, 4 * sizeof(float));
    else
        memcpy(out, texel_at(x, (unsigned)i, (unsigned)j, (unsigned)k), 4 * sizeof(float));
}

static int nearest(float s, int w, unsigned clamp, bool normalized)
{
    int i;
    switch (clamp) {
    case HW_CLAMP_WRAP:
        i = (int)floorf((s - floorf(s)) * (float)w);
        return i > w - 1 ? i - w : i;
    case HW_CLAMP_MIRROR:
        i = (int)floorf(fabsf(s - 2.0f * rintf(0.5f * s)) * (float)w);
        return i < w - 1 ? i : w - 1;
    default:
        i = (int)floorf(normalized ? s * (float)w : s);
        return clamp == HW_CLAMP_EDGE ? clamp_int(i, 0, w - 1) : clamp_int(i, -1, w);
    }
}

static void linear(float s, int w, unsigned clamp, bool normalized, int i[2], float *a)
{
    float v;
    if (clamp == HW_CLAMP_WRAP)
        v = (s - floorf(s)) * (float)w;
    else if (clamp == HW_CLAMP_MIRROR)
        v = fabsf(s - 2.0f * rintf(0.5f * s)) * (float)w;
    else
        v = normalized ? s * (float)w : s;
    i[0] = (int)floorf(v - 0.5f);
    i[1] = i[0] + 1;
    *a = v - 0.5f - floorf(v - 0.5f);
    for (unsigned n = 0; n < 2; n++)
        switch (clamp) {
        case HW_CLAMP_WRAP:
            i[n] = i[n] < 0 ? w + i[n] : i[n] > w - 1 ? i[n] - w : i[n];
            break;
        case HW_CLAMP_BORDER:
            i[n] = clamp_int(i[n], -1, w);
            break;
        default:
            i[n] = clamp_int(i[n], 0, w - 1);
            break;
        }
}

static void reference(const struct fixture *x, const float s[4], unsigned clamp, bool filtered,
                      bool normalized, float out[4])
{
    const struct image *m = &x->image;
    const int sizes[3] = {(int)m->width, (int)m->height, (int)m->depth};
    int index[3][2] = {{0}};
    float a[3] = {0}, texel[4];
    for (unsigned axis = 0; axis < 3; axis++) {
        if (sizes[axis] == 1 && axis)
            continue;
        if (axis == 2 && m->dim == HW_DIM_2D_ARRAY)
            index[2][0] = index[2][1] = clamp_int((int)rintf(s[2]), 0, sizes[2] - 1);
        else if (filtered)
            linear(s[axis], sizes[axis], clamp, normalized, index[axis], &a[axis]);
        else
            index[axis][0] = nearest(s[axis], sizes[axis], clamp, normalized);
    }
    if (!filtered) {
        read_texel(x, index[0][0], index[1][0], index[2][0], out);
        return;
    }
    const bool deep = m->dim == HW_DIM_3D;
    memset(out, 0, 4 * sizeof(float));
    for (unsigned n = 0; n < (deep ? 8u : 4u); n++) {
        float weight = (n & 1 ? a[0] : 1 - a[0]) * (n & 2 ? a[1] : 1 - a[1]);
        if (deep)
            weight *= n & 4 ? a[2] : 1 - a[2];
        read_texel(x, index[0][n & 1], index[1][n >> 1 & 1], index[2][n >> 2], texel);
        for (unsigned c = 0; c < 4; c++)
            out[c] = n ? out[c] + texel[c] * weight : texel[c] * weight;
    }
}

static float random_coordinate(unsigned size, bool normalized)
{
    static const float corners[] = {0.0f, 1.0f, -0.0f, 0.5f, 1.5f, -1.0f, 2.0f, -0.25f};
    const unsigned kind = (unsigned)rand() % 4;
    float s = kind ? (float)(rand() % 4096) / 1024.0f - 1.5f : corners[(unsigned)rand() % 8];
    if (kind == 1) /* on a texel's edge or centre */
        s = (float)(rand() % (int)(4 * size)) / (float)(2 * size) - 0.5f;
    return normalized ? s : s * (float)size;
}

static void check_sampling(struct fixture *x, unsigned clamp, bool filtered, bool normalized)
{
    static struct program p;
    float coordinates[64][4];
    for (unsigned i = 0; i < 64; i++) {
        coordinates[i][0] = random_coordinate(x->image.width, normalized);
        coordinates[i][1] = random_coordinate(x->image.height, normalized);
        coordinates[i][2] = x->image.dim == HW_DIM_2D_ARRAY
                                ? (float)(rand() % 24 - 6) * 0.5f
                                : random_coordinate(x->image.depth, normalized);
        coordinates[i][3] = 0;
    }
    memcpy(x->m.pool + IN, coordinates, sizeof(coordinates));
    fetch_program(&p, HW_TEX_SAMPLE_LZ, normalized);
    emit_state(&x->m);
    emit_texture(x);
    emit_sampler(x, clamp, filtered, HW_BORDER_TRANSPARENT_BLACK);
    machine_must_run(&x->m, &p);
    for (unsigned i = 0; i < 64; i++) {
        float wanted[4];
        reference(x, coordinates[i], clamp, filtered, normalized, wanted);
        for (unsigned c = 0; c < 4; c++) {
            const float got = bits_float(pool_words(&x->m, OUT)[i * 4 + c]);
            if (got != wanted[c])
                fail_msg("clamp %u, filter %d, normalized %d, dim %u, mode %u: (%g, %g, %g).%c = "
                         "%g, expected "
                         "%g",
                         clamp, filtered, normalized, x->image.dim, x->image.mode,
                         (double)coordinates[i][0], (double)coordinates[i][1],
                         (double)coordinates[i][2], "xyzw"[c], (double)got, (double)wanted[c]);
        }
    }
}

static void fill_floats(struct fixture *x)
{
    for (unsigned k = 0; k < x->image.depth; k++)
        for (unsigned j = 0; j < x->image.height; j++)
            for (unsigned i = 0; i < x->image.width; i++) {
                const float texel[4] = {(float)i, (float)j, (float)k,
                                        (float)(i * 7 + j * 3 + k) / 16.0f};
                memcpy(texel_at(x, i, j, k), texel, sizeof(texel));
            }
}

static void test_sampling(void **state)
{
    static const unsigned modes[] = {HW_ARRAY_LINEAR_ALIGNED, HW_ARRAY_1D_TILED_THIN1,
                                     HW_ARRAY_2D_TILED_THIN1};
    static const unsigned clamps[] = {HW_CLAMP_WRAP, HW_CLAMP_MIRROR, HW_CLAMP_EDGE,
                                      HW_CLAMP_BORDER};
    static const struct image images[] = {
        {.dim = HW_DIM_2D, .width = 37, .height = 19, .depth = 1},
        {.dim = HW_DIM_3D, .width = 13, .height = 11, .depth = 5},
        {.dim = HW_DIM_2D_ARRAY, .width = 9, .height = 17, .depth = 4},
    };
    static struct fixture x;
    (void)state;
    setup(&x);
    for (unsigned m = 0; m < 3; m++)
        for (unsigned d = 0; d < 3; d++) {
            struct image image = images[d];
            image.format = HW_FMT_32_32_32_32_FLOAT;
            image.mode = modes[m];
            set_image(&x, &image);
            fill_floats(&x);
            for (unsigned c = 0; c < 4; c++)
                for (unsigned filter = 0; filter < 2; filter++) {
                    check_sampling(&x, clamps[c], filter, true);
                    if (clamps[c] == HW_CLAMP_EDGE || clamps[c] == HW_CLAMP_BORDER)
                        check_sampling(&x, clamps[c], filter, false);
                }
        }
    machine_finish(&x.m);
}

/* Nothing that a coordinate can be reads outside the texture. */
static void test_wild_coordinates(void **state)
{
    static const uint32_t wild[] = {0x7fc00000, 0x7f800000, 0xff800000, 0x7f7fffff,
                                    0xff7fffff, 0x4f000000, 0xcf000000, 0x3f7fffff};
    static struct fixture x;
    static struct program p;
    (void)state;
    setup(&x);
    set_image(&x, &(struct image){.dim = HW_DIM_3D,
                                  .width = 5,
                                  .height = 5,
                                  .depth = 5,
                                  .mode = HW_ARRAY_2D_TILED_THIN1,
                                  .format = HW_FMT_8_8_8_8});
    for (unsigned i = 0; i < 256; i++)
        pool_words(&x.m, IN)[i] = wild[(i + i / 7) % 8];
    for (unsigned clamp = 0; clamp < 8; clamp++)
        for (unsigned filter = 0; filter < 2; filter++) {
            fetch_program(&p, HW_TEX_SAMPLE_L, clamp & 1);
            emit_state(&x.m);
            emit_texture(&x);
            emit_sampler(&x, clamp, filter, HW_BORDER_OPAQUE_BLACK);
            if (clamp <= HW_CLAMP_EDGE || clamp == HW_CLAMP_BORDER)
                machine_must_run(&x.m, &p);
            else
                machine_must_fail(&x.m, &p, "is not supported");
        }
    machine_finish(&x.m);
}

/* LD: coordinates outside read zero, but for a constant one in alpha. */
static void test_load_out_of_range(void **state)
{
    static struct fixture x;
    static struct program p;
    (void)state;
    setup(&x);
    set_image(&x, &(struct image){.dim = HW_DIM_2D,
                                  .width = 8,
                                  .height = 8,
                                  .depth = 1,
                                  .alpha_one = true,
                                  .mode = HW_ARRAY_1D_TILED_THIN1,
                                  .format = HW_FMT_8_8_8_8,
                                  .num_format = HW_NUM_FORMAT_INT,
                                  .comp = 1});
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t coordinate[4] = {i % 16 - 4, i / 16 * 3, 77, 0};
        memcpy(pool_words(&x.m, IN) + i * 4, coordinate, sizeof(coordinate));
        memcpy(texel_at(&x, i % 8, i / 8, 0), &(uint32_t){0xff80 + i * 0x10000}, 4);
    }
    fetch_program(&p, HW_TEX_LD, false);
    emit_state(&x.m);
    emit_texture(&x);
    machine_must_run(&x.m, &p);
    for (unsigned i = 0; i < 64; i++) {
        const int column = (int)(i % 16) - 4, row = (int)(i / 16) * 3;
        const uint32_t *out = pool_words(&x.m, OUT) + i * 4;
        const bool inside = column >= 0 && column < 8 && row < 8;
        assert_int_equal((int32_t)out[0], inside ? -128 : 0);
        assert_int_equal((int32_t)out[1], inside ? -1 : 0);
        assert_int_equal(out[2], inside ? row * 8 + column : 0);
        assert_int_equal(out[3], 1);
    }
    machine_finish(&x.m);
}

/* Formats, both ways: what a typed store writes, a load reads. */

struct format_case {
    unsigned format, number_type, num_format, comp;
    float in[4], out[4]; /* of integers, their values */
};

static const struct format_case formats[] = {
    {HW_FMT_8_8_8_8,
     HW_CB_UNORM,
     HW_NUM_FORMAT_NORM,
     0,
     {0.5f, 2.0f, -1.0f, 0.25f},
     {128 / 255.0f, 1.0f, 0.0f, 64 / 255.0f}},
    {HW_FMT_8_8_8_8,
     HW_CB_SNORM,
     HW_NUM_FORMAT_NORM,
     1,
     {-1.0f, -3.0f, 0.5f, 1.0f},
     {-1.0f, -1.0f, 64 / 127.0f, 1.0f}},
    {HW_FMT_8_8_8_8, HW_CB_UINT, HW_NUM_FORMAT_INT, 0, {1, 300, 255, 7}, {1, 255, 255, 7}},
    {HW_FMT_8_8_8_8, HW_CB_SINT, HW_NUM_FORMAT_INT, 1, {-1, -300, 127, 300}, {-1, -128, 127, 127}},
    {HW_FMT_16_16_16_16,
     HW_CB_UNORM,
     HW_NUM_FORMAT_NORM,
     0,
     {0.5f, 1.0f, 0.0f, 1.0f / 65535},
     {32768 / 65535.0f, 1.0f, 0.0f, 1 / 65535.0f}},
    {HW_FMT_16_16_16_16_FLOAT,
     HW_CB_FLOAT,
     HW_NUM_FORMAT_NORM,
     0,
     {1.5f, -2.0f, 65504.0f, 0.0f},
     {1.5f, -2.0f, 65504.0f, 0.0f}},
    {HW_FMT_16_16_16_16,
     HW_CB_SINT,
     HW_NUM_FORMAT_INT,
     1,
     {-32768, 40000, -40000, 5},
     {-32768, 32767, -32768, 5}},
    {HW_FMT_32_32_32_32, HW_CB_UINT, HW_NUM_FORMAT_INT, 0, {1, 2, 3, 1e6f}, {1, 2, 3, 1e6f}},
    {HW_FMT_32_32_32_32_FLOAT,
     HW_CB_FLOAT,
     HW_NUM_FORMAT_NORM,
     0,
     {1, -2, 3e9f, 4},
     {1, -2, 3e9f, 4}},
    {HW_FMT_8, HW_CB_UNORM, HW_NUM_FORMAT_NORM, 0, {1.0f, 0, 0, 0}, {1.0f, 0, 0, 0}},
    {HW_FMT_16_16,
     HW_CB_UNORM,
     HW_NUM_FORMAT_NORM,
     0,
     {1.0f, 0.5f, 0, 0},
     {1.0f, 32768 / 65535.0f, 0, 0}},
    {HW_FMT_32_FLOAT, HW_CB_FLOAT, HW_NUM_FORMAT_NORM, 0, {9.0f, 0, 0, 0}, {9.0f, 0, 0, 0}},
};

/* Each lane stores to texel (lane % 8, lane / 8); the last rows lie outside. */
static void store_program(struct program *p)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_MOV, 2, 0, lit(IN), r(0, 0), r(0, 0));
    op(p, HW_ALU_OP_AND_INT, 5, 0, r(0, 0), lit(7), r(0, 0));
    op(p, HW_ALU_OP_LSHR_INT, 5, 1, r(0, 0), lit(3), r(0, 0));
    op(p, HW_ALU_OP_MOV, 5, 2, lit(0), r(0, 0), r(0, 0));
    alu_end(p, ALU);
    fetch_begin(p);
    load(p, 4, 2, 0, HW_FMT_32_32_32_32, 4);
    fetch_end(p);
    rat(p, HW_CF_MEM_RAT, HW_RAT_STORE_TYPED, 1, 4, 5, 0xf);
    finish(p);
}

static void check_format(struct fixture *x, const struct format_case *c, unsigned mode)
{
    static struct program p;
    const bool integer = c->num_format == HW_NUM_FORMAT_INT;
    set_image(x, &(struct image){.dim = HW_DIM_2D,
                                 .width = 8,
                                 .height = 6,
                                 .depth = 1,
                                 .mode = mode,
                                 .format = c->format,
                                 .num_format = c->num_format,
                                 .comp = c->comp});
    memset(x->memory, 0, IMAGE_BYTES);
    for (unsigned k = 0; k < 4; k++) {
        const float value = c->in[k];
        if (integer)
            pool_words(&x->m, IN)[k] = (uint32_t)(int64_t)value;
        else
            memcpy(pool_words(&x->m, IN) + k, &value, 4);
    }
    store_program(&p);
    emit_state(&x->m);
    emit_rat(x, c->number_type, HW_RAT_2D, HW_SWAP_STD);
    machine_must_run(&x->m, &p);
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t coordinate[4] = {i % 8, i / 8, 0, 0};
        memcpy(pool_words(&x->m, IN) + i * 4, coordinate, sizeof(coordinate));
    }
    fetch_program(&p, HW_TEX_LD, false);
    emit_state(&x->m);
    emit_texture(x);
    machine_must_run(&x->m, &p);
    for (unsigned i = 0; i < 64; i++)
        for (unsigned k = 0; k < 4; k++) {
            const uint32_t got = pool_words(&x->m, OUT)[i * 4 + k];
            const bool missing = k >= hw_format_find(c->format)->channels;
            const float inside = missing ? k == 3 : c->out[k];
            const float wanted = i < 48 ? inside : 0;
            const float value =
                integer ? (c->comp ? (float)(int32_t)got : (float)got) : bits_float(got);
            if (value != wanted)
                fail_msg("format 0x%x, number type %u, mode %u, texel %u.%c: %g, expected %g",
                         c->format, c->number_type, mode, i, "xyzw"[k], (double)value,
                         (double)wanted);
        }
}

static void test_formats(void **state)
{
    static struct fixture x;
    (void)state;
    setup(&x);
    for (size_t i = 0; i < COUNT(formats); i++) {
        check_format(&x, &formats[i], HW_ARRAY_LINEAR_ALIGNED);
        check_format(&x, &formats[i], HW_ARRAY_1D_TILED_THIN1);
        check_format(&x, &formats[i], HW_ARRAY_2D_TILED_THIN1);
    }
    machine_finish(&x.m);
}

/* BGRA in memory. */
static void test_swap(void **state)
{
    static struct fixture x;
    static struct program p;
    (void)state;
    setup(&x);
    set_image(&x, &(struct image){.dim = HW_DIM_2D,
                                  .width = 8,
                                  .height = 8,
                                  .depth = 1,
                                  .mode = HW_ARRAY_LINEAR_ALIGNED,
                                  .format = HW_FMT_8_8_8_8});
    for (unsigned k = 0; k < 4; k++)
        pool_words(&x.m, IN)[k] = 10 + k;
    store_program(&p);
    emit_state(&x.m);
    emit_rat(&x, HW_CB_UINT, HW_RAT_2D, HW_SWAP_ALT);
    machine_must_run(&x.m, &p);
    static const uint8_t bgra[4] = {12, 11, 10, 13};
    assert_memory_equal(texel_at(&x, 3, 4, 0), bgra, 4);
    machine_finish(&x.m);
}

/* Every 8-bit and 16-bit normalised value is the correctly rounded quotient. */
static void test_normalised_values(void **state)
{
    static struct fixture x;
    static struct program p;
    (void)state;
    setup(&x);
    set_image(&x, &(struct image){.dim = HW_DIM_2D,
                                  .width = 256,
                                  .height = 256,
                                  .depth = 1,
                                  .mode = HW_ARRAY_LINEAR_ALIGNED,
                                  .format = HW_FMT_16_16});
    for (unsigned i = 0; i < 65536; i++)
        memcpy(texel_at(&x, i % 256, i / 256, 0), &(uint32_t){i * 0x10001u}, 4);
    fetch_program(&p, HW_TEX_LD, false);
    for (unsigned first = 0; first < 65536; first += 64) {
        for (unsigned i = 0; i < 64; i++) {
            const uint32_t coordinate[4] = {(first + i) % 256, (first + i) / 256, 0, 0};
            memcpy(pool_words(&x.m, IN) + i * 4, coordinate, sizeof(coordinate));
        }
        x.image.comp = first / 64 % 2;
        emit_state(&x.m);
        emit_texture(&x);
        machine_must_run(&x.m, &p);
        for (unsigned i = 0; i < 64; i++) {
            const unsigned value = first + i;
            const float wanted = x.image.comp ? fmaxf((float)(int16_t)value / 32767.0f, -1.0f)
                                              : (float)value / 65535.0f;
            assert_true(bits_float(pool_words(&x.m, OUT)[i * 4]) == wanted);
        }
    }
    machine_finish(&x.m);
}

static double srgb_value(unsigned number)
{
    const double c = number / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* Half way between two texels: colours are converted before they are mixed, alpha is not. */
static void test_degamma(void **state)
{
    static const uint8_t texels[2][4] = {{0, 188, 64, 100}, {255, 188, 128, 200}};
    static const float coordinate[4] = {1.0f, 0.5f, 0.0f, 0.0f};
    static struct fixture x;
    static struct program p;
    (void)state;
    setup(&x);
    set_image(&x, &(struct image){.dim = HW_DIM_2D,
                                  .width = 2,
                                  .height = 1,
                                  .depth = 1,
                                  .mode = HW_ARRAY_LINEAR_ALIGNED,
                                  .format = HW_FMT_8_8_8_8,
                                  .degamma = true});
    for (unsigned i = 0; i < 2; i++)
        memcpy(texel_at(&x, i, 0, 0), texels[i], 4);
    for (unsigned i = 0; i < 64; i++)
        memcpy(pool_words(&x.m, IN) + i * 4, coordinate, sizeof(coordinate));
    fetch_program(&p, HW_TEX_SAMPLE_LZ, false);
    emit_state(&x.m);
    emit_texture(&x);
    emit_sampler(&x, HW_CLAMP_EDGE, HW_FILTER_BILINEAR, HW_BORDER_TRANSPARENT_BLACK);
    machine_must_run(&x.m, &p);
    for (unsigned c = 0; c < 4; c++) {
        const double wanted =
            c == 3 ? 150 / 255.0 : (srgb_value(texels[0][c]) + srgb_value(texels[1][c])) / 2;
        assert_true(fabs(bits_float(pool_words(&x.m, OUT)[c]) - wanted) < 1e-7);
    }
    machine_finish(&x.m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sampling),
        cmocka_unit_test(test_wild_coordinates),
        cmocka_unit_test(test_load_out_of_range),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_swap),
        cmocka_unit_test(test_normalised_values),
        cmocka_unit_test(test_degamma),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
