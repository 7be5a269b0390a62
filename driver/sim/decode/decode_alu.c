/* SPDX-License-Identifier: MIT */
/* decode_alu.c: ALU clauses into flat lists of operations.
 *
 * All operations of a group read before any writes. Here they run one after the other instead: one
 * whose register is still to be read by a later one writes a temporary, and a copy follows the
 * group. Operations that change what others see (predicate, address registers, LDS) come last. */
#include "driver/sim/decode/decode_alu.h"
#include "driver/sim/decode/traits.h"

uint32_t sim_result_place(const struct sim_clause *c, unsigned slot)
{
    return sim_clause_vector(c, SIM_VECTOR_RESULT + c->parity * SIM_SLOTS + slot);
}

static bool dst_relative(const struct sim_instr *instr)
{
    return instr->op != HW_ALU_OP_MOVA_INT && instr->writes &&
           HW_GET(instr->w1, ALU_OP2_WORD1, DST_REL);
}

static bool reads_place(const struct sim_instr *instr, uint32_t place, bool any_gpr)
{
    for (unsigned i = 0; i < 3; i++) {
        const struct sim_src *src = &instr->src[i];
        if (src->space != SIM_SPACE_WAVE || src->special)
            continue;
        if (src->relative || any_gpr || src->offset == place)
            return true;
    }
    return false;
}

/* Whether a register that instruction `index` writes is still to be read by an instruction of the
 * group that comes after it. */
static bool write_too_early(const struct sim_clause *c, unsigned index)
{
    const struct sim_instr *instr = &c->instrs[index];
    for (unsigned i = index + 1; i < c->count; i++)
        if (reads_place(&c->instrs[i], instr->dst, dst_relative(instr)))
            return true;
    return false;
}

static bool decode_finish(struct sim_clause *c, const struct sim_instr *instr, uint16_t *finish)
{
    const unsigned types = instr->info->types;
    const bool lds = instr->op == HW_ALU_OP_LDS_IDX_OP;
    const bool clamp = !lds && HW_GET(instr->w1, ALU_OP2_WORD1, CLAMP);
    const unsigned omod = instr->info->op3 ? 0 : HW_GET(instr->w1, ALU_OP2_WORD1, OMOD);
    const bool is_int = types == HW_TYPES_II || types == HW_TYPES_FI;
    if ((clamp || omod) && is_int)
        return sim_decode_fail(c->d, instr->word, "%s: output modifiers need a float result",
                               instr->info->name);
    const bool is_float = types == HW_TYPES_FF || types == HW_TYPES_IF;
    unsigned how = omod << SIM_OUT_OMOD_SHIFT;
    if (clamp)
        how |= c->d->program->mode.dx10_clamp ? SIM_OUT_DX10_CLAMP : SIM_OUT_CLAMP;
    if (is_float && c->d->program->mode.flush_out)
        how |= SIM_OUT_FLUSH;
    *finish = (uint16_t)how;
    return true;
}

static struct sim_alu_op *add_op(struct sim_clause *c, const struct sim_instr *instr)
{
    struct sim_alu_op *op = sim_list_add(c->d, &c->d->ops, sizeof(*op));
    if (!op)
        return NULL;
    op->op = (int16_t)instr->op;
    op->word = instr->word;
    op->map = -1;
    op->dst = SIM_NO_DST;
    op->lds_result[0] = op->lds_result[1] = SIM_NO_DST;
    const unsigned predicate = HW_GET(instr->w0, ALU_WORD0, PRED_SEL);
    if (predicate == HW_PRED_SEL_ZERO || predicate == HW_PRED_SEL_ONE) {
        op->predicate = (uint8_t)predicate;
        op->flags |= SIM_OP_PREDICATED;
    }
    return op;
}

/* Sets the lane function and the operation whose function it is, which may be another one than the
 * instruction names (a MOV that the decoder added, for one). */
static void set_map(struct sim_alu_op *op, sim_lane_fn fn, int map)
{
    op->fn = fn;
    op->map = (int16_t)(fn ? map : -1);
}

