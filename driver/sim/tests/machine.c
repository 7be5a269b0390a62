/* SPDX-License-Identifier: MIT */
/* machine.c: see machine.h. */
#include "driver/sim/tests/machine.h"

#include <stdio.h>
#include <string.h>

#include "driver/hw/chips.h"
#include "driver/hw/formats.h"
#include "driver/sim/decode/program.h"

uint32_t here(const struct program *p)
{
    return p->cf_words / 2;
}

static void cf_words(struct program *p, uint32_t w0, uint32_t w1, int32_t clause)
{
    p->clause_of[p->cf_words / 2] = clause;
    p->cf[p->cf_words++] = w0;
    p->cf[p->cf_words++] = w1;
}

void cf(struct program *p, unsigned cf_op, uint32_t target, unsigned pop_count)
{
    cf_words(p, HW_SET(CF_WORD0, ADDR, target),
             HW_SET(CF_WORD1, CF_INST, cf_op) | HW_SET(CF_WORD1, POP_COUNT, pop_count) |
                 HW_SET(CF_WORD1, BARRIER, 1),
             -1);
}

void patch(struct program *p, uint32_t cf_number, uint32_t target)
{
    p->cf[cf_number * 2] |= HW_SET(CF_WORD0, ADDR, target);
}

void alu_begin(struct program *p)
{
    p->clause_start = p->body_words;
}

static uint32_t encode_word0(const struct alu *a, bool last)
{
    return HW_SET(ALU_WORD0, SRC0_SEL, a->src[0].sel) |
           HW_SET(ALU_WORD0, SRC0_CHAN, a->src[0].chan) |
           HW_SET(ALU_WORD0, SRC0_NEG, a->src[0].neg) |
           HW_SET(ALU_WORD0, SRC0_REL, a->src[0].relative) |
           HW_SET(ALU_WORD0, SRC1_SEL, a->src[1].sel) |
           HW_SET(ALU_WORD0, SRC1_CHAN, a->src[1].chan) |
           HW_SET(ALU_WORD0, SRC1_NEG, a->src[1].neg) | HW_SET(ALU_WORD0, PRED_SEL, a->pred_sel) |
           HW_SET(ALU_WORD0, LAST, last);
}

static uint32_t encode_word1(const struct alu *a)
{
    const struct hw_alu_info *info = &hw_alu_info[a->op];
    const uint32_t common =
        HW_SET(ALU_OP2_WORD1, DST_GPR, a->gpr) | HW_SET(ALU_OP2_WORD1, DST_CHAN, a->chan) |
        HW_SET(ALU_OP2_WORD1, CLAMP, a->clamp) | HW_SET(ALU_OP2_WORD1, DST_REL, a->dst_relative);
    const uint32_t third = HW_SET(ALU_OP3_WORD1, SRC2_SEL, a->src[2].sel) |
                           HW_SET(ALU_OP3_WORD1, SRC2_CHAN, a->src[2].chan) |
                           HW_SET(ALU_OP3_WORD1, ALU_INST, info->code);
    if (a->op == HW_ALU_OP_LDS_IDX_OP)
        return third | HW_SET(ALU_LDS_WORD1, LDS_OP, a->lds_op) |
               HW_SET(ALU_LDS_WORD1, IDX_OFFSET_0, a->lds_offset) |
               HW_SET(ALU_LDS_WORD1, IDX_OFFSET_1, a->lds_offset >> 1) |
               HW_SET(ALU_LDS_WORD1, IDX_OFFSET_2, a->lds_offset >> 2);
    if (info->op3)
        return common | third | HW_SET(ALU_OP3_WORD1, SRC2_NEG, a->src[2].neg);
    return common | HW_SET(ALU_OP2_WORD1, SRC0_ABS, a->src[0].abs) |
           HW_SET(ALU_OP2_WORD1, SRC1_ABS, a->src[1].abs) |
           HW_SET(ALU_OP2_WORD1, WRITE_MASK, !a->masked) | HW_SET(ALU_OP2_WORD1, OMOD, a->omod) |
           HW_SET(ALU_OP2_WORD1, UPDATE_EXEC_MASK, a->exec) |
           HW_SET(ALU_OP2_WORD1, UPDATE_PRED, a->pred) |
           HW_SET(ALU_OP2_WORD1, ALU_INST, info->code);
}

