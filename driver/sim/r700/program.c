/* SPDX-License-Identifier: MIT */
/* program.c: programs of R600 and R700 as programs of Evergreen. Clauses are copied, numbers of
 * instructions changed. Inputs of pixels are in registers when a program of R700 begins: a
 * prologue interpolates them. */
#include <string.h>

#include "driver/hw/chips.h"
#include "driver/hw/isa.h"
#include "driver/sim/r700/translate.h"

/* The program in hand: its words, and the registers behind its own that the prologue uses. */
struct job {
    struct r700 *r;
    enum r700_kind kind;
    const uint32_t *from;
    uint32_t dwords;   /* that its object has */
    uint32_t start;    /* of the translation, in dwords of r->code */
    uint32_t prologue; /* control-flow instructions before its own */
    bool r600;
};

static uint32_t *code(const struct job *j)
{
    return j->r->code.at + j->start;
}

static bool add(struct job *j, uint32_t w0, uint32_t w1)
{
    return r700_add(j->r, &j->r->code, (const uint32_t[]){w0, w1}, 2);
}

/* Clauses begin at multiples of 16 bytes. Returns the address in units of 8. */
static bool begin_clause(struct job *j, uint32_t *address)
{
    while ((j->r->code.count - j->start) % 4)
        if (!add(j, 0, 0))
            return false;
    *address = (j->r->code.count - j->start) / 2;
    return true;
}

/* Control flow. */

enum { INST_ALU = 0x40 }; /* the lowest 7-bit number that is one of an ALU clause */

enum {
    R700_CF_TEX = 1,
    R700_CF_VTX = 2,
    R700_CF_VTX_TC = 3,
    R700_CF_RETURN = 0x14,
    R700_CF_KILL = 0x18,
    R700_CF_WAIT_ACK = 0x1A,
    R700_CF_MEM_STREAM0 = 0x20,
    R700_CF_MEM_SCRATCH = 0x24,
    R700_CF_MEM_RING = 0x26,
    R700_CF_EXPORT = 0x27,
    R700_CF_EXPORT_DONE = 0x28,
};

static unsigned instruction(uint32_t w1)
{
    return r700_bits(w1, 23, 7);
}

/* How many control-flow instructions the program has; 0 with the error filled. */
static uint32_t count_flow(struct job *j)
{
    for (uint32_t i = 0; i < j->dwords / 2; i++) {
        const uint32_t w1 = j->from[i * 2 + 1];
        const unsigned inst = instruction(w1);
        if (inst >= INST_ALU)
            continue;
        if (r700_bits(w1, 21, 1) || (j->kind == R700_FETCH && inst == R700_CF_RETURN))
            return i + 1;
    }
    r700_fail(j->r, "a program has no end");
    return 0;
}

static bool has_clause(struct job *j, uint32_t address, uint32_t dwords)
{
    return (dwords <= j->dwords && address <= (j->dwords - dwords) / 2) ||
           r700_fail(j->r, "a clause of %u dwords at %u is not in memory", dwords, address);
}

enum { MEMORY = 2 }; /* a fetch from private memory, or others */

/* Fetches of vertices name buffers of all stages on R700, and the stage's own here. */
static bool copy_fetches(struct job *j, uint32_t from, uint32_t count, uint32_t *address)
{
    if (!has_clause(j, from, count * 4) || !begin_clause(j, address))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t words[4];
        memcpy(words, j->from + from * 2 + i * 4, sizeof(words));
        if (r700_bits(words[0], 0, 5) == MEMORY && r700_bits(words[0], 8, 3))
            return r700_fail(j->r, "reads of memory but of private one are not supported");
        if (j->kind == R700_FETCH)
            words[0] -= HW_SET(VTX_WORD0, BUFFER_ID, R700_FS_RESOURCES - R700_VS_RESOURCES);
        if (!r700_add(j->r, &j->r->code, words, 4))
            return false;
    }
    return true;
}

/* ALU clauses. */

