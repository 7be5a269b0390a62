/* SPDX-License-Identifier: MIT */
/* texels.c: the shadow of images: who accessed each texel last, and which of them nobody has
 * written. A texel has the cells of its first four bytes. */
#include <assert.h>
#include <string.h>

#include "driver/sim/check/transfer.h"

/* Memory of a RAT that holds texels; NULL: it is not one of an image. */
static const uint8_t *image_of(const struct sim_rat *rat)
{
    if (!rat->bound || (rat->type == HW_RAT_BUFFER && !rat->surface.format.bytes))
        return NULL;
    return rat->type == HW_RAT_BUFFER ? rat->view.memory : rat->surface.view.memory;
}

bool check_texels_init(struct sim_check *check)
{
    for (unsigned i = 0; i < HW_RATS && check_does(check, CHECK_races); i++) {
        const struct sim_rat *rat = &check->launch->rats[i];
        const struct sim_view *view = rat->type == HW_RAT_BUFFER ? &rat->view : &rat->surface.view;
        if (!image_of(rat))
            continue;
        if (!check_memory_init(&check->images[i].shadow, view->size))
            return false;
        check->images[i].memory = image_of(rat);
    }
    return true;
}

void check_texels_finish(struct sim_check *check)
{
    for (unsigned i = 0; i < HW_RATS; i++)
        if (check->images[i].memory)
            check_memory_finish(&check->images[i].shadow);
}

/* The shadow of an image: NULL where the launch does not write to it. */
static const struct check_memory *shadow_of(const struct sim_check *check, const uint8_t *memory)
{
    for (unsigned i = 0; i < HW_RATS; i++)
        if (memory && check->images[i].memory == memory)
            return &check->images[i].shadow;
    return NULL;
}

static void check_texel_race(struct sim_check *check, const struct sim_wave *wave,
                             const struct check_access *access)
{
    if (access->image && !check->images_ordered)
        check_race(check, wave, access);
}

static unsigned char *unwritten(const struct sim_check *check, enum guide_space space,
                                uint32_t number)
{
    const struct guide *guide = check->launch->guide;
    return check_does(check, CHECK_uninitialised) && guide->unwritten
               ? guide->unwritten(guide, space, number)
               : NULL;
}

static uint32_t at_most_a_dword(uint32_t bytes)
{
    return bytes < 4 ? bytes : 4;
}

/* ---- writing ---- */

/* Texels that a wavefront writes. */
struct texels {
    struct sim_check *check;
    const struct sim_wave *wave;
    const struct sim_rat *rat;
    struct sim_store_how how;
    const uint32_t *coordinate[3];
    sim_vector offset, raw[4];
    uint64_t inside;
};

static void find_texels(struct texels *t, const struct sim_store *store)
{
    struct sim_wave *wave = (struct sim_wave *)t->wave;
    const struct sim_lanes *lanes = wave->launch->lanes;
    const uint32_t *index = sim_wave_vector(wave, store->index);
    const uint32_t *data = sim_wave_vector(wave, store->data);
    const uint32_t *const component[4] = {data, data + SIM_LANES, data + (size_t)2 * SIM_LANES,
                                          data + (size_t)3 * SIM_LANES};
    sim_vector inside;
    sim_store_state(t->rat, &t->how);
    for (unsigned c = 0; c < 3; c++)
        t->coordinate[c] = index + (size_t)c * SIM_LANES;
    sim_store_encode(lanes, &t->how, component, t->raw, wave->n);
    if (t->rat->type != HW_RAT_BUFFER) {
        sim_store_place(lanes, &t->how, &t->rat->surface, t->coordinate,
                        sim_wave_mask(wave, wave->exec), inside, t->offset, wave->n);
        t->inside = lanes->alu->bits(inside, wave->n) & wave->exec;
        return;
    }
    for (unsigned i = 0; i < wave->n; i++) {
        t->offset[i] = index[i] * t->how.format.bytes;
        t->inside |= (uint64_t)(index[i] < t->rat->elements) << i;
    }
    t->inside &= wave->exec;
}