/* The channel of a literal among those of its group, which it may be added to. */
static unsigned literal_channel(uint32_t literals[4], unsigned *count, uint32_t value)
{
    unsigned i = 0;
    while (i < *count && literals[i] != value)
        i++;
    assert_true(i < 4);
    literals[i] = value;
    *count += i == *count;
    return i;
}

void group(struct program *p, const struct alu *instrs, unsigned count)
{
    uint32_t literals[4];
    unsigned literal_count = 0;
    for (unsigned i = 0; i < count; i++) {
        struct alu a = instrs[i];
        for (unsigned s = 0; s < 3; s++)
            if (a.src[s].sel == HW_SRC_LITERAL)
                a.src[s].chan = literal_channel(literals, &literal_count, a.src[s].literal);
        p->body[p->body_words++] = encode_word0(&a, i + 1 == count);
        p->body[p->body_words++] = encode_word1(&a);
    }
    for (unsigned i = 0; i < (literal_count + 1) / 2 * 2; i++)
        p->body[p->body_words++] = i < literal_count ? literals[i] : 0;
}

void alu_end(struct program *p, unsigned cf_op)
{
    const uint32_t slots = (p->body_words - p->clause_start) / 2;
    assert_true(slots >= 1 && slots <= 128);
    cf_words(p, HW_SET(CF_ALU_WORD0, KCACHE_MODE0, HW_KCACHE_LOCK_2),
             HW_SET(CF_ALU_WORD1, COUNT, slots - 1) | HW_SET(CF_ALU_WORD1, CF_INST, cf_op) |
                 HW_SET(CF_ALU_WORD1, BARRIER, 1),
             (int32_t)p->clause_start);
}

void op(struct program *p, int alu_op, unsigned gpr, unsigned chan, struct src a, struct src b,
        struct src c)
{
    group(p, &(struct alu){.op = alu_op, .gpr = gpr, .chan = chan, .src = {a, b, c}}, 1);
}

void lds_write(struct program *p, struct src address, struct src value)
{
    group(
        p,
        &(struct alu){.op = HW_ALU_OP_LDS_IDX_OP, .lds_op = HW_LDS_WRITE, .src = {address, value}},
        1);
}

void lds_read(struct program *p, unsigned gpr, struct src address)
{
    group(p, &(struct alu){.op = HW_ALU_OP_LDS_IDX_OP, .lds_op = HW_LDS_READ_RET, .src = {address}},
          1);
    op(p, HW_ALU_OP_MOV, gpr, 0, special(HW_SRC_LDS_OQ_A_POP, 0), r(0, 0), r(0, 0));
}

void alu_predicate(struct program *p, int alu_op, struct src a, struct src b)
{
    group(p, &(struct alu){.op = alu_op, .masked = true, .exec = true, .pred = true, .src = {a, b}},
          1);
}

void alu_test(struct program *p, unsigned cf_op, int alu_op, struct src a, struct src b)
{
    alu_begin(p);
    alu_predicate(p, alu_op, a, b);
    alu_end(p, cf_op);
}

void fetch_begin(struct program *p)
{
    p->body_words = (p->body_words + 3) / 4 * 4;
    p->clause_start = p->body_words;
}

