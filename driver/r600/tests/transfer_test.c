/* SPDX-License-Identifier: MIT */
/* Tests of transfers: random boxes through every kind of layout against a linear model. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <CL/cl.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/formats.h"
#include "driver/hw/registers.h"
#include "driver/r600/r600.h"
#include "driver/r600/screen.h"
#include "driver/r600/tests/fake_winsys.h"

static uint64_t seed = 3;

static uint32_t random_below(uint32_t limit)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % limit;
}

/* The expected content of a resource, in rows without padding. */
struct model {
    uint8_t *bytes;
    uint32_t texel, width, height, depth;
};

static uint8_t *model_row(const struct model *m, const struct pipe_box *box, uint32_t z, uint32_t y)
{
    return m->bytes +
           ((((size_t)box->z + z) * m->height + box->y + y) * m->width + box->x) * m->texel;
}

static struct pipe_box random_box(const struct model *m)
{
    struct pipe_box box = {
        .x = random_below(m->width),
        .y = random_below(m->height),
        .z = random_below(m->depth),
    };
    box.width = 1 + random_below(m->width - (uint32_t)box.x);
    box.height = 1 + random_below(m->height - box.y);
    box.depth = 1 + random_below(m->depth - box.z);
    return box;
}

static void check_box(struct pipe_context *context, struct pipe_resource *resource,
                      const struct model *m, const struct pipe_box *box)
{
    struct pipe_transfer_info info;
    char error[PIPE_ERROR_SIZE];
    struct pipe_transfer *transfer =
        context->ops->transfer_map(context, resource, box, PIPE_MAP_READ, &info, error);
    assert_non_null(transfer);
    for (uint32_t z = 0; z < box->depth; z++)
        for (uint32_t y = 0; y < box->height; y++)
            assert_memory_equal((uint8_t *)info.data + z * info.slice_pitch + y * info.row_pitch,
                                model_row(m, box, z, y), box->width * m->texel);
    context->ops->transfer_unmap(context, transfer);
}

/* Writes the box: all of it when old contents are discarded, else every other row only. */
static void write_box(struct pipe_context *context, struct pipe_resource *resource,
                      const struct model *m, const struct pipe_box *box, bool discard)
{
    struct pipe_transfer_info info;
    char error[PIPE_ERROR_SIZE];
    struct pipe_transfer *transfer = context->ops->transfer_map(
        context, resource, box, PIPE_MAP_WRITE | (discard ? PIPE_MAP_DISCARD : 0), &info, error);
    assert_non_null(transfer);
    for (uint32_t z = 0; z < box->depth; z++)
        for (uint32_t y = 0; y < box->height; y += discard ? 1 : 2) {
            uint8_t *row = model_row(m, box, z, y);
            for (size_t b = 0; b < box->width * m->texel; b++)
                row[b] = (uint8_t)random_below(256);
            memcpy((uint8_t *)info.data + z * info.slice_pitch + y * info.row_pitch, row,
                   box->width * m->texel);
        }
    context->ops->transfer_unmap(context, transfer);
}

/* Each texel of a box where the equations of its layout say. */
static void check_places(const struct pipe_resource *resource, const struct model *m,
                         const struct pipe_box *box)
{
    for (uint32_t z = 0; z < box->depth; z++)
        for (uint32_t y = 0; y < box->height; y++)
            for (uint32_t x = 0; x < box->width; x++)
                assert_memory_equal(resource->map + hw_surface_offset(&resource->layout,
                                                                      (uint32_t)box->x + x,
                                                                      box->y + y, box->z + z),
                                    model_row(m, box, z, y) + (size_t)x * m->texel, m->texel);
}