static void set_sources(struct sim_alu_op *op, const struct sim_src src[3])
{
    for (unsigned i = 0; i < 3; i++) {
        op->src[i] = src[i];
        if (src[i].mods || src[i].relative || src[i].special)
            op->flags |= SIM_OP_SOURCES;
    }
}

static void set_destination(struct sim_alu_op *op, const struct sim_instr *instr, uint32_t place)
{
    op->dst = place;
    if (place == instr->dst && dst_relative(instr)) {
        op->dst_relative = (uint8_t)(HW_GET(instr->w0, ALU_WORD0, INDEX_MODE) + 1);
        op->flags |= SIM_OP_RELATIVE;
    }
}

static bool emit_finished(struct sim_clause *c, const struct sim_instr *instr, int fn, uint32_t dst,
                          const struct sim_src src[3], uint16_t finish)
{
    struct sim_alu_op *op = add_op(c, instr);
    if (!op)
        return false;
    set_map(op, c->d->lanes->alu->alu[fn], fn);
    set_sources(op, src);
    set_destination(op, instr, dst);
    op->finish = finish;
    op->flags |= finish ? SIM_OP_FINISH : 0;
    return true;
}

bool sim_emit_op(struct sim_clause *c, const struct sim_instr *instr, int fn, uint32_t dst,
                 const struct sim_src src[3])
{
    return emit_finished(c, instr, fn, dst, src, 0);
}

/* Appends an operation that the program does not have, but the decoder needs: dst = fn(a, b). */
static bool emit_step(struct sim_clause *c, const struct sim_instr *instr, int fn, uint32_t dst,
                      struct sim_src a, struct sim_src b, uint16_t finish)
{
    return emit_finished(c, instr, fn, dst, (struct sim_src[3]){a, b}, finish);
}

struct sim_src sim_place_source(uint32_t place)
{
    return (struct sim_src){.offset = place, .space = SIM_SPACE_WAVE};
}

bool sim_emit_step(struct sim_clause *c, const struct sim_instr *instr, int fn, uint32_t dst,
                   struct sim_src src)
{
    return emit_step(c, instr, fn, dst, src, (struct sim_src){0}, 0);
}

bool sim_emit_action(struct sim_clause *c, const struct sim_instr *instr, sim_lane_fn fn,
                     enum sim_action action, const struct sim_src src[3])
{
    struct sim_alu_op *op = add_op(c, instr);
    if (!op)
        return false;
    set_map(op, fn, instr->op);
    op->action = (uint8_t)action;
    op->flags |= SIM_OP_ACTION;
    set_sources(op, src);
    op->dst = instr->out;
    return true;
}

static bool push_result(struct sim_clause *c, const struct sim_instr *instr, unsigned which,
                        uint32_t *place)
{
    struct sim_queue *queue = &c->queues[which];
    if (queue->tail == SIM_QUEUE_MAX)
        return sim_decode_fail(c->d, instr->word, "more than %d LDS results in one clause",
                               SIM_QUEUE_MAX);
    *place = sim_clause_vector(c, SIM_VECTOR_QUEUE + c->next_place++);
    queue->place[queue->tail++] = *place;
    if (c->next_place > c->d->queue_vectors)
        c->d->queue_vectors = c->next_place;
    return true;
}

