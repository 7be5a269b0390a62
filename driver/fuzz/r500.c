/* SPDX-License-Identifier: MIT */
/* r500.c: fuzz target: the simulated R500 checks any command stream, decodes any fragment program
 * and runs it for some steps, or says what is wrong with them. What it writes lies in the targets'
 * object: those around it stay as they are. The first byte says what the dwords from byte 4 on are:
 * 0 instructions, for which a stream is made; otherwise a whole stream. Bytes 1 and 2 are the
 * registers that instructions have, and the turns of their loops. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/abi/binary.h"
#include "driver/abi/r500/image_program.h"
#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "driver/fuzz/fuzz.h"
#include "driver/hw/chips.h"
#include "driver/hw/r500/r500.h"
#include "driver/hw/r500/registers.h"
#include "driver/sim/r500/r500.h"

enum {
    HEADER_BYTES = 4,
    MAX_DWORDS = 4096,
    MAX_STEPS = 2000,
    ERROR_SIZE = 512,
    WIDTH = 8,
    HEIGHT = 4,
    OBJECT_BYTES = 4096,
    OBJECTS = 4,
    TARGET = 1, /* of the objects: that which is written; 2 is read */
    TEXTURE = 2,
    DOMAIN = 4,
    PATTERN = 0x5a
};

struct stream {
    uint32_t dwords[MAX_DWORDS], count;
};

static struct sim_gem gem;
static uint32_t handles[OBJECTS];

static struct sim_bo *object(unsigned i)
{
    struct sim_bo *bo = sim_gem_find(&gem, handles[i]);

    assert(bo);
    sim_bo_unreference(&gem, bo); /* its handle keeps it */
    return bo;
}

static void make_objects(void)
{
    if (gem.slot_count)
        return;
    assert(!sim_gem_init(&gem, 1u << 20));
    for (unsigned i = 0; i < OBJECTS; i++) {
        assert(!sim_gem_table_create(&gem, -1, OBJECT_BYTES, 4096, DOMAIN, &handles[i]));
        memset(object(i)->map, PATTERN, OBJECT_BYTES);
    }
}

static void check_objects(void)
{
    for (unsigned i = 0; i < OBJECTS; i++)
        for (unsigned b = 0; b < OBJECT_BYTES && i != TARGET; b++)
            assert(object(i)->map[b] == PATTERN);
}

/* Whether it ran to its end. */
static bool run(struct stream *stream)
{
    const struct sim_reloc relocs[] = {
        {.handle = handles[TARGET], .read_domains = DOMAIN, .write_domain = DOMAIN},
        {.handle = handles[TEXTURE], .read_domains = DOMAIN}};
    const uint32_t flags[3] = {1, SIM_RING_GFX, 0};
    const struct sim_chunk chunks[] = {{SIM_CHUNK_RELOCS, 4 * COUNT(relocs), relocs},
                                       {SIM_CHUNK_IB, stream->count, stream->dwords},
                                       {SIM_CHUNK_FLAGS, COUNT(flags), flags}};
    char error[SIM_ERROR_SIZE] = "";
    struct sim_stream *checked =
        r500_stream_check(&gem, hw_chip_find("rv515"), chunks, COUNT(chunks), "fuzz", true, error);
    bool ran = false;

    assert(checked || error[0]);
    if (checked) {
        checked->max_steps = MAX_STEPS;
        ran = r500_stream_run(sim_lanes_select(), checked, error);
        assert(ran || error[0]);
    }
    sim_stream_destroy(&gem, checked);
    check_objects();
    return ran;
}

/* ---- a stream around instructions ---- */

static void put(struct stream *stream, uint32_t dword)
{
    if (stream->count < MAX_DWORDS)
        stream->dwords[stream->count++] = dword;
}

static void reg(struct stream *stream, uint32_t address, uint32_t value)
{
    put(stream, address >> 2); /* a packet of type 0 and one value */
    put(stream, value);
}

static void reloc(struct stream *stream, uint32_t index)
{
    put(stream, hw_r500_pkt3(HW_R500_PKT3_NOP, 1));
    put(stream, 4 * index);
}