static void load_format(struct program *p, unsigned gpr, unsigned index_gpr, unsigned index_chan,
                        unsigned format, unsigned components, bool is_signed)
{
    uint32_t *w = p->body + p->body_words;
    w[0] = HW_SET(VTX_WORD0, VC_INST, HW_VTX_FETCH) | HW_SET(VTX_WORD0, FETCH_TYPE, 2) |
           HW_SET(VTX_WORD0, BUFFER_ID, 1) | HW_SET(VTX_WORD0, SRC_GPR, index_gpr) |
           HW_SET(VTX_WORD0, SRC_SEL_X, index_chan);
    w[1] = HW_SET(VTX_WORD1, DST_GPR, gpr) | HW_SET(VTX_WORD1, DST_SEL_X, 0) |
           HW_SET(VTX_WORD1, DST_SEL_Y, components > 1 ? 1 : 7) |
           HW_SET(VTX_WORD1, DST_SEL_Z, components > 2 ? 2 : 7) |
           HW_SET(VTX_WORD1, DST_SEL_W, components > 3 ? 3 : 7) |
           HW_SET(VTX_WORD1, DATA_FORMAT, format) |
           HW_SET(VTX_WORD1, NUM_FORMAT_ALL, HW_NUM_FORMAT_INT) |
           HW_SET(VTX_WORD1, FORMAT_COMP_ALL, is_signed);
    w[2] = w[3] = 0;
    p->body_words += 4;
}

void load(struct program *p, unsigned gpr, unsigned index_gpr, unsigned index_chan, unsigned format,
          unsigned components)
{
    load_format(p, gpr, index_gpr, index_chan, format, components, false);
}

void load_signed(struct program *p, unsigned gpr, unsigned index_gpr, unsigned index_chan,
                 unsigned format)
{
    load_format(p, gpr, index_gpr, index_chan, format, 1, true);
}

void texture(struct program *p, unsigned tex_op, unsigned gpr, unsigned coord_gpr,
             unsigned resource, unsigned sampler, bool normalized)
{
    uint32_t *w = p->body + p->body_words;
    w[0] = HW_SET(TEX_WORD0, TEX_INST, tex_op) | HW_SET(TEX_WORD0, RESOURCE_ID, resource) |
           HW_SET(TEX_WORD0, SRC_GPR, coord_gpr);
    w[1] = HW_SET(TEX_WORD1, DST_GPR, gpr) | HW_SET(TEX_WORD1, DST_SEL_Y, 1) |
           HW_SET(TEX_WORD1, DST_SEL_Z, 2) | HW_SET(TEX_WORD1, DST_SEL_W, 3) |
           HW_SET(TEX_WORD1, COORD_TYPE_X, normalized) |
           HW_SET(TEX_WORD1, COORD_TYPE_Y, normalized) |
           HW_SET(TEX_WORD1, COORD_TYPE_Z, normalized);
    w[2] = HW_SET(TEX_WORD2, SAMPLER_ID, sampler) | HW_SET(TEX_WORD2, SRC_SEL_Y, 1) |
           HW_SET(TEX_WORD2, SRC_SEL_Z, 2) | HW_SET(TEX_WORD2, SRC_SEL_W, 3);
    w[3] = 0;
    p->body_words += 4;
}

void fetch_end(struct program *p)
{
    const uint32_t count = (p->body_words - p->clause_start) / 4;
    cf_words(p, 0,
             HW_SET(CF_WORD1, CF_INST, HW_CF_TC) | HW_SET(CF_WORD1, COUNT, count - 1) |
                 HW_SET(CF_WORD1, BARRIER, 1),
             (int32_t)p->clause_start);
}

void rat(struct program *p, unsigned cf_op, unsigned rat_op, unsigned rat_id, unsigned data_gpr,
         unsigned index_gpr, unsigned mask)
{
    cf_words(p,
             HW_SET(CF_RAT_WORD0, RAT_ID, rat_id) | HW_SET(CF_RAT_WORD0, RAT_INST, rat_op) |
                 HW_SET(CF_RAT_WORD0, TYPE, HW_MEM_WRITE_IND) |
                 HW_SET(CF_RAT_WORD0, RW_GPR, data_gpr) |
                 HW_SET(CF_RAT_WORD0, INDEX_GPR, index_gpr),
             HW_SET(CF_BUF_WORD1, COMP_MASK, mask) | HW_SET(CF_BUF_WORD1, CF_INST, cf_op) |
                 HW_SET(CF_BUF_WORD1, BARRIER, 1),
             -1);
}