static bool set_lds(struct sim_clause *c, const struct sim_instr *instr, struct sim_alu_op *op)
{
    const uint32_t w0 = instr->w0, w1 = instr->w1;
    const struct hw_lds_info *info = hw_lds_find(HW_GET(w1, ALU_LDS_WORD1, LDS_OP));
    op->lds_op = info->op;
    op->lds_offset =
        HW_GET(w1, ALU_LDS_WORD1, IDX_OFFSET_0) | HW_GET(w1, ALU_LDS_WORD1, IDX_OFFSET_1) << 1 |
        HW_GET(w1, ALU_LDS_WORD1, IDX_OFFSET_2) << 2 |
        HW_GET(w1, ALU_LDS_WORD1, IDX_OFFSET_3) << 3 |
        HW_GET(w0, ALU_LDS_WORD0, IDX_OFFSET_4) << 4 | HW_GET(w0, ALU_LDS_WORD0, IDX_OFFSET_5) << 5;
    if (instr->slot != 0)
        return sim_decode_fail(c->d, instr->word, "LDS_IDX_OP must be in unit x");
    if (!sim_lds_supported(info->op))
        return sim_decode_fail(c->d, instr->word, "LDS operation %s is not supported", info->name);
    if (info->returns && !push_result(c, instr, 0, &op->lds_result[0]))
        return false;
    return !sim_lds_returns_two(info->op) || push_result(c, instr, 1, &op->lds_result[1]);
}

static bool emit_action(struct sim_clause *c, struct sim_instr *instr, enum sim_action action)
{
    struct sim_alu_op *op = add_op(c, instr);
    if (!op)
        return false;
    const int test =
        action == SIM_ACTION_KILL ? c->d->program->mode.stage->kill_test(instr->op) : instr->op;
    set_map(op, c->d->lanes->alu->alu[test], test);
    op->action = (uint8_t)action;
    op->flags |= SIM_OP_ACTION;
    set_sources(op, instr->src);
    if (action == SIM_ACTION_KILL && instr->writes)
        return sim_decode_fail(c->d, instr->word, "%s that writes a register is not supported",
                               instr->info->name);
    if (instr->info->flags & HW_ALU_PRED)
        op->update =
            (uint8_t)((HW_GET(instr->w1, ALU_OP2_WORD1, UPDATE_EXEC_MASK) ? SIM_UPDATE_EXEC : 0) |
                      (HW_GET(instr->w1, ALU_OP2_WORD1, UPDATE_PRED) ? SIM_UPDATE_PRED : 0));
    if (instr->op == HW_ALU_OP_GROUP_BARRIER)
        c->d->program->barriers = true;
    if (action == SIM_ACTION_CF_INDEX && !instr->info->nsrc)
        op->src[0] = sim_place_source(sim_clause_vector(c, SIM_VECTOR_ADDRESS));
    if (instr->op == HW_ALU_OP_LDS_IDX_OP)
        return set_lds(c, instr, op);
    if (instr->writes && dst_relative(instr))
        return sim_decode_fail(c->d, instr->word, "%s with a relative destination",
                               instr->info->name);
    instr->out = instr->writes ? instr->dst : SIM_NO_DST;
    op->dst = instr->out;
    return true;
}

const struct sim_instr *sim_clause_unit(const struct sim_clause *c, unsigned slot)
{
    for (unsigned i = 0; i < c->count; i++)
        if (c->instrs[i].slot == slot)
            return &c->instrs[i];
    return NULL;
}

/* An operation with PREV takes as its last source what the next unit has just computed: unit x that
 * of y, y that of z, z that of w. */
static bool set_previous_unit(struct sim_clause *c, struct sim_instr *instr)
{
    const struct sim_instr *next = sim_clause_unit(c, instr->slot + 1u);
    struct sim_src *last = &instr->src[instr->info->nsrc];
    if (!next || next->out == SIM_NO_DST)
        return sim_literal_source(c, 0, last);
    *last = sim_place_source(next->out);
    return true;
}

/* A sum that goes on in the unit before is not clamped yet. */
static bool check_going_on(struct sim_clause *c, const struct sim_instr *instr, uint16_t *finish)
{
    const struct sim_instr *sum = sim_clause_unit(c, instr->slot - 1u);
    if (!sum || !(sum->info->flags & HW_ALU_PREV))
        return true;
    const bool modified = *finish & ~SIM_OUT_FLUSH;
    *finish &= SIM_OUT_FLUSH;
    return !modified || !instr->writes ||
           sim_decode_fail(c->d, instr->word, "%s takes a result with an output modifier",
                           sum->info->name);
}