/* Four targets of RGBA8, and eight textures of 8 x 4 texels, in turn filtered, by all modes. */
static void put_images(struct stream *stream)
{
    for (uint32_t i = 0; i < HW_R500_TARGETS; i++) {
        reg(stream, HW_R500_R_US_OUT_FMT + 4 * i, 1 << 8 | 2 << 10 | 3 << 12);
        reg(stream, HW_R500_R_RB3D_COLOROFFSET + 4 * i, i * WIDTH * HEIGHT * 4);
        reloc(stream, 0);
        reg(stream, HW_R500_R_RB3D_COLORPITCH + 4 * i, 6 << 21 | WIDTH);
    }
    reg(stream, HW_R500_R_TX_ENABLE, 0xff);
    for (uint32_t i = 0; i < 8; i++) {
        static const uint8_t modes[] = {0, 1, 2, 6}; /* repeat, mirror, edge, border */
        const uint32_t mode = modes[i / 2];
        const uint32_t filter = 1 + i % 2;
        reg(stream, HW_R500_R_TX_FILTER0 + 4 * i,
            mode | mode << 3 | mode << 6 | filter << 9 | filter << 11);
        reg(stream, HW_R500_R_TX_FORMAT0 + 4 * i, (WIDTH - 1) | (HEIGHT - 1) << 11);
        reg(stream, HW_R500_R_TX_FORMAT1 + 4 * i, 0xc | 3 << 9 | 1 << 15 | 2 << 18);
        reg(stream, HW_R500_R_TX_FORMAT2 + 4 * i, 0);
        reg(stream, HW_R500_R_TX_OFFSET + 4 * i, 0);
        reloc(stream, 1);
    }
}

static void put_fixed(struct stream *stream)
{
    static const uint32_t fixed[][2] = {{HW_R500_R_VAP_CNTL_STATUS, 1 << 8},
                                        {HW_R500_R_VAP_CLIP_CNTL, 1 << 16},
                                        {HW_R500_R_VAP_VTE_CNTL, 1 << 8 | 1 << 9},
                                        {HW_R500_R_VAP_OUT_VTX_FMT_0, 1},
                                        {HW_R500_R_VAP_OUT_VTX_FMT_1, 2},
                                        {HW_R500_R_VAP_VTX_SIZE, 6},
                                        {HW_R500_R_RS_COUNT, 2 | 1 << 18},
                                        {HW_R500_R_RS_INST_COUNT, 0},
                                        {HW_R500_R_RS_IP, 0 | 1 << 6 | 62 << 12 | 63 << 18},
                                        {HW_R500_R_RS_INST, 1 << 4},
                                        {HW_R500_R_SC_SCISSOR0, 0},
                                        {HW_R500_R_SC_SCISSOR1, (WIDTH - 1) | (HEIGHT - 1) << 13},
                                        {HW_R500_R_RB3D_COLOR_CHANNEL_MASK, 0xffff},
                                        {HW_R500_R_RB3D_DITHER_CTL, HW_R500_DITHER_ROUND}};

    for (size_t i = 0; i < COUNT(fixed); i++)
        reg(stream, fixed[i][0], fixed[i][1]);
}

static void put_program(struct stream *stream, const uint32_t *words, uint32_t count,
                        uint32_t temps, uint32_t turns)
{
    reg(stream, HW_R500_R_US_PIXSIZE, temps % HW_R500_TEMPS);
    reg(stream, HW_R500_R_US_FC_CTRL, HW_SET(R500_R_US_FC_CTRL, FULL_FC_EN, 1));
    reg(stream, HW_R500_R_US_FC_BOOL_CONST, 0xaaaaaaaa);
    for (uint32_t i = 0; i < HW_R500_LOOPS; i++)
        reg(stream, HW_R500_R_US_FC_INT_CONST + 4 * i,
            turns << HW_R500_LOOP_COUNT_LO | 1u << HW_R500_LOOP_STEP_LO);
    reg(stream, HW_R500_R_US_CODE_ADDR, HW_SET(R500_R_US_CODE_ADDR, END, count - 1));
    reg(stream, HW_R500_R_GA_US_VECTOR_INDEX, 0);
    for (uint32_t i = 0; i < count * HW_R500_WORDS; i++)
        reg(stream, HW_R500_R_GA_US_VECTOR_DATA, words[i]);
    reg(stream, HW_R500_R_GA_US_VECTOR_INDEX, HW_SET(R500_R_GA_US_VECTOR_INDEX, CONSTANTS, 1));
    for (uint32_t i = 0; i < 64; i++)
        reg(stream, HW_R500_R_GA_US_VECTOR_DATA, float_bits((float)i * 0.25f - 2.0f));
}

