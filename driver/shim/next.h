/* SPDX-License-Identifier: MIT */
/* next.h: the functions of libc that this library stands in front of. */
#pragma once

#include <dlfcn.h>

/* Exports a function that programs call instead of libc's. */
#define SHIM_EXPORT __attribute__((visibility("default")))

/* The next function of that name behind this library, found at the first call. */
#define NEXT(name)                                                                                 \
    (__extension__({                                                                               \
        static __typeof__(&name) _Atomic found_##name;                                             \
        __typeof__(&name) next_##name = found_##name;                                              \
        if (!next_##name)                                                                          \
            found_##name = next_##name = (__typeof__(&name))dlsym(RTLD_NEXT, #name);               \
        next_##name;                                                                               \
    }))