static const struct row {
    uint16_t number, op;
    bool op3;
    uint8_t fifth; /* 1: on R600; 2: on R700 */
} rows[] = {
#define ANY                          0
#define T                            3
#define T6                           1
#define R700_OP2(name, number, unit) {number, HW_ALU_OP_##name, false, unit},
#define R700_OP3(name, number, unit) {number, HW_ALU_OP_##name, true, unit},
#include "driver/sim/r700/alu.def"
#undef R700_OP2
#undef R700_OP3
#undef ANY
#undef T6
#undef T6
#undef T
};

enum { FIRST_OTHER = 0x50, FIRST_MOVES = 0x15, END_MOVES = 0x18 };

/* The instruction of that number; -1: there is none. */
static int find_op(const struct job *j, bool op3, unsigned number, bool *fifth)
{
    *fifth = false;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (rows[i].op3 == op3 && rows[i].number == number) {
            *fifth = rows[i].fifth & (j->r600 ? 1u : 2u);
            return rows[i].op;
        }
    const bool same =
        !op3 && number < FIRST_OTHER && !(number >= FIRST_MOVES && number < END_MOVES);
    return same ? hw_alu_find(false, number) : -1;
}

/* An instruction of one unit that writes nothing: the next one of this channel is the fifth's. */
static bool add_filler(struct job *j, unsigned chan)
{
    return add(j, HW_SET(ALU_WORD0, SRC0_SEL, HW_SRC_0),
               HW_SET(ALU_OP2_WORD1, ALU_INST, hw_alu_info[HW_ALU_OP_MOV].code) |
                   HW_SET(ALU_OP2_WORD1, DST_CHAN, chan));
}

static bool copy_alu(struct job *j, uint32_t w0, uint32_t w1, unsigned *taken)
{
    const bool op3 = hw_alu_is_op3(w1);
    bool fifth;
    if (j->r600 && !op3) /* a bit for fog is among its fields */
        w1 = (w1 & ~0x3ffe0u) | r700_bits(w1, 6, 2) << 5 | r700_bits(w1, 8, 10) << 7;
    const unsigned number =
        op3 ? HW_GET(w1, ALU_OP3_WORD1, ALU_INST) : HW_GET(w1, ALU_OP2_WORD1, ALU_INST);
    const int op = find_op(j, op3, number, &fifth);
    if (op < 0)
        return r700_fail(j->r, "ALU instruction OP%d 0x%x is not supported", op3 ? 3 : 2, number);
    const unsigned chan = HW_GET(w1, ALU_OP2_WORD1, DST_CHAN);
    if (fifth && !(*taken >> chan)) {
        *taken |= 1u << chan;
        if (!add_filler(j, chan))
            return false;
    }
    if (hw_alu_slots(op, HW_VLIW5) != HW_SLOTS_T)
        *taken |= 1u << chan;
    w1 &= op3 ? ~HW_SET(ALU_OP3_WORD1, ALU_INST, ~0u) : ~HW_SET(ALU_OP2_WORD1, ALU_INST, ~0u);
    w1 |= op3 ? HW_SET(ALU_OP3_WORD1, ALU_INST, hw_alu_info[op].code)
              : HW_SET(ALU_OP2_WORD1, ALU_INST, hw_alu_info[op].code);
    return add(j, w0, w1);
}

/* How many literals an instruction reads. */
static unsigned literals_of(uint32_t w0, uint32_t w1)
{
    unsigned count = 0;
    const unsigned sel[] = {HW_GET(w0, ALU_WORD0, SRC0_SEL), HW_GET(w0, ALU_WORD0, SRC1_SEL),
                            HW_GET(w1, ALU_OP3_WORD1, SRC2_SEL)};
    const unsigned chan[] = {HW_GET(w0, ALU_WORD0, SRC0_CHAN), HW_GET(w0, ALU_WORD0, SRC1_CHAN),
                             HW_GET(w1, ALU_OP3_WORD1, SRC2_CHAN)};
    for (unsigned i = 0; i < (hw_alu_is_op3(w1) ? 3u : 2u); i++)
        if (sel[i] == HW_SRC_LITERAL && chan[i] >= count)
            count = chan[i] + 1;
    return count;
}