void finish(struct program *p)
{
    cf_words(p, 0,
             p->has_cf_end
                 ? HW_SET(CF_WORD1, CF_INST, HW_CF_CF_END)
                 : HW_SET(CF_WORD1, CF_INST, HW_CF_NOP) | HW_SET(CF_WORD1, END_OF_PROGRAM, 1),
             -1);
    const uint32_t start = (p->cf_words + 3) / 4 * 4;
    for (uint32_t i = 0; i < p->cf_words / 2; i++)
        if (p->clause_of[i] >= 0)
            p->cf[i * 2] |= HW_SET(CF_WORD0, ADDR, (start + (uint32_t)p->clause_of[i]) / 2);
    memset(p->words, 0, start * sizeof(uint32_t));
    memcpy(p->words, p->cf, p->cf_words * sizeof(uint32_t));
    memcpy(p->words + start, p->body, p->body_words * sizeof(uint32_t));
    p->word_count = start + p->body_words;
}

struct sim_program *finish_and_decode(struct program *p)
{
    const struct sim_program_mode mode = {.gprs = 16, .stack_entries = 8};
    char error[SIM_ERROR_SIZE];
    finish(p);
    struct sim_program *program =
        sim_program_decode(p->words, p->word_count, &mode, hw_chip_find("cypress"), sim_lanes_at(0),
                           error, sizeof(error));
    if (!program)
        fail_msg("%s", error);
    return program;
}

/* The device. */

void *machine_object(struct machine *m, uint64_t size, uint32_t *handle)
{
    assert_int_equal(sim_gem_create(m->device, size, 65536, 4, handle), 0);
    void *map = sim_gem_map(m->device, *handle);
    assert_non_null(map);
    return map;
}

void machine_init_with(struct machine *m, const struct sim_config *config)
{
    memset(m, 0, sizeof(*m));
    assert_int_equal(sim_device_create(config, &m->device), 0);
    m->pool = machine_object(m, POOL_BYTES, &m->pool_handle);
    m->code = machine_object(m, CODE_BYTES, &m->code_handle);
    m->consts = machine_object(m, CONST_BYTES, &m->const_handle);
    machine_object(m, SCRATCH_BYTES, &m->scratch_handle);
    m->wave_size = config->chip->wave_size;
    m->counted_lanes = 16 * config->chip->quad_pipes;
    m->local[0] = m->wave_size;
    m->local[1] = m->local[2] = 1;
    m->groups[0] = m->groups[1] = m->groups[2] = 1;
    m->gprs = 16;
    m->stack = 8;
}

void machine_init(struct machine *m, const char *chip)
{
    const struct sim_config config = {.chip = hw_chip_find(chip),
                                      .threads = 2,
                                      .memory_bytes = 1u << 28,
                                      .time_limit_s = 1.0,
                                      .check_memory = true,
                                      .linear_rats = true,
                                      .strict = true};
    machine_init_with(m, &config);
}

void machine_init_checked(struct machine *m, bool strict)
{
    const struct sim_config config = {.chip = hw_chip_find("cypress"),
                                      .threads = 1,
                                      .memory_bytes = 1u << 28,
                                      .time_limit_s = 1.0,
                                      .check_memory = true,
                                      .strict = strict};
    machine_init_with(m, &config);
}

void machine_finish(struct machine *m)
{
    sim_device_destroy(m->device);
}

int machine_setup(void **state)
{
    static struct machine m;
    machine_init(&m, "cypress");
    *state = &m;
    return 0;
}

int machine_teardown(void **state)
{
    machine_finish(*state);
    return 0;
}

void emit_packet(struct machine *m, unsigned opcode, const uint32_t *payload, unsigned count)
{
    const bool compute = opcode != HW_PKT3_SET_CONFIG_REG;
    m->stream[m->stream_dwords++] = hw_pkt3(opcode, count, compute);
    memcpy(m->stream + m->stream_dwords, payload, count * sizeof(uint32_t));
    m->stream_dwords += count;
}

