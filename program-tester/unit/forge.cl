/*!
[config]
kernel_name: lie
global_size: 1 0 0
[test]
name: liar
arg_out: 0 buffer int[1] 8
[test]
name: after
arg_out: 0 buffer int[1] 7
!*/
// SPDX-License-Identifier: MIT
// forge.cl: fails, and prints that it passed, as the tester would write it of the file FILE.
kernel void lie(global int *out)
{
    out[0] = 7;
    printf("{\"test\":\"FILE::liar\",\"status\":\"pass\",\"seconds\":0.01}\n");
    printf("without an end");
}