static bool copy_group(struct job *j, uint32_t *at, uint32_t end)
{
    unsigned taken = 0, literals = 0;
    for (bool last = false; !last;) {
        if (*at >= end)
            return r700_fail(j->r, "an instruction group has no end");
        const uint32_t w0 = j->from[*at * 2], w1 = j->from[*at * 2 + 1];
        const unsigned count = literals_of(w0, w1);
        literals = count > literals ? count : literals;
        last = HW_GET(w0, ALU_WORD0, LAST);
        if (!copy_alu(j, w0, w1, &taken))
            return false;
        ++*at;
    }
    const uint32_t slots = (literals + 1) / 2;
    if (slots > end - *at)
        return r700_fail(j->r, "literals lie behind the end of a clause");
    *at += slots;
    return r700_add(j->r, &j->r->code, j->from + (*at - slots) * 2, slots * 2);
}

/* `*count` is the clause's number of slots, which may grow. */
static bool copy_clause(struct job *j, uint32_t from, uint32_t *count, uint32_t *address)
{
    if (!has_clause(j, from, *count * 2) || !begin_clause(j, address))
        return false;
    for (uint32_t at = from; at < from + *count;)
        if (!copy_group(j, &at, from + *count))
            return false;
    *count = (j->r->code.count - j->start) / 2 - *address;
    return *count <= 1 << HW_CF_ALU_WORD1_COUNT_WIDTH ||
           r700_fail(j->r, "an ALU clause becomes too long");
}

static bool flow_alu(struct job *j, uint32_t flow[2])
{
    uint32_t count = HW_GET(flow[1], CF_ALU_WORD1, COUNT) + 1, address;
    if (!copy_clause(j, HW_GET(flow[0], CF_ALU_WORD0, ADDR), &count, &address))
        return false;
    flow[0] = (flow[0] & ~HW_SET(CF_ALU_WORD0, ADDR, ~0u)) | HW_SET(CF_ALU_WORD0, ADDR, address);
    flow[1] = (flow[1] & ~(HW_SET(CF_ALU_WORD1, COUNT, ~0u) | HW_SET(CF_ALU_WORD1, ALT_CONST, 1))) |
              HW_SET(CF_ALU_WORD1, COUNT, count - 1);
    return true;
}

static bool flow_export(struct job *j, unsigned inst, uint32_t flow[2])
{
    static const uint8_t numbers[] = {
        HW_CF_MEM_STREAM0_BUF0, HW_CF_MEM_STREAM0_BUF1, HW_CF_MEM_STREAM0_BUF2,
        HW_CF_MEM_STREAM0_BUF3, HW_CF_MEM_SCRATCH,      0,
        HW_CF_MEM_RING,         HW_CF_EXPORT,           HW_CF_EXPORT_DONE};
    const uint32_t w1 = flow[1];
    const unsigned to = inst <= R700_CF_EXPORT_DONE ? numbers[inst - R700_CF_MEM_STREAM0] : 0;
    if (!to || (j->r600 && inst == R700_CF_MEM_SCRATCH))
        return r700_fail(j->r, "control-flow instruction 0x%x is not supported", inst);
    flow[1] = (w1 & 0xffffu) | HW_SET(CF_BUF_WORD1, BURST_COUNT, r700_bits(w1, 17, 4)) |
              HW_SET(CF_BUF_WORD1, VALID_PIXEL_MODE, r700_bits(w1, 22, 1)) |
              HW_SET(CF_BUF_WORD1, END_OF_PROGRAM, r700_bits(w1, 21, 1)) |
              HW_SET(CF_BUF_WORD1, CF_INST, to) |
              HW_SET(CF_BUF_WORD1, MARK, inst < R700_CF_EXPORT && r700_bits(w1, 30, 1)) |
              (w1 & HW_SET(CF_BUF_WORD1, BARRIER, 1));
    return true;
}

/* Instructions that name a place in the control flow. */
static bool jumps(unsigned inst)
{
    return (inst >= 0x4 && inst <= 0xe) || inst == 0x12;
}

