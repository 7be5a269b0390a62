/* SPDX-License-Identifier: MIT */
/* recompiler_test.c: when programs are recompiled, and that launches go on whatever becomes of it.
 *
 * The "compiler" is a function of this test, and what it gives stands for the program
 * `store_seven`, which stores 7: one object does the same, another stores 8, so that memory shows
 * what ran. */
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/isa.h"
#include "driver/sim/recompile/nan_sign.h"
#include "driver/sim/recompile/recompiler.h"
#include "driver/sim/tests/machine.h"

enum { OBJECT_MAX = 1 << 16, LONG_GROUPS = 1 << 17, SEVEN = 7, EIGHT = 8 };
enum { TAKEN = 256 }; /* groups of so long a launch that a thread takes at once */

/* How the compiler behaves. */
typedef bool compile_fn(const struct sim_compile *what, void **object, size_t *size, char *why,
                        size_t room);
static compile_fn *behaviour;
static atomic_int calls, is_held;

static bool compile(const struct sim_compile *what, void **object, size_t *size, char *why,
                    size_t room)
{
    atomic_fetch_add(&calls, 1);
    return behaviour(what, object, size, why, room);
}

static bool give(const char *path, void **object, size_t *size)
{
    FILE *file = fopen(path, "rb");
    *object = malloc(OBJECT_MAX);
    if (!file || !*object)
        abort();
    *size = fread(*object, 1, OBJECT_MAX, file);
    fclose(file);
    return true;
}

static bool gives_seven(const struct sim_compile *what, void **object, size_t *size, char *why,
                        size_t room)
{
    (void)what, (void)why, (void)room;
    return give(OBJECT_SEVEN, object, size);
}

static bool gives_eight(const struct sim_compile *what, void **object, size_t *size, char *why,
                        size_t room)
{
    (void)what, (void)why, (void)room;
    return give(OBJECT_EIGHT, object, size);
}

static bool gives_meetings(const struct sim_compile *what, void **object, size_t *size, char *why,
                           size_t room)
{
    (void)what, (void)why, (void)room;
    return give(OBJECT_MEETS, object, size);
}

static bool refuses(const struct sim_compile *what, void **object, size_t *size, char *why,
                    size_t room)
{
    (void)what, (void)object, (void)size;
    snprintf(why, room, "the compiler crashed");
    return false;
}

static bool gives_nothing(const struct sim_compile *what, void **object, size_t *size, char *why,
                          size_t room)
{
    (void)what, (void)why, (void)room;
    *object = malloc(1);
    *size = 0;
    return true;
}

static bool gives_garbage(const struct sim_compile *what, void **object, size_t *size, char *why,
                          size_t room)
{
    (void)what, (void)why, (void)room;
    *size = 1000;
    *object = malloc(*size);
    memset(*object, 'x', *size);
    return true;
}

static bool gives_half(const struct sim_compile *what, void **object, size_t *size, char *why,
                       size_t room)
{
    gives_eight(what, object, size, why, room);
    *size /= 2;
    return true;
}

static bool gives_too_much(const struct sim_compile *what, void **object, size_t *size, char *why,
                           size_t room)
{
    gives_eight(what, object, size, why, room);
    *object = realloc(*object, 17 << 20);
    *size = 17 << 20;
    return true;
}

/* Until it is not wanted any more. */
static bool hangs(const struct sim_compile *what, void **object, size_t *size, char *why,
                  size_t room)
{
    struct pollfd entry = {.fd = what->unwanted, .events = POLLIN};
    (void)object, (void)size;
    while (poll(&entry, 1, -1) < 1)
        continue;
    snprintf(why, room, "it is not wanted");
    return false;
}

/* Eight, once the test lets it. */
static bool waits(const struct sim_compile *what, void **object, size_t *size, char *why,
                  size_t room)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    while (atomic_load(&is_held))
        nanosleep(&moment, NULL);
    return gives_eight(what, object, size, why, room);
}

/* Eight, as an earlier process has left it, and nothing else. */
static bool finds(const struct sim_compile *what, void **object, size_t *size, char *why,
                  size_t room)
{
    snprintf(why, room, "it is not in the cache");
    return what->kept_only && gives_eight(what, object, size, why, room);
}

/* Eight, which has to be made. */
static bool makes(const struct sim_compile *what, void **object, size_t *size, char *why,
                  size_t room)
{
    snprintf(why, room, "it is not in the cache");
    return !what->kept_only && gives_eight(what, object, size, why, room);
}

/* Eight, after a moment. */
static atomic_int made;
static bool takes_time(const struct sim_compile *what, void **object, size_t *size, char *why,
                       size_t room)
{
    struct pollfd entry = {.fd = what->unwanted, .events = POLLIN};
    (void)why, (void)room;
    if (poll(&entry, 1, 50) > 0)
        return false;
    atomic_fetch_add(&made, 1);
    return gives_eight(what, object, size, why, room);
}

