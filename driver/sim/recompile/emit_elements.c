/* SPDX-License-Identifier: MIT */
/* emit_elements.c: elements of one, two or four dwords of all lanes, that lie equally far apart,
 * from memory to a value for each dword and back, by loads, stores and shuffles of host vectors. */
#include "driver/sim/recompile/emitter.h"

/* The lanes of two values of so many, one behind the other. */
static unsigned join(struct native_emitter *e, unsigned lanes, unsigned a, unsigned b)
{
    const unsigned both = native_name(e);
    fprintf(e->out, "  %%t%u = shufflevector <%u x i32> %%t%u, <%u x i32> %%t%u, <%u x i32> ", both,
            lanes, a, lanes, b, 2 * lanes);
    for (unsigned i = 0; i < 2 * lanes; i++)
        fprintf(e->out, "%si32 %u", i ? ", " : "<", i);
    fputs(">\n", e->out);
    return both;
}

static unsigned join_four(struct native_emitter *e, unsigned lanes, const unsigned part[4])
{
    const unsigned low = join(e, lanes, part[0], part[1]), high = join(e, lanes, part[2], part[3]);
    return join(e, 2 * lanes, low, high);
}

/* `count` lanes of a value of so many, from number `first` on, each `step` behind the last. */
static unsigned pick(struct native_emitter *e, unsigned lanes, unsigned from, unsigned count,
                     unsigned first, unsigned step)
{
    const unsigned picked = native_name(e);
    fprintf(e->out, "  %%t%u = shufflevector <%u x i32> %%t%u, <%u x i32> poison, <%u x i32> ",
            picked, lanes, from, lanes, count);
    for (unsigned i = 0; i < count; i++)
        fprintf(e->out, "%si32 %u", i ? ", " : "<", first + i * step);
    fputs(">\n", e->out);
    return picked;
}

/* Lanes of two values, four by four: digits 0 to 3 name the first one's, 4 to 7 the second one's.
 */
static unsigned pick_quads(struct native_emitter *e, unsigned a, unsigned b, const char *digits)
{
    const unsigned picked = native_name(e);
    fprintf(e->out, "  %%t%u = shufflevector <16 x i32> %%t%u, <16 x i32> %%t%u, <16 x i32> ",
            picked, a, b);
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++) {
        const unsigned lane = (unsigned)(digits[i % 4] - '0');
        fprintf(e->out, "%si32 %u", i ? ", " : "<",
                i / 4 * 4 + lane % 4 + (lane < 4 ? 0 : SIM_NATIVE_LANES));
    }
    fputs(">\n", e->out);
    return picked;
}

/* Lane 4q + k of value j to lane 4q + j of value k, in shuffles that hosts have instructions for.
 */
static void turn_quads(struct native_emitter *e, const unsigned from[4], unsigned to[4])
{
    const unsigned low_a = pick_quads(e, from[0], from[1], "0415"),
                   low_b = pick_quads(e, from[2], from[3], "0415"),
                   high_a = pick_quads(e, from[0], from[1], "2637"),
                   high_b = pick_quads(e, from[2], from[3], "2637");
    to[0] = pick_quads(e, low_a, low_b, "0145");
    to[1] = pick_quads(e, low_a, low_b, "2367");
    to[2] = pick_quads(e, high_a, high_b, "0145");
    to[3] = pick_quads(e, high_a, high_b, "2367");
}

/* The address so many bytes behind one. */
static unsigned behind(struct native_emitter *e, unsigned at, uint32_t bytes)
{
    const unsigned further = native_name(e);
    native_line(e, "%%t%u = getelementptr i8, ptr %%t%u, i64 %u", further, at, bytes);
    return further;
}

static unsigned load(struct native_emitter *e, unsigned dwords, unsigned at)
{
    const unsigned value = native_name(e);
    native_line(e, "%%t%u = load <%u x i32>, ptr %%t%u, align 1", value, dwords, at);
    return value;
}

static void store(struct native_emitter *e, unsigned dwords, unsigned value, unsigned at)
{
    native_line(e, "store <%u x i32> %%t%u, ptr %%t%u, align 1", dwords, value, at);
}

/* Four lanes' elements, from lane `first` on, each `step` lanes behind the last. */
static unsigned load_four(struct native_emitter *e, unsigned n, unsigned at, uint32_t apart,
                          unsigned first, unsigned step)
{
    unsigned part[4];
    for (unsigned i = 0; i < 4; i++)
        part[i] = load(e, n, behind(e, at, apart * (first + i * step)));
    return join_four(e, n, part);
}

void native_load_elements(struct native_emitter *e, unsigned n, unsigned at, uint32_t apart,
                          unsigned dword[4])
{
    unsigned row[4], all;
    if (apart == 4 * n) {
        all = load(e, n * SIM_NATIVE_LANES, at);
    } else {
        for (unsigned j = 0; j < 4; j++)
            row[j] =
                n == 4 ? load_four(e, n, at, apart, j, 4) : load_four(e, n, at, apart, 4 * j, 1);
        if (n == 4) {
            turn_quads(e, row, dword);
            return;
        }
        all = join_four(e, 4 * n, row);
    }
    for (unsigned k = 0; k < n; k++)
        dword[k] = n == 1 ? all : pick(e, n * SIM_NATIVE_LANES, all, SIM_NATIVE_LANES, k, n);
}

/* Elements of two dwords side by side. */
static unsigned pair(struct native_emitter *e, const unsigned dword[2])
{
    const unsigned both = native_name(e);
    fprintf(e->out, "  %%t%u = shufflevector <16 x i32> %%t%u, <16 x i32> %%t%u, <32 x i32> ", both,
            dword[0], dword[1]);
    for (unsigned i = 0; i < 2 * SIM_NATIVE_LANES; i++)
        fprintf(e->out, "%si32 %u", i ? ", " : "<", i / 2 + i % 2 * SIM_NATIVE_LANES);
    fputs(">\n", e->out);
    return both;
}

static void store_fours(struct native_emitter *e, unsigned at, uint32_t apart,
                        const unsigned dword[4])
{
    unsigned row[4], part[4];
    turn_quads(e, dword, row);
    for (unsigned q = 0; q < 4; q++) {
        for (unsigned j = 0; j < 4; j++)
            part[j] = pick(e, SIM_NATIVE_LANES, row[j], 4, 4 * q, 1);
        if (apart == 16)
            store(e, SIM_NATIVE_LANES, join_four(e, 4, part), behind(e, at, 64 * q));
        for (unsigned j = 0; apart != 16 && j < 4; j++)
            store(e, 4, part[j], behind(e, at, apart * (4 * q + j)));
    }
}

void native_store_elements(struct native_emitter *e, unsigned n, unsigned at, uint32_t apart,
                           const unsigned dword[4])
{
    if (n == 4) {
        store_fours(e, at, apart, dword);
        return;
    }
    const unsigned all = pair(e, dword);
    if (apart == 8)
        store(e, 2 * SIM_NATIVE_LANES, all, at);
    for (unsigned i = 0; apart != 8 && i < SIM_NATIVE_LANES; i++)
        store(e, 2, pick(e, 2 * SIM_NATIVE_LANES, all, 2, 2 * i, 1), behind(e, at, apart * i));
}
