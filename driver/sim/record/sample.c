/* SPDX-License-Identifier: MIT */
/* sample.c: records how a sample is computed: coordinates, the texels that they become, and
 * weights. */
#include "driver/sim/record/record.h"

/* Byte offsets of the texels at one combination of neighbours. */
static void corner_offsets(const struct sim_sample *s, const struct sim_sample_how *how,
                           unsigned corner, sim_vector offset)
{
    const struct sim_texture_lanes *lanes = s->lanes->texture;
    sim_vector part[SIM_AXES];
    for (unsigned axis = SIM_X; axis < SIM_AXES; axis++) {
        if (sim_axis_kind(how->dim, axis) == SIM_AXIS_NONE)
            memset(part[axis], 0, sizeof(part[axis]));
        else
            memcpy(part[axis], s->axis[axis].index[corner >> axis & 1u], s->n * sizeof(uint32_t));
        lanes->parts[axis](part[axis], s->surface, part[axis], s->n);
    }
    lanes->join(offset, s->surface, part[SIM_X], part[SIM_Y], part[SIM_Z], s->n);
}

/* Lines are counted once for each corner of the filter. */
static void count_lines(struct sim_record_count *of, const struct sim_wave *wave,
                        const struct sim_sample *s, const struct sim_sample_how *how)
{
    sim_vector offset;
    for (unsigned corner = 0; corner < 8; corner++) {
        if (!sim_sample_takes(how, corner))
            continue;
        corner_offsets(s, how, corner, offset);
        of->lines += sim_record_lines(offset, how->format.bytes, wave->exec);
    }
}

/* [axis, index, border, weight] and, where it is filtered, the same of its other neighbour. */
static void print_axis(struct sim_record *record, const struct sim_wave *wave,
                       const struct sim_sample *s, const struct sim_sample_how *how, unsigned axis)
{
    FILE *out = record->steps.out;
    static const sim_vector none;
    sim_vector one;
    wave->launch->lanes->alu->fill(one, 0x3f800000u, s->n);
    fprintf(out, ",[%u", axis);
    for (unsigned i = 0; i <= how->linear[axis]; i++) {
        sim_record_vector(record, wave, s->axis[axis].index[i]);
        sim_record_vector(record, wave,
                          sim_axis_bordered(how, axis) ? s->axis[axis].border[i] : none);
        sim_record_vector(record, wave, how->linear[axis] ? s->axis[axis].weight[i] : one);
    }
    putc(']', out);
}

void sim_record_sample(struct sim_watch *watch, struct sim_wave *wave,
                       const struct sim_fetch *fetch, const struct sim_sample *sample,
                       const struct sim_sample_how *how)
{
    struct sim_record *record = (struct sim_record *)watch;
    const uint32_t number = (uint32_t)(fetch - wave->launch->program->fetches);
    struct sim_sample s = *sample;
    for (unsigned axis = SIM_X; axis < SIM_AXES; axis++)
        sim_resolve_axis(&s, how, axis);
    count_lines(&record->fetches[number], wave, &s, how);
    if (!sim_record_begin(record, wave, 't', number))
        return;
    fputs(",[0", record->steps.out);
    for (unsigned c = 0; c < 4; c++)
        sim_record_vector(record, wave, s.coordinate[c]);
    putc(']', record->steps.out);
    for (unsigned axis = SIM_X; axis < SIM_AXES; axis++)
        if (sim_axis_kind(how->dim, axis) != SIM_AXIS_NONE)
            print_axis(record, wave, &s, how, axis);
    sim_record_end(record);
}