bool sim_emit_map(struct sim_clause *c, unsigned index)
{
    struct sim_instr *instr = &c->instrs[index];
    uint16_t finish;
    if ((instr->info->flags & HW_ALU_PREV) && !set_previous_unit(c, instr))
        return false;
    if (!decode_finish(c, instr, &finish) || !check_going_on(c, instr, &finish))
        return false;
    const bool direct = instr->writes && !write_too_early(c, index);
    instr->out = direct ? instr->dst : sim_result_place(c, instr->slot);
    return emit_finished(c, instr, instr->op, instr->out, instr->src, finish);
}

/* The end of what takes four units: each has the result, or, without one, what is in its place. */
static bool emit_results(struct sim_clause *c, const struct sim_src *result)
{
    for (unsigned i = 0; i < 4; i++) {
        struct sim_instr *instr = &c->instrs[i];
        uint16_t finish;
        instr->out = sim_result_place(c, i);
        if (!decode_finish(c, instr, &finish) ||
            !emit_step(c, instr, HW_ALU_OP_MOV, instr->out,
                       result ? *result : sim_place_source(instr->out), (struct sim_src){0},
                       finish))
            return false;
    }
    return true;
}

/* DOT4 and MAX4: four units, one result that all of them write. */
static bool emit_reduction(struct sim_clause *c)
{
    struct sim_instr *x = &c->instrs[0];
    const int join = x->op != HW_ALU_OP_MAX4 ? HW_ALU_OP_ADD : HW_ALU_OP_MAX;
    for (unsigned i = 0; i < 4; i++) {
        const struct sim_instr *instr = &c->instrs[i];
        if (i >= c->count || instr->op != x->op || instr->slot != i)
            return sim_decode_fail(c->d, x->word, "%s must fill units x, y, z and w",
                                   x->info->name);
        const uint32_t part = sim_clause_vector(c, SIM_VECTOR_REDUCE + i);
        if (!emit_step(c, instr, instr->op, part, instr->src[0], instr->src[1], 0))
            return false;
    }
    const struct sim_src sum = sim_place_source(sim_clause_vector(c, SIM_VECTOR_REDUCE));
    for (unsigned i = 1; i < 4; i++)
        if (!emit_step(c, x, join, sum.offset, sum,
                       sim_place_source(sim_clause_vector(c, SIM_VECTOR_REDUCE + i)), 0))
            return false;
    return emit_results(c, &sum);
}

/* CUBE, with the operands (z, z, x, y) that compilers give it: of a direction the face's
 * coordinates t and s, twice the major axis with its sign, and the face (Mesa r600_shader.c,
 * OpenGL 4.5 table 8.19). Where two axes are as long, z comes before y, and y before x. */
enum { CX, CY, CZ, Z_MAJOR, Y_MAJOR, OUT_T, OUT_S, OUT_AXIS, OUT_FACE, ZERO, TWO, FOUR };
enum { CUBE_STEPS = 17, NEG = SIM_SRC_NEG << 4, ABS = SIM_SRC_ABS << 4 };

