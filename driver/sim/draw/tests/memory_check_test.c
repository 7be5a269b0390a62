/* SPDX-License-Identifier: MIT */
/* memory_check_test.c: what a draw needs memory for, as the Linux radeon driver asks before a
 * stream may run (evergreen_cs.c): a row has registers, and which rule refuses them. */
#include <errno.h>

#include "driver/base/count.h"
#include "driver/sim/draw/registers.h"
#include "driver/sim/draw/tests/drawing.h"

enum {
    STENCIL_TEST = 1,
    DEPTH_TEST = 2,
    Z16 = 1 | 2 << 4,      /* in micro tiles */
    Z24 = 2 | 2 << 4,      /* the same, of four bytes */
    MODE_15 = 1 | 15 << 4, /* no mode */
    COMPRESSED = 1 << 29,  /* with tiles beside it */
    S8 = 1,
    PITCH_64 = 7, /* in units of eight, less one */
    ROWS_64 = 63, /* 64 x 64 in units of 64, less one */
    SLICES_200 = 199 << 13,
    NO_OBJECT = 1 << 20 /* a base that is not set */
};

struct row {
    uint32_t control, z_info, s_info, size, slice, view, base, kill;
    const char *refused; /* NULL: nothing does */
};

static const struct row rows[] = {
    {DEPTH_TEST, Z16, 0, PITCH_64, ROWS_64, 0, 0, 0, NULL},
    {DEPTH_TEST, Z24, 0, PITCH_64, ROWS_64, 0, 0xF00, 0, NULL},
    {0, MODE_15, S8, PITCH_64, ROWS_64, SLICES_200, 0, 0, NULL},
    {DEPTH_TEST, 0, 0, PITCH_64, ROWS_64, SLICES_200, 0, 0, NULL},
    {DEPTH_TEST, Z16, 0, PITCH_64, ROWS_64, SLICES_200, 0, 1, NULL},
    {STENCIL_TEST, Z16, S8, PITCH_64, ROWS_64, 0, 0, 0, NULL},
    {DEPTH_TEST, Z16, 0, PITCH_64, ROWS_64, SLICES_200, 0, 0,
     "depths that are read: needs 1638400 bytes from offset 0x0 of an object of 1048576"},
    {DEPTH_TEST, Z24, 0, PITCH_64, ROWS_64, 0, 0xFC1, 0,
     "depths that are read: needs 16384 bytes from offset 0xfc100 of an object of 1048576"},
    {DEPTH_TEST, Z16, 0, PITCH_64, ROWS_64, 0, NO_OBJECT, 0, "no object is set for depths"},
    {DEPTH_TEST, MODE_15, 0, PITCH_64, ROWS_64, 0, 0, 0, "depths: "},
    {DEPTH_TEST, Z16, 0, 0, ROWS_64, 0, 0, 0, "depths: pitch is not aligned"},
    {DEPTH_TEST, Z16, 0, PITCH_64, ROWS_64 - 1, 0, 0, 0, "depths: height is not aligned"},
    {DEPTH_TEST, Z16 | COMPRESSED, 0, PITCH_64, ROWS_64, 0, 0, 0, "no object is set for tiles"},
    {STENCIL_TEST, Z16, S8, PITCH_64, ROWS_64, 1023 << 13, 0, 0,
     "stencils that are read: needs 4194304 bytes"},
    {STENCIL_TEST, MODE_15, S8, PITCH_64, ROWS_64, 0, 0, 0, "stencils: "},
    /* Stencils of 32 pixels are in no whole tiles, but texels of 32 bits would be. */
    {STENCIL_TEST, Z16, S8, 0, ROWS_64, SLICES_200, 0, 0, NULL},
};

/* A stream that may run fails later: it sets no state. */
static void must_be(struct machine *m, const char *refused)
{
    uint64_t sequence;
    const int status = machine_submit(m, &sequence);
    if (refused)
        machine_must_say(m, refused);
    else if (status)
        print_error("refused: %s\n", m->error);
    assert_int_equal(status, refused ? -EINVAL : 0);
    if (!refused)
        sim_wait(m->device, sequence, UINT64_MAX, m->error);
}

