/* SPDX-License-Identifier: MIT */
/* select_wrap.c: look-ups that repeat and mirror 2D images by themselves. Texture units do so where
 * sizes are powers of two alone (docs/r500.md).
 *
 * Coordinates become texels, from 0 to the size, as OpenCL 1.2 (8.2) says. Filters take the four
 * texels around a place, as those of a repeated image lie at opposite edges. What a sampler that is
 * an argument does is in constants, which the driver fills. */
#include "driver/abi/kernel_abi.h"
#include "driver/hw/r500/r500.h"
#include "llvm/r500/select/select.h"

enum { X, Y, AXES };

/* Known when the kernel is compiled, or asked of a constant. */
enum answer { NO, YES, ASK };

struct wrapping {
    struct r500_select *s;
    const struct fir_op *look_up;
    enum answer wraps, mirrors, filters;
    struct fir_src size[AXES]; /* texels */
};

/* The two texels' middles on both sides of a place, and the second one's weight. */
struct neighbours {
    struct fir_src at[2], weight;
};

bool r500_may_wrap(const struct r500_select *s, uint32_t sampler)
{
    const struct fir_samplers *known = &s->p->samplers;
    if (sampler == ABI_IMAGE_NO_SAMPLER || sampler - known->first >= known->count)
        return sampler != ABI_IMAGE_NO_SAMPLER && sampler < known->first;
    const uint32_t bits = known->constants[sampler - known->first];
    const uint32_t mode = bits & ABI_SAMPLER_ADDRESS_MASK;
    return bits & ABI_SAMPLER_NORMALIZED &&
           (mode == ABI_SAMPLER_REPEAT || mode == ABI_SAMPLER_MIRRORED_REPEAT);
}

static struct wrapping describe(struct r500_select *s, const struct fir_op *look_up)
{
    const struct fir_samplers *known = &s->p->samplers;
    const uint32_t sampler = s->p->textures[look_up->unit].sampler, unit = 4u * look_up->unit;
    struct wrapping w = {
        .s = s,
        .look_up = look_up,
        .wraps = ASK,
        .mirrors = ASK,
        .filters = ASK,
        .size = {r500_constant(ABI_IMAGE_WIDTH, unit), r500_constant(ABI_IMAGE_HEIGHT, unit)}};
    if (sampler >= known->first) {
        const uint32_t bits = known->constants[sampler - known->first];
        w.wraps = YES;
        w.mirrors = (bits & ABI_SAMPLER_ADDRESS_MASK) == ABI_SAMPLER_MIRRORED_REPEAT ? YES : NO;
        w.filters = (bits & ABI_SAMPLER_FILTER_MASK) == ABI_SAMPLER_LINEAR ? YES : NO;
    }
    return w;
}

static struct fir_src ask(const struct wrapping *w, enum abi_image_source source)
{
    return r500_constant(source, 4u * w->look_up->unit);
}

/* yes or no, by what the sampler does. */
static struct fir_src choose(const struct wrapping *w, enum answer answer,
                             enum abi_image_source source, struct fir_src yes, struct fir_src no)
{
    if (answer == ASK)
        return r500_emit(w->s, FIR_CMP, yes, no, ask(w, source));
    return answer == YES ? yes : no;
}

/* c - floor(c), below 1: what is rounded to 1 is a whole one, of which the second time takes 0. */
static struct fir_src repeated(const struct wrapping *w, struct fir_src c)
{
    return r500_unary(w->s, FIR_FRC, r500_unary(w->s, FIR_FRC, c));
}

/* The distance to the nearest even number. */
static struct fir_src mirrored(const struct wrapping *w, struct fir_src c)
{
    struct r500_select *s = w->s;
    struct fir_src half = r500_mad(s, c, fir_literal(0.5f), fir_literal(0.5f));
    struct fir_src even = r500_add(s, half, fir_negated(r500_unary(s, FIR_FRC, half)));
    return r500_absolute(s, r500_mad(s, even, fir_literal(-2.0f), c));
}

/* Where a coordinate is in the image, in texels. */
static struct fir_src place_of(const struct wrapping *w, unsigned axis)
{
    const struct fir_src c = w->look_up->src[axis];
    if (w->mirrors == YES)
        return r500_mul(w->s, mirrored(w, c), w->size[axis]);
    if (w->mirrors != ASK)
        return r500_mul(w->s, repeated(w, c), w->size[axis]);
    const struct fir_src r = repeated(w, c), m = mirrored(w, c);
    return r500_mul(w->s, choose(w, ASK, ABI_IMAGE_MIRRORED, m, r), w->size[axis]);
}

/* Finds the two texels of a filtered axis. Beyond an edge of an image that is repeated lies the
 * texel at the other edge; beyond one that is mirrored the unit takes that at the edge itself. */
