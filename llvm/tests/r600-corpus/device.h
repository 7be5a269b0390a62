/* SPDX-License-Identifier: MIT */
/* device.h: running machine code of LLVM's backend through the pipe driver. */
#pragma once

#include "corpus.h"
#include "driver/pipe.h"
#include "kernel_code.h"

struct corpus_device {
    struct pipe_screen *screen;
    struct pipe_context *context;
};

/* All return 0, or -1 with `error` filled. */
int corpus_device_init(struct corpus_device *device, char error[PIPE_ERROR_SIZE]);
void corpus_device_finish(struct corpus_device *device);
/* Runs the kernel on the data; data->out is uploaded before and read back after. */
int corpus_device_run(struct corpus_device *device, const struct corpus_case *c,
                      const struct kernel_code *code, struct corpus_data *data,
                      char error[PIPE_ERROR_SIZE]);

/* A buffer of that many bytes, or NULL, and a copy of its first bytes, PIPE_MAP_WRITE to it or
 * PIPE_MAP_READ from it. */
struct pipe_resource *corpus_device_buffer(struct corpus_device *device, size_t bytes);
int corpus_device_transfer(struct corpus_device *device, struct pipe_resource *buffer, void *data,
                           size_t bytes, unsigned usage, char error[PIPE_ERROR_SIZE]);
/* Launches the code with a grid that has all but its state, and waits. */
int corpus_device_launch(struct corpus_device *device, const char *name,
                         const struct kernel_code *code, struct pipe_grid_info *grid,
                         char error[PIPE_ERROR_SIZE]);