static double time_limit_s = 60.0, linger_s = 0;

static void start(struct machine *m, enum sim_exec exec, double worth_s)
{
    const struct sim_config config = {
        .chip = hw_chip_find("cypress"),
        .threads = 2,
        .memory_bytes = 1u << 28,
        .time_limit_s = time_limit_s,
        .check_memory = true,
        .linear_rats = true,
        .strict = true,
        .exec = exec,
        .worth_s = worth_s,
        .linger_s = linger_s,
        .parts = {.engine = sim_recompiler_create, .compile = compile}};
    atomic_store(&calls, 0);
    machine_init_with(m, &config);
}

/* pool[number of the group] = 7 */
static void store_seven(struct program *p)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_MOV, 2, 0, lit(SEVEN), r(0, 0), r(0, 0));
    op(p, HW_ALU_OP_MOV, 3, 0, r(1, 0), r(0, 0), r(0, 0));
    alu_end(p, HW_CF_ALU);
    rat(p, HW_CF_MEM_RAT, HW_RAT_STORE_RAW, 0, 2, 1, 1);
    finish(p);
}

/* A machine that runs the program which stores seven, with a compiler that behaves so. */
static void begin_with(struct machine *m, struct program *p, compile_fn *what, enum sim_exec exec,
                       double worth_s)
{
    behaviour = what;
    start(m, exec, worth_s);
    store_seven(p);
}

static void clear(struct machine *m)
{
    memset(m->pool, 0, POOL_BYTES);
}

/* Runs launches of one group until they store `wanted`, or many have run; returns what the last one
 * stored. */
