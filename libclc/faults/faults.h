/* SPDX-License-Identifier: MIT */
/* faults.h: what wrong builtins share. Each file here redefines builtins with one fault;
 * ROOTLE_FAULT links it before the sound ones (driver/base/fault.def). */
#pragma once

#define OVERLOAD __attribute__((overloadable))

#define FOR_EACH_WIDTH(DO, type)                                                                   \
    DO(type) DO(type##2) DO(type##3) DO(type##4) DO(type##8) DO(type##16)

#define FOR_EACH_INTEGER(DO)                                                                       \
    FOR_EACH_WIDTH(DO, char)                                                                       \
    FOR_EACH_WIDTH(DO, uchar)                                                                      \
    FOR_EACH_WIDTH(DO, short)                                                                      \
    FOR_EACH_WIDTH(DO, ushort)                                                                     \
    FOR_EACH_WIDTH(DO, int)                                                                        \
    FOR_EACH_WIDTH(DO, uint)                                                                       \
    FOR_EACH_WIDTH(DO, long)                                                                       \
    FOR_EACH_WIDTH(DO, ulong)

/* DO(type, width, ...): vectors only, and with a scalar, whose width is nothing. */
#define FOR_EACH_VECTOR(DO, ...)                                                                   \
    DO(2, __VA_ARGS__) DO(3, __VA_ARGS__) DO(4, __VA_ARGS__) DO(8, __VA_ARGS__) DO(16, __VA_ARGS__)