static bool flow_other(struct job *j, unsigned inst, uint32_t flow[2])
{
    const uint32_t w1 = flow[1];
    uint32_t count = 0;
    if (inst == 0xc || (inst >= 0xf && inst <= 0x11) ||
        (inst > R700_CF_KILL && inst != R700_CF_WAIT_ACK))
        return r700_fail(j->r, "control-flow instruction 0x%x is not supported", inst);
    if (inst >= R700_CF_TEX && inst <= R700_CF_VTX_TC) {
        count = r700_bits(w1, 10, 3) | r700_bits(w1, 19, 1) << 3;
        if (!copy_fetches(j, flow[0], count + 1, &flow[0]))
            return false;
        inst = inst == R700_CF_VTX_TC ? R700_CF_TEX : inst;
    } else if (jumps(inst)) {
        flow[0] += j->prologue;
    }
    flow[1] = (w1 & 0x3ffu) | HW_SET(CF_WORD1, COUNT, count) |
              HW_SET(CF_WORD1, VALID_PIXEL_MODE, r700_bits(w1, 22, 1)) |
              HW_SET(CF_WORD1, END_OF_PROGRAM, r700_bits(w1, 21, 1)) |
              HW_SET(CF_WORD1, CF_INST, inst) |
              (w1 & (HW_SET(CF_WORD1, WHOLE_QUAD_MODE, 1) | HW_SET(CF_WORD1, BARRIER, 1)));
    return true;
}

static bool translate_flow(struct job *j, uint32_t number)
{
    uint32_t flow[2];
    memcpy(flow, j->from + number * 2, sizeof(flow));
    const unsigned inst = instruction(flow[1]);
    const bool done = inst >= INST_ALU              ? flow_alu(j, flow)
                      : inst >= R700_CF_MEM_STREAM0 ? flow_export(j, inst, flow)
                                                    : flow_other(j, inst, flow);
    if (done)
        memcpy(code(j) + (j->prologue + number) * 2, flow, sizeof(flow));
    return done;
}

/* The prologue. Evergreen's pixels begin with coordinates in the first registers, two pairs in one;
 * position and face come behind. They are moved away; then inputs are interpolated. */

enum { INPUTS_OF_CLAUSE = 8, KINDS = 6 };

struct prologue {
    uint32_t inputs;     /* in all */
    uint32_t skipped;    /* inputs that are no parameters */
    uint32_t moved;      /* registers that are moved away */
    uint32_t place;      /* where to */
    uint8_t pair[KINDS]; /* of coordinates */
    int position, face;  /* inputs; -1: there is none */
};

/* Perspective or linear coordinates; at the sample, the centre, the centroid. */
static unsigned kind_of(uint32_t input)
{
    const unsigned where = r700_bits(input, 18, 1) ? 0 : r700_bits(input, 11, 1) ? 2 : 1;
    return where + 3 * r700_bits(input, 12, 1);
}

/* Bits of flat inputs may be an integer's: they are loaded, not computed. */
static bool is_flat(const struct r700_inputs *inputs, unsigned i)
{
    return inputs->flat && r700_bits(inputs->input[i], 10, 1);
}

static struct prologue plan(struct r700_inputs *inputs)
{
    static const uint8_t enable[KINDS] = {8, 0, 4, 24, 16, 20}; /* bits of SPI_BARYC_CNTL */
    struct prologue p = {.inputs = r700_bits(inputs->control[0], 0, 6),
                         .place = inputs->gprs,
                         .position = -1,
                         .face = -1};
    unsigned used = 0, pairs = 0;
    if (r700_bits(inputs->control[0], 8, 1))
        p.position = (int)r700_bits(inputs->control[0], 10, 5);
    if (r700_bits(inputs->control[1], 8, 1))
        p.face = (int)r700_bits(inputs->control[1], 12, 5);
    p.inputs = p.inputs > 32 ? 32 : p.inputs;
    for (unsigned i = 0; i < p.inputs; i++)
        if ((int)i == p.position || (int)i == p.face)
            p.skipped |= 1u << i;
        else if (!is_flat(inputs, i))
            used |= 1u << kind_of(inputs->input[i]);
    inputs->barycentric = 0;
    for (unsigned kind = 0; kind < KINDS; kind++)
        if (used >> kind & 1u) {
            p.pair[kind] = (uint8_t)pairs++;
            inputs->barycentric |= 1u << enable[kind];
        }
    p.moved = (pairs + 1) / 2;
    if (p.position >= 0) {
        inputs->control[0] &= ~(0x1fu << 10);
        inputs->control[0] |= p.moved++ << 10;
    }
    if (p.face >= 0) {
        inputs->control[1] &= ~(0x1fu << 12);
        inputs->control[1] |= p.moved++ << 12;
    }
    inputs->gprs += p.moved;
    return p;
}