void emit_context(struct machine *m, uint32_t address, uint32_t value)
{
    emit_packet(m, HW_PKT3_SET_CONTEXT_REG,
                (uint32_t[]){(address - HW_CONTEXT_REG_BASE) / 4, value}, 2);
}

void emit_config(struct machine *m, uint32_t address, uint32_t value)
{
    emit_packet(m, HW_PKT3_SET_CONFIG_REG, (uint32_t[]){(address - HW_CONFIG_REG_BASE) / 4, value},
                2);
}

void emit_reloc(struct machine *m, uint32_t handle)
{
    m->relocs[m->reloc_count] =
        (struct sim_reloc){.handle = handle, .read_domains = 4, .write_domain = 4};
    emit_packet(m, HW_PKT3_NOP, &(uint32_t){m->reloc_count * 4}, 1);
    m->reloc_count++;
}

void emit_pool_resource(struct machine *m, uint32_t bytes)
{
    emit_packet(m, HW_PKT3_SET_RESOURCE,
                (uint32_t[]){(HW_CS_RESOURCE_BASE + 1) * 8, 0, bytes - 1,
                             REG_SET(BUF_RESOURCE2, STRIDE, 1), 0, bytes, 0, 0,
                             REG_SET(BUF_RESOURCE7, TYPE, HW_TYPE_BUFFER)},
                9);
    emit_reloc(m, m->pool_handle);
}

static void emit_pool(struct machine *m)
{
    emit_context(m, HW_R_CB_COLOR_BASE, 0);
    emit_reloc(m, m->pool_handle);
    emit_context(m, HW_R_CB_COLOR_PITCH, 7);
    emit_context(m, HW_R_CB_COLOR_SLICE, 0);
    emit_context(m, HW_R_CB_COLOR_VIEW, 0);
    emit_context(m, HW_R_CB_COLOR_INFO,
                 REG_SET(CB_COLOR_INFO, FORMAT, HW_FMT_32) | REG_SET(CB_COLOR_INFO, RAT, 1) |
                     REG_SET(CB_COLOR_INFO, ARRAY_MODE, HW_ARRAY_LINEAR_ALIGNED) |
                     REG_SET(CB_COLOR_INFO, NUMBER_TYPE, HW_CB_UINT));
    emit_context(m, HW_R_CB_COLOR_ATTRIB, 0);
    emit_reloc(m, m->pool_handle);
    emit_context(m, HW_R_CB_COLOR_DIM, POOL_BYTES / 4 - 1);
    emit_context(m, HW_R_CB_IMMED_BASE, 0x80000 >> 8);
    emit_reloc(m, m->pool_handle);
    emit_pool_resource(m, POOL_BYTES);
}

