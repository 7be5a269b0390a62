/* SPDX-License-Identifier: MIT */
/* pvs_run.c: a vertex program, instruction by instruction. Flow control is a list beside the
 * program: the instruction that an entry names is the last one before a jump or a loop (AMD,
 * "Radeon R5xx Acceleration", VAP_PVS_FLOW_CNTL_ADDRS). */
#include <assert.h>
#include <string.h>

#include "driver/sim/r300/pvs.h"

/* Mesa's loops go 255 rounds, each in the one around it. A round that leaves all as it was ends its
 * loop: the others would do the same, as long as nobody reads the loop's index. */
enum { MOST_STEPS = 1 << 26, LOOK_AT_CLOCK = 1 << 16, LOOP_DEPTH = 8 };

/* Loops that are running. */
struct running {
    const struct pvs_flow *flow;
    uint32_t left;
    int32_t index;
};

struct machine {
    struct r300 *r;
    const struct pvs_program *program;
    struct pvs_vertex *vertex, *before; /* `before`: each loop's last round */
    struct running loop[LOOP_DEPTH];
    unsigned loops;
    bool reads_index;
};

static int32_t offset_of(struct machine *m, unsigned mode, unsigned select)
{
    if (mode == 1)
        return m->vertex->address[select];
    if (mode != 2 || !m->loops)
        return 0;
    m->reads_index = true;
    return m->loop[m->loops - 1].index;
}

/* Registers outside of a file are 0. */
static void read_source(struct machine *m, const struct pvs_source *source, float value[4])
{
    static const float zero[4] = {0, 0, 0, 0};
    const int32_t index = source->index + offset_of(m, source->mode, source->select);
    const struct pvs_vertex *v = m->vertex;
    const float *from = zero;

    if (source->file == PVS_FILE_INPUT && index >= 0 && index < PVS_INPUTS)
        from = v->input[index];
    else if (source->file == PVS_FILE_CONSTANT && index >= 0 &&
             index < (int32_t)m->program->constants)
        from = m->program->constant[index];
    else if (source->file == PVS_FILE_TEMP && index >= 0 && index < PVS_TEMPS)
        from = v->temp[index];
    else if (source->file == PVS_FILE_ALTERNATE && index >= 0 && index < PVS_TEMPS)
        from = v->alternate[index];
    for (unsigned c = 0; c < 4; c++) {
        const unsigned select = source->swizzle[c];
        value[c] = select < 4 ? from[select] : select == 5 ? 1.0f : 0.0f;
        if (source->absolute)
            value[c] = value[c] < 0 ? -value[c] : value[c];
        if (source->negated >> c & 1u)
            value[c] = -value[c];
    }
}

static bool write(struct machine *m, const struct pvs_instruction *instruction,
                  const float result[4])
{
    const int32_t index = instruction->index + offset_of(m, instruction->mode, instruction->select);
    struct pvs_vertex *v = m->vertex;
    const bool output = instruction->file == PVS_TO_OUTPUT || instruction->file == PVS_TO_OUTPUT_X;
    const int32_t room = output                              ? PVS_OUTPUTS
                         : instruction->file == PVS_TO_INPUT ? PVS_INPUTS
                                                             : PVS_TEMPS;

    if (instruction->file == PVS_TO_ADDRESS) {
        for (unsigned c = 0; c < 4; c++)
            if (instruction->mask >> c & 1u)
                v->address[c] = result[c] > -32768 && result[c] < 32768 ? (int32_t)result[c] : 0;
        return true;
    }
    if (index < 0 || index >= room)
        return r300_fail(m->r, "a vertex program writes register %d of %d", index, room);
    float *to = output                                  ? v->output[index]
                : instruction->file == PVS_TO_INPUT     ? v->input[index]
                : instruction->file == PVS_TO_ALTERNATE ? v->alternate[index]
                                                        : v->temp[index];
    for (unsigned c = 0; c < 4; c++) {
        const float value = result[instruction->file == PVS_TO_OUTPUT_X ? 0 : c];
        if (instruction->mask >> c & 1u)
            to[c] = !instruction->saturates ? value : value > 0 ? (value < 1 ? value : 1) : 0;
    }
    return true;
}

static bool step(struct machine *m, uint32_t at)
{
    const struct pvs_instruction *instruction = &m->program->instruction[at];
    float value[3][4], result[4] = {0};

    if (instruction->op == PVS_NOP || instruction->op == PVS_MATH)
        return true;
    if (instruction->predicated && m->vertex->predicate != instruction->sense)
        return true;
    for (unsigned i = 0; i < 3; i++)
        read_source(m, &instruction->source[i], value[i]);
    pvs_compute(instruction, value[0], value[1], value[2], &m->vertex->predicate, result);
    return write(m, instruction, result);
}

static void begin_round(struct machine *m)
{
    if (!m->reads_index)
        memcpy(&m->before[m->loops - 1], m->vertex, sizeof(*m->vertex));
}

/* Begins a loop, or jumps, behind an instruction. */
static bool begin(struct machine *m, uint32_t at, uint32_t *next)
{
    for (unsigned i = 0; i < PVS_LOOPS; i++) {
        const struct pvs_flow *flow = &m->program->flow[i];
        if (!flow->kind || flow->at != at)
            continue;
        if (flow->kind == 1) {
            *next = flow->target;
            return true;
        }
        if (m->loops == LOOP_DEPTH)
            return r300_fail(m->r, "loops of a vertex program are nested more than %u deep",
                             (unsigned)LOOP_DEPTH);
        m->loop[m->loops++] = (struct running){flow, flow->count, flow->first};
        begin_round(m);
        *next = flow->back;
        return true;
    }
    return true;
}

/* Whether the round that has ended changed nothing. */
static bool is_settled(const struct machine *m)
{
    return !m->reads_index && !memcmp(&m->before[m->loops - 1], m->vertex, sizeof(*m->vertex));
}

/* Ends rounds of loops whose last instruction this was. */
static void end_rounds(struct machine *m, uint32_t at, uint32_t *next)
{
    while (m->loops && m->loop[m->loops - 1].flow->last == at) {
        struct running *loop = &m->loop[m->loops - 1];
        if (loop->left > 1 && !is_settled(m)) {
            begin_round(m);
            loop->left--;
            loop->index += loop->flow->step;
            *next = loop->flow->back;
            return;
        }
        m->loops--;
    }
}

bool pvs_run(struct r300 *r, const struct pvs_program *program, struct pvs_vertex *vertex)
{
    struct pvs_vertex before[LOOP_DEPTH];
    struct machine m = {.r = r, .program = program, .vertex = vertex, .before = before};
    uint32_t at = program->first;
    assert(program->first <= program->last && program->last < PVS_CODE);

    for (uint32_t steps = 0; at <= program->last; steps++) {
        uint32_t next = at + 1;
        if (steps == MOST_STEPS)
            return r300_fail(r, "a vertex program has not ended after %u instructions",
                             (unsigned)MOST_STEPS);
        if ((steps % LOOK_AT_CLOCK == LOOK_AT_CLOCK - 1 && !r300_may_go_on(r)) || !step(&m, at))
            return false;
        end_rounds(&m, at, &next);
        if (next == at + 1 && !begin(&m, at, &next))
            return false;
        if (next < program->first)
            return r300_fail(r, "a vertex program goes on before its first instruction");
        at = next;
    }
    return true;
}
