/* SPDX-License-Identifier: MIT */
/* bytes.c: bytes in lines of JSON. */
#include "driver/sim/record/bytes.h"

#include <stdint.h>

void trace_print_bytes(FILE *out, const void *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *from = bytes;
    putc('"', out);
    for (size_t i = 0; i < size; i += 3) {
        uint32_t three = (uint32_t)from[i] << 16;
        char four[4] = {0, 0, '=', '='};
        if (i + 1 < size)
            three |= (uint32_t)from[i + 1] << 8;
        if (i + 2 < size)
            three |= from[i + 2];
        four[0] = digits[three >> 18];
        four[1] = digits[three >> 12 & 63];
        if (i + 1 < size)
            four[2] = digits[three >> 6 & 63];
        if (i + 2 < size)
            four[3] = digits[three & 63];
        fwrite(four, 1, sizeof(four), out);
    }
    putc('"', out);
}
