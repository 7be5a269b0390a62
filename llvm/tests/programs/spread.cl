// SPDX-License-Identifier: MIT
// Operations that are issued together go to different channels, even where that takes a few registers more than the first
// place that is free.
// RUN: --chip cayman --emit=pstat %s
// CHECK: pstat: to_half: {{3[0-4][0-9]}} groups
// RUN: ROOTLE_DISABLE=spread --chip cayman --emit=pstat %s
// CHECK: pstat: to_half: {{3[5-9][0-9]}} groups
kernel void to_half(global half *out, global const float *in)
{
    float4 x = vload4(0, in);
    vstore_half4_rte(x, 0, out);
    vstore_half4_rtz(x, 1, out);
    vstore_half4_rtp(x, 2, out);
    vstore_half4_rtn(x, 3, out);
}