/* Writes a box and reads another in one step, with gaps between rows, which stay as they are. */
static void check_copies(struct pipe_context *context, struct pipe_resource *resource,
                         const struct model *m)
{
    enum { GAP = 5, MARK = 0xa5 };
    struct pipe_box box = random_box(m);
    const size_t row = box.width * m->texel, pitch = row + GAP, slice = pitch * box.height + GAP;
    uint8_t *memory = malloc(slice * box.depth);
    const struct pipe_transfer_info info = {memory, pitch, slice};
    assert_non_null(memory);
    for (size_t b = 0; b < slice * box.depth; b++)
        memory[b] = (uint8_t)random_below(256);
    if (!context->ops->copy_box(context, resource, &box, PIPE_MAP_WRITE, &info)) {
        assert_int_equal(resource->layout.mode, HW_ARRAY_LINEAR_ALIGNED);
        free(memory);
        return;
    }
    for (uint32_t z = 0; z < box.depth; z++)
        for (uint32_t y = 0; y < box.height; y++)
            memcpy(model_row(m, &box, z, y), memory + z * slice + y * pitch, row);
    check_places(resource, m, &box);
    memset(memory, MARK, slice * box.depth);
    assert_true(context->ops->copy_box(context, resource, &box, PIPE_MAP_READ, &info));
    for (uint32_t z = 0; z < box.depth; z++)
        for (uint32_t y = 0; y < box.height; y++) {
            const uint8_t *got = memory + z * slice + y * pitch;
            assert_memory_equal(got, model_row(m, &box, z, y), row);
            for (unsigned i = 0; i < GAP; i++)
                assert_int_equal(got[row + i], MARK);
        }
    free(memory);
}

/* Only to a texture of the same layout; one with another pitch is left alone. */
static void check_whole_copy(struct pipe_context *context,
                             const struct pipe_resource_template *tmpl, struct pipe_resource *from,
                             const struct model *m)
{
    const struct pipe_screen_ops *ops = context->screen->ops;
    const struct pipe_box whole = {0, m->width, 0, 0, m->height, m->depth, 0};
    struct pipe_resource_template wider = *tmpl;
    wider.width += 512;
    struct pipe_resource *to = ops->resource_create(context->screen, tmpl);
    struct pipe_resource *other = ops->resource_create(context->screen, &wider);
    assert_true(context->ops->copy_whole(context, to, from));
    check_box(context, to, m, &whole);
    assert_true(!other || !context->ops->copy_whole(context, other, from));
    ops->resource_destroy(to);
    ops->resource_destroy(other);
}

static void exercise(struct pipe_context *context, const struct pipe_resource_template *tmpl)
{
    const struct hw_image_format *format = hw_image_format_find(tmpl->order, tmpl->type);
    struct model m = {
        .texel = format->bytes,
        .width = (uint32_t)tmpl->width,
        .height = tmpl->height,
        .depth = tmpl->depth * tmpl->array_size,
    };
    size_t bytes = (size_t)m.texel * m.width * m.height * m.depth;
    m.bytes = calloc(1, bytes);
    struct pipe_resource *resource = context->screen->ops->resource_create(context->screen, tmpl);
    assert_non_null(resource);
    const struct pipe_box whole = {0, m.width, 0, 0, m.height, m.depth, 0};
    check_box(context, resource, &m, &whole); /* zeros */
    for (unsigned i = 0; i < 12; i++) {
        struct pipe_box box = random_box(&m);
        write_box(context, resource, &m, &box, random_below(2));
        box = random_box(&m);
        check_box(context, resource, &m, &box);
        check_copies(context, resource, &m);
    }
    check_box(context, resource, &m, &whole);
    check_whole_copy(context, tmpl, resource, &m);
    context->screen->ops->resource_destroy(resource);
    free(m.bytes);
}

static const struct {
    uint32_t order, type;
} formats[] = {
    {CL_R, CL_UNORM_INT8},
    {CL_RG, CL_SIGNED_INT8},
    {CL_RGB, CL_UNORM_SHORT_565},
    {CL_RGBA, CL_UNORM_INT8},
    {CL_R, CL_FLOAT},
    {CL_RGBA, CL_HALF_FLOAT},
    {CL_RGBA, CL_FLOAT},
    {CL_RGBA, CL_UNSIGNED_INT32},
};

static const struct pipe_resource_template shapes[] = {
    {.target = PIPE_TEXTURE_1D, .width = 333, .height = 1, .depth = 1, .array_size = 1},
    {.target = PIPE_TEXTURE_1D_ARRAY, .width = 77, .height = 1, .depth = 1, .array_size = 9},
    {.target = PIPE_TEXTURE_2D, .width = 201, .height = 155, .depth = 1, .array_size = 1},
    {.target = PIPE_TEXTURE_2D, .width = 3, .height = 5, .depth = 1, .array_size = 1},
    {.target = PIPE_TEXTURE_2D_ARRAY, .width = 70, .height = 41, .depth = 1, .array_size = 5},
    {.target = PIPE_TEXTURE_3D, .width = 33, .height = 29, .depth = 11, .array_size = 1},
};

