/* SPDX-License-Identifier: MIT */
/* mir_text_test.c: machine IR as text: what is read is printed again, and what errors name. */
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "llvm/evergreen/mir/mir_text.h"

static struct arena arena;

static struct mir_function *parse(const char *text, char *error, size_t error_size)
{
    unsigned line = 1;
    return mir_parse(&arena, &text, &line, error, error_size);
}

static int finish(void **state)
{
    arena_finish(&arena);
    return 0;
}

/* Each kind of operand, register and block's end. */
static const char every_form[] =
    "; all_forms: machine IR after hand\n"
    "function all_forms on juniper (ssa gpr_limit:124 array_dwords:8)\n"
    "block 0\n"
    "    %1.x!0 = input\n"
    "    %2:t1.y, _, _, %3:t1.w = vtx %1.x (resource:3 format:13 offset:16 waits)\n"
    "    %4 = alu MULADD_IEEE -%2:t1.y, KC0[3].z, 0x3f800000 (clamp no_nan)\n"
    "    %5 = alu ADD -|%4|, special219 (omod:3)\n"
    "    choose uniform SETGT_INT %5, 0x7 then 1 else 4\n"
    "if 0 not {\n"
    "  block 1 from 0\n"
    "    goto 2\n"
    "  loop 2 {\n"
    "    block 2 from 1, 2\n"
    "    %6 = phi 0x0, %7\n"
    "    %7 = lds ADD_RET %6, 0x1, none\n"
    "    choose %7 then 2 else 3\n"
    "  }\n"
    "  block 3 from 2\n"
    "    goto 5\n"
    "} else {\n"
    "  block 4 from 0\n"
    "    barrier\n"
    "    goto 5\n"
    "}\n"
    "block 5 from 3, 4\n"
    "    rat STORE_RAW %9@R3.y, none, none, none, %1.x (mask)\n";

static void text_reads_back(void **state)
{
    char error[256] = "";
    struct mir_function *f = parse(every_form, error, sizeof(error));
    assert_string_equal(error, "");
    char *printed = mir_to_text(f, "hand");
    assert_string_equal(printed, every_form);
    free(printed);
    assert_int_equal(f->vreg_count, 10);
    assert_int_equal(f->blocks[2]->loop_depth, 1);
    assert_int_equal(f->blocks[3]->loop_depth, 0);
    assert_ptr_equal(f->root->next->block, f->blocks[0]);
    assert_ptr_equal(f->root->next->body->next->block, f->blocks[2]);
}

/* Floats, blanks and comments may be written as is easiest. */
static void text_by_hand(void **state)
{
    char error[256] = "";
    struct mir_function *f = parse("\n ; of one line\nfunction f on cedar ( ssa:1 )\n\n"
                                   "block 0 ; first\n%1=alu ADD 0.5,2 ; second",
                                   error, sizeof(error));
    assert_string_equal(error, "");
    assert_true(f->ssa);
    assert_int_equal(f->blocks[0]->first->src[0].value, 0x3f000000);
    assert_int_equal(f->blocks[0]->first->src[1].value, 2);
}

#define HEAD "function f on cypress (ssa)\nblock 0\n"

static void functions_follow_each_other(void **state)
{
    const char *text = HEAD "function g on cedar\nblock 0\nfunction h on cedar\nblock 1\n";
    unsigned line = 1;
    char error[256] = "";
    assert_string_equal(mir_parse(&arena, &text, &line, error, sizeof(error))->name, "f");
    assert_string_equal(mir_parse(&arena, &text, &line, error, sizeof(error))->name, "g");
    assert_string_equal(error, "");
    assert_int_equal(line, 5);
    assert_null(mir_parse(&arena, &text, &line, error, sizeof(error)));
    assert_string_equal(error, "6:7: block 0 comes next");
}

static void errors_name_their_place(void **state)
{
    static const struct {
        const char *text, *error;
    } rows[] = {
        {"", "1:1: 'function' is expected"},
        {"function f on cypres", "1:15: there is no chip 'cypres'"},
        {"function f on cypress (sas)", "1:24: there is no field 'sas' here"},
        {"function f on cypress (ssa:256)\nblock 0", "1:24: 256 does not fit into ssa"},
        {"function f on cypress\n", "2:1: a block is expected"},
        {"function f on cypress\nblock 1", "2:7: block 0 comes next"},
        {"function f on cypress\n  add", "2:3: 'if' is expected"},
        {HEAD "%0 = phi", "3:3: registers count from 1"},
        {HEAD "%9999999999999999999 = phi", "3:2: this number is too large: at most 1048576"},
        {HEAD "%1 = add 1, 2", "3:6: there is no instruction 'add'"},
        {HEAD "%1 = alu ADX 1, 2", "3:10: there is no alu operation 'ADX'"},
        {HEAD "%1 = alu ADD 1", "3:6: this takes 2 sources"},
        {HEAD "%1 = alu ADD 1, x", "3:17: an operand is expected"},
        {HEAD "%1 = alu ADD 1, |2", "3:19: '|' is expected"},
        {HEAD "%1 = alu ADD 1, 2 3", "3:19: the line should end here"},
        {HEAD "%1 = alu ADD 1, 2 (mask:256)", "3:20: 256 does not fit into mask"},
        {HEAD "%1 = alu ADD 1, 2 (mask:", "3:25: a number is expected"},
        {HEAD "%1 = alu ADD 1, 2 (mask", "3:24: a word is expected"},
        {HEAD "%1, %2, %3, %4, %5 = phi", "3:16: there are at most 4 destinations"},
        {HEAD "%1 = alu ADD KC0[1], 2", "3:20: '.' is expected"},
        {HEAD "%1@R3.q = phi", "3:7: x, y, z or w is expected"},
        {HEAD "%1@R128.x = phi", "3:5: this number is too large: at most 127"},
        {HEAD "goto 1", "3:6: there is no block 1"},
        {HEAD "goto 1\nblock 1", "block 1 does not come from block 0"},
        {HEAD "block 1 from 0", "block 0 does not go to block 1"},
        {HEAD "choose ADD 1, 2 then 0 else 0", "3:8: 'ADD' is no comparison that can be tested"},
        {HEAD "if 0 {\n", "4:1: '}' is expected"},
        {HEAD "if 0 {\n} other {", "4:3: the line should end here"},
        {HEAD "}", "3:1: a block is expected"},
        {HEAD "if 0 {\nfunction g on cypress", "4:1: '}' is expected"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char error[256] = "";
        assert_null(parse(rows[i].text, error, sizeof(error)));
        if (!strstr(error, rows[i].error))
            fail_msg("\"%s\" does not contain \"%s\"", error, rows[i].error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(text_reads_back, finish),
        cmocka_unit_test_teardown(text_by_hand, finish),
        cmocka_unit_test_teardown(functions_follow_each_other, finish),
        cmocka_unit_test_teardown(errors_name_their_place, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