/* Whether the texel is there, or a lane before has written it. */
static bool is_there(const struct texels *t, unsigned lane)
{
    const uint32_t value[4] = {t->raw[0][lane], t->raw[1][lane], t->raw[2][lane], t->raw[3][lane]};
    const int before = check_stored_by(t->check, t->offset[lane], lane);
    for (unsigned k = 0; before >= 0 && k < 4; k++)
        if (t->raw[k][before] != value[k])
            return false;
    return before >= 0 || !memcmp(image_of(t->rat) + t->offset[lane], value, t->how.format.bytes);
}

/* Components of which something gets into texels. */
static void use_data(const struct texels *t, const struct sim_store *store)
{
    unsigned used = 0;
    for (unsigned k = 0; k < 4; k++)
        if (t->how.format.channel[k].kind != SIM_CHANNEL_NONE)
            used |= 1u << (t->how.source[k] & 3u);
    for (unsigned c = 0; c < 4; c++)
        if (used >> c & 1u)
            check_use(
                t->check, t->wave,
                check_at(&check_wave_of(t->check, t->wave)->vectors, store->data + c * SIM_LANES),
                t->inside, store->word, "is written to an image");
}

static void note_written(const struct texels *t, unsigned char *bits, unsigned lane)
{
    assert(t->offset[lane] % t->how.format.bytes == 0);
    const uint32_t number = t->offset[lane] / t->how.format.bytes;
    __atomic_fetch_and(&bits[number / 8], (unsigned char)~(1u << number % 8), __ATOMIC_RELAXED);
}

void check_texel_stores(struct sim_check *check, const struct sim_wave *wave,
                        const struct sim_store *store, const struct sim_rat *rat, uint32_t number)
{
    struct texels t = {.check = check, .wave = wave, .rat = rat};
    unsigned char *bits = unwritten(check, GUIDE_SURFACE, number);
    if (store->rat_op != HW_RAT_STORE_TYPED || !image_of(rat) || !rat->surface.format.bytes)
        return;
    find_texels(&t, store);
    use_data(&t, store);
    check_stores_begin(check);
    struct check_access access = {.space = GUIDE_SURFACE,
                                  .word = store->word,
                                  .address = number,
                                  .bytes = at_most_a_dword(t.how.format.bytes),
                                  .store = true,
                                  .image = shadow_of(check, image_of(rat))};
    for (uint64_t lanes = t.inside; lanes; lanes &= lanes - 1) {
        access.lane = (unsigned)__builtin_ctzll(lanes);
        access.texel = t.offset[access.lane];
        access.same = is_there(&t, access.lane);
        check_texel_race(check, wave, &access);
        if (bits && rat->type != HW_RAT_BUFFER)
            note_written(&t, bits, access.lane);
    }
}

/* ---- reading ---- */

static uint32_t offset_of(const struct sim_surface *s, const uint32_t at[3])
{
    return s->linear ? s->z[0] + at[0] * s->format.bytes + at[1] * s->row + at[2] * s->slice
                     : sim_surface_offset(s, at[0], at[1], at[2]);
}

/* Where a lane reads one of the texels of a filter. False: outside. */
static bool find_corner(const struct sim_sample *s, const struct sim_sample_how *how,
                        unsigned corner, unsigned lane, uint32_t at[3])
{
    for (unsigned axis = SIM_X; axis < SIM_AXES; axis++) {
        const unsigned side = corner >> axis & 1u;
        at[axis] = 0;
        if (sim_axis_kind(how->dim, axis) == SIM_AXIS_NONE)
            continue;
        if (sim_axis_bordered(how, axis) && s->axis[axis].border[side][lane])
            return false;
        at[axis] = s->axis[axis].index[side][lane];
        if (at[axis] >= sim_axis_size(s->surface, axis))
            return false;
    }
    return true;
}

/* Whether nobody has written a texel of a surface that begins `base` bytes behind its texture. */
static bool is_unwritten(const unsigned char *bits, uint64_t base, uint32_t texel, uint32_t bytes)
{
    const uint64_t number = (base + texel) / bytes;
    return bits && (bits[number / 8] >> number % 8 & 1u);
}