static const struct {
    int fn;
    uint8_t dst;
    uint8_t src[3]; /* places, with modifiers */
} cube_steps[CUBE_STEPS] = {
    {HW_ALU_OP_MAX, Z_MAJOR, {CX | ABS, CY | ABS}},
    {HW_ALU_OP_SETGE_DX10, Z_MAJOR, {CZ | ABS, Z_MAJOR}},
    {HW_ALU_OP_SETGE_DX10, Y_MAJOR, {CY | ABS, CX | ABS}},
    {HW_ALU_OP_CNDE_INT, OUT_AXIS, {Y_MAJOR, CX, CY}},
    {HW_ALU_OP_CNDE_INT, OUT_AXIS, {Z_MAJOR, OUT_AXIS, CZ}},
    /* The face: 0, 2 or 4, and 1 for a negative axis. */
    {HW_ALU_OP_CNDE_INT, OUT_S, {Y_MAJOR, ZERO, TWO}},
    {HW_ALU_OP_CNDE_INT, OUT_S, {Z_MAJOR, OUT_S, FOUR}},
    {HW_ALU_OP_SETGT, OUT_FACE, {ZERO, OUT_AXIS}},
    {HW_ALU_OP_ADD, OUT_FACE, {OUT_FACE, OUT_S}},
    /* t: z or -z beside y, else -y. */
    {HW_ALU_OP_CNDGE, OUT_T, {OUT_AXIS, CZ, CZ | NEG}},
    {HW_ALU_OP_CNDE_INT, OUT_T, {Y_MAJOR, CY | NEG, OUT_T}},
    {HW_ALU_OP_CNDE_INT, OUT_T, {Z_MAJOR, OUT_T, CY | NEG}},
    /* s: -z or z beside x, x beside y, x or -x beside z. */
    {HW_ALU_OP_CNDGE, OUT_S, {OUT_AXIS, CZ | NEG, CZ}},
    {HW_ALU_OP_CNDE_INT, OUT_S, {Y_MAJOR, OUT_S, CX}},
    {HW_ALU_OP_CNDGE, CY, {OUT_AXIS, CX, CX | NEG}},
    {HW_ALU_OP_CNDE_INT, OUT_S, {Z_MAJOR, OUT_S, CY}},
    {HW_ALU_OP_ADD, OUT_AXIS, {OUT_AXIS, OUT_AXIS}},
};

static uint32_t cube_place(const struct sim_clause *c, unsigned place)
{
    return place < OUT_T ? sim_clause_vector(c, SIM_VECTOR_REDUCE + place)
                         : sim_result_place(c, place - OUT_T);
}

static bool cube_source(struct sim_clause *c, unsigned term, struct sim_src *src)
{
    static const uint32_t constants[] = {0, 0x40000000, 0x40800000}; /* 0, 2, 4 */
    const unsigned place = term % 16;
    if (place >= ZERO)
        return sim_literal_source(c, constants[place - ZERO], src);
    *src = sim_place_source(cube_place(c, place));
    src->mods = (uint8_t)(term / 16);
    return true;
}

static bool emit_cube_step(struct sim_clause *c, unsigned step)
{
    const int fn = cube_steps[step].fn;
    struct sim_src src[3] = {0};
    for (unsigned i = 0; i < 3; i++)
        if (!cube_source(c, cube_steps[step].src[i], &src[i]))
            return false;
    return sim_emit_op(c, &c->instrs[0], fn, cube_place(c, cube_steps[step].dst), src);
}

static bool emit_cube(struct sim_clause *c)
{
    static const uint8_t operands[] = {CZ, CZ, CX, CY}; /* of units x, y, z and w */
    for (unsigned i = 0; i < 4; i++) {
        const struct sim_instr *instr = &c->instrs[i];
        if (i >= c->count || instr->op != HW_ALU_OP_CUBE || instr->slot != i)
            return sim_decode_fail(c->d, c->instrs[0].word, "CUBE must fill units x, y, z and w");
        if (!emit_step(c, instr, HW_ALU_OP_MOV, cube_place(c, operands[i]), instr->src[0],
                       (struct sim_src){0}, 0))
            return false;
    }
    for (unsigned i = 0; i < CUBE_STEPS; i++)
        if (!emit_cube_step(c, i))
            return false;
    return emit_results(c, NULL);
}

/* The rank of an instruction in the order in which its group is carried out: those that change
 * masks or queues come last, and before them, from w to x, those that take what the next unit has.
 */
static unsigned turn(const struct sim_instr *instr)
{
    if (instr->info->flags & HW_ALU_PRED)
        return 7;
    if (sim_traits[instr->op].action || instr->op == HW_ALU_OP_MOVA_INT)
        return 6;
    if (instr->info->flags & HW_ALU_PREV)
        return 5 - instr->slot;
    return instr->info->flags & HW_ALU_REDUCE ? 0 : 1;
}

