/* SPDX-License-Identifier: MIT */
/* streams_test.c: streams that the kernel refuses, and draws that name memory which is not there.
 */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/r500/r300.h"
#include "driver/hw/r500/registers.h"
#include "driver/sim/r300/context.h"
#include "driver/sim/r300/r300.h"

#include <string.h>

enum { BYTES = 4096, MOST = 256 };

static const struct sim_family *const families[] = {&r300_family, &r300_older_family, NULL};
static struct sim_device *device;
static uint32_t object, dwords[MOST], count;
static char error[SIM_ERROR_SIZE];

static void open_chip(const char *chip)
{
    const struct sim_config config = {.chip = hw_chip_find(chip),
                                      .threads = 1,
                                      .memory_bytes = 1u << 24,
                                      .time_limit_s = 5.0,
                                      .parts = {.families = families}};
    assert_int_equal(sim_device_create(&config, &device), 0);
    assert_int_equal(sim_gem_create(device, BYTES, 4096, 4, &object), 0);
}

static int open_device(void **state)
{
    open_chip("rv515");
    return 0;
}

static int close_device(void **state)
{
    sim_device_destroy(device);
    return 0;
}

static void put(uint32_t dword)
{
    assert_true(count < MOST);
    dwords[count++] = dword;
}

static void reg(uint32_t address, uint32_t value)
{
    put(hw_r500_pkt0(address, 1, false));
    put(value);
}

static uint32_t packet3(unsigned opcode, uint32_t payload)
{
    return 3u << 30 | (payload - 1) << 16 | opcode << 8;
}

static void reloc(void)
{
    put(0xc0001000u);
    put(0);
}

/* Whether the stream that was put together is refused (1), ends badly (2) or well (0). */
static int submit(void)
{
    const struct sim_reloc relocs[] = {{.handle = object, .read_domains = 4, .write_domain = 4}};
    const uint32_t flags[3] = {1, SIM_RING_GFX, 0};
    const struct sim_chunk chunks[] = {
        {SIM_CHUNK_RELOCS, 4, relocs}, {SIM_CHUNK_IB, count, dwords}, {SIM_CHUNK_FLAGS, 3, flags}};
    uint64_t sequence;

    error[0] = '\0';
    count = 0;
    if (sim_cs(device, chunks, COUNT(chunks), "by hand", NULL, false, &sequence, error))
        return 1;
    return sim_wait(device, sequence, UINT64_MAX, error) == SIM_DONE ? 0 : 2;
}

static void must(int how, const char *text)
{
    assert_int_equal(submit(), how);
    if (!strstr(error, text))
        fail_msg("'%s' lacks '%s'", error, text);
}

static void test_registers(void **state)
{
    reg(0x0400, 0);
    must(1, "register 0x0400 is forbidden");
    reg(HW_R500_R_RB3D_CCTL, 1u << 10);
    must(1, "CMASK belongs to another client");
    reg(HW_R500_R_ZB_BW_CNTL, 1);
    must(1, "HyperZ belongs to another client");
    reg(HW_R500_R_ZB_BW_CNTL, 1u << 5);
    assert_int_equal(submit(), 0);
}

static void test_relocations(void **state)
{
    reg(HW_R500_R_ZB_DEPTHOFFSET, 0);
    must(1, "ZB_DEPTHOFFSET needs a relocation");
    reg(HW_R500_R_TX_OFFSET, BYTES);
    reloc();
    must(1, "behind the object's 4096 bytes");
    put(packet3(R300_PKT3_LOAD_VBPNTR, 1));
    put(2);
    must(1, "2 arrays of vertices in 1 dwords");
    put(packet3(R300_PKT3_INDX_BUFFER, 1));
    put(0);
    must(1, "INDX_BUFFER has 1 dwords");
    put(packet3(R300_PKT3_DRAW_VBUF_2, 9));
    put(0);
    must(1, "9 dwords of payload run over the end");
}

static void test_memory(void **state)
{
    reg(HW_R500_R_VAP_PVS_VECTOR_INDX_REG, R300_PVS_VECTORS);
    reg(HW_R500_R_VAP_PVS_UPLOAD_DATA, 1);
    must(2, "VAP_PVS_UPLOAD_DATA writes vector");
    reg(HW_R500_R_ZB_ZPASS_ADDR, BYTES - 2);
    reloc();
    must(2, "ZB_ZPASS_ADDR");
    put(packet3(R300_PKT3_INDX_BUFFER, 3));
    put(0);
    put(0);
    put(1);
    reloc();
    must(2, "INDX_BUFFER without a draw before it");
}

