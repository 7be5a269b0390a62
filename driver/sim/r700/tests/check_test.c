/* SPDX-License-Identifier: MIT */
/* check_test.c: what Linux's r600_cs.c refuses on R600 and R700, stream by stream, and what it lets
 * pass: such a stream fails later, as it sets next to nothing. */
#include <errno.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/formats.h"
#include "driver/sim/draw/draw.h"
#include "driver/sim/draw/registers.h"
#include "driver/sim/r700/r700.h"
#include "driver/sim/r700/registers.h"

enum { BYTES = 1 << 16, MOST = 256, END = UINT32_MAX };

static const struct sim_family *const families[] = {&r600_family, &r700_family, NULL};
static struct sim_device *device;
static uint32_t object, dwords[MOST], count;
static char error[SIM_ERROR_SIZE];

static void put(uint32_t dword)
{
    assert_true(count < MOST);
    dwords[count++] = dword;
}

static void packet(unsigned opcode, const uint32_t *payload, uint32_t length)
{
    put(hw_pkt3(opcode, length, false));
    for (uint32_t i = 0; i < length; i++)
        put(payload[i]);
}

static void reg(uint32_t address, uint32_t value)
{
    const uint32_t payload[] = {(address - HW_CONTEXT_REG_BASE) / 4, value};
    packet(HW_PKT3_SET_CONTEXT_REG, payload, 2);
}

static void base(uint32_t address, uint32_t value)
{
    const uint32_t number = 0;
    reg(address, value);
    packet(HW_PKT3_NOP, &number, 1);
}

/* Whether the stream that was put together is refused for that reason; NULL: it is not. */
static void must(const char *refused)
{
    const struct sim_reloc relocs[] = {{.handle = object, .read_domains = 4, .write_domain = 4}};
    const uint32_t flags[3] = {1, SIM_RING_GFX, 0};
    const struct sim_chunk chunks[] = {
        {SIM_CHUNK_RELOCS, 4, relocs}, {SIM_CHUNK_IB, count, dwords}, {SIM_CHUNK_FLAGS, 3, flags}};
    uint64_t sequence;

    error[0] = '\0';
    count = 0;
    const int status =
        sim_cs(device, chunks, COUNT(chunks), "by hand", NULL, false, &sequence, error);
    if (!status)
        sim_wait(device, sequence, UINT64_MAX, error);
    if (status != (refused ? -EINVAL : 0) || (refused && !strstr(error, refused)))
        fail_msg("'%s' is not '%s'", error, refused ? refused : "passed");
}

static void open_chip(const char *chip)
{
    const struct sim_config config = {.chip = hw_chip_find(chip),
                                      .threads = 1,
                                      .memory_bytes = 1u << 24,
                                      .time_limit_s = 5.0,
                                      .parts = {.families = families, .drawer = &sim_drawer}};
    assert_int_equal(sim_device_create(&config, &device), 0);
    assert_int_equal(sim_gem_create(device, BYTES, 1 << 16, 4, &object), 0);
}

static int open_device(void **state)
{
    (void)state;
    open_chip("rv770");
    return 0;
}

static int close_device(void **state)
{
    (void)state;
    sim_device_destroy(device);
    return 0;
}
#define device_test(f) cmocka_unit_test_setup_teardown(f, open_device, close_device)

static void draw(void)
{
    static const uint32_t payload[] = {3, 2};
    packet(HW_PKT3_DRAW_INDEX_AUTO, payload, 2);
}

static void test_registers(void **state)
{
    (void)state;
    reg(0x28C44, 0);
    must("register 0x28c44 is none that a stream may set");
    reg(R700_R_DB_DEPTH_BASE, 0);
    must("an address needs a relocation");
    reg(R700_R_CB_COLOR_FRAG, 0);
    must("register 0x280e0 follows no CB_COLOR_BASE");
    base(R700_R_CB_COLOR_BASE, 0);
    reg(R700_R_CB_COLOR_FRAG, 0);
    must(NULL);
}

static void test_chips(void **state)
{
    static const uint32_t none = 0, stream[] = {0, 0};
    packet(R700_PKT3_START_3D_CMDBUF, &none, 1);
    must("is not supported");
    packet(R700_PKT3_SURFACE_BASE_UPDATE, &none, 1);
    must("is not supported");
    packet(R700_PKT3_STRMOUT_BASE_UPDATE, stream, 2);
    packet(HW_PKT3_NOP, &none, 1);
    must("buffer 0 of a stream is another one");
    base(DRAW_R_VGT_STRMOUT_BUFFER_SIZE_0 + 8, 0);
    packet(R700_PKT3_STRMOUT_BASE_UPDATE, stream, 2);
    packet(HW_PKT3_NOP, &none, 1);
    must(NULL);
    close_device(state);
    open_chip("r600");
    packet(R700_PKT3_START_3D_CMDBUF, &none, 1);
    must(NULL);
    packet(R700_PKT3_STRMOUT_BASE_UPDATE, stream, 2);
    packet(HW_PKT3_NOP, &none, 1);
    must("is not supported");
}

