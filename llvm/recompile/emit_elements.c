/* SPDX-License-Identifier: MIT */
/* emit_elements.c: elements of one, two or four dwords of all lanes, that lie equally far apart,
 * from memory to a value for each dword and back, by loads, stores and shuffles of host vectors. */
#include "llvm/recompile/emitter.h"
#include "llvm/recompile/quads.h"

enum { MOST_LANES = 4 * SIM_NATIVE_LANES };

/* `count` lanes of a value, or of two, from number `first` on, each `step` behind the last. */
static ssa pick(struct emitter *e, ssa a, ssa b, unsigned count, unsigned first, unsigned step)
{
    unsigned lane[MOST_LANES];
    for (unsigned i = 0; i < count; i++)
        lane[i] = first + i * step;
    return emit_shuffle(e, a, b, lane, count);
}

static ssa join(struct emitter *e, ssa a, ssa b)
{
    return pick(e, a, b, 2 * LLVMGetVectorSize(LLVMTypeOf(a)), 0, 1);
}

static ssa join_four(struct emitter *e, const ssa part[4])
{
    ssa low = join(e, part[0], part[1]), high = join(e, part[2], part[3]);
    return join(e, low, high);
}

static ssa load(struct emitter *e, unsigned dwords, ssa at)
{
    ssa value = emit_load(e, LLVMVectorType(e->i32, dwords), at);
    LLVMSetAlignment(value, 1);
    return value;
}

static void store(struct emitter *e, ssa value, ssa at)
{
    LLVMSetAlignment(emit_store(e, value, at), 1);
}

/* Four lanes' elements, from lane `first` on, each `step` lanes behind the last. */
static ssa load_four(struct emitter *e, unsigned n, ssa at, uint32_t apart, unsigned first,
                     unsigned step)
{
    ssa part[4];
    for (unsigned i = 0; i < 4; i++)
        part[i] = load(e, n, emit_behind(e, at, apart * (first + i * step)));
    return join_four(e, part);
}

void emit_load_elements(struct emitter *e, unsigned n, ssa at, uint32_t apart, ssa dword[4])
{
    ssa row[4], all;
    if (apart == 4 * n) {
        all = load(e, n * SIM_NATIVE_LANES, at);
    } else {
        for (unsigned j = 0; j < 4; j++)
            row[j] =
                n == 4 ? load_four(e, n, at, apart, j, 4) : load_four(e, n, at, apart, 4 * j, 1);
        if (n == 4) {
            quads_turn(e->builder, row, dword);
            return;
        }
        all = join_four(e, row);
    }
    for (unsigned k = 0; k < n; k++)
        dword[k] = n == 1 ? all : pick(e, all, NULL, SIM_NATIVE_LANES, k, n);
}

/* Elements of two dwords side by side. */
static ssa pair(struct emitter *e, const ssa dword[2])
{
    unsigned lane[2 * SIM_NATIVE_LANES];
    for (unsigned i = 0; i < COUNT(lane); i++)
        lane[i] = i / 2 + i % 2 * SIM_NATIVE_LANES;
    return emit_shuffle(e, dword[0], dword[1], lane, COUNT(lane));
}

/* Elements of four dwords side by side: two dwords of each lane go to their places, then the other
 * two. LLVM sees through so many steps where they are stored as they were loaded. */
static ssa four(struct emitter *e, const ssa dword[4])
{
    unsigned lane[MOST_LANES];
    ssa half[2];
    for (unsigned h = 0; h < 2; h++) {
        for (unsigned i = 0; i < MOST_LANES; i++)
            lane[i] = i / 2 % 2 == h ? i / 4 + i % 2 * SIM_NATIVE_LANES : EMIT_ANY_LANE;
        half[h] = emit_shuffle(e, dword[2 * h], dword[2 * h + 1], lane, MOST_LANES);
    }
    for (unsigned i = 0; i < MOST_LANES; i++)
        lane[i] = i + i / 2 % 2 * MOST_LANES;
    return emit_shuffle(e, half[0], half[1], lane, MOST_LANES);
}

static void store_fours(struct emitter *e, ssa at, uint32_t apart, const ssa dword[4])
{
    ssa row[4];
    if (apart == 16) {
        ssa all = four(e, dword);
        emit_store_lines(e, &all, 1, at);
        return;
    }
    quads_turn(e->builder, dword, row);
    for (unsigned lane = 0; lane < SIM_NATIVE_LANES; lane++)
        store(e, pick(e, row[lane % 4], NULL, 4, lane / 4 * 4, 1),
              emit_behind(e, at, apart * lane));
}

void emit_store_elements(struct emitter *e, unsigned n, ssa at, uint32_t apart, const ssa dword[4])
{
    if (n == 4) {
        store_fours(e, at, apart, dword);
        return;
    }
    ssa all = pair(e, dword);
    if (apart == 8)
        emit_store_lines(e, &all, 1, at);
    for (unsigned i = 0; apart != 8 && i < SIM_NATIVE_LANES; i++)
        store(e, pick(e, all, NULL, 2, 2 * i, 1), emit_behind(e, at, apart * i));
}
