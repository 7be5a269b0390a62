/* SPDX-License-Identifier: MIT */
/* stream_test.c: streams of R500 put together dword by dword: what is drawn, and what the checker
 * refuses as the kernel does. */
#include "driver/sim/r500/tests/program.h"

#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/sim/r500/r500.h"

enum { WIDTH = 8, HEIGHT = 4, TARGET_BYTES = WIDTH * HEIGHT * 4, MAX_DWORDS = 1024 };

static const struct sim_family *const families[] = {&r500_family, NULL};
static struct sim_device *device;
static uint32_t target; /* its handle */
static char error[SIM_ERROR_SIZE];

static int open_device(void **state)
{
    const struct sim_config config = {.chip = hw_chip_find("rv515"),
                                      .threads = 1,
                                      .memory_bytes = 1u << 24,
                                      .strict = true,
                                      .parts = {.families = families}};
    assert_int_equal(sim_device_create(&config, &device), 0);
    assert_int_equal(sim_gem_create(device, TARGET_BYTES, 4096, 4, &target), 0);
    return 0;
}

static int close_device(void **state)
{
    sim_device_destroy(device);
    return 0;
}

struct stream {
    uint32_t dwords[MAX_DWORDS], count;
};

static void put(struct stream *stream, uint32_t dword)
{
    assert_true(stream->count < MAX_DWORDS);
    stream->dwords[stream->count++] = dword;
}

static void reg(struct stream *stream, uint32_t address, uint32_t value)
{
    put(stream, address >> 2); /* a packet of type 0 and one value */
    put(stream, value);
}

static void reloc(struct stream *stream, uint32_t index)
{
    put(stream, 0xc0001000u);
    put(stream, 4 * index);
}

/* Runs it with a relocation to the target. 0, or what refused or stopped it. */
static int submit(const struct stream *stream)
{
    const struct sim_reloc relocs[] = {{.handle = target, .read_domains = 4, .write_domain = 4}};
    const uint32_t flags[3] = {1, SIM_RING_GFX, 0};
    const struct sim_chunk chunks[] = {{SIM_CHUNK_RELOCS, 4, relocs},
                                       {SIM_CHUNK_IB, stream->count, stream->dwords},
                                       {SIM_CHUNK_FLAGS, 3, flags}};
    uint64_t sequence;

    error[0] = '\0';
    if (sim_cs(device, chunks, COUNT(chunks), "by hand", NULL, false, &sequence, error))
        return 1;
    return sim_wait(device, sequence, UINT64_MAX, error) != SIM_DONE;
}

/* Sets the state of a draw besides target and program. Where a register stands twice, the last
 * holds. */
static void set_up_draw(struct stream *stream)
{
    reg(stream, 0x2140, 1 << 8);                           /* no transformation */
    reg(stream, 0x221c, 1 << 16);                          /* no clipping */
    reg(stream, 0x20b0, 1 << 8 | 1 << 9);                  /* window coordinates */
    reg(stream, 0x2090, 1);                                /* position */
    reg(stream, 0x2094, 2);                                /* one coordinate of two components */
    reg(stream, 0x20b4, 6);                                /* dwords of a vertex */
    reg(stream, 0x4300, 2 | 1 << 18);                      /* two components */
    reg(stream, 0x4304, 0);                                /* one instruction */
    reg(stream, 0x4074, 0 | 1 << 6 | 62 << 12 | 63 << 18); /* s t 0 1 */
    reg(stream, 0x4320, 1 << 4 | 0 << 5);                  /* to temporary 0 */
    reg(stream, 0x43e0, 0);
    reg(stream, 0x43e4, (WIDTH - 1) | (HEIGHT - 1) << 13);
    reg(stream, 0x4104, 0); /* no textures */
    reg(stream, 0x4e0c, 0xffff);
    reg(stream, 0x4e50, 1 | 1 << 2);
    reg(stream, 0x46a4, 0 | 1 << 8 | 2 << 10 | 3 << 12 | 0 << 14); /* C4_8: r g b a */
    for (uint32_t i = 1; i < 4; i++)
        reg(stream, 0x46a4 + 4 * i, 15);
    reg(stream, 0x4e28, 0);
    reloc(stream, 0);
    reg(stream, 0x4e38, 6 << 21 | WIDTH); /* ARGB8888 */
    reg(stream, 0x4604, 3);               /* four temporaries */
}

/* target 0 = temporary 0 / 16, clamped as the format is */
static void set_up_program(struct stream *stream)
{
    struct program program = {0};

    ALU(&program, .type = HW_R500_TYPE_OUT,
        .rgb = {.src = {T(0), I(0.0625f)}, .a = ALL(0), .b = ALL(1), .c = ZERO, .omask = 7},
        .alpha = {.src = {T(0)}, .a = ONE_OF(0, HW_R500_SWIZ_A), .b = ONE, .c = ZERO, .omask = 1});
    reg(stream, 0x4630, 0); /* first and last instruction */
    reg(stream, 0x4250, 0);
    put(stream, 5u << 16 | 1u << 15 | 0x4254 >> 2);
    for (int i = 0; i < 6; i++)
        put(stream, program.words[0][i]);
}