static void put_draw(struct stream *stream)
{
    put(stream, hw_r500_pkt3(HW_R500_PKT3_DRAW_IMMD_2, 25));
    put(stream, HW_R500_PRIM_QUADS | HW_R500_WALK_EMBEDDED << 4 | 4 << 16);
    for (int v = 0; v < 4; v++) {
        const float x = v == 1 || v == 2 ? WIDTH : 0, y = v > 1 ? HEIGHT : 0;
        const float vertex[] = {x, y, 0, 1, x - 0.5f, y - 0.5f};
        for (size_t i = 0; i < COUNT(vertex); i++)
            put(stream, float_bits(vertex[i]));
    }
}

static void make_stream(struct stream *stream, const uint32_t *words, uint32_t count,
                        const uint8_t header[HEADER_BYTES])
{
    stream->count = 0;
    put_fixed(stream);
    put_images(stream);
    put_program(stream, words, count, header[1], header[2]);
    put_draw(stream);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct stream stream;
    static uint32_t dwords[MAX_DWORDS];
    enum { MOST = 256 }; /* instructions, of which a stream has room for the words */

    if (size < HEADER_BYTES)
        return 0;
    make_objects();
    uint32_t count = (uint32_t)(size - HEADER_BYTES) / 4;
    count = count < MAX_DWORDS ? count : MAX_DWORDS;
    memcpy(dwords, data + HEADER_BYTES, 4 * (size_t)count);
    if (data[0]) {
        memcpy(stream.dwords, dwords, 4 * (size_t)count);
        stream.count = count;
        run(&stream);
    } else if (count >= HW_R500_WORDS) {
        count /= HW_R500_WORDS;
        make_stream(&stream, dwords, count < MOST ? count : MOST, data);
        run(&stream);
    }
    return 0;
}

/* ---- good inputs ---- */

/* Program i of the seeds: kernels, each with what is behind it. False behind the last. */
static bool find_program(const struct rootle_binary *binary, unsigned i,
                         struct abi_image_program *program)
{
    for (uint32_t k = 0; k < binary->kernel_count; k++) {
        const void *code = binary->kernels[k].code;
        uint32_t bytes = binary->kernels[k].code_bytes;
        for (; code; code = program->next, bytes = program->next_bytes) {
            assert(!abi_image_program_read(code, bytes, program));
            if (!i--)
                return true;
        }
    }
    return false;
}

/* Each program of the compiled seeds, as instructions and as a stream. */
size_t fuzz_seed(unsigned n, uint8_t seed[FUZZ_SEED_MAX])
{
    static uint8_t image[1 << 20];
    static struct stream stream;
    struct abi_image_program program;
    char error[ERROR_SIZE];
    size_t bytes = 0;
    FILE *file = fopen(ROOTLE_FUZZ_SEEDS "-rv515.bin", "rb");

    make_objects();
    assert(file);
    const size_t size = fread(image, 1, sizeof(image), file);
    fclose(file);
    struct rootle_binary *binary = rootle_binary_read(image, size, error, sizeof(error));
    assert(binary);
    if (find_program(binary, n / 2, &program)) {
        const uint8_t header[HEADER_BYTES] = {n % 2, (uint8_t)(program.temps - 1), 3, 0};
        make_stream(&stream, program.instructions[0], program.instruction_count, header);
        const void *data = n % 2 ? (const void *)stream.dwords : program.instructions;
        bytes = n % 2 ? stream.count * sizeof(uint32_t)
                      : program.instruction_count * sizeof(*program.instructions);
        memcpy(seed, header, HEADER_BYTES);
        memcpy(seed + HEADER_BYTES, data, bytes);
        bytes += HEADER_BYTES;
        assert(run(&stream));
    }
    rootle_binary_destroy(binary);
    return bytes;
}
