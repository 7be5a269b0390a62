/* SPDX-License-Identifier: MIT */
/* launch.h: one dispatch: everything its wavefronts share, resolved from registers and descriptors
 * before the first of them starts, so that nothing is looked up while they run. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "driver/base/guide.h"
#include "driver/hw/isa.h"
#include "driver/hw/registers.h"
#include "driver/sim/decode/program.h"
#include "driver/sim/device.h"
#include "driver/sim/exec/native.h"
#include "driver/sim/exec/provenance.h"
#include "driver/sim/lanes/surface.h"
#include "driver/sim/memory/gem.h"

struct sim_buffer {
    struct sim_view view;
    uint32_t stride;
    struct sim_texel_format format; /* bytes 0: none that exists */
    uint8_t dst_sel[4];
    uint32_t elements;
};

struct sim_texture {
    struct sim_surface surface;
    uint8_t dim; /* HW_DIM_* */
    uint8_t dst_sel[4];
    uint8_t samples; /* of a texel, which are layers of the surface */
    uint32_t one;    /* what DST_SEL 1 delivers */
    uint32_t levels;
    struct sim_surface *mips; /* levels from 1 on; owned */
};

enum { SIM_MIP_NONE, SIM_MIP_NEAREST, SIM_MIP_LINEAR };

struct sim_sampler {
    bool bound;
    uint8_t clamp[3];   /* HW_CLAMP_* */
    bool linear[3];     /* per axis */
    bool cube_wrap;     /* filters go from face to face */
    uint8_t mip_filter; /* SIM_MIP_* */
    float lod_min, lod_max, lod_bias;
    uint8_t border_type; /* HW_BORDER_* */
    uint32_t border[4];  /* of HW_BORDER_REGISTER */
};

struct sim_rat {
    bool bound;
    uint8_t type;         /* HW_RAT_* */
    struct sim_view view; /* of buffers */
    uint32_t elements;    /* of buffers */
    uint32_t dwords;      /* of buffers, which a raw store may reach */
    struct sim_surface surface;
    uint8_t source[4]; /* shader component that each memory channel takes */
    uint8_t format;
    struct sim_view immediate; /* where old values of atomics go; without memory they are dropped */
};

struct sim_shares;
struct sim_version;

struct sim_launch {
    const struct hw_chip *chip;
    const struct sim_lanes *lanes;
    const struct sim_program *program;
    const char *label;
    const struct guide *guide; /* may be NULL */
    struct sim_view inputs;    /* constant buffer 0; no memory: it is not bound */
    struct sim_ranges *ranges[HW_CS_RESOURCES + HW_RATS]; /* held while the launch lasts */
    unsigned range_count;

    uint8_t resource_type[HW_CS_RESOURCES]; /* HW_TYPE_*; 0: not bound */
    struct sim_sampler samplers[HW_CS_SAMPLERS];
    struct sim_rat rats[HW_RATS];
    uint32_t *append_counts; /* HW_APPEND_COUNTERS of the device, changed by many at a time */
    struct sim_view scratch;
    uint32_t scratch_dwords; /* of one work-item */
    uint32_t loop_const[32];

    uint32_t groups[3], start[3], local[3];
    uint32_t local_size, waves; /* of a group */
    uint32_t wave_size, lds_dwords;
    bool check_memory;
    struct sim_provenance
        *provenance;         /* by number of the input, then variables; NULL: nothing is known */
    uint32_t *provenance_by; /* 1 + the number of one of these, by access; 0: not known */
    struct sim_watch *watch; /* a list; NULL: nobody looks on */
    bool goes_on;            /* behind a wrong access, which is reported and left out */
    struct sim_reports *reports; /* NULL: none yet */
    unsigned units;              /* threads that may run it; 0: all */
    bool serial;                 /* one thread runs all groups, in order */
    bool together;       /* wavefronts of a group are begun together, also without barriers */
    unsigned part_lanes; /* interpreted by so many lanes, in the order of recompiled code; 0: by
                            wavefronts */
    bool strict; /* sim_config.strict: refuse also what drivers of others do, but ours should not */

    double time_limit;
    int64_t began_ns;
    /* The process had so much at the first look after half the limit; 0: none yet. */
    _Atomic int64_t cpu_ns;

    sim_export_fn take_export;   /* NULL: programs of compute have none */
    sim_fetch_fn take_fetch;     /* likewise */
    sim_index_fn take_index;     /* likewise */
    struct sim_native *native;   /* NULL: the program is interpreted to the end */
    struct sim_engine *engine;   /* polled between groups until there is code; NULL: none is */
    struct sim_version *version; /* the engine's; NULL: not looked for yet */
    double look_s;               /* seconds after which the engine looks after it when polled */
    struct sim_native chosen;    /* what `native` is while code may still come */

    uint64_t group_count;
    struct sim_shares *shares; /* of the groups that are left */
    atomic_bool stop;          /* somebody failed */
    atomic_bool hangs;         /* for it ran longer than it may */
    pthread_mutex_t error_mutex;

    /* Left by another launch of the device, and mostly right: what is not written again stays in
     * the caches of all processors. */
    uint32_t *local_ids; /* for each wavefront of a group vectors of x, y, z */
    uint32_t ids_local[3];
    /* Vectors of the program's kcache constants, and how many there is room for. Before the first
     * one lies each constant once, backwards: so a thread finds many in one line of its cache. */
    uint32_t *consts;
    uint32_t const_room;

    /* The members from here on are not cleared before a launch, as that would cost more than a
     * small launch does. An entry is valid if its resource's type says so, and the message once
     * `stop` is set. */
    char error[SIM_ERROR_SIZE];
    struct sim_buffer buffers[HW_CS_RESOURCES];
    struct sim_texture textures[HW_CS_RESOURCES];
};

/* Whether there is code of an engine by now. */
static inline bool sim_launch_is_native(const struct sim_launch *launch)
{
    return launch->native &&
           atomic_load_explicit(&launch->native->run, memory_order_acquire) != NULL;
}
/* Its time counts from now on. */
void sim_launch_begin(struct sim_launch *launch);
/* Since it began. */
double sim_launch_seconds(const struct sim_launch *launch);
/* Whether the launch has run longer than it may. On a busy machine it may hardly have had the
 * processor: the process must have used as much processor time, too. */
bool sim_launch_is_late(struct sim_launch *launch);
/* Keeps the first message and stops all wavefronts. Always false. */
bool sim_launch_fail(struct sim_launch *launch, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
