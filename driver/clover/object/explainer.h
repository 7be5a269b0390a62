/* SPDX-License-Identifier: MIT */
/* explainer.h: who tells of calls and launches in words, and for that looks on at what they do to
 * memory: the checker, where it is built. */
#pragma once

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct clover_guide;
struct pipe_box;

struct clover_explainer {
    /* Wraps the functions in the loader's table, if ROOTLE_CHECK asks for it. Called before the
     * loader calls any of them. */
    void (*begin)(void);
    /* Why the call that this thread is in fails. False: calls are not checked, and so not
     * explained. */
    bool (*fails_as)(const char *why);
    /* Sets the functions of a launch's guide. */
    void (*guide)(struct clover_guide *guide);
    /* Memory of a map of so many bytes, `what` in words, which is watched: it may be accessed once
     * it is open, and no longer when it is finished (false: it is not such memory). NULL: maps are
     * not watched. */
    void *(*make_map)(size_t bytes, const char *what);
    void (*open_map)(void *memory);
    bool (*finish_map)(void *memory);
    /* Tells what went wrong with a launch: a finding of check "launch". */
    void (*launch_failed)(cl_context context, const char *kernel, const char *error);
    /* A buffer or image is made, and nothing is in it yet. */
    void (*made)(cl_mem mem);
    /* A launch is given a buffer as this argument, by name and number. */
    void (*used)(cl_mem mem, const char *kernel, const char *argument, uint32_t number);
    /* A buffer goes, whose resource is still there. */
    void (*released)(cl_mem buffer);
    /* The host writes a box of a memory object's resource: texels of a level, or bytes. NULL: all
     * of it counts as written, as somebody writes to it whom nobody watches. */
    void (*written)(cl_mem mem, const struct pipe_box *box);
};

/* NULL: nothing is explained. driver/icd has it. */
extern const struct clover_explainer *const clover_explainer;

static inline void clover_tell_made(cl_mem mem)
{
    if (clover_explainer)
        clover_explainer->made(mem);
}

static inline void clover_tell_written(cl_mem mem, const struct pipe_box *box)
{
    if (clover_explainer)
        clover_explainer->written(mem, box);
}