static uint32_t run_until(struct machine *m, const struct program *p, uint32_t wanted)
{
    for (unsigned i = 0; i < 1000; i++) {
        const struct timespec moment = {.tv_nsec = 2000000};
        clear(m);
        machine_must_run(m, p);
        if (pool_words(m, 0)[0] == wanted)
            break;
        nanosleep(&moment, NULL);
    }
    return pool_words(m, 0)[0];
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void test_both_agree(void **state)
{
    struct machine m;
    struct program p;
    begin_with(&m, &p, gives_seven, SIM_EXEC_BOTH, 0);
    m.groups[0] = 100;
    machine_must_run(&m, &p);
    assert_int_equal(atomic_load(&calls), 1);
    for (unsigned i = 0; i < 100; i++)
        assert_int_equal(pool_words(&m, 0)[i], SEVEN);
    machine_finish(&m);
}

static void test_both_differ(void **state)
{
    struct machine m;
    struct program p;
    begin_with(&m, &p, gives_eight, SIM_EXEC_BOTH, 0);
    m.groups[0] = 3;
    machine_must_fail(&m, &p,
                      "kernel test: recompiled code differs from interpreted: buffer of RAT 0, "
                      "address 0x0 in its object: interpreted 0x00000007, recompiled 0x00000008; "
                      "3 bytes of ");
    assert_int_equal(pool_words(&m, 0)[2], SEVEN); /* memory is the interpreter's */
    assert_int_equal(pool_words(&m, 0)[3], 0);
    machine_finish(&m);
}

static void test_signs_of_nans(void **state)
{
    static const uint32_t same[][2] = {{7, 7},
                                       {0x7fc00000, 0xffc00000},
                                       {0xfff80000, 0x7ff80000},
                                       {0x3e92fe00, 0x3e927e00},
                                       {0xfe007e00, 0x7e00fe00}};
    static const uint32_t other[][2] = {{7, 8},
                                        {0, 0x80000000},
                                        {0x7f800000, 0xff800000},
                                        {0x7fc00000, 0xffc00001},
                                        {0x00007c00, 0x0000fc00},
                                        {0x7e007c00, 0xfe00fc00}};
    for (size_t i = 0; i < COUNT(same); i++)
        assert_true(sim_same_but_nan_sign(same[i][0], same[i][1]));
    for (size_t i = 0; i < COUNT(other); i++)
        assert_false(sim_same_but_nan_sign(other[i][0], other[i][1]));
}

/* A fault is the same in both, or a difference. */
static void test_both_fault(void **state)
{
    struct machine m;
    struct program p;
    begin_with(&m, &p, gives_seven, SIM_EXEC_BOTH, 0);
    m.start[0] = POOL_BYTES / 4;
    assert_int_equal(machine_run(&m, &p), SIM_FAILED);
    assert_null(strstr(m.error, "differs"));
    assert_non_null(strstr(m.error, "store of 4 bytes"));
    machine_finish(&m);
}

/* One run ends, the other is stopped. */
static void test_both_but_one_hangs(void **state)
{
    struct machine m;
    struct program p;
    time_limit_s = 0.02;
    begin_with(&m, &p, gives_seven, SIM_EXEC_BOTH, 0);
    time_limit_s = 60.0;
    memset(&p, 0, sizeof(p));
    cf(&p, HW_CF_LOOP_START_DX10, 3, 0);
    rat(&p, HW_CF_MEM_RAT, HW_RAT_STORE_RAW, 0, 2, 1, 1);
    cf(&p, HW_CF_LOOP_END, 1, 0);
    finish(&p);
    machine_must_fail(&m, &p,
                      "recompiled code differs from interpreted: interpreted it says: kernel test "
                      "hangs: it ran longer than 0.02 s");
    machine_must_say(&m, "recompiled it ends");
    machine_finish(&m);
}

/* Barriers without end, between which nothing jumps back. */
static void test_barriers_for_ever(void **state)
{
    struct machine m;
    struct program p;
    time_limit_s = 0.02;
    begin_with(&m, &p, gives_meetings, SIM_EXEC_RECOMPILE, 0);
    time_limit_s = 60.0;
    memset(&p, 0, sizeof(p));
    alu_begin(&p);
    group(&p, &(struct alu){.op = HW_ALU_OP_GROUP_BARRIER, .masked = true}, 1);
    alu_end(&p, HW_CF_ALU);
    finish(&p);
    machine_must_fail(&m, &p, "kernel test hangs: it ran longer than 0.02 s");
    machine_finish(&m);
}

static void test_waits_for_it(void **state)
{
    struct machine m;
    struct program p;
    begin_with(&m, &p, gives_eight, SIM_EXEC_RECOMPILE, 0);
    machine_must_run(&m, &p);
    assert_int_equal(pool_words(&m, 0)[0], EIGHT);
    machine_finish(&m);
}

static void test_not_worth_it(void **state)
{
    struct machine m;
    struct program p;
    begin_with(&m, &p, gives_eight, SIM_EXEC_AUTO, 1000);
    for (unsigned i = 0; i < 100; i++)
        machine_must_run(&m, &p);
    assert_int_equal(atomic_load(&calls), 0);
    machine_finish(&m);
}

static void test_between_launches(void **state)
{
    struct machine m;
    struct program p;
    atomic_store(&is_held, 1);
    begin_with(&m, &p, waits, SIM_EXEC_AUTO, 0);
    for (unsigned i = 0; i < 20; i++) {
        machine_must_run(&m, &p);
        assert_int_equal(pool_words(&m, 0)[0], SEVEN);
    }
    atomic_store(&is_held, 0);
    assert_int_equal(run_until(&m, &p, EIGHT), EIGHT);
    assert_int_equal(atomic_load(&calls), 1);
    machine_finish(&m);
}

/* Whether a thread stored seven, then eight, in groups that it took at once. */
static bool changes_within(const uint32_t *pool)
{
    for (uint32_t i = 1; i < LONG_GROUPS; i++)
        if (i % TAKEN && pool[i - 1] == SEVEN && pool[i] == EIGHT)
            return true;
    return false;
}

/* One long launch begins interpreted and ends recompiled: not only where a thread takes new groups.
 */
static void test_between_groups(void **state)
{
    struct machine m;
    struct program p;
    bool switched = false;
    behaviour = gives_eight;
    for (unsigned turn = 0; turn < 20 && !switched; turn++) {
        start(&m, SIM_EXEC_AUTO, 0);
        store_seven(&p);
        m.groups[0] = LONG_GROUPS;
        machine_must_run(&m, &p);
        const uint32_t *pool = pool_words(&m, 0);
        for (uint32_t i = 0; i < LONG_GROUPS; i++)
            assert_true(pool[i] == SEVEN || pool[i] == EIGHT);
        assert_int_equal(pool[0], SEVEN);
        switched = pool[LONG_GROUPS - 1] == EIGHT && changes_within(pool);
        machine_finish(&m);
    }
    assert_true(switched);
}

/* Once a launch made its program worth recompiling, later ones run the code from their first group
 * on, however long they are. */
static void test_from_the_first_group(void **state)
{
    struct machine m;
    struct program p;
    begin_with(&m, &p, gives_eight, SIM_EXEC_AUTO, 0.001);
    m.groups[0] = LONG_GROUPS;
    for (unsigned i = 0; i < 1000 && pool_words(&m, 0)[LONG_GROUPS - 1] != EIGHT; i++)
        machine_must_run(&m, &p);
    assert_int_equal(pool_words(&m, 0)[LONG_GROUPS - 1], EIGHT);
    clear(&m);
    machine_must_run(&m, &p);
    for (uint32_t i = 0; i < LONG_GROUPS; i++)
        assert_int_equal(pool_words(&m, 0)[i], EIGHT);
    machine_finish(&m);
}

/* The object that an earlier process has left is found long before recompiling is worth it. */
static void test_kept(void **state)
{
    struct machine m;
    struct program p;
    begin_with(&m, &p, finds, SIM_EXEC_AUTO, 0.01);
    assert_int_equal(run_until(&m, &p, EIGHT), EIGHT);
    assert_int_equal(atomic_load(&calls), 1);
    machine_finish(&m);
}

/* It is looked for once, and made once where it is not there. A busy host is so late that one
 * question does both. */
static void test_not_kept(void **state)
{
    struct machine m;
    struct program p;
    begin_with(&m, &p, makes, SIM_EXEC_AUTO, 0.01);
    m.groups[0] = 1000;
    assert_int_equal(run_until(&m, &p, EIGHT), EIGHT);
    assert_in_range(atomic_load(&calls), 1, 2);
    machine_finish(&m);
}

/* Whatever the compiler does, launches are interpreted, and nothing asks it again. */
static void test_faults(void **state)
{
    static compile_fn *const rows[] = {refuses,    gives_nothing,  gives_garbage,
                                       gives_half, gives_too_much, hangs};
    static const enum sim_exec modes[] = {SIM_EXEC_AUTO, SIM_EXEC_RECOMPILE, SIM_EXEC_BOTH};
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]) * 3; i++) {
        struct machine m;
        struct program p;
        behaviour = rows[i / 3];
        if (behaviour == hangs && modes[i % 3] != SIM_EXEC_AUTO)
            continue; /* who waits for it has the compiler's time limit */
        start(&m, modes[i % 3], 0);
        store_seven(&p);
        for (unsigned k = 0; k < 50; k++) {
            clear(&m);
            machine_must_run(&m, &p);
            assert_int_equal(pool_words(&m, 0)[0], SEVEN);
        }
        assert_in_range(atomic_load(&calls), 0, 1);
        machine_finish(&m);
    }
}

