/* SPDX-License-Identifier: MIT */
/* opencl_version.c: reading ROOTLE_CL. */
#include "driver/base/opencl_version.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "driver/base/env.h"

int opencl_version(void)
{
    static bool warned;
    const char *text = env_get(ENV_CL);

    if (!strcmp(text, "1.2"))
        return OPENCL_VERSION_OLD;
    if (strcmp(text, "3.0") && !__atomic_exchange_n(&warned, true, __ATOMIC_RELAXED))
        fprintf(stderr, "rootle: ROOTLE_CL=%s is neither 1.2 nor 3.0; using 3.0\n", text);
    return OPENCL_VERSION_NEW;
}
