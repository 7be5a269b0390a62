/* SPDX-License-Identifier: MIT */
/* asm_test.c: the assembler and the disassembler against rows of {text, machine code}, errors,
 * damage. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "llvm/evergreen/asm/asm.h"
#include "llvm/evergreen/tests/asm/assemble.h"
#include "llvm/evergreen/tests/asm_rows.h"

enum { ROWS = COUNT(rows), MAX_DWORDS = 64, MAX_TEXT = 4096 };

/* The row in the smallest program that can hold it. CF: row, NOP. Else: clause instruction, NOP,
 * row. */
static size_t wrap_code(const struct row *row, uint32_t code[MAX_DWORDS])
{
    static const uint32_t end[2] = {0x00000000, 0x80200000};
    uint32_t head[2] = {2, 0x80400000}; /* TC @2 */
    if (row->kind == ALU) {
        head[0] = 0x80000002; /* KC0 locks CB0[0-31] */
        head[1] = 0xa0000000 | (row->count / 2 - 1) << 18;
    }
    size_t count = 0;
    if (row->kind != CF) {
        memcpy(code, head, sizeof(head));
        memcpy(code + 2, end, sizeof(end));
        count = 4;
    }
    memcpy(code + count, row->dwords, row->count * sizeof(uint32_t));
    count += row->count;
    if (row->kind == CF) {
        memcpy(code + count, end, sizeof(end));
        count += 2;
    }
    return count;
}

static void wrap_text(const struct row *row, size_t dwords, char text[MAX_TEXT])
{
    static const char *const head[] = {
        [CF] = "", [ALU] = "ALU @2 KC0=CB0[0-31] barrier\n", [FETCH] = "TC @2 barrier\n"};
    snprintf(text, MAX_TEXT, "%s%s\nNOP end_of_program barrier\n.size %zu\n", head[row->kind],
             row->text, dwords);
}

/* Strips indentation and the numbers of instructions and groups, and makes runs of spaces one. */
static void normalise(char *text)
{
    char *to = text;
    const char *at = text;
    while (*at) {
        const char *rest = at + strspn(at, " ");
        rest += strspn(rest, "0123456789");
        at = *rest == ' ' ? rest + strspn(rest, " ") : at + strspn(at, " ");
        for (; *at && *at != '\n'; at++)
            if (*at != ' ' || at[1] != ' ')
                *to++ = *at;
        if (*at)
            *to++ = *at++;
    }
    *to = '\0';
}

static char *disassemble(const uint32_t *code, size_t dwords, int *result, char error[256])
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    error[0] = '\0';
    *result = evg_disassemble(code, dwords, out, error, 256);
    fclose(out);
    return text;
}

static void test_disassemble(void **state)
{
    for (size_t i = 0; i < ROWS; i++) {
        uint32_t code[MAX_DWORDS];
        char expected[MAX_TEXT], error[256];
        int result;
        size_t count = wrap_code(&rows[i], code);
        wrap_text(&rows[i], count, expected);
        char *text = disassemble(code, count, &result, error);
        normalise(text);
        if (result || strcmp(text, expected))
            fail_msg("row %zu: %s\nexpected:\n%s\nfound:\n%s", i, error, expected, text);
        free(text);
    }
}

static void test_assemble(void **state)
{
    for (size_t i = 0; i < ROWS; i++) {
        uint32_t expected[MAX_DWORDS], *code;
        char text[MAX_TEXT], error[256] = "";
        size_t count = wrap_code(&rows[i], expected), found;
        wrap_text(&rows[i], count, text);
        if (evg_assemble(text, &code, &found, error, sizeof(error)))
            fail_msg("row %zu: '%s': %s", i, rows[i].text, error);
        assert_int_equal(found, count);
        for (size_t d = 0; d < count; d++)
            if (code[d] != expected[d])
                fail_msg("row %zu: '%s': dword %zu is %08x, not %08x", i, rows[i].text, d, code[d],
                         expected[d]);
        free(code);
    }
}

/* The assembler takes text as people write it by hand: labels, no addresses, literals without
 * channels, numbers as they like. */