static struct neighbours neighbours_of(const struct wrapping *w, struct fir_src place,
                                       unsigned axis)
{
    struct r500_select *s = w->s;
    struct fir_src middle = r500_add(s, place, fir_literal(-0.5f));
    struct fir_src weight = r500_unary(s, FIR_FRC, middle);
    struct fir_src first = r500_add(s, place, fir_negated(weight));
    struct fir_src second = r500_add(s, first, fir_literal(1.0f));
    struct neighbours n = {{first, second}, weight};
    if (w->mirrors == YES)
        return n;
    struct fir_src turn =
        choose(w, w->mirrors, ABI_IMAGE_MIRRORED, fir_literal(0.0f), w->size[axis]);
    n.at[0] = r500_emit(s, FIR_CMP, first, r500_add(s, first, turn), first);
    n.at[1] = r500_emit(s, FIR_CMP, r500_add(s, second, fir_negated(turn)), second,
                        r500_add(s, second, fir_negated(w->size[axis])));
    return n;
}

static void look_up_at(const struct wrapping *w, struct fir_src x, struct fir_src y,
                       struct fir_src texel[4])
{
    struct fir_op look_up = *w->look_up;
    look_up.src[X] = x;
    look_up.src[Y] = y;
    r500_look_up(w->s, &look_up, texel);
}

/* first + weight * (second - first), of each channel. */
static void mix(const struct wrapping *w, struct fir_src weight, const struct fir_src second[4],
                struct fir_src first[4])
{
    for (unsigned c = 0; c < 4; c++) {
        struct fir_src more = r500_add(w->s, second[c], fir_negated(first[c]));
        first[c] = r500_mad(w->s, more, weight, first[c]);
    }
}

static void look_up_filtered(const struct wrapping *w, const struct fir_src place[AXES],
                             struct fir_src texel[4])
{
    const struct neighbours x = neighbours_of(w, place[X], X), y = neighbours_of(w, place[Y], Y);
    struct fir_src corner[2][2][4];
    for (unsigned i = 0; i < 4; i++)
        look_up_at(w, x.at[i % 2], y.at[i / 2], corner[i / 2][i % 2]);
    mix(w, x.weight, corner[0][1], corner[0][0]);
    mix(w, x.weight, corner[1][1], corner[1][0]);
    mix(w, y.weight, corner[1][0], corner[0][0]);
    for (unsigned c = 0; c < 4; c++)
        texel[c] = corner[0][0][c];
}

/* By a sampler that may wrap and does not filter: what it does not wrap, as it comes. */
static void look_up_nearest(const struct wrapping *w, const struct fir_src place[AXES],
                            struct fir_src texel[4])
{
    struct fir_src at[AXES];
    for (unsigned axis = X; axis < AXES; axis++)
        at[axis] = choose(w, w->wraps, ABI_IMAGE_WRAPPED, place[axis], w->look_up->src[axis]);
    look_up_at(w, at[X], at[Y], texel);
}

static void add_test(const struct wrapping *w)
{
    struct fir_op *op = fir_add(w->s->p, r500_current(w->s), FIR_MAD);
    op->src[0] = ask(w, ABI_IMAGE_WRAP_FILTERED);
    op->src[1] = fir_literal(1.0f);
    op->src[2] = fir_literal(0.0f);
    op->test = true;
    op->test_op = HW_R500_TEST_GE;
}

/* Both ways, in two arms of an if. */
static void look_up_either(const struct wrapping *w, const struct fir_src place[AXES],
                           struct fir_src texel[4])
{
    struct r500_select *s = w->s;
    uint32_t joint[4];
    for (unsigned c = 0; c < 4; c++)
        joint[c] = fir_new_var(s->p);
    add_test(w);
    for (unsigned nearest = 0; nearest < 2; nearest++) {
        r500_end_block(s, nearest ? FIR_FLOW_ELSE : FIR_FLOW_IF, nearest);
        (nearest ? look_up_nearest : look_up_filtered)(w, place, texel);
        for (unsigned c = 0; c < 4; c++)
            r500_add_copy(s, texel[c], joint[c], 0);
    }
    r500_end_block(s, FIR_FLOW_ENDIF, true);
    for (unsigned c = 0; c < 4; c++)
        texel[c] = fir_var(joint[c]);
}

void r500_wrapped_look_up(struct r500_select *s, const struct fir_op *look_up,
                          struct fir_src texel[4])
{
    const struct wrapping w = describe(s, look_up);
    const struct fir_src place[AXES] = {place_of(&w, X), place_of(&w, Y)};
    if (w.filters == ASK)
        look_up_either(&w, place, texel);
    else
        (w.filters == YES ? look_up_filtered : look_up_nearest)(&w, place, texel);
}
