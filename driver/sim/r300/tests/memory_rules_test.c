/* SPDX-License-Identifier: MIT */
/* memory_rules_test.c: what a draw of R300 and R500 needs memory for, as Linux's r100.c and r300.c
 * ask: a row has one register that is other than in a draw that passes, and what is said of it. */
#include "driver/sim/r300/memory.h"

#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/sim/memory/gem.h"

enum { LISTED = 2 << 4, EMBEDDED = 3 << 4, INDEXED = 1 << 4, BYTES = 1 << 16 };

/* Targets of 64 x 64 texels of four bytes fill a quarter of the object. */
static const struct {
    uint32_t address, value;
} passes[] = {
    {HW_R500_R_SC_SCISSOR1, 63 << 13},
    {HW_R500_R_RB3D_COLOR_CHANNEL_MASK, 0xf},
    {HW_R500_R_RB3D_CCTL, 0},
    {HW_R500_R_RB3D_COLORPITCH, 6 << 21 | 64},
    {HW_R500_R_RB3D_COLOROFFSET, 0},
    {HW_R500_R_ZB_CNTL, 2},
    {HW_R500_R_ZB_FORMAT, 2},
    {HW_R500_R_ZB_DEPTHPITCH, 64},
    {HW_R500_R_ZB_DEPTHOFFSET, 0},
    {HW_R500_R_VAP_VTX_SIZE, 4},
    {HW_R500_R_VAP_VF_MAX_VTX_INDX, 99},
    {HW_R500_R_TX_ENABLE, 1},
    {HW_R500_R_TX_FILTER0, 2 | 2 << 3},
    {HW_R500_R_TX_FORMAT0, 63 | 63 << 11},
    {HW_R500_R_TX_FORMAT1, 0x0C},
    {HW_R500_R_TX_FORMAT2, 0},
    {HW_R500_R_TX_OFFSET, 0},
};

static const struct row {
    uint32_t address, value, control;
    const char *refused; /* NULL: nothing does */
} rows[] = {
    {HW_R500_R_SC_SCISSOR1, 255 << 13, LISTED | 100 << 16, NULL},
    {HW_R500_R_SC_SCISSOR1, 256 << 13, LISTED | 100 << 16, "a target is larger"},
    {HW_R500_R_RB3D_COLORPITCH, 7 << 21 | 66, LISTED | 100 << 16, "a target is larger"},
    {HW_R500_R_RB3D_COLORPITCH, 8 << 21 | 64, 0, "a format of colours"},
    {HW_R500_R_RB3D_COLOROFFSET, BYTES - 64 * 64 * 4 + 4, LISTED | 100 << 16, "a target is larger"},
    {HW_R500_R_RB3D_CCTL, 1 << 5, LISTED | 100 << 16, "no object is set for a target"},
    {HW_R500_R_ZB_DEPTHPITCH, 260, LISTED | 100 << 16, "depths are larger"},
    {HW_R500_R_ZB_FORMAT, 3, 0, "a format of depths"},
    {HW_R500_R_RB3D_AARESOLVE_CTL, 1, LISTED | 100 << 16, "no object is set for resolved"},
    {HW_R500_R_VAP_VTX_SIZE, 4, EMBEDDED | 3 << 16, NULL},
    {HW_R500_R_VAP_VTX_SIZE, 5, EMBEDDED | 3 << 16, "its vertices do not have the size"},
    {HW_R500_R_VAP_VTX_SIZE, 4, LISTED | 4097 << 16, NULL},
    {HW_R500_R_VAP_VTX_SIZE, 4, LISTED | 4098 << 16, "an array of vertices is larger"},
    {HW_R500_R_VAP_VF_MAX_VTX_INDX, 4096, INDEXED | 3 << 16, NULL},
    {HW_R500_R_VAP_VF_MAX_VTX_INDX, 4097, INDEXED | 3 << 16, "an array of vertices is larger"},
    {HW_R500_R_VAP_VTX_SIZE, 4, 3 << 16, "a draw of no vertices"},
    {HW_R500_R_TX_FORMAT1, 0x13, 0, "a format of texels"},
    {HW_R500_R_TX_FORMAT1, 0x0C | 3 << 25, LISTED | 100 << 16, "a texture of no kind"},
    {HW_R500_R_TX_FORMAT1, 0x0C | 2 << 25, LISTED | 100 << 16, "a texture is larger"},
    {HW_R500_R_TX_FORMAT1, 0x1D, LISTED | 100 << 16, NULL},
    {HW_R500_R_TX_FORMAT0, 127 | 127 << 11, LISTED | 100 << 16, NULL},
    {HW_R500_R_TX_FORMAT0, 127 | 127 << 11 | 1 << 26, LISTED | 100 << 16, "a texture is larger"},
    {HW_R500_R_TX_FORMAT0, 127 | 128 << 11, LISTED | 100 << 16, "a texture is larger"},
    /* Blocks of 8 bytes; a row has four of them at least. */
    {HW_R500_R_TX_FORMAT1, 0x0F, LISTED | 100 << 16, NULL},
    {HW_R500_R_TX_ENABLE, 2, LISTED | 100 << 16, "no object is set for a texture"},
};

static const char *set(struct r300_memory *m, struct sim_bo *object, uint32_t address,
                       uint32_t value)
{
    const bool has_address = address == HW_R500_R_RB3D_COLOROFFSET ||
                             address == HW_R500_R_ZB_DEPTHOFFSET || address == HW_R500_R_TX_OFFSET;

    return r300_memory_set(m, address, value, has_address ? object : NULL);
}

static void test_rows(void **state)
{
    static struct r300_memory m;
    struct sim_bo object = {.size = BYTES};

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        r300_memory_begin(&m, false);
        for (size_t k = 0; k < COUNT(passes); k++)
            assert_null(set(&m, &object, passes[k].address, passes[k].value));
        m.arrays = 1;
        m.array[0] = &object;
        m.array_dwords[0] = 4;
        m.embedded = 12;
        assert_null(r300_memory_check(&m, LISTED | 100 << 16));
        const char *why = set(&m, &object, rows[i].address, rows[i].value);
        why = why ? why : r300_memory_check(&m, rows[i].control);
        if (!why != !rows[i].refused || (why && !strstr(why, rows[i].refused)))
            fail_msg("row %zu: %s, not %s", i, why ? why : "passes",
                     rows[i].refused ? rows[i].refused : "passes");
    }
}

/* Without registers there is all, and no memory for it. */
static void test_unset(void **state)
{
    static struct r300_memory m;
    struct sim_bo object = {.size = BYTES};

    (void)state;
    r300_memory_begin(&m, false);
    assert_string_equal(r300_memory_check(&m, LISTED | 3 << 16), "no object is set for depths");
    assert_null(set(&m, NULL, HW_R500_R_ZB_CNTL, 0));
    assert_string_equal(r300_memory_check(&m, LISTED | 3 << 16),
                        "no object is set for an array of vertices");
    for (uint32_t i = 0; i < m.arrays; i++)
        m.array[i] = &object;
    assert_null(r300_memory_check(&m, LISTED | 3 << 16));
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_rows, test_unset);
}