static void draw(struct stream *stream, float x0, float y0, float x1, float y1)
{
    const float corners[4][2] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};

    put(stream, 3u << 30 | 24u << 16 | 0x35 << 8);
    put(stream, 13 | 3 << 4 | 4 << 16);
    for (int v = 0; v < 4; v++) {
        put(stream, float_bits(corners[v][0]));
        put(stream, float_bits(corners[v][1]));
        put(stream, 0);
        put(stream, float_bits(1));
        put(stream, float_bits(corners[v][0] - 0.5f));
        put(stream, float_bits(corners[v][1] - 0.5f));
    }
}

static struct stream sound(void)
{
    struct stream stream = {.count = 0};

    set_up_draw(&stream);
    set_up_program(&stream);
    draw(&stream, 0, 0, WIDTH, HEIGHT);
    return stream;
}

static void test_draw(void **state)
{
    const uint8_t *texels = sim_gem_map(device, target);
    struct stream stream = sound();

    if (submit(&stream))
        fail_msg("%s", error);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            const uint8_t *texel = texels + (y * WIDTH + x) * 4;
            assert_int_equal(texel[0], (int)(x / 16.0f * 255 + 0.5f));
            assert_int_equal(texel[1], (int)(y / 16.0f * 255 + 0.5f));
            assert_int_equal(texel[2], 0);
            assert_int_equal(texel[3], 255);
        }
}

/* A register behind all others of the state, and the draw. */
static void assert_refused(uint32_t address, uint32_t value, const char *words)
{
    struct stream stream = {.count = 0};

    set_up_draw(&stream);
    set_up_program(&stream);
    reg(&stream, address, value);
    draw(&stream, 0, 0, WIDTH, HEIGHT);
    assert_int_not_equal(submit(&stream), 0);
    if (!strstr(error, words))
        fail_msg("\"%s\" does not say \"%s\"", error, words);
}

static void test_registers(void **state)
{
    assert_refused(0x4018, 0, "register 0x4018 is forbidden"); /* GB_TILE_CONFIG is the kernel's */
    assert_refused(0x0148, 0, "forbidden");
    assert_refused(0x4540, 0, "TX_OFFSET_0 needs a relocation");
    assert_refused(0x4e28, 0, "RB3D_COLOROFFSET_0 needs a relocation");
    assert_refused(0x4e00, 1 << 10, "CMASK");
    assert_refused(0x4e04, 1, "blending");
    assert_refused(0x4f00, 2, "depth");
    assert_refused(0x4f1c, 1, "HyperZ");
    assert_refused(0x4e0c, 0x7fff, "masks of channels");
    assert_refused(0x4e50, 0, "rounded to the nearest");
    assert_refused(0x4600, 2, "products with 0");
}

static void test_bounds(void **state)
{
    assert_refused(0x43e4, (WIDTH - 1) | HEIGHT << 13, "5 rows of 32 bytes end at byte 160");
    assert_refused(0x43e4, WIDTH | (HEIGHT - 1) << 13, "the scissors end behind its pitch of 8");
    assert_refused(0x4e38, 6 << 21 | 4, "a pitch or an address that is not of whole 32 bytes");
    assert_refused(0x4e38, 6 << 21 | 1 << 16 | WIDTH, "tiling");
    assert_refused(0x4e38, 7 << 21 | WIDTH, "a pair of formats");
    assert_refused(0x46a8, 0, "render target 1 has a pair of formats");
    assert_refused(0x4104, 1, "texture unit 0 is enabled, but has no TX_OFFSET");
    assert_refused(0x4320, 1 << 4 | 9 << 5, "the rasteriser writes temporary 9; the program has 4");
}

/* Texture 0 of 8 x 4 texels lies in the target's object, which has room for just that. `shape` are
 * bits of TX_FORMAT0 that are otherwise than 2D textures have them: 1 << 31 the pitch, from 1 << 11
 * on the height, from 1 << 22 on the logarithm of the depth. `clamp` are bits of TX_FILTER0 that
 * are otherwise than at the edge: 2 and 2 << 3 repeat along s and t, 3 and 3 << 3 mirror. */
static void texture(struct stream *stream, uint32_t width, uint32_t format1, uint32_t filter,
                    uint32_t shape, uint32_t clamp)
{
    reg(stream, 0x4400, (2 | 2 << 3 | 2 << 6 | filter << 9 | filter << 11) ^ clamp);
    reg(stream, 0x4480, ((width - 1) | (HEIGHT - 1) << 11 | 1u << 31) ^ shape);
    reg(stream, 0x44c0, format1 | 3 << 9 | 0 << 12 | 1 << 15 | 2 << 18);
    reg(stream, 0x4500, width - 1);
    reg(stream, 0x4540, 0);
    reloc(stream, 0);
    reg(stream, 0x4104, 1);
}

