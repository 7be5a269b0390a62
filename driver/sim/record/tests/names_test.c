/* SPDX-License-Identifier: MIT */
/* names_test.c: names of registers follow values, and texts of anybody's binaries do no harm. */
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/base/guide.h"
#include "driver/sim/exec/wave.h"
#include "driver/sim/record/names.h"

static const char *places;

static void describe(const struct guide *guide, struct guide_program *program)
{
    (void)guide;
    program->places = places;
    program->place_bytes = places ? strlen(places) : 0;
}

static const struct guide guide = {.program = describe};
static const struct sim_program program = {.mode.gprs = 2, .dwords = 20};
static const struct sim_launch launch = {.program = &program, .guide = &guide, .waves = 2};
static const struct sim_wave waves[2] = {{.launch = &launch, .index = 0},
                                         {.launch = &launch, .index = 1}};

/* Slot 0 is in R0.y where word 2 begins, slot 1 is made by word 3 in R1.x. */
static const char good[] =
    "{\"before\":[[2,0,0,1]],\"after\":[[3,1,1,0],[5,2,1,0]],"
    "\"names\":[[2,9,0,\"i\"],[4,9,1,\"v.x\"],[6,9,1,\"w\"],[7,9,1,\"v.x\"]]}";

static struct sim_names *read_text(const char *text)
{
    places = text;
    return sim_names_read(&launch);
}

static void test_names_follow_values(void **state)
{
    struct sim_names *names = read_text(good);
    assert_non_null(names);
    assert_string_equal(sim_names_of(names, &waves[0], 1), "");
    sim_names_enter(names, &waves[0], 2);
    assert_string_equal(sim_names_of(names, &waves[0], 1), "i");
    assert_string_equal(sim_names_of(names, &waves[1], 1), ""); /* another wavefront's */
    assert_string_equal(sim_names_made(names, 3, 4), "v.x,w");
    assert_string_equal(sim_names_made(names, 3, 5), "");
    sim_names_leave(names, &waves[0], 3, 4, 1);
    assert_string_equal(sim_names_of(names, &waves[0], 4), "v.x,w");
    sim_names_leave(names, &waves[0], 4, 1, 1); /* something else is written to R0.y */
    assert_string_equal(sim_names_of(names, &waves[0], 1), "");
    sim_names_leave(names, &waves[0], 5, 4, 1); /* a value without a name */
    assert_string_equal(sim_names_of(names, &waves[0], 4), "");
    sim_names_enter(names, &waves[1], 2);
    sim_names_begin(names);
    assert_string_equal(sim_names_of(names, &waves[1], 1), "");
    sim_names_free(names);
}

static void test_who_has_no_names_asks_in_vain(void **state)
{
    assert_null(read_text(NULL));
    sim_names_begin(NULL);
    sim_names_enter(NULL, &waves[0], 2);
    sim_names_leave(NULL, &waves[0], 2, 0, 4);
    assert_string_equal(sim_names_of(NULL, &waves[0], 1), "");
    assert_string_equal(sim_names_made(NULL, 2, 1), "");
    sim_names_free(NULL);
}

static void test_damaged_texts_are_refused(void **state)
{
    static const char *const texts[] = {
        "",
        "{}",
        "\"names\":[",
        "\"names\":[],\"before\":[],\"after\":[]",
        "\"names\":[[0,1,0,\"i\"]],\"before\":[]",                        /* no list */
        "\"names\":[[0,1,65536,\"i\"]],\"before\":[],\"after\":[]",       /* no such slot */
        "\"names\":[[0,11,0,\"i\"]],\"before\":[],\"after\":[]",          /* nor word */
        "\"names\":[[0,1,0,\"i\"]],\"before\":[[10,0,0,0]],\"after\":[]", /* nor this one */
        "\"names\":[[0,1,0,\"i\"]],\"before\":[[0,0,2,0]],\"after\":[]",  /* nor register */
        "\"names\":[[0,1,0,\"i\"]],\"before\":[[0,0,0,4]],\"after\":[]",  /* nor channel */
        "\"names\":[[0,1,0,\"\x1b[2J\"]],\"before\":[],\"after\":[]",     /* a terminal's */
        "\"names\":[[0,1,0,\"i\"]],\"before\":[[4,0,0,0],[3,0,0,0]],\"after\":[]",
        "\"names\":[[0,1,99999999999999999999,\"i\"]],\"before\":[],\"after\":[]",
        "\"names\":[[0,1,0,\"i],\"before\":[],\"after\":[]",
    };
    for (size_t i = 0; i < COUNT(texts); i++)
        assert_null(read_text(texts[i]));
}

/* Whatever one byte becomes, the text is read or refused; the sanitizers see to the rest. */
static void test_any_byte_may_be_wrong(void **state)
{
    static const char wrong[] = {'0', '9', '"', '[', ']', ',', '-', 'x'};
    unsigned read = 0, refused = 0;
    for (size_t at = 0; at + 1 < sizeof(good); at++)
        for (size_t w = 0; w < COUNT(wrong); w++) {
            char text[sizeof(good)];
            memcpy(text, good, sizeof(good));
            text[at] = wrong[w];
            struct sim_names *names = read_text(text);
            *(names ? &read : &refused) += 1;
            sim_names_leave(names, &waves[1], 3, 4, 1);
            sim_names_free(names);
        }
    assert_true(read > 0 && refused > 0);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_names_follow_values, test_who_has_no_names_asks_in_vain,
                     test_damaged_texts_are_refused, test_any_byte_may_be_wrong);
}