static void test_hand_written(void **state)
{
    static const char text[] = "; doubles until it is large\n"
                               "    ALU\n"
                               "      0 x: MOV R0.x, [1.5]\n"
                               "        y: ADD_INT R0.y, [-2], [0x10]  ; two literals more\n"
                               "      1 z: MOV R0.z, R0.y\n"
                               "    LOOP_START_DX10 @done\n"
                               "    TC barrier\n"
                               "      VTX_FETCH R1.x___, R0.x, B1\n"
                               "    LOOP_END @body\n"
                               "body:\n"
                               "done:\n"
                               "    NOP end_of_program\n";
    /* Addresses: 5 control-flow instructions, the ALU clause at 5 (5 slots), the fetch at 10. */
    static const uint32_t expected[] = {
        0x00000005, 0x20100000, 0x00000004, 0x01800000, 0x0000000a, 0x80400000,
        0x00000004, 0x01400000, 0x00000000, 0x00200000, 0x000000fd, 0x00000c90,
        0x811fa4fd, 0x20001a10, 0x3fc00000, 0xfffffffe, 0x00000010, 0x00000000,
    };
    uint32_t *code;
    size_t dwords;
    char error[256] = "";
    if (evg_assemble(text, &code, &dwords, error, sizeof(error)))
        fail_msg("%s", error);
    assert_int_equal(dwords, 24);
    assert_memory_equal(code, expected, sizeof(expected));
    free(code);
}

/* Texts that are refused, and a part of what is said of each. */
static const struct {
    const char *text, *error;
} errors[] = {
    {"", "line 1, column 1: the program has no instruction"},
    {"FLY @2", "line 1, column 4: there is no control-flow instruction 'FLY'"},
    {"NOP\nNOP everywhere", "line 2, column 15: 'everywhere' is no field"},
    {"NOP pop_count:9", "does not fit POP_COUNT, which has 3 bits"},
    {"NOP pop_count", "'pop_count' needs a value"},
    {"NOP pop_count:", "expected a word"},
    {"NOP pop_count:0x1FFFFFFFF", "is not a number of 32 bits"},
    {"7 NOP", "this is control-flow instruction 0"},
    {"JUMP", "needs a target"},
    {"JUMP @nowhere", "line 1, column 1: there is no label 'nowhere'"},
    {"aa:\naa:\nNOP", "is there twice"},
    {"ALU", "a clause has 1 to 128 slots, not 0"},
    {"NOP\nx: MOV R1.x, R2.x", "outside an ALU clause"},
    {"ALU\nx: MOV R128.x, R2.x", "there is no register R128"},
    {"ALU\nx: MOV R1.q, R2.x", "expected a channel"},
    {"ALU\nx: MOV R1.x, R128.x", "there is no such register"},
    {"ALU\nx: MOV R1.x, R99999999999.x", "there is no such register"},
    {"ALU\nx: MOV R1.x, FOO", "there is no source 'FOO'"},
    {"ALU\nx: MOV R1.x R2.x", "is no field of this instruction"},
    {"ALU\nx: HOVER R1.x, R2.x", "there is no ALU instruction 'HOVER'"},
    {"ALU\ny: MOV R1.x, R2.x", "this instruction issues in slot x"},
    {"ALU\nx: MOV R1.x, R2.x\nx: MOV R3.x, R2.x", "this instruction issues in slot t"},
    {"ALU\ny: MOV R1.y, R2.x\nx: MOV R3.x, R2.x", "in the order x y z w t"},
    {"ALU\nt: SIN R1.y, R2.x\nt: COS R3.x, R2.x", "no slot is left"},
    {"ALU\nx: MULADD_IEEE (R1.x), R2.x, R3.x, R4.x", "always write"},
    {"ALU\nx: MULADD_IEEE R1.x, |R2.x|, R3.x, R4.x", "has no absolute values"},
    {"ALU\nx: LDS_WRITE -R2.x, R3.x", "has no negation"},
    {"ALU\nx: LDS_WRITE R2.x, R3.x offset:64", "at most 63"},
    {"ALU\nx: MOV R1.x, R2.x, R3.x, R4.x", "too many sources"},
    {"ALU\nx: MOV R1[AR.x].x, R2[AR.y].x", "one index only"},
    {"ALU\nx: ADD R1.x, [1].x, [2].x", "literal.x already has another value"},
    {"ALU\nx: MOV R1.x, R2.x mul:3", "the value is 2 or 4"},
    {"ALU\nx: MOV R1.x, R2.x\nliteral.x 3", "is read by no source"},
    {"ALU KC0=CB0[8-23]\nx: MOV R1.x, R2.x", "from a multiple of 16"},
    {"ALU KC0=CB16[0-15]\nx: MOV R1.x, R2.x", "does not fit KCACHE_BANK0"},
    {"TC\nHOVER R1.xyzw", "there is no fetch instruction 'HOVER'"},
    {"TC\nLD R1.xyz, R2.xyzw, T0, S0", "four of x y z w 0 1 _"},
    {"TC\nLD R1.xyzw, R2.xyzw, T256, S0", "does not fit RESOURCE_ID"},
    {"TC\nVTX_FETCH R1.xyzw, R2.x, B0 data_format:FMT_9", "has no value 'FMT_9'"},
    {"MEM_RAT HOVER RAT0[R1], R2.xyzw", "there is no RAT operation"},
    {"MEM_RAT MSKOR RAT0[R1], R2.yx__", "channel 0 of a mask is x or _"},
    {"NOP\n.size 1", "beyond the program's .size"},
    {"ALU @1\nx: MOV R1.x, R2.x\nNOP", "overlaps other code at dword 2"},
    {".magic 3\nNOP", "there is no directive '.magic'"},
    {".data 99999999 3\nNOP", "at most"},
    {"NOP ]", "expected a word"},
};