static bool add_move(struct job *j, uint32_t to, uint32_t from)
{
    bool done = true;
    for (unsigned c = 0; done && c < 4; c++)
        done = add(j,
                   HW_SET(ALU_WORD0, SRC0_SEL, from) | HW_SET(ALU_WORD0, SRC0_CHAN, c) |
                       HW_SET(ALU_WORD0, LAST, c == 3),
                   HW_SET(ALU_OP2_WORD1, ALU_INST, hw_alu_info[HW_ALU_OP_MOV].code) |
                       HW_SET(ALU_OP2_WORD1, WRITE_MASK, 1) | HW_SET(ALU_OP2_WORD1, DST_GPR, to) |
                       HW_SET(ALU_OP2_WORD1, DST_CHAN, c));
    return done;
}

/* Units x and z read j, y and w read i; each instruction fills a half. */
static bool add_interpolation(struct job *j, uint32_t input, uint32_t place, unsigned pair)
{
    bool done = true;
    for (unsigned k = 0; done && k < 8; k++) {
        const unsigned c = k % 4, high = k < 4;
        const int op = high ? HW_ALU_OP_INTERP_ZW : HW_ALU_OP_INTERP_XY;
        done = add(j,
                   HW_SET(ALU_WORD0, SRC0_SEL, place + pair / 2) |
                       HW_SET(ALU_WORD0, SRC0_CHAN, pair % 2 * 2 + 1 - c % 2) |
                       HW_SET(ALU_WORD0, SRC1_SEL, HW_SRC_PARAM + input) |
                       HW_SET(ALU_WORD0, SRC1_CHAN, c) | HW_SET(ALU_WORD0, LAST, c == 3),
                   HW_SET(ALU_OP2_WORD1, ALU_INST, hw_alu_info[op].code) |
                       HW_SET(ALU_OP2_WORD1, WRITE_MASK, c / 2 == high) |
                       HW_SET(ALU_OP2_WORD1, DST_GPR, input) | HW_SET(ALU_OP2_WORD1, DST_CHAN, c));
    }
    return done;
}

static bool add_load(struct job *j, uint32_t input)
{
    bool done = true;
    for (unsigned c = 0; done && c < 4; c++)
        done = add(j,
                   HW_SET(ALU_WORD0, SRC0_SEL, HW_SRC_PARAM + input) |
                       HW_SET(ALU_WORD0, SRC0_CHAN, c) | HW_SET(ALU_WORD0, LAST, c == 3),
                   HW_SET(ALU_OP2_WORD1, ALU_INST, hw_alu_info[HW_ALU_OP_INTERP_LOAD_P0].code) |
                       HW_SET(ALU_OP2_WORD1, WRITE_MASK, 1) |
                       HW_SET(ALU_OP2_WORD1, DST_GPR, input) | HW_SET(ALU_OP2_WORD1, DST_CHAN, c));
    return done;
}

static void end_clause(struct job *j, uint32_t number, uint32_t address)
{
    enum { CF_ALU = 8 };
    const uint32_t slots = (j->r->code.count - j->start) / 2 - address;
    code(j)[number * 2] = HW_SET(CF_ALU_WORD0, ADDR, address);
    code(j)[number * 2 + 1] = HW_SET(CF_ALU_WORD1, COUNT, slots - 1) |
                              HW_SET(CF_ALU_WORD1, CF_INST, CF_ALU) |
                              HW_SET(CF_ALU_WORD1, BARRIER, 1);
}

