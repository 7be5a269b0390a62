/* SPDX-License-Identifier: MIT */
/* fixture.h: a context and a queue for each test, and the check that nothing of it is left. */
#pragma once

#include <CL/cl.h>

#include "ci/tests/run_tests.h"
#include "driver/clover/tests/mock.h"

extern cl_device_id device;
extern cl_context context;
extern cl_command_queue queue;
/* Messages that the context reported in this test, and the last one. */
extern int message_count;
extern char last_message[512];

int fixture_setup(void **state);
/* Releases context and queue, and fails when the mock driver still has objects. */
int fixture_teardown(void **state);

#define fixture_test(f) cmocka_unit_test_setup_teardown(f, fixture_setup, fixture_teardown)

static inline void ok(cl_int error)
{
    assert_int_equal(error, CL_SUCCESS);
}

/* Waits until the mock driver has no more than this many contexts: a queue that is released with
 * work to do ends in its own time. */
void await_contexts(int count);

/* Answers of clGet*Info that are one number. */
cl_uint context_uint(cl_context_info name);
cl_uint mem_uint(cl_mem mem, cl_mem_info name);
cl_int event_status(cl_event event);

cl_mem make_buffer(size_t size);
cl_mem make_image(cl_mem_flags flags, cl_mem_object_type type, cl_channel_order order,
                  cl_channel_type data_type, size_t width, size_t height, size_t depth_or_layers);
