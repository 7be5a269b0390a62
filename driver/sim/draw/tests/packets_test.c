/* SPDX-License-Identifier: MIT */
/* packets_test.c: draws that are refused: what they name has to be there. */
#include <errno.h>

#include "driver/sim/draw/tests/drawing.h"

/* SET_CONTEXT_REG: neither depths nor stencils are tested. */
#define NO_DEPTHS 0xC0016900, 0x200, 0

static void must_end_badly(struct machine *m, const char *text)
{
    uint64_t sequence;
    assert_int_equal(machine_submit(m, &sequence), 0);
    assert_int_equal(sim_wait(m->device, sequence, UINT64_MAX, m->error), SIM_FAILED);
    machine_must_say(m, text);
}

static void must_refuse(struct machine *m, const char *text)
{
    uint64_t sequence;
    assert_int_equal(machine_submit(m, &sequence), -EINVAL);
    machine_must_say(m, text);
}

/* A register that no stream has set is zero, and says what is not supported. */
static void test_no_state(void **state)
{
    struct machine *m = *state;
    EMIT(m, NO_DEPTHS, 0xC0012D00, 3, 2);
    must_end_badly(m, "DRAW_INDEX_AUTO at dword 3: VGT_PRIMITIVE_TYPE 0 is not supported");
    EMIT(m, NO_DEPTHS, 0xC0016800, 0x256, 4, 0xC0012D00, 3, 2);
    must_end_badly(m, "PA_CL_VTE_CNTL 0x0 is not supported");
}

static void test_indices(void **state)
{
    struct machine *m = *state;
    EMIT(m, NO_DEPTHS, 0xC0002A00, 1, 0xC0032B00, POOL_BYTES - 8, 0, 3, 0);
    emit_reloc(m, m->pool_handle);
    must_end_badly(m, "there are no 12 bytes of indices at address");
    EMIT(m, NO_DEPTHS, 0xC0002A00, 5, 0xC0032B00, 0, 0, 3, 0);
    emit_reloc(m, m->pool_handle);
    must_end_badly(m, "index type 0x5 is not supported");
    EMIT(m, NO_DEPTHS, 0xC0022E00, 3, 1, 0x00010000);
    must_end_badly(m, "the packet does not have its 3 indices");
    EMIT(m, NO_DEPTHS, 0xC0012D00, 3, 0x12);
    must_end_badly(m, "draw initiator 0x12 is not supported");
    EMIT(m, NO_DEPTHS, 0xC0012D00, 3, 0x42); /* as many as a stream has filled, of no stride */
    must_end_badly(m, "a stride of 0 dwords, from 0 to 0, is not supported");
}

/* Packets name memory beside indices, which has to be there, too. */
static void test_memory(void **state)
{
    struct machine *m = *state;
    EMIT(m, 0xC0021100, 1, 0, 0);
    emit_reloc(m, m->pool_handle);
    EMIT(m, 0xC0012400, POOL_BYTES - 8, 2);
    must_refuse(m, "its arguments at 0xffff8 are not in the base of 0x100000 bytes");
    EMIT(m, 0xC0012500, 0, 0);
    must_refuse(m, "its arguments at 0x0 are not in the base of 0x0 bytes");
    EMIT(m, 0xC0012000, POOL_BYTES - 16, 0x10100);
    emit_reloc(m, m->pool_handle);
    must_end_badly(m, "bytes of a predicate at address");
    EMIT(m, 0xC0002F00, 1, 0xC0024600, 0x320, POOL_BYTES - 8, 0);
    emit_reloc(m, m->pool_handle);
    must_end_badly(m, "there are no 16 bytes of counts of primitives at address");
}

int main(void)
{
    return RUN_TESTS(drawing_test, test_no_state, test_indices, test_memory);
}