/* Colours of four bytes in rows; 64 x 64 of them are a quarter of the object. */
static void test_colors(void **state)
{
    enum { ROWS = HW_FMT_8_8_8_8 << 2 | 1 << 8, TILES = HW_FMT_8_8_8_8 << 2 | 2 << 8 };
    static const struct {
        uint32_t info, size, view, offset;
        const char *refused;
    } rows[] = {
        {ROWS, 7 | 63 << 10, 0, 0, NULL},
        {TILES, 7 | 63 << 10, 3 << 13, 0, NULL},
        {TILES, 7 | 63 << 10, 4 << 13, 0,
         "colours: 81920 bytes at offset 0x0 of an object of 65536"},
        {ROWS, 7 | 63 << 10, 0, 0xC1, "colours: 16384 bytes at offset 0xc100"},
        {ROWS, 6 | 55 << 10, 0, 0, "56 x 64 pixels are not whole ones of 64 x 1"},
        {HW_FMT_8_8_8_8 << 2 | 3 << 8, 7 | 63 << 10, 0, 0, "colours: array mode 3"},
        {HW_FMT_BC1 << 2 | 1 << 8, 7 | 63 << 10, 0, 0, "colours: format 49"},
        {ROWS | 3 << 18, 7 | 63 << 10, 0, 0, "colours: compression 3"},
        {ROWS | 1 << 18, 7 | 63 << 10, 0, 0, "colours: no object is set"},
        {0, 7 | 63 << 10, 0, END, NULL},
        {ROWS, 7 | 63 << 10, 0, END, "colours: no object is set"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        reg(DRAW_R_DB_DEPTH_CONTROL, 0);
        reg(DRAW_R_PA_SC_AA_CONFIG, 0);
        reg(R700_R_CB_COLOR_INFO, rows[i].info);
        reg(R700_R_CB_COLOR_SIZE, rows[i].size);
        reg(R700_R_CB_COLOR_VIEW, rows[i].view);
        if (rows[i].offset != END)
            base(R700_R_CB_COLOR_BASE, rows[i].offset);
        draw();
        must(rows[i].refused);
    }
}

static void test_depths(void **state)
{
    enum { Z16 = 1 | 2 << 15 };
    static const struct {
        uint32_t info, size, view;
        const char *refused;
    } rows[] = {
        {Z16, 7 | 63 << 10, 0, NULL},
        {Z16, 7 | 63 << 10, 8 << 13, "depths: 73728 bytes at offset 0x0 of an object of 65536"},
        {1 | 1 << 15, 7 | 63 << 10, 0, "depths: array mode 1"},
        {Z16, 0 | 7 << 10, 0, "8 x 64 pixels are not whole ones of 16 x 8"},
        {Z16 | 1 << 25, 7 | 63 << 10, 0, "tiles of depths: no object is set"},
        {0, 7 | 63 << 10, 8 << 13, NULL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        reg(DRAW_R_PA_SC_AA_CONFIG, 0);
        reg(R700_R_DB_DEPTH_INFO, rows[i].info);
        reg(R700_R_DB_DEPTH_SIZE, rows[i].size);
        reg(R700_R_DB_DEPTH_VIEW, rows[i].view);
        base(R700_R_DB_DEPTH_BASE, 0);
        draw();
        must(rows[i].refused);
    }
    draw();
    must("depths: no object is set");
    base(R700_R_DB_DEPTH_BASE, 0);
    draw();
    must("depths without a size");
}

static void test_textures(void **state)
{
    enum { ROWS = HW_DIM_2D | 1 << 3 | 7 << 8 | 63 << 19, TEXTURE = 2u << 30 };
    static const uint32_t zero = 0;
    static const struct {
        uint32_t words[6];
        const char *refused;
    } rows[] = {
        {{ROWS, 63 | HW_FMT_8_8_8_8 << 26, 0, 0, 0, 0}, NULL},
        {{ROWS, 255 | HW_FMT_8_8_8_8 << 26, 0, 0, 0, 0}, NULL},
        {{ROWS, 256 | HW_FMT_8_8_8_8 << 26, 0, 0, 0, 0}, "a texture: 65792 bytes at offset 0x0"},
        {{ROWS, 63 | HW_FMT_8_8_8_8 << 26, 0xC1, 0, 0, 0},
         "a texture: 16384 bytes at offset 0xc100"},
        {{ROWS, 63, 0, 0, 0, 0}, "a texture: format 0"},
        {{ROWS, 63u | (uint32_t)HW_FMT_BC7 << 26, 0, 0, 0, 0}, "a texture: "},
        {{ROWS | 10 << 3, 63 | HW_FMT_8_8_8_8 << 26, 0, 0, 0, 0}, "a texture: array mode 11"},
        {{ROWS - (1 << 8), 63 | HW_FMT_8_8_8_8 << 26, 0, 0, 0, 0}, "pixels are not whole ones"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint32_t payload[8] = {0};
        memcpy(payload + 1, rows[i].words, sizeof(rows[i].words));
        payload[7] = TEXTURE;
        packet(HW_PKT3_SET_RESOURCE, payload, 8);
        packet(HW_PKT3_NOP, &zero, 1);
        packet(HW_PKT3_NOP, &zero, 1);
        must(rows[i].refused);
    }
}

int main(void)
{
    return RUN_TESTS(device_test, test_registers, test_chips, test_colors, test_depths,
                     test_textures);
}
