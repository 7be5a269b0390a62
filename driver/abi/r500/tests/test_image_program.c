/* SPDX-License-Identifier: MIT */
/* test_image_program.c: image programs survive the way to a kernel's code and back, and what cannot
 * be one is refused, whatever its dwords are. */
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/abi/r500/image_program.h"
#include "driver/base/count.h"

static const uint32_t instructions[2][ABI_IMAGE_INSTRUCTION] = {{1, 2, 3, 4, 5, 6}, {7}};
static const struct abi_image_constant constants[1] = {
    {{{ABI_IMAGE_LITERAL, 0x3f800000}, {ABI_IMAGE_INT, 36}, {ABI_IMAGE_FLOAT, 40}, {0, 0}}}};
static const struct abi_image_texture textures[1] = {{3, ABI_IMAGE_NO_SAMPLER}};
static const struct abi_image_target targets[2] = {{0}, {1}};
static const struct abi_image_input inputs[1] = {{ABI_IMAGE_TEXEL, 2}};
static const uint32_t loops[3] = {1, 2, 3};

static const struct abi_image_program sound = {.flags = ABI_IMAGE_FULL_FLOW,
                                               .temps = 3,
                                               .bools = 5,
                                               .instruction_count = 2,
                                               .constant_count = 1,
                                               .texture_count = 1,
                                               .target_count = 2,
                                               .input_count = 1,
                                               .loop_count = 3,
                                               .instructions = instructions,
                                               .constants = constants,
                                               .textures = textures,
                                               .targets = targets,
                                               .inputs = inputs,
                                               .loops = loops};

static void test_round_trip(void **state)
{
    struct abi_image_program read;
    uint32_t bytes;

    uint32_t *code = abi_image_program_write(&sound, &bytes);
    assert_non_null(code);
    assert_int_equal(bytes, 4 * (ABI_IMAGE_PROGRAM_HEADER + 12 + 8 + 2 + 2 + 2 + 3));
    /* The first instruction, where line tables count from. */
    assert_memory_equal(code + ABI_IMAGE_PROGRAM_HEADER, instructions, sizeof(instructions));
    assert_null(abi_image_program_read(code, bytes, &read));
    assert_int_equal(read.flags, sound.flags);
    assert_int_equal(read.temps, 3);
    assert_int_equal(read.bools, 5);
    assert_memory_equal(read.instructions, instructions, sizeof(instructions));
    assert_memory_equal(read.constants, constants, sizeof(constants));
    assert_memory_equal(read.textures, textures, sizeof(textures));
    assert_memory_equal(read.targets, targets, sizeof(targets));
    assert_memory_equal(read.inputs, inputs, sizeof(inputs));
    assert_memory_equal(read.loops, loops, sizeof(loops));
    assert_int_equal(read.loop_count, 3);
    free(code);
}

/* A program behind another one. */
static void test_next(void **state)
{
    static const struct abi_image_constant of_unit[1] = {{{{ABI_IMAGE_WIDTH, 0}}}};
    struct abi_image_program read, second = sound, first = sound;
    uint32_t bytes;

    second.flags = ABI_IMAGE_WRAPS;
    second.constants = of_unit;
    void *behind = abi_image_program_write(&second, &first.next_bytes);
    assert_non_null(behind);
    first.next = behind;
    void *code = abi_image_program_write(&first, &bytes);
    assert_non_null(code);
    assert_null(abi_image_program_read(code, bytes, &read));
    assert_int_equal(read.next_bytes, first.next_bytes);
    assert_memory_equal(read.next, behind, first.next_bytes);
    assert_null(abi_image_program_read(read.next, read.next_bytes, &read));
    assert_int_equal(read.flags, ABI_IMAGE_WRAPS);
    assert_null(read.next);
    assert_non_null(abi_image_program_read(code, bytes - 4, &read));
    free(code);
    free(behind);
}

/* A sound program with one thing changed is refused for it. */
static void assert_refused(const struct abi_image_program *program, const char *words)
{
    struct abi_image_program read;
    uint32_t bytes;
    void *code = abi_image_program_write(program, &bytes);

    assert_non_null(code);
    const char *fault = abi_image_program_read(code, bytes, &read);
    if (!fault || !strstr(fault, words))
        fail_msg("\"%s\" does not say \"%s\"", fault ? fault : "nothing", words);
    free(code);
}

static void test_counts(void **state)
{
    struct abi_image_program program = sound;

    program.instruction_count = 0;
    assert_refused(&program, "length");
    program = sound;
    program.temps = 129;
    assert_refused(&program, "number of registers");
    program = sound;
    program.target_count = 0;
    assert_refused(&program, "no target");
    program = sound;
    program.flags = 4;
    assert_refused(&program, "unknown flag");
}

static void test_contents(void **state)
{
    const struct abi_image_constant sources[] = {
        {{{ABI_IMAGE_SOURCE_COUNT, 0}}}, {{{ABI_IMAGE_UINT, 38}}}, {{{ABI_IMAGE_UINT, 8192}}}};
    static const char *const why[] = {"unknown source", "outside the inputs", "outside the inputs"};
    const struct abi_image_texture no_view = {128, 0}, no_sampler = {0, 18};
    const struct abi_image_target no_surface[2] = {{0}, {11}};
    const struct abi_image_input no_temp = {ABI_IMAGE_TEXEL, 3}, no_kind = {2, 0};

    for (size_t i = 0; i < COUNT(sources); i++) {
        struct abi_image_program program = sound;
        program.constants = &sources[i];
        assert_refused(&program, why[i]);
    }
    static const struct abi_image_constant units[] = {{{{ABI_IMAGE_WIDTH, 0}}},
                                                      {{{ABI_IMAGE_MIRRORED, 4}}}};
    struct abi_image_program program = sound;
    program.constants = &units[0]; /* without ABI_IMAGE_WRAPS */
    assert_refused(&program, "a constant of a texture");
    program.flags = ABI_IMAGE_WRAPS;
    program.constants = &units[1];
    assert_refused(&program, "a constant of a texture");
    program = sound;
    program.textures = &no_view;
    assert_refused(&program, "a texture of an image");
    program.textures = &no_sampler;
    assert_refused(&program, "a texture of an image");
    program = sound;
    program.targets = no_surface;
    assert_refused(&program, "a target of an image");
    program = sound;
    program.inputs = &no_temp;
    assert_refused(&program, "an input of an unknown kind");
    program.inputs = &no_kind;
    assert_refused(&program, "an input of an unknown kind");
}

/* Cut off anywhere, and with any bit turned over: refused, or a program inside of its bytes. */
static void test_damage(void **state)
{
    struct abi_image_program read;
    uint32_t bytes;

    uint8_t *code = abi_image_program_write(&sound, &bytes);
    assert_non_null(code);
    for (uint32_t cut = 0; cut < bytes; cut++) {
        uint8_t *copy = malloc(cut + 1u);
        assert_non_null(copy);
        memcpy(copy, code, cut);
        assert_non_null(abi_image_program_read(copy, cut, &read));
        free(copy);
    }
    for (uint32_t bit = 0; bit < 8 * bytes; bit++) {
        code[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (!abi_image_program_read(code, bytes, &read))
            assert_ptr_equal(read.loops + read.loop_count, code + bytes);
        code[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    free(code);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_round_trip, test_next, test_counts, test_contents,
                     test_damage);
}