/* A compile that runs does not hold up the device's end, nor that of a forked child. */
static void test_ends_at_once(void **state)
{
    struct machine m;
    struct program p;
    int status;
    begin_with(&m, &p, hangs, SIM_EXEC_AUTO, 0);
    while (!atomic_load(&calls))
        machine_must_run(&m, &p);
    const double began = now();
    const pid_t child = fork();
    if (!child)
        _exit(0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    machine_finish(&m);
    assert_true(now() - began < 5);
}

/* One that is nearly done is waited for, so that it can be kept; one that hangs is not. */
static void test_lingers(void **state)
{
    static compile_fn *const rows[] = {takes_time, hangs};
    linger_s = 2;
    for (unsigned i = 0; i < 2; i++) {
        struct machine m;
        struct program p;
        begin_with(&m, &p, rows[i], SIM_EXEC_AUTO, 0);
        while (!atomic_load(&calls))
            machine_must_run(&m, &p);
        const double began = now();
        machine_finish(&m);
        assert_true(now() - began < 5);
        assert_int_equal(atomic_load(&made), 1);
    }
    linger_s = 0;
}

/* So many programs that not all may wait: the others are asked for later, or not. */
static void test_queue(void **state)
{
    static struct program programs[40];
    struct machine m;
    behaviour = waits;
    atomic_store(&is_held, 1);
    start(&m, SIM_EXEC_AUTO, 0);
    for (unsigned i = 0; i < 40; i++) {
        struct program *p = &programs[i];
        memset(p, 0, sizeof(*p));
        alu_begin(p);
        op(p, HW_ALU_OP_MOV, 2, 0, lit(SEVEN), r(0, 0), r(0, 0));
        op(p, HW_ALU_OP_MOV, 4, 0, lit(i), r(0, 0), r(0, 0));
        alu_end(p, HW_CF_ALU);
        rat(p, HW_CF_MEM_RAT, HW_RAT_STORE_RAW, 0, 2, 1, 1);
        finish(p);
        machine_must_run(&m, p);
    }
    assert_in_range(atomic_load(&calls), 0, 1);
    atomic_store(&is_held, 0);
    for (unsigned i = 0; i < 40; i++)
        assert_int_equal(run_until(&m, &programs[i], EIGHT), EIGHT);
    assert_int_equal(atomic_load(&calls), 40);
    machine_finish(&m);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_both_agree, test_both_differ, test_signs_of_nans,
                     test_both_fault, test_both_but_one_hangs, test_barriers_for_ever,
                     test_waits_for_it, test_not_worth_it, test_between_launches,
                     test_between_groups, test_from_the_first_group, test_kept, test_not_kept,
                     test_faults, test_ends_at_once, test_lingers, test_queue);
}
