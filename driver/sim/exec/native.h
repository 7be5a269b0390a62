/* SPDX-License-Identifier: MIT */
/* native.h: what recompiled programs and the simulator agree on.
 *
 * A recompiled program is a function that takes a block of SIM_NATIVE_LANES lanes of a wavefront
 * from its start to its end, or from barrier to barrier. It may then go on with the wavefront's
 * next blocks, and leaves in the wavefront which one was the last. Other operations it leaves to
 * the simulator, through the functions of a frame. These find a block's registers in memory, as the
 * interpreter does: the function stores those that they read. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SIM_NATIVE_LANES = 16, SIM_NATIVE_MASKS = 104 };

struct sim_launch;
struct sim_sample_how;
struct sim_native_ready;
struct sim_store_how;
struct sim_surface;
struct sim_wave;

/* A vector of the lanes of a block, aligned to 64 bytes. */
typedef uint32_t sim_native_vector[SIM_NATIVE_LANES];

/* Elements that an instruction may access without a call: index - first < count. Each has two, one
 * behind the other: those that it asked for last. In scratch memory
 * they count from the work-item's own part; in local memory they are bytes. */
struct sim_native_range {
    uint8_t *memory; /* of element number `first` */
    uint32_t first, count;
};

/* The state that a block keeps while it waits at a barrier. */
struct sim_native_block {
    uint32_t resume; /* 1 + the number of the barrier's operation; 0: it begins */
    uint16_t masks[SIM_NATIVE_MASKS];
};

/* Texels that lie anyhow, which code leaves to whoever has had it made. */
struct sim_native_texels {
    /* Carries out so many fetches from a surface, of all lanes of blocks. Each has four
     * coordinates, and gets four channels behind these. */
    void (*take)(const struct sim_wave *wave, const struct sim_sample_how *how,
                 const struct sim_surface *surface, const uint32_t border[4],
                 sim_native_vector slots[][8], uint32_t count);
    /* The same of `fetches` for each of some blocks, whose lanes go by steps of one along x: from
     * whole numbers for each block on, or from those of the first one. Each has a row of planes
     * (recompile/block.h) in `room`. */
    void (*steps)(const struct sim_wave *wave, const struct sim_sample_how *how,
                  const struct sim_surface *surface, const uint32_t border[4],
                  const uint32_t start[][3], uint32_t fetches, uint32_t blocks, bool together,
                  uint32_t *room);
    /* Stores a row of texels from x on, one a lane, for the lanes that run and lie inside the
     * surface: dwords, by number, as they are in memory. */
    void (*put)(const struct sim_store_how *how, const struct sim_surface *surface, uint32_t x,
                uint32_t y, uint32_t z, uint32_t exec, const sim_native_vector raw[4]);
    /* Finds the levels of detail of fetch number `index`, by the wavefront's gradients. */
    void (*lods)(const struct sim_wave *wave, uint32_t index, sim_native_vector lods);
    const struct sim_native_ready *ready; /* code of the host that is made beforehand */
};

/* Masks have bit i for lane i of the block. Functions that fail have told why. */
struct sim_native_frame {
    /* Carries out fetch or store number `index` of the program. */
    bool (*fetch)(struct sim_wave *wave, uint32_t index, uint32_t exec);
    bool (*store)(struct sim_wave *wave, uint32_t index, uint32_t exec);
    /* Runs ALU operation number `index`, one of double precision or of local memory. */
    bool (*operation)(struct sim_wave *wave, uint32_t index, uint32_t exec);
    /* Whether to go on. Recompiled programs ask at some of their backward jumps, here at `word`. */
    bool (*poll)(struct sim_wave *wave, uint32_t word);
    /* Returns the value of a source that is a property of the wavefront (HW_SRC_MASK_LO and the
     * like). */
    uint32_t (*special)(const struct sim_wave *wave, uint32_t select);
    struct sim_native_texels texels;
    struct sim_native_range *ranges; /* by access */
};

/* Returns an enum sim_next. */
typedef uint32_t (*sim_native_fn)(struct sim_wave *wave, const struct sim_native_frame *frame);

/* The recompiled program of a launch, which may become ready while the launch runs. */
struct sim_native {
    _Atomic(sim_native_fn) run; /* NULL: not yet */
    const struct sim_native_texels *texels;
};

/* How many ranges a launch's program needs. Makes a frame of them. Those of scratch and local
 * memory stay as they are. An access whose object is known begins with the object's elements,
 * others with none. */
size_t sim_native_ranges(const struct sim_launch *launch);
struct sim_native_frame sim_native_begin(const struct sim_launch *launch,
                                         struct sim_native_range *ranges);
/* Waits until others see what this thread has stored around the host's caches. */
void sim_native_end(void);
/* To be called before a wavefront that has been started is run. */
void sim_native_start(struct sim_wave *wave, const struct sim_native_frame *frame);
/* Starts another one of the launch, with these lanes, where one was: all else is as it was. */
void sim_native_again(struct sim_wave *wave, unsigned index, uint64_t lanes);
/* The same, and runs it, of a program in which nothing waits. False after a fault. */
bool sim_native_straight(struct sim_wave *wave, unsigned index, uint64_t lanes, sim_native_fn run);
/* Returns the word of the instruction of the barrier that a wavefront waits at. */
uint32_t sim_native_word(const struct sim_wave *wave);
/* Whether blocks that have met so often go on. The code counts its jumps from one place where they
 * meet to the next alone: a loop around such a place is stopped here. */
bool sim_native_may_meet(struct sim_wave *wave, uint64_t meetings);
/* Runs a wavefront, block by block, to its end, a barrier, or a fault. Returns an enum sim_next. */
uint32_t sim_native_wave(struct sim_wave *wave, sim_native_fn run);