static void context(struct machine *m, uint32_t address, uint32_t value)
{
    EMIT(m, 0xC0016900, (address - HW_CONTEXT_REG_BASE) / 4, value);
}

static void base(struct machine *m, uint32_t address, uint32_t value)
{
    if (value == NO_OBJECT)
        return;
    context(m, address, value);
    emit_reloc(m, m->pool_handle);
}

static void emit_depth(struct machine *m, const struct row *row)
{
    context(m, HW_R_SX_MISC, row->kill);
    context(m, DRAW_R_DB_DEPTH_CONTROL, row->control);
    context(m, DRAW_R_DB_Z_INFO, row->z_info);
    context(m, DRAW_R_DB_STENCIL_INFO, row->s_info);
    context(m, DRAW_R_DB_DEPTH_SIZE, row->size);
    context(m, DRAW_R_DB_DEPTH_SLICE, row->slice);
    context(m, DRAW_R_DB_DEPTH_VIEW, row->view);
    for (uint32_t i = 0; i < 4; i++)
        base(m, DRAW_R_DB_Z_READ_BASE + i * 4, row->base);
}

static void test_depths(void **state)
{
    struct machine *m = *state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        emit_depth(m, &rows[i]);
        EMIT(m, 0xC0012D00, 3, 2);
        must_be(m, rows[i].refused);
    }
}

/* The kernel asks before a launch as before a draw, and takes what is not set for enabled. */
static void test_unset(void **state)
{
    struct machine *m = *state;
    EMIT(m, 0xC0012D00, 3, 2);
    must_be(m, "stencils: ");
    EMIT(m, 0xC0031500, 1, 1, 1, 0);
    must_be(m, "stencils: ");
    context(m, DRAW_R_DB_STENCIL_INFO, 0);
    EMIT(m, 0xC0012D00, 3, 2);
    must_be(m, "depths: ");
    context(m, DRAW_R_DB_DEPTH_CONTROL, 0);
    EMIT(m, 0xC0012D00, 3, 2);
    must_be(m, NULL);
}

/* Tiles of 64 x 64 pixels of cypress, whose blocks have 512 x 512: 4,096 dwords. */
static void test_tiles(void **state)
{
    static const struct row row = {DEPTH_TEST, Z16 | COMPRESSED, 0, PITCH_64, ROWS_64, 0, 0, 0,
                                   NULL};
    struct machine *m = *state;
    emit_depth(m, &row);
    base(m, DRAW_R_DB_HTILE_DATA_BASE, 0);
    EMIT(m, 0xC0012D00, 3, 2);
    must_be(m, NULL);
    emit_depth(m, &row);
    context(m, DRAW_R_DB_DEPTH_SIZE,
            1023); /* 8,192 x 4,096, of which the memory is not looked at */
    context(m, DRAW_R_DB_DEPTH_SLICE, 8192 / 64 * 4096 - 1);
    base(m, DRAW_R_DB_HTILE_DATA_BASE, 0);
    EMIT(m, 0xC0012D00, 3, 2);
    must_be(m, "depths that are read: needs 67108864 bytes");
}

static void emit_captured(struct machine *m, uint32_t base_value, uint32_t dwords)
{
    context(m, DRAW_R_DB_DEPTH_CONTROL, 0);
    context(m, DRAW_R_VGT_STRMOUT_CONFIG, 1);        /* the first stream */
    context(m, DRAW_R_VGT_STRMOUT_BUFFER_CONFIG, 4); /* the third buffer */
    context(m, DRAW_R_VGT_STRMOUT_BUFFER_SIZE_0 + 32, dwords);
    base(m, DRAW_R_VGT_STRMOUT_BUFFER_SIZE_0 + 40, base_value);
    EMIT(m, 0xC0012D00, 3, 2);
}

static void test_captured(void **state)
{
    struct machine *m = *state;
    emit_captured(m, 0xFFF, 64);
    must_be(m, NULL);
    emit_captured(m, 0xFFF, 65);
    must_be(m,
            "captured vertices: buffer 2 of 260 bytes at offset 0xfff00 of an object of 1048576");
    emit_captured(m, NO_OBJECT, 64);
    must_be(m, "no object is set for vertices that are captured");
}

int main(void)
{
    return RUN_TESTS(drawing_test, test_depths, test_unset, test_tiles, test_captured);
}
