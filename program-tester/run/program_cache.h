/* SPDX-License-Identifier: MIT */
/* program_cache.h: programs as the driver built them, kept from run to run.
 *
 * A program is kept under all that goes into building it: source, options, the strings of the
 * device, the environment, the shared objects that are loaded. It is used as long as those objects,
 * those that the driver loaded while it built, and the files named by the user are what they were.
 * A program whose build is the point of its test is never kept, nor one that includes files. */
#pragma once

#include "program-tester/device/device.h"
#include "program-tester/parse/plan.h"

struct pt_cache_options {
    const char *folder;        /* NULL: no cache */
    const char **driver_files; /* files and folders that the driver's compiler reads */
    size_t driver_file_count;
    double started; /* when this process began, seconds since 1970 */
};

struct pt_program_cache;

/* NULL when the options ask for none. Call it before the driver has built anything. */
struct pt_program_cache *pt_program_cache_create(const struct pt_cache_options *options,
                                                 const struct pt_device *device);
void pt_program_cache_destroy(struct pt_program_cache *cache);

/* The program of a plan, with these build options, built from what was kept of it. NULL: it has to
 * be built from source. *log is that of the build from source, or NULL, to free(). */
cl_program pt_program_cache_build(struct pt_program_cache *cache, cl_context context,
                                  const struct pt_plan *plan, const char *build_options,
                                  char **log);

/* To be called before and after a build from source: the program depends on the shared objects that
 * the driver loads in between. */
void pt_program_cache_before_build(struct pt_program_cache *cache);
void pt_program_cache_after_build(struct pt_program_cache *cache);

/* Keeps a program that was built from source, if it may be. */
void pt_program_cache_keep(struct pt_program_cache *cache, cl_program program,
                           const struct pt_plan *plan, const char *build_options, const char *log);

/* A program's binary for its only device (to free()), or NULL and the error. */
char *pt_program_binary(cl_program program, size_t *size, cl_int *error);
/* A program made and built from a binary; NULL and the error of the call named by *step. */
cl_program pt_program_from_binary(cl_context context, cl_device_id device, const char *binary,
                                  size_t size, const char *options, const char **step,
                                  cl_int *error);