static void random_boxes(const char *chip, const char *tiling)
{
    setenv("ROOTLE_TILING", tiling, 1);
    struct fake_winsys *ws = fake_winsys_create(chip);
    char error[PIPE_ERROR_SIZE];
    struct pipe_screen *screen = r600_screen_create(&ws->base, NULL, error);
    assert_non_null(screen);
    struct pipe_context *context = screen->ops->context_create(screen);
    for (size_t s = 0; s < COUNT(shapes); s++)
        for (size_t f = 0; f < COUNT(formats); f++) {
            struct pipe_resource_template tmpl = shapes[s];
            tmpl.order = formats[f].order;
            tmpl.type = formats[f].type;
            exercise(context, &tmpl);
        }
    context->ops->destroy(context);
    screen->ops->destroy(screen);
}

static void every_layout(void **state)
{
    static const char *const tilings[] = {"linear", "1d", "2d", ""};
    for (size_t chip = 0; chip < hw_chip_count; chip++)
        for (size_t t = 0; t < 4 && hw_chips[chip].family == HW_FAMILY_EVERGREEN; t++)
            random_boxes(hw_chips[chip].name, tilings[t]);
}

static struct pipe_context *make_context(void)
{
    setenv("ROOTLE_TILING", "", 1);
    char error[PIPE_ERROR_SIZE];
    struct pipe_screen *screen =
        r600_screen_create(&fake_winsys_create("juniper")->base, NULL, error);
    return screen->ops->context_create(screen);
}

static void destroy_context(struct pipe_context *context)
{
    struct pipe_screen *screen = context->screen;
    context->ops->destroy(context);
    screen->ops->destroy(screen);
}

static void layout_follows_size(void **state)
{
    struct pipe_context *context = make_context();
    static const struct {
        struct pipe_resource_template tmpl;
        unsigned mode;
    } cases[] = {
        {{PIPE_TEXTURE_2D, CL_RGBA, CL_UNORM_INT8, 256, 256, 1, 1, NULL, 0, 0, 0, 0},
         HW_ARRAY_2D_TILED_THIN1},
        {{PIPE_TEXTURE_2D, CL_RGBA, CL_UNORM_INT8, 10, 256, 1, 1, NULL, 0, 0, 0, 0},
         HW_ARRAY_1D_TILED_THIN1},
        {{PIPE_TEXTURE_1D, CL_RGBA, CL_UNORM_INT8, 256, 1, 1, 1, NULL, 0, 0, 0, 0},
         HW_ARRAY_LINEAR_ALIGNED},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct pipe_resource *resource =
            context->screen->ops->resource_create(context->screen, &cases[i].tmpl);
        assert_int_equal(resource->layout.mode, cases[i].mode);
        context->screen->ops->resource_destroy(resource);
    }
    destroy_context(context);
}

static void impossible_resources_are_refused(void **state)
{
    struct pipe_context *context = make_context();
    struct pipe_screen *screen = context->screen;
    const struct pipe_resource_template buffer = {.target = PIPE_BUFFER, .width = 1000};
    struct pipe_resource *backing = screen->ops->resource_create(screen, &buffer);
    const struct pipe_resource_template bad[] = {
        {.target = PIPE_BUFFER, .width = 0},
        {.target = PIPE_BUFFER, .width = 1ull << 40},
        {PIPE_TEXTURE_2D, CL_RGB, CL_FLOAT, 8, 8, 1, 1, NULL, 0, 0, 0, 0},
        {PIPE_TEXTURE_2D, CL_R, CL_FLOAT, 16385, 8, 1, 1, NULL, 0, 0, 0, 0},
        {PIPE_TEXTURE_2D, CL_R, CL_FLOAT, 8, 0, 1, 1, NULL, 0, 0, 0, 0},
        {PIPE_TEXTURE_2D, CL_RGBA, CL_FLOAT, 16384, 16384, 1, 1, NULL, 0, 0, 0, 0}, /* memory */
        {PIPE_TEXTURE_1D, CL_R, CL_FLOAT, 8, 2, 1, 1, NULL, 0, 0, 0, 0},
        {PIPE_TEXTURE_3D, CL_R, CL_FLOAT, 8, 8, 4096, 1, NULL, 0, 0, 0, 0},
        {PIPE_TEXTURE_BUFFER, CL_R, CL_FLOAT, 251, 1, 1, 1, backing, 0, 0, 0, 0},
        {PIPE_TEXTURE_BUFFER, CL_R, CL_FLOAT, 8, 1, 1, 1, backing, 4, 0, 0, 0},
        {PIPE_TEXTURE_BUFFER, CL_R, CL_FLOAT, 8, 1, 1, 1, backing, 1024, 0, 0, 0},
        {PIPE_TEXTURE_BUFFER, CL_R, CL_FLOAT, 8, 1, 1, 1, NULL, 0, 0, 0, 0},
    };
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_null(screen->ops->resource_create(screen, &bad[i]));
    screen->ops->resource_destroy(backing);
    screen->ops->resource_destroy(NULL);
    destroy_context(context);
}