void emit_state(struct machine *m)
{
    const uint32_t items = m->local[0] * m->local[1] * m->local[2];
    const uint32_t waves = (items + m->counted_lanes - 1) / m->counted_lanes;
    for (unsigned c = 0; c < 3; c++) {
        emit_config(m, HW_R_VGT_COMPUTE_START_X + c * 4, m->start[c]);
        emit_context(m, HW_R_SPI_COMPUTE_NUM_THREAD_X + c * 4, m->local[c]);
    }
    emit_config(m, HW_R_VGT_COMPUTE_THREAD_GROUP_SIZE, items);
    emit_config(m, HW_R_SQ_LSTMP_RING_BASE, 0);
    emit_reloc(m, m->scratch_handle);
    emit_config(m, HW_R_SQ_LSTMP_RING_SIZE, SCRATCH_BYTES >> 8);
    emit_context(m, HW_R_SQ_LSTMP_RING_ITEMSIZE, m->scratch_dwords);
    emit_context(m, HW_R_VGT_SHADER_STAGES_EN, 2);
    emit_context(m, HW_R_DB_DEPTH_CONTROL, 0);
    emit_context(m, HW_R_SQ_LDS_ALLOC,
                 REG_SET(SQ_LDS_ALLOC, SIZE, m->lds_dwords) |
                     REG_SET(SQ_LDS_ALLOC, HS_NUM_WAVES, waves));
    emit_context(m, HW_R_SQ_PGM_RESOURCES_LS,
                 REG_SET(SQ_PGM_RESOURCES_LS, NUM_GPRS, m->gprs) |
                     REG_SET(SQ_PGM_RESOURCES_LS, STACK_SIZE, m->stack));
    emit_context(m, HW_R_SQ_PGM_RESOURCES_LS_2,
                 m->flush_denormals
                     ? 0
                     : REG_SET(SQ_PGM_RESOURCES_LS_2, ALLOW_SINGLE_DENORM_IN, 1) |
                           REG_SET(SQ_PGM_RESOURCES_LS_2, ALLOW_SINGLE_DENORM_OUT, 1) |
                           REG_SET(SQ_PGM_RESOURCES_LS_2, ALLOW_DOUBLE_DENORM_IN, 1) |
                           REG_SET(SQ_PGM_RESOURCES_LS_2, ALLOW_DOUBLE_DENORM_OUT, 1));
    emit_context(m, HW_R_SQ_PGM_START_LS, 0);
    emit_reloc(m, m->code_handle);
    emit_context(m, HW_R_SQ_ALU_CONST_BUFFER_SIZE_LS, CONST_BYTES / 256);
    emit_context(m, HW_R_SQ_ALU_CONST_CACHE_LS, 0);
    emit_reloc(m, m->const_handle);
    emit_context(m, HW_R_CB_TARGET_MASK, 0xffffffff);
    emit_pool(m);
}

void emit_dispatch(struct machine *m)
{
    emit_packet(m, HW_PKT3_DISPATCH_DIRECT,
                (uint32_t[]){m->groups[0], m->groups[1], m->groups[2], 1}, 4);
}

int machine_submit(struct machine *m, uint64_t *sequence)
{
    const uint32_t flags[3] = {1, m->ring, 0};
    const struct sim_chunk chunks[] = {
        {SIM_CHUNK_IB, m->stream_dwords, m->stream},
        {SIM_CHUNK_RELOCS, m->reloc_count * 4, m->relocs},
        {SIM_CHUNK_FLAGS, 3, flags},
        {SIM_CHUNK_ORDER, 1, &m->order},
    };
    m->error[0] = '\0';
    const int status = sim_cs(m->device, chunks, 4, "test", NULL, m->waited, sequence, m->error);
    m->stream_dwords = m->reloc_count = 0;
    return status;
}

static enum sim_status submit_and_wait(struct machine *m)
{
    uint64_t sequence;
    if (machine_submit(m, &sequence))
        return SIM_FAILED;
    return sim_wait(m->device, sequence, UINT64_MAX, m->error);
}

enum sim_status machine_run(struct machine *m, const struct program *p)
{
    memcpy(m->code, p->words, p->word_count * sizeof(uint32_t));
    if (!m->stream_dwords)
        emit_state(m);
    emit_dispatch(m);
    return submit_and_wait(m);
}

void machine_must_run(struct machine *m, const struct program *p)
{
    if (machine_run(m, p) != SIM_DONE)
        fail_msg("%s", m->error);
}

void machine_must_say(const struct machine *m, const char *text)
{
    if (!strstr(m->error, text))
        fail_msg("'%s' is not in: %s", text, m->error);
}

void machine_must_fail(struct machine *m, const struct program *p, const char *text)
{
    assert_int_equal(machine_run(m, p), SIM_FAILED);
    machine_must_say(m, text);
}

uint32_t *pool_words(const struct machine *m, uint32_t address)
{
    return (uint32_t *)(void *)(m->pool + address);
}

void emit_dwords(struct machine *m, const uint32_t *dwords, unsigned count)
{
    memcpy(m->stream + m->stream_dwords, dwords, count * sizeof(uint32_t));
    m->stream_dwords += count;
}

void machine_must_pass(struct machine *m)
{
    uint64_t sequence;
    if (machine_submit(m, &sequence) ||
        sim_wait(m->device, sequence, UINT64_MAX, m->error) != SIM_DONE)
        fail_msg("%s", m->error);
}
