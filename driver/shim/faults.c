/* SPDX-License-Identifier: MIT */
/* faults.c: ROOTLE_DRM_FAULT. */
#include "driver/shim/faults.h"

#include <drm.h>
#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "driver/base/env.h"
#include "driver/shim/card.h"

enum calls { ANY, CREATE, STREAM, WAIT };

static const struct {
    const char *name, *help;
    enum calls calls;
    int error;
} faults[SHIM_FAULT_COUNT] = {
#define DRM_FAULT(name, calls, error, help) {#name, help, calls, error},
#include "driver/shim/faults.def"
#undef DRM_FAULT
};

static enum shim_fault chosen = SHIM_FAULT_NONE;
static uint64_t first;
static bool onwards;
static atomic_uint_fast64_t counted;
static _Thread_local uint64_t damages; /* a number that is not 0: this thread's call is struck */
static _Thread_local bool interrupted; /* this thread's last call, which is made again */

static void explain(const char *text)
{
    shim_say("ROOTLE_DRM_FAULT=%s is not NAME:N or NAME:N+ with one of these names:", text);
    for (size_t i = 0; i < SHIM_FAULT_COUNT; i++)
        shim_say("  %-12s %s", faults[i].name, faults[i].help);
}

void shim_faults_read(void)
{
    const char *text = env_get(ENV_DRM_FAULT);
    const size_t length = strcspn(text, ":");
    char *end = NULL;
    chosen = SHIM_FAULT_NONE;
    atomic_store(&counted, 0);
    if (!*text)
        return;
    first = text[length] ? strtoull(text + length + 1, &end, 10) : 0;
    onwards = end && *end == '+';
    for (size_t i = 0; i < SHIM_FAULT_COUNT; i++)
        if (strlen(faults[i].name) == length && !strncmp(faults[i].name, text, length))
            chosen = (enum shim_fault)i;
    if (chosen != SHIM_FAULT_NONE && first && end && !end[onwards])
        return;
    chosen = SHIM_FAULT_NONE;
    explain(text);
}

static bool is_about(enum calls calls, unsigned number)
{
    switch (calls) {
    case ANY:
        return true;
    case CREATE:
        return number == _IOC_NR(DRM_IOCTL_RADEON_GEM_CREATE);
    case STREAM:
        return number == _IOC_NR(DRM_IOCTL_RADEON_CS);
    default:
        return number == _IOC_NR(DRM_IOCTL_RADEON_GEM_WAIT_IDLE) ||
               number == _IOC_NR(DRM_IOCTL_RADEON_GEM_BUSY);
    }
}

/* Whether a call is the second attempt at one that was interrupted. */
static bool is_again(void)
{
    const bool again = interrupted;
    interrupted = false;
    return again;
}

enum shim_fault shim_fault_strikes(unsigned number, int *error)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, shim_faults_read);
    *error = 0;
    damages = 0;
    if (chosen == SHIM_FAULT_NONE || !is_about(faults[chosen].calls, number))
        return SHIM_FAULT_NONE;
    const uint64_t call = atomic_fetch_add(&counted, 1) + 1;
    if (is_again() || !(call == first || (onwards && call > first)))
        return SHIM_FAULT_NONE;
    interrupted = faults[chosen].error == EINTR || faults[chosen].error == EAGAIN;
    *error = -faults[chosen].error;
    damages = chosen == SHIM_FAULT_damage ? call : 0;
    return chosen;
}

/* The next number of a sequence that has all numbers but 0 (xorshift). */
static uint64_t next_number(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

void shim_fault_damage(uint32_t *dwords, uint32_t count)
{
    static const uint32_t others[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff};
    uint64_t state = damages * 0x9e3779b97f4a7c15 ^ first << 32;
    if (!damages || !count || !state)
        return;
    for (unsigned i = 0; i < 8; i++)
        next_number(&state);
    for (uint64_t left = 1 + next_number(&state) % 4; left; left--) {
        uint32_t *dword = &dwords[next_number(&state) % count];
        const uint64_t how = next_number(&state) % 10;
        *dword = how < 5 ? others[how] : *dword ^ 1u << next_number(&state) % 32;
    }
}
