/* SPDX-License-Identifier: MIT */
/* compilers_test.c: what code of other compilers relies on, and our own never does. Each with a
 * twin that is still refused. */
#include <stdio.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/formats.h"
#include "driver/sim/tests/machine.h"

enum { IN = 0x1000, OUT = 0x4000, ALU = HW_CF_ALU & 0xf, LANES = 64 };

/* R3.x: dword index of the result at OUT. R2.x and R2.z: two byte addresses at IN. */
static void begin(struct program *p)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_MULADD_UINT24, 2, 0, r(0, 0), lit(8), lit(IN));
    op(p, HW_ALU_OP_MULADD_UINT24, 2, 2, r(0, 0), lit(8), lit(IN + 4));
    op(p, HW_ALU_OP_ADD_INT, 3, 0, r(0, 0), lit(OUT / 4), r(0, 0));
}

static void end(struct program *p)
{
    rat(p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 7, 3, 1);
    finish(p);
}

/* The second fetch's address is in channel `chan` of the register that the first writes .x of. */
static void two_fetches(struct program *p, unsigned chan)
{
    begin(p);
    alu_end(p, ALU);
    fetch_begin(p);
    load(p, 2, 2, 0, HW_FMT_32, 1);
    load(p, 7, 2, chan, HW_FMT_32, 1);
    fetch_end(p);
    alu_begin(p);
    op(p, HW_ALU_OP_ADD_INT, 7, 0, r(7, 0), r(2, 0), r(0, 0));
    alu_end(p, ALU);
    end(p);
}

/* AMD's compiler puts addresses of a clause's fetches into channels of a register that an earlier
 * one writes another channel of. */
static void fetches_of_other_channels(void **state)
{
    struct machine m;
    static struct program p;
    machine_init(&m, "cypress");
    for (uint32_t i = 0; i < 2 * LANES; i++)
        pool_words(&m, IN)[i] = i * 1000003;
    two_fetches(&p, 2);
    machine_must_run(&m, &p);
    for (uint32_t i = 0; i < LANES; i++)
        assert_int_equal(pool_words(&m, OUT)[i], (4 * i + 1) * 1000003);
    two_fetches(&p, 0);
    machine_must_fail(&m, &p, "reads a register that an earlier fetch of the same clause writes");
    machine_finish(&m);
}

/* A clause that does not wait for the fetches before it leaves their registers alone. */
static void clauses_beside_fetches(void **state)
{
    struct machine m;
    static struct program p;
    const uint32_t barrier = HW_SET(CF_ALU_WORD1, BARRIER, 1);
    machine_init(&m, "cypress");
    two_fetches(&p, 2);
    assert_true(p.words[2 * 2 + 1] & barrier);
    p.words[2 * 2 + 1] &= ~barrier;
    machine_must_fail(&m, &p, "which does not wait for them");
    begin(&p);
    alu_end(&p, ALU);
    fetch_begin(&p);
    load(&p, 7, 2, 0, HW_FMT_32, 1);
    fetch_end(&p);
    alu_begin(&p);
    op(&p, HW_ALU_OP_ADD_INT, 3, 0, r(3, 0), lit(1), r(0, 0));
    alu_end(&p, ALU);
    end(&p);
    p.words[2 * 2 + 1] &= ~barrier;
    machine_must_run(&m, &p);
    machine_finish(&m);
}

/* A result that only PV hands on, in a register that the program does not have. */
static void forward_from(struct program *p, int alu_op, unsigned gpr)
{
    begin(p);
    op(p, alu_op, gpr, 1, r(0, 0), lit(9), lit(7));
    op(p, HW_ALU_OP_MOV, 7, 0, special(HW_SRC_PV, 1), r(0, 0), r(0, 0));
    alu_end(p, ALU);
    end(p);
}

/* AMD's compiler gives R123 as the destination of instructions that have no write mask, where only
 * the next group wants the result. */
static void discarded_results(void **state)
{
    static const struct {
        int op;
        unsigned gpr;
        const char *fault;
    } cases[] = {
        {HW_ALU_OP_CNDE_INT, HW_GPR_NOWHERE, NULL},
        {HW_ALU_OP_CNDE_INT, 122, "R122 is used, but the program has 16 registers"},
        {HW_ALU_OP_ADD_INT, HW_GPR_NOWHERE, "R123 is used, but the program has 16 registers"},
    };
    struct machine m;
    static struct program p;
    machine_init(&m, "cypress");
    for (size_t c = 0; c < COUNT(cases); c++) {
        forward_from(&p, cases[c].op, cases[c].gpr);
        if (cases[c].fault) {
            machine_must_fail(&m, &p, cases[c].fault);
            continue;
        }
        machine_must_run(&m, &p);
        for (uint32_t i = 0; i < LANES; i++)
            assert_int_equal(pool_words(&m, OUT)[i], i == 0 ? 9 : 7);
    }
    machine_finish(&m);
}

/* Where the program has that register, it is one as any other. */
static void last_register(void **state)
{
    struct machine m;
    static struct program p;
    machine_init(&m, "cypress");
    m.gprs = 124;
    begin(&p);
    op(&p, HW_ALU_OP_CNDE_INT, HW_GPR_NOWHERE, 1, r(0, 0), lit(9), lit(7));
    op(&p, HW_ALU_OP_MOV, 7, 1, r(0, 0), r(0, 0), r(0, 0));
    op(&p, HW_ALU_OP_MOV, 7, 0, r(HW_GPR_NOWHERE, 1), r(0, 0), r(0, 0));
    alu_end(&p, ALU);
    end(&p);
    machine_must_run(&m, &p);
    assert_int_equal(pool_words(&m, OUT)[0], 9);
    assert_int_equal(pool_words(&m, OUT)[5], 7);
    machine_finish(&m);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, clauses_beside_fetches, fetches_of_other_channels,
                     discarded_results, last_register);
}