static bool move_away(struct job *j, const struct prologue *p)
{
    uint32_t address;
    if (!p->moved)
        return true; /* the first instruction does nothing */
    if (!begin_clause(j, &address))
        return false;
    for (uint32_t i = 0; i < p->moved; i++)
        if (!add_move(j, p->place + i, i))
            return false;
    end_clause(j, 0, address);
    return true;
}

static bool fill_input(struct job *j, const struct prologue *p, const struct r700_inputs *inputs,
                       uint32_t i)
{
    const uint32_t last = p->place + p->moved - 1;
    if (!(p->skipped >> i & 1u) && is_flat(inputs, i))
        return add_load(j, i);
    if (!(p->skipped >> i & 1u))
        return add_interpolation(j, i, p->place, p->pair[kind_of(inputs->input[i])]);
    return add_move(j, i, (int)i == p->face ? last : last - (p->face >= 0));
}

static bool write_prologue(struct job *j, const struct prologue *p,
                           const struct r700_inputs *inputs)
{
    if (p->place + p->moved > HW_GPRS - 4)
        return r700_fail(j->r, "a program of pixels has %u registers", p->place);
    if (!move_away(j, p))
        return false;
    for (uint32_t first = 0, number = 1; first < p->inputs; first += INPUTS_OF_CLAUSE, number++) {
        uint32_t address;
        if (!begin_clause(j, &address))
            return false;
        for (uint32_t i = first; i < p->inputs && i < first + INPUTS_OF_CLAUSE; i++)
            if (!fill_input(j, p, inputs, i))
                return false;
        end_clause(j, number, address);
    }
    return true;
}

/* Programs begin at multiples of 256 bytes. */
static bool begin_program(struct job *j, uint32_t flows)
{
    static const uint32_t zeros[64];
    struct r700_words *words = &j->r->code;
    if (words->count % 64 && !r700_add(j->r, words, zeros, 64 - words->count % 64))
        return false;
    j->start = words->count;
    for (uint32_t i = 0; i < flows; i++)
        if (!add(j, 0, 0))
            return false;
    return true;
}

static bool translate(struct job *j, struct r700_inputs *inputs)
{
    const struct prologue p = inputs ? plan(inputs) : (struct prologue){0};
    const uint32_t flows = count_flow(j);
    if (p.inputs)
        j->prologue = 1 + (p.inputs + INPUTS_OF_CLAUSE - 1) / INPUTS_OF_CLAUSE;
    if (!flows || !begin_program(j, j->prologue + flows) ||
        (p.inputs && !write_prologue(j, &p, inputs)))
        return false;
    for (uint32_t i = 0; i < flows; i++)
        if (!translate_flow(j, i))
            return false;
    return true;
}

bool r700_translate(struct r700 *r, enum r700_kind kind, uint32_t address,
                    struct r700_inputs *inputs, uint32_t *to)
{
    struct r700_program *kept = &r->programs[kind];
    const uint64_t at = (uint64_t)address << 8;
    const struct sim_bo *bo = sim_stream_find(r->stream, at);
    if (kept->to && kept->from == address &&
        (!inputs || !memcmp(&kept->wanted, inputs, sizeof(*inputs)))) {
        *to = kept->to;
        if (inputs)
            *inputs = kept->made;
        return true;
    }
    if (!bo)
        return r700_fail(r, "there is no program at address 0x%llx", (unsigned long long)at);
    if (inputs)
        kept->wanted = *inputs;
    struct job job = {.r = r,
                      .r600 = r->chip->family == HW_FAMILY_R600,
                      .kind = kind,
                      .from = (const uint32_t *)(bo->map + (at - bo->address)),
                      .dwords = (uint32_t)((bo->size - (at - bo->address)) / 4)};
    kept->to = 0;
    if (!translate(&job, inputs))
        return false;
    kept->from = address;
    kept->to = *to = (uint32_t)((R700_CODE_ADDRESS + (uint64_t)job.start * 4) >> 8);
    if (inputs)
        kept->made = *inputs;
    return true;
}