/* Lanes that read texels which nobody has written; accesses are noted on the way. */
static uint64_t look_at_texels(struct sim_check *check, const struct sim_wave *wave,
                               const struct sim_sample *s, const struct sim_sample_how *how,
                               const unsigned char *bits, uint64_t base,
                               struct check_access *access)
{
    uint64_t undefined = 0;
    for (unsigned corner = 0; corner < 8; corner++) {
        if (!sim_sample_takes(how, corner))
            continue;
        for (uint64_t lanes = wave->exec; lanes; lanes &= lanes - 1) {
            uint32_t at[3];
            access->lane = (unsigned)__builtin_ctzll(lanes);
            if (!find_corner(s, how, corner, access->lane, at))
                continue;
            access->texel = offset_of(s->surface, at);
            check_texel_race(check, wave, access);
            undefined |= (uint64_t)is_unwritten(bits, base, access->texel, how->format.bytes)
                         << access->lane;
        }
    }
    return undefined;
}

void check_texel_loads(struct sim_check *check, const struct sim_wave *wave,
                       const struct sim_fetch *fetch, uint32_t number,
                       const struct sim_buffer *buffer)
{
    const uint32_t *index =
        sim_wave_vector((struct sim_wave *)wave, fetch->src + fetch->src_sel[0] * SIM_LANES);
    const uint32_t bytes = fetch->const_fields ? buffer->format.bytes : fetch->format.bytes;
    struct check_access access = {.space = GUIDE_VIEW,
                                  .word = fetch->word,
                                  .address = number,
                                  .bytes = at_most_a_dword(bytes),
                                  .image = shadow_of(check, buffer->view.memory)};
    for (uint64_t lanes = access.image ? wave->exec : 0; lanes; lanes &= lanes - 1) {
        access.lane = (unsigned)__builtin_ctzll(lanes);
        const uint64_t first = (uint64_t)index[access.lane] * buffer->stride + fetch->offset;
        for (uint64_t at = first; at + 4 <= first + bytes && at + 4 <= access.image->bytes;
             at += 4) {
            access.texel = (uint32_t)at;
            check_texel_race(check, wave, &access);
        }
    }
}

static void mark_undefined(const struct sim_check *check, const struct sim_wave *wave,
                           const struct sim_fetch *fetch, const struct sim_texture *texture,
                           uint32_t number, uint64_t lanes)
{
    CHECK_ROOM(result);
    for (unsigned i = 0; i < SIM_LANES; i++) {
        result.tags[i] = CHECK_NUMBER;
        result.undefined[i] = lanes >> i & 1u ? ~0u : 0;
        result.origins[i] = CHECK_ORIGIN_VIEW | number;
    }
    *result.flags = CHECK_HAS_UNDEFINED;
    for (unsigned c = 0; c < 4; c++)
        if (fetch->dst_sel[c] <= HW_SEL_W && texture->dst_sel[fetch->dst_sel[c]] <= HW_SEL_W)
            check_assign(check_at(&check_wave_of(check, wave)->vectors, fetch->dst + c * SIM_LANES),
                         result, lanes, wave->live);
}

void check_sample(struct sim_watch *watch, struct sim_wave *wave, const struct sim_fetch *fetch,
                  const struct sim_sample *sample, const struct sim_sample_how *how)
{
    struct sim_check *check = (struct sim_check *)watch;
    const struct sim_surface *surface = sample->surface;
    const uint32_t number =
        fetch->resource +
        (fetch->resource_index_mode ? wave->cf_index[fetch->resource_index_mode - 1] : 0);
    const unsigned char *bits = unwritten(check, GUIDE_VIEW, number);
    struct check_access access = {.space = GUIDE_VIEW,
                                  .word = fetch->word,
                                  .address = number,
                                  .bytes = at_most_a_dword(how->format.bytes),
                                  .image = shadow_of(check, surface->view.memory)};
    struct sim_sample s = *sample;
    if (!bits && !access.image)
        return;
    for (unsigned axis = SIM_X; axis < SIM_AXES; axis++)
        sim_resolve_axis(&s, how, axis);
    const struct sim_texture *texture = &wave->launch->textures[number];
    const uint64_t base = (uint64_t)(surface->view.memory - texture->surface.view.memory);
    const uint64_t undefined = look_at_texels(check, wave, &s, how, bits, base, &access);
    if (undefined)
        mark_undefined(check, wave, fetch, texture, number, undefined);
}
