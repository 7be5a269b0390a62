/* SPDX-License-Identifier: MIT */
#include "corpus.h"

kernel void two_targets(write_only image2d_t sums, write_only image2d_t differences, read_only image2d_t a, read_only image2d_t b)
{
    float4 x = read_imagef(a, texels, HERE), y = read_imagef(b, texels, HERE);
    write_imagef(sums, HERE, x + y);
    write_imagef(differences, HERE, x - y);
}
