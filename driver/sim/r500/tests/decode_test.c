/* SPDX-License-Identifier: MIT */
/* decode_test.c: what the decoder refuses, and that no words make it, or the program, do more than
 * fail. */
#include "driver/sim/r500/tests/program.h"

#include "ci/tests/run_tests.h"

/* A sound program of one instruction, of which one word is then changed. */
static void assert_refused(unsigned word, uint32_t bits, const char *words)
{
    struct program program = {0};

    output(&program, 0);
    assert_true(run(&program));
    program.words[0][word] ^= bits;
    assert_fault(&program, words);
}

static void test_alu(void **state)
{
    assert_refused(5, 6, "operation 6 of the RGB ALU does not exist");
    assert_refused(4, 4, "operation 4 of the alpha ALU does not exist");
    assert_refused(5, HW_R500_RGB_SOP, "SOP takes what MAD of the alpha ALU does not give");
    assert_refused(4, HW_R500_ALPHA_DP, "DP takes what MAD of the RGB ALU does not give");
    assert_refused(5, HW_R500_RGB_MDH, "derivatives");
    assert_refused(1, 16, "temporary 16; the program has 16");
    assert_refused(1, 0x280, "inline constant with the loop register");
    assert_refused(3, 7u << 2, "operand A of MAD takes a channel that there is not");
    assert_refused(3, 7u << 26, "MAD without output modifier");
    assert_refused(4, 1u << 31, "depth");
    assert_refused(3, 1u << 31, "output instruction writes the ALU result");
    assert_refused(0, 7u << 3, "a predicate that does not exist");
}

static void test_tex(void **state)
{
    struct program program = {0};

    look_up(&program, 0, 1, 0, 0, HW_R500_TEX_KILL << 22);
    assert_fault(&program, "texture operation 2 is not simulated");
    program.words[0][1] = 7u << 22;
    assert_fault(&program, "texture operation 7 is not simulated");
    program.words[0][1] = 1;
    assert_fault(&program, "reserved");
    program.words[0][1] = HW_R500_TEX_LD << 22;
    assert_fault(&program, "texture unit 0, which is not enabled");
    program.words[0][2] |= 99;
    assert_fault(&program, "temporary 99");
}

static void test_flow(void **state)
{
    struct program program = {0};

    flow(&program, HW_R500_FC_JUMP, 0, HW_SET(R500_FC_ADDR, JUMP_ADDR, 2));
    output(&program, 0);
    assert_fault(&program, "a jump to instruction 2 of 2");
    program.words[0][3] = 0;
    program.words[0][2] = HW_R500_A_PUSH << 6;
    assert_fault(&program, "calls");
    program.words[0][2] = 8;
    assert_fault(&program, "reserved");
    program.words[0][2] = HW_R500_FC_ENDLOOP;
    assert_fault(&program, "the end of a loop has a condition");
    program.words[0][2] = HW_R500_FC_LOOP;
    pixels->program.full_flow = false;
    assert_fault(&program, "without full flow control");
    pixels->program.full_flow = true;
}

static uint32_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 32);
}

/* Random words, and sound programs with some bits turned over: they run or fail with a message. */
static void test_random_words(void **state)
{
    enum { PROGRAMS = 4000, LENGTH = 8 };
    uint64_t seed = 500;
    unsigned ran = 0;

    for (int i = 0; i < PROGRAMS; i++) {
        struct program program = {0};
        while (program.count < LENGTH - 1) {
            set_all(&program, next(&seed) % 16, 1);
            uint32_t *words = program.words[program.count - 1];
            for (int w = 0; w < 6; w++)
                words[w] = i % 2 ? next(&seed) : words[w] ^ (1u << next(&seed) % 32);
        }
        output(&program, 0);
        pixels->error[0] = '\0';
        if (run(&program))
            ran++;
        else
            assert_string_not_equal(pixels->error, "");
    }
    assert_in_range(ran, 1, PROGRAMS - 1);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(pixels_create, pixels_destroy, cmocka_unit_test, test_alu, test_tex,
                             test_flow, test_random_words);
}