static void sort_group(struct sim_clause *c)
{
    for (unsigned i = 1; i < c->count; i++) {
        const struct sim_instr moved = c->instrs[i];
        unsigned j = i;
        for (; j > 0 && turn(&c->instrs[j - 1]) > turn(&moved); j--)
            c->instrs[j] = c->instrs[j - 1];
        c->instrs[j] = moved;
    }
}

/* Copies of results that waited in temporaries. */
static bool write_results(struct sim_clause *c)
{
    for (unsigned i = 0; i < c->count; i++) {
        const struct sim_instr *instr = &c->instrs[i];
        const bool action = sim_traits[instr->op].action != SIM_ACTION_NONE;
        if (instr->writes && !action && instr->out != SIM_NO_DST && instr->out != instr->dst &&
            !emit_step(c, instr, HW_ALU_OP_MOV, instr->dst, sim_place_source(instr->out),
                       (struct sim_src){0}, 0))
            return false;
    }
    return true;
}

/* Notes where the next group finds the results of this one, which it names PV and PS. */
static void end_group(struct sim_clause *c)
{
    for (unsigned slot = 0; slot < SIM_SLOTS; slot++)
        c->result[slot] = SIM_NO_DST;
    for (unsigned i = 0; i < c->count; i++) {
        const struct sim_instr *instr = &c->instrs[i];
        /* A relative destination is a different register in each lane. */
        if (!(instr->out == instr->dst && dst_relative(instr)))
            c->result[instr->slot] = instr->out;
    }
    c->parity ^= 1;
}

static bool emit_instr(struct sim_clause *c, unsigned index)
{
    struct sim_instr *instr = &c->instrs[index];
    enum sim_action action = sim_traits[instr->op].action;
    if (instr->op == HW_ALU_OP_NOP)
        return true;
    if (sim_interpolates(c, instr->op))
        return c->d->program->mode.stage->interpolate(c, index);
    if (instr->info->flags & HW_ALU_F64)
        return sim_emit_double(c, index);
    if (hw_alu_is_shared(instr->slots))
        return sim_emit_shared(c, index);
    return action ? emit_action(c, instr, action) : sim_emit_map(c, index);
}

static bool emit_group(struct sim_clause *c)
{
    sort_group(c);
    unsigned first = 0;
    if (c->instrs[0].info->flags & HW_ALU_REDUCE && !sim_interpolates(c, c->instrs[0].op)) {
        if (!(c->instrs[0].op == HW_ALU_OP_CUBE ? emit_cube : emit_reduction)(c))
            return false;
        first = 4;
    }
    /* Results of a group that sets a predicate are written in all lanes that ran before it. */
    const unsigned last = c->count - 1;
    const bool predicate = c->instrs[last].info->flags & HW_ALU_PRED;
    for (unsigned i = first; i < c->count - predicate; i++)
        if (!emit_instr(c, i))
            return false;
    if (!write_results(c) || (predicate && !emit_instr(c, last)))
        return false;
    end_group(c);
    return true;
}

static void recycle_queues(struct sim_clause *c)
{
    if (c->queues[0].head != c->queues[0].tail || c->queues[1].head != c->queues[1].tail)
        return;
    c->queues[0].head = c->queues[0].tail = c->queues[1].head = c->queues[1].tail = 0;
    c->next_place = 0;
}

bool sim_decode_alu(struct sim_decoder *d, uint32_t slot, unsigned slots,
                    const struct sim_kcache kcache[4])
{
    struct sim_clause c = {.d = d, .kcache = kcache};
    const uint32_t end = slot + slots;
    for (unsigned i = 0; i < SIM_SLOTS; i++)
        c.result[i] = SIM_NO_DST;
    while (slot < end) {
        recycle_queues(&c);
        if (!sim_group_read(&c, &slot, end) || !emit_group(&c))
            return false;
    }
    recycle_queues(&c);
    return c.next_place == 0 || c.queues[0].head == c.queues[0].tail ||
           sim_decode_fail(d, (end - 1) * 2,
                           "LDS results are left in the queue at the clause's end");
}