/* The state of a draw of triangles, but for its surfaces and programs. */
static void begin_draw(void)
{
    reg(HW_R500_R_SC_CLIP_RULE, 0xffff);
    reg(HW_R500_R_SC_SCISSOR1, 63 | 63 << 13);
    reg(HW_R500_R_GA_COLOR_CONTROL, 0xaaaa);
    reg(HW_R500_R_RS_IP, 6u << 27);
}

/* The same where scissors begin elsewhere. */
static void begin_older(void)
{
    reg(HW_R500_R_SC_CLIP_RULE, 0xffff);
    reg(HW_R500_R_SC_SCISSOR0, HW_R300_ORIGIN | HW_R300_ORIGIN << 13);
    reg(HW_R500_R_SC_SCISSOR1, (HW_R300_ORIGIN + 63) | (HW_R300_ORIGIN + 63) << 13);
    reg(HW_R500_R_GA_COLOR_CONTROL, 0xaaaa);
    reg(HW_R300_R_RS_IP, 6u << 9);
}

/* Vertices of no dwords, of a primitive, without depths. */
static void draw_as(uint32_t primitive)
{
    reg(HW_R500_R_ZB_CNTL, 0);
    put(packet3(R300_PKT3_LOAD_VBPNTR, 3));
    put(1);
    put(0);
    put(0);
    reloc();
    put(packet3(R300_PKT3_DRAW_VBUF_2, 1));
    put(3u << 16 | 2u << 4 | primitive);
}

static void draw(void)
{
    draw_as(4);
}

static void test_draws(void **state)
{
    draw();
    must(2, "SC_CLIP_RULE 0x0 is not supported");
    begin_draw();
    reg(HW_R500_R_GB_AA_CONFIG, 1);
    draw();
    must(2, "GB_AA_CONFIG 0x1 is not supported");
    begin_draw();
    draw_as(9);
    must(2, "VAP_VF_CNTL 0x30029 is not supported");
    begin_draw();
    reg(HW_R500_R_RB3D_COLOR_CHANNEL_MASK, 15);
    reg(HW_R500_R_RB3D_COLOROFFSET, 0);
    reloc();
    reg(HW_R500_R_RB3D_COLORPITCH, 64 | 6u << 21);
    draw();
    must(1, "a target is larger than its object");
    begin_draw();
    reg(HW_R500_R_TX_ENABLE, 1);
    reg(HW_R500_R_TX_FILTER0, 1u << 9 | 1u << 11);
    reg(HW_R500_R_TX_FORMAT0, 63 | 63 << 11);
    reg(HW_R500_R_TX_FORMAT1, 0xc);
    reg(HW_R500_R_TX_OFFSET, 0);
    reloc();
    draw();
    must(1, "a texture is larger than its object");
}

/* Where rc410 has other registers, other formats and another origin; and it has no vertex programs.
 */
static void test_older(void **state)
{
    struct sim_device *const rv515 = device;
    const uint32_t its_object = object;

    open_chip("rc410");
    reg(HW_R500_R_GA_US_VECTOR_INDEX, 0);
    must(1, "register GA_US_VECTOR_INDEX is forbidden");
    reg(HW_R500_R_VAP_ALT_NUM_VERTICES, 0);
    must(1, "register VAP_ALT_NUM_VERTICES is forbidden");
    reg(HW_R500_R_RB3D_COLORPITCH, 5u << 21);
    must(1, "a format that R300 lacks");
    reg(HW_R500_R_TX_FORMAT1, 0x1f);
    must(1, "a format that R300 lacks");
    reg(HW_R500_R_TX_FORMAT2, 1u << 14);
    must(1, "a format that R300 lacks");
    reg(HW_R300_R_US_ALU_CONST + 4 * 127, 0);
    assert_int_equal(submit(), 0);
    begin_older();
    draw();
    must(2, "a vertex program (VAP_CNTL_STATUS 0x0): this chip has none");
    begin_older();
    reg(HW_R500_R_VAP_CNTL_STATUS, 1u << 8);
    reg(HW_R500_R_VAP_VTE_CNTL, 1);
    draw();
    must(2, "VAP_VTE_CNTL 0x1 is not supported");
    begin_older();
    reg(HW_R500_R_VAP_CNTL_STATUS, 1u << 8);
    reg(HW_R500_R_RB3D_COLOR_CHANNEL_MASK, 15);
    reg(HW_R500_R_RB3D_COLOROFFSET, 0);
    reloc();
    reg(HW_R500_R_RB3D_COLORPITCH, 64 | 6u << 21);
    draw();
    must(1, "a target is larger than its object");
    close_device(state);
    device = rv515;
    object = its_object;
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, test_registers,
                             test_relocations, test_memory, test_draws, test_older);
}