static void test_errors(void **state)
{
    for (size_t i = 0; i < COUNT(errors); i++) {
        uint32_t *code;
        size_t dwords;
        char error[256] = "";
        if (!evg_assemble(errors[i].text, &code, &dwords, error, sizeof(error)))
            fail_msg("'%s' was assembled", errors[i].text);
        if (!strstr(error, errors[i].error))
            fail_msg("'%s': '%s' does not say '%s'", errors[i].text, error, errors[i].error);
    }
}

static uint32_t random_state;

static uint32_t random_dword(void)
{
    random_state = random_state * 1664525 + 1013904223;
    return random_state ^ random_state >> 16;
}

/* Whatever the dwords: no crash, and text that was printed without complaint gives them back. */
static void test_damage(void **state)
{
    unsigned clean = 0;
    for (unsigned round = 0; round < 6000; round++) {
        uint32_t *exact = malloc(MAX_DWORDS * sizeof(*exact)), *again;
        char error[256];
        int result;
        size_t count = wrap_code(&rows[round % ROWS], exact), dwords;
        random_state = round + 1;
        for (unsigned i = 0; i < round % 4; i++)
            exact[random_dword() % count] ^= 1u << random_dword() % 32;
        for (size_t i = 0; round % 5 == 4 && i < count; i++)
            exact[i] = random_dword();
        exact = realloc(exact, count * sizeof(*exact));
        char *text = disassemble(exact, count, &result, error);
        assert_int_equal(result != 0, error[0] != '\0');
        if (!result) {
            clean++;
            if (evg_assemble(text, &again, &dwords, error, sizeof(error)))
                fail_msg("round %u: %s\n%s", round, error, text);
            assert_int_equal(dwords, count);
            assert_memory_equal(again, exact, count * sizeof(*exact));
            free(again);
        }
        evg_verify(exact, count, 128, evg_vliw_of(exact, count), error, sizeof(error));
        free(text);
        free(exact);
    }
    assert_true(clean > 1500);
}

/* Text that is cut or changed anywhere is refused or read, without a crash. */
static void test_damaged_text(void **state)
{
    for (unsigned round = 0; round < 6000; round++) {
        uint32_t code[MAX_DWORDS], *again;
        size_t dwords;
        char text[MAX_TEXT], error[256];
        wrap_text(&rows[round % ROWS], wrap_code(&rows[round % ROWS], code), text);
        random_state = round + 1;
        size_t length = strlen(text);
        text[random_dword() % length] = (char)(round % 3 ? random_dword() % 96 + 32 : 0);
        char *exact = strdup(text);
        if (!evg_assemble(exact, &again, &dwords, error, sizeof(error)))
            free(again);
        free(exact);
    }
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_disassemble, test_assemble, test_hand_written,
                     test_errors, test_damage, test_damaged_text);
}
