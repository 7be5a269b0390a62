/* SPDX-License-Identifier: MIT */
/* dma_test.c: the DMA ring. Packets are written as numbers (Mesa evergreend.h and
 * evergreen_state.c). */

#include "ci/tests/run_tests.h"
#include "driver/sim/tests/machine.h"

enum { IMAGE_BYTES = 1 << 16 };

/* The image of a test's machine. */
static uint32_t image_handle;
static uint8_t *image;

static int setup(void **state)
{
    static struct machine m;
    machine_init(&m, "juniper");
    m.ring = SIM_RING_DMA;
    image = machine_object(&m, IMAGE_BYTES, &image_handle);
    *state = &m;
    return 0;
}
#define dma_test(f) cmocka_unit_test_setup_teardown(f, setup, machine_teardown)

/* Relocations lie beside the stream: each address takes the next one. */
static void use(struct machine *m, uint32_t handle)
{
    m->relocs[m->reloc_count++] = (struct sim_reloc){handle, 4, 4, 0};
}

static void must_fail(struct machine *m, const char *text)
{
    uint64_t sequence;
    if (!machine_submit(m, &sequence))
        assert_int_equal(sim_wait(m->device, sequence, UINT64_MAX, m->error), SIM_FAILED);
    machine_must_say(m, text);
}

static void test_linear(void **state)
{
    struct machine *m = *state;
    for (unsigned i = 0; i < 256; i++)
        m->pool[i] = (uint8_t)(i + 1);
    EMIT(m, 0x30000003, 0x1000, 0x10, 0, 0); /* 3 dwords from 0x10 to 0x1000 */
    use(m, m->pool_handle);
    use(m, image_handle);
    EMIT(m, 0x34000005, 0x2001, 0x21, 0, 0); /* 5 bytes */
    use(m, m->pool_handle);
    use(m, image_handle);
    EMIT(m, 0xF0000000);
    EMIT(m, 0xD0000002, 0x3000, 0xABCD1234, 0); /* a fill of 2 dwords */
    use(m, image_handle);
    EMIT(m, 0x20000002, 0x4000, 0, 7, 8); /* two dwords written */
    use(m, image_handle);
    machine_must_pass(m);
    assert_memory_equal(image + 0x1000, m->pool + 0x10, 12);
    assert_int_equal(image[0x100c], 0);
    assert_memory_equal(image + 0x2001, m->pool + 0x21, 5);
    assert_int_equal(image[0x2000] | image[0x2006], 0);
    assert_memory_equal(image + 0x3000, ((uint32_t[]){0xABCD1234, 0xABCD1234, 0}), 12);
    assert_memory_equal(image + 0x4000, ((uint32_t[]){7, 8, 0}), 12);
}

/* A 1D-tiled surface of 64 x 16 texels of 4 bytes: rows 8 to 15 into it, and out again. */
static void test_tiled(void **state)
{
    struct machine *m = *state;
    uint32_t *linear = pool_words(m, 0x8000);
    for (unsigned i = 0; i < 64 * 8; i++)
        linear[i] = 1000 + i;
    EMIT(m, 0x30800200, 0x10, 2 << 27 | 2 << 24, 7 | 15 << 16, 15, 0, 8, 0x8000, 0);
    use(m, m->pool_handle);
    use(m, image_handle);
    machine_must_pass(m);
    const uint32_t *texels = (const uint32_t *)(const void *)(image + 0x1000);
    for (unsigned y = 0; y < 16; y++)
        for (unsigned i = 0; i < 64; i++) {
            /* Micro tiles of 8 x 8; within one x0 x1 y0 x2 y1 y2, lowest first. */
            const unsigned tile = y / 8 * 8 + i / 8;
            const unsigned in = (i & 3) | (y & 1) << 2 | (i >> 2 & 1) << 3 | (y >> 1 & 3) << 4;
            assert_int_equal(texels[tile * 64 + in], y < 8 ? 0 : 1000 + (y - 8) * 64 + i);
        }
    EMIT(m, 0x30800200, 0x10, 1u << 31 | 2 << 27 | 2 << 24, 7 | 15 << 16, 15, 0, 8, 0xC000, 0);
    use(m, image_handle);
    use(m, m->pool_handle);
    machine_must_pass(m);
    assert_memory_equal(pool_words(m, 0xC000), linear, 64 * 8 * 4);
}

static void test_wrong(void **state)
{
    struct machine *m = *state;
    EMIT(m, 0x30000003, IMAGE_BYTES - 8, 0x10, 0, 0);
    use(m, m->pool_handle);
    use(m, image_handle);
    must_fail(m, "packet 0 at dword 0: the target: 12 bytes at offset 0xfff8 reach over the end");
    EMIT(m, 0xF0000000, 0x30000003, 0, POOL_BYTES - 8, 0, 0);
    use(m, m->pool_handle);
    use(m, image_handle);
    must_fail(m, "packet 1 at dword 1: the source: 12 bytes at offset 0xffff8 reach over the end");
    EMIT(m, 0x30000003, 0, 0x10, 0, 0);
    use(m, m->pool_handle);
    must_fail(m, "the target has no relocation: there are 1");
    EMIT(m, 0x30000003, 0, 0x10, 0);
    must_fail(m, "its 5 dwords run over the end of the stream of 4");
    EMIT(m, 0x70000000);
    must_fail(m, "header 0x70000000 is not supported");
    EMIT(m, 0x20800001, 0, 0, 0);
    must_fail(m, "header 0x20800001 is not supported");
    /* A mode that does not exist, rows beyond the last, a surface that leaves its object. */
    EMIT(m, 0x30800040, 0, 5 << 27 | 2 << 24, 7 | 15 << 16, 15, 0, 0, 0, 0);
    use(m, m->pool_handle);
    use(m, image_handle);
    must_fail(m, "the tiled side: unknown array mode");
    EMIT(m, 0x30800200, 0, 2 << 27 | 2 << 24, 7 | 15 << 16, 15, 0, 9, 0, 0);
    use(m, m->pool_handle);
    use(m, image_handle);
    must_fail(m, "are not whole rows of 256 bytes within 16 rows");
    EMIT(m, 0x30800200, (IMAGE_BYTES - 2048) >> 8, 2 << 27 | 2 << 24, 7 | 15 << 16, 15, 0, 0, 0, 0);
    use(m, m->pool_handle);
    use(m, image_handle);
    must_fail(m, "there are no 4096 bytes of memory at address");
}

int main(void)
{
    return RUN_TESTS(dma_test, test_linear, test_tiled, test_wrong);
}
