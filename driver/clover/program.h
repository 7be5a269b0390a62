/* SPDX-License-Identifier: MIT */
/* program.h: programs, from source or binary. */
#ifndef ROOTLE_CLOVER_PROGRAM_H
#define ROOTLE_CLOVER_PROGRAM_H

#include "driver/clover/build.h"

struct _cl_program {
    struct clover_object base;
    cl_context context;
    cl_uint device_count;
    char *source;         /* NULL when made from a binary */
    atomic_uint kernels;  /* kernel objects; none may be there when the program is built again */
    pthread_mutex_t lock; /* for what follows */
    struct clover_build *given; /* the binary that clCreateProgramWithBinary got */
    struct clover_build *build; /* of the last successful build */
    cl_build_status status;
    char *options, *log;
};

extern const struct clover_class clover_program_class;

/* The program's build with a reference, or NULL when it has none. */
struct clover_build *clover_program_build(cl_program program);

#endif
