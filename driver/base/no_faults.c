/* SPDX-License-Identifier: MIT */
/* no_faults.c: fault.h of a build without faults, which refuses those that are asked for. */
#include "driver/base/fault.h"

#include <stdio.h>

#include "driver/base/env.h"

bool fault_check(char *why, size_t room)
{
    const char *names = env_get(ENV_FAULT);
    if (*names)
        snprintf(why, room, "ROOTLE_FAULT=%.64s: this build has no faults (ROOTLE_FAULTS=OFF)",
                 names);
    return !*names;
}

bool fault_active(enum fault fault)
{
    (void)fault;
    return false;
}

void fault_set(const char *names)
{
    (void)names;
}

bool fault_any(void)
{
    return false;
}

const char *fault_next(enum fault_part part, size_t *next)
{
    (void)part, (void)next;
    return NULL;
}