static void buffer_texture_shares_memory(void **state)
{
    struct pipe_context *context = make_context();
    struct pipe_screen *screen = context->screen;
    const struct pipe_resource_template buffer = {.target = PIPE_BUFFER, .width = 4096};
    struct pipe_resource *backing = screen->ops->resource_create(screen, &buffer);
    const struct pipe_resource_template image = {
        PIPE_TEXTURE_BUFFER, CL_RG, CL_UNSIGNED_INT16, 500, 1, 1, 1, backing, 256, 0, 0, 0};
    struct pipe_resource *texture = screen->ops->resource_create(screen, &image);
    assert_non_null(texture);
    struct pipe_transfer_info info;
    char error[PIPE_ERROR_SIZE];
    struct pipe_box box = {.x = 10, .width = 5, .height = 1, .depth = 1};
    struct pipe_transfer *transfer =
        context->ops->transfer_map(context, texture, &box, PIPE_MAP_WRITE, &info, error);
    memset(info.data, 0x5a, 20);
    context->ops->transfer_unmap(context, transfer);
    box = (struct pipe_box){.x = 256 + 39, .width = 22, .height = 1, .depth = 1};
    transfer = context->ops->transfer_map(context, backing, &box, PIPE_MAP_READ, &info, error);
    const uint8_t *bytes = info.data;
    assert_int_equal(bytes[0], 0);
    assert_int_equal(bytes[1], 0x5a);
    assert_int_equal(bytes[20], 0x5a);
    assert_int_equal(bytes[21], 0);
    context->ops->transfer_unmap(context, transfer);
    screen->ops->resource_destroy(texture);
    screen->ops->resource_destroy(backing);
    destroy_context(context);
}

static void boxes_outside_are_refused(void **state)
{
    struct pipe_context *context = make_context();
    struct pipe_screen *screen = context->screen;
    const struct pipe_resource_template tmpl = {
        PIPE_TEXTURE_3D, CL_R, CL_FLOAT, 8, 7, 6, 1, NULL, 0, 0, 0, 0};
    struct pipe_resource *resource = screen->ops->resource_create(screen, &tmpl);
    static const struct pipe_box boxes[] = {
        {8, 1, 0, 0, 1, 1, 0},          {0, 9, 0, 0, 1, 1, 0},          {0, 1, 7, 0, 1, 1, 0},
        {0, 1, 0, 6, 1, 1, 0},          {0, 0, 0, 0, 1, 1, 0},          {0, 1, 0, 0, 0, 1, 0},
        {0, 1, 1, 0, UINT32_MAX, 1, 0}, {1, UINT64_MAX, 0, 0, 1, 1, 0},
    };
    for (size_t i = 0; i < COUNT(boxes); i++) {
        struct pipe_transfer_info info;
        char error[PIPE_ERROR_SIZE] = "";
        assert_null(
            context->ops->transfer_map(context, resource, &boxes[i], PIPE_MAP_READ, &info, error));
        assert_true(error[0] != '\0');
    }
    screen->ops->resource_destroy(resource);
    destroy_context(context);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, every_layout, layout_follows_size,
                     impossible_resources_are_refused, buffer_texture_shares_memory,
                     boxes_outside_are_refused);
}