static void test_textures(void **state)
{
    static const struct {
        uint32_t width, format1, filter, shape;
        const char *words; /* NULL: sound */
        uint32_t clamp;
    } rows[] = {{8, 0xc, 1, 0, NULL, 0},
                {16, 0xc, 1, 0, "16 x 4 x 1 texels end at byte 256 of an object of 128", 0},
                {8, 0x1f, 1, 0, "a format that is not simulated", 0},
                {8, 0x1b, 1, 0, NULL, 0},
                {8, 0x1b, 2, 0, "a filter, which R500 does not have for floats", 0},
                {8, 0xc, 3, 0, "a filter that is not simulated", 0},
                {8, 0xc | 1 << 5, 1, 0, "channels with and without signs", 0},
                {8, 0xc | 1 << 21, 1, 0, "gamma", 0},
                {8, 0xc | 1 << 25, 1, 1u << 31, NULL, 0},
                {8, 0xc | 1 << 25, 1, 1u << 31 | 1 << 22, "8 x 4 x 2 texels end at byte 256", 0},
                {6, 0xc | 1 << 25, 1, 1u << 31, "three dimensions, and a pitch or a size", 0},
                {8, 0xc | 1 << 25, 1, 0, "three dimensions, and a pitch or a size", 0},
                {8, 0xc | 2 << 25, 1, 0, "the shape of a cube", 0},
                {8, 0xc, 1, 1 << 22, "two dimensions, and a depth", 0},
                {8, 0xc, 1, 1u << 31, NULL, 0},
                {6, 0xc, 1, 1u << 31, "a width that is no power of two, and no pitch", 0},
                {4, 0xc, 1, 0, "a pitch that is less than the width, or not of whole 32 bytes", 0},
                {8, 0xc, 1, 1u << 31, NULL, 2 | 3 << 3},
                {8, 0xc | 1 << 25, 1, 1u << 31, NULL, 2 | 2 << 3 | 3 << 6},
                {8, 0xc, 1, 0, "repeats or mirrors", 2},
                {8, 0xc, 1, 0, "repeats or mirrors", 3 << 3},
                {8, 0xc, 1, 1u << 31 | 1 << 11, "repeats or mirrors", 2},
                {8, 0xc, 1, 1u << 31 | 1 << 11, "repeats or mirrors", 3 << 3},
                {8, 0xc, 1, 1u << 31 | 1 << 11, NULL, 2 << 6}};

    for (size_t i = 0; i < COUNT(rows); i++) {
        struct stream stream = {.count = 0};
        set_up_draw(&stream);
        set_up_program(&stream);
        texture(&stream, rows[i].width, rows[i].format1, rows[i].filter, rows[i].shape,
                rows[i].clamp);
        draw(&stream, 0, 0, WIDTH, HEIGHT);
        const int status = submit(&stream);
        if (!rows[i].words != !status)
            fail_msg("row %zu: %s", i, error);
        if (rows[i].words && !strstr(error, rows[i].words))
            fail_msg("\"%s\" does not say \"%s\"", error, rows[i].words);
    }
}

static void assert_stream_refused(const struct stream *stream, const char *words)
{
    assert_int_not_equal(submit(stream), 0);
    if (!strstr(error, words))
        fail_msg("\"%s\" does not say \"%s\"", error, words);
}

static void test_packets(void **state)
{
    struct stream stream = {.count = 0};

    put(&stream, 1u << 30);
    assert_stream_refused(&stream, "type 1");
    stream.dwords[0] = 3u << 30 | 0x28 << 8; /* DRAW_VBUF */
    put(&stream, 0);
    assert_stream_refused(&stream, "packet 0x28 is not supported");
    stream.dwords[0] = 9u << 16 | 0x4630 >> 2;
    assert_stream_refused(&stream, "10 dwords of payload run over the end of the stream");
    stream = sound();
    stream.dwords[stream.count - 1] = float_bits(100); /* a coordinate of the last vertex */
    assert_stream_refused(&stream, "texture coordinates that are not linear");
    stream = sound();
    stream.dwords[stream.count - 6] = float_bits(1); /* its x */
    assert_stream_refused(&stream, "what is not a rectangle along the axes");
    stream = sound();
    stream.dwords[stream.count - 25] = 4 | 3 << 4 | 4 << 16; /* triangles */
    assert_stream_refused(&stream, "what is not one quad");
}

/* Each dword of a sound stream in turn is something else: it runs, or fails with a message. */
static void test_random_dwords(void **state)
{
    const struct stream stream = sound();
    uint32_t value = 12345;

    for (uint32_t i = 0; i < stream.count; i++)
        for (int round = 0; round < 8; round++) {
            struct stream changed = stream;
            value = value * 1664525u + 1013904223u;
            changed.dwords[i] = round % 2 ? value : stream.dwords[i] ^ 1u << (value >> 27);
            if (submit(&changed))
                assert_string_not_equal(error, "");
        }
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, test_draw, test_registers,
                             test_bounds, test_textures, test_packets, test_random_dwords);
}
