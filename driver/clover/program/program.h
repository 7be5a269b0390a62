/* SPDX-License-Identifier: MIT */
/* program.h: programs, from source or binary. */
#pragma once

#include "driver/clover/program/build.h"
#include "driver/compiler.h"

struct _cl_program {
    struct clover_object base;
    cl_context context;
    cl_device_id *devices; /* references; what is built for one is built for all */
    size_t device_count;
    char *source;        /* NULL when made from a binary; may have NULs before the one at its end */
    size_t source_size;  /* without that one */
    atomic_uint kernels; /* kernel objects; none may be there when the program is built again */
    pthread_mutex_t lock;       /* for what follows */
    struct clover_build *given; /* the binary that clCreateProgramWithBinary got */
    struct clover_build *build; /* of the last successful build */
    cl_build_status status;
    char *options, *log;
    char *name;       /* that its source goes by (clSetProgramNameROOTLE); NULL: none was given */
    bool arg_info;    /* it, or what was linked, is built with -cl-kernel-arg-info */
    char *il;         /* a copy of what clCreateProgramWithIL got; else NULL */
    size_t il_size;   /* bytes; of the module, too, */
    uint32_t *module; /* which has its specialization constants, under the lock */
    cl_bool constructors; /* our programs have none; for queries */
};

extern const struct clover_class clover_program_class;

/* For devices of the context; none: for all of them. NULL when memory is short. */
cl_program clover_program_create(cl_context context, size_t count, const cl_device_id *devices);
bool clover_program_has(const struct _cl_program *program, const struct _cl_device_id *device);
/* The program's build with a reference where it is an executable, which has kernels; what
 * clCompileProgram and clLinkProgram make may be an object or a library. NULL otherwise. */
struct clover_build *clover_program_executable(cl_program program);

/* Gives what a build made the name of the program, if it has one: places in the log, and those that
 * are told of the build later. Under the program's lock. Where memory is short they stay as they
 * are. */
void clover_name_outcome(cl_program program, struct clover_build *build, char **log);
/* The function of cl_rootle_program_name (docs/extensions.md): CL_INVALID_VALUE without a name. */
cl_int CL_API_CALL clSetProgramNameROOTLE(cl_program program, const char *name);

/* A task for the compiler. */
struct clover_task {
    enum compiler_action action;
    struct compiler_input *inputs; /* headers, or what is linked */
    cl_uint input_count;
    bool arg_info; /* of what is linked */
};

typedef void(CL_CALLBACK *clover_notify)(cl_program, void *);

/* Adds a copy of bytes to the inputs. False when memory is short. */
bool clover_task_add(struct clover_task *task, const char *name, const void *data, size_t size);
void clover_task_finish(struct clover_task *task);
/* Does the task, which it takes over, at once, or in a thread if there is someone to notify.
 * CL_INVALID_OPERATION while the program is being built or has kernels. */
cl_int clover_program_do(cl_program program, struct clover_task *task, const char *options,
                         clover_notify notify, void *data);
cl_int clover_check_program_devices(cl_context context, cl_uint count, const cl_device_id *devices);
