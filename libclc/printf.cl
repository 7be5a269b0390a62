// SPDX-License-Identifier: MIT
/* printf.cl: room for printf's records (docs/kernel-abi.md), which the compiler fills. */

#include "driver/abi/kernel_abi.h"

/* The launch's buffer, as the driver gives it. */
global uint *__rootle_printf_buffer(void) __attribute__((const));

static global uint *lost(global uint *buffer)
{
    return buffer + ABI_PRINTF_RECORDS + buffer[ABI_PRINTF_ROOM];
}

static uint linear_id(void)
{
    uint x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),
         z = get_global_id(2) - get_global_offset(2);
    return (z * get_global_size(1) + y) * get_global_size(0) + x;
}

/* A record of that size. When the buffer is full, what is written goes to the place behind it, so
 * that the caller needs no branch. */
global uint *__rootle_printf_reserve(uint dwords)
{
    global uint *buffer = __rootle_printf_buffer();
    uint at = atomic_add(&buffer[ABI_PRINTF_USED], dwords);
    bool fits = at <= buffer[ABI_PRINTF_ROOM] && dwords <= buffer[ABI_PRINTF_ROOM] - at;
    if (!fits)
        atomic_inc(&buffer[ABI_PRINTF_LOST]);
    global uint *record = fits ? buffer + ABI_PRINTF_RECORDS + at : lost(buffer);
    record[ABI_PRINTF_LENGTH] = dwords;
    record[ABI_PRINTF_WORK_ITEM] = linear_id();
    return record;
}

/* Returns the result of printf (OpenCL C 1.2, section 6.12.13.1). */
int __rootle_printf_result(global uint *record)
{
    return record == lost(__rootle_printf_buffer()) ? -1 : 0;
}
