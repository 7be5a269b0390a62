/* SPDX-License-Identifier: MIT */
/* error_fixture.h: a program, kernels and wrong handles for each test of error codes. */
#pragma once

#include "driver/clover/tests/fixture.h"

/* How many kernels the program has, and how many arguments its kernel k has:
 * kernel void k(int v, global int *b, local int *l, read_only image2d_t i, sampler_t s) */
enum { ERROR_KERNELS = 3, ERROR_ARGUMENTS = 5 };

/* Valid objects. The kernels are k, none (without arguments) and sized (for groups of 8 x 4 x
 * 1). */
extern cl_program source, executable, object;
extern cl_kernel kernel, none, sized;
extern cl_context other_context;
/* Invalid handles: objects of another class. */
extern cl_device_id wrong_device;
extern cl_program wrong_program;

cl_program make_program(const char *text);
/* A kernel of `executable`. */
cl_kernel make_kernel(const char *name);

int error_setup(void **state);
int error_teardown(void **state);

#define error_test(f) cmocka_unit_test_setup_teardown(f, error_setup, error_teardown)

/* Fails unless the call with that wrong argument gave the expected error. */
void check(const char *call, const char *wrong, cl_int error, cl_int expected);
