// SPDX-License-Identifier: MIT
/*!
# A loop bound passed as argument, the same for every work-item; zero iterations too.

[config]
name: compute control uniform loop over buffer
kernel_name: accumulate
global_size: 4 0 0

[test]
for: expected given in \
       ("0 0 0 0"                0) \
       ("0 0 0 0"                1) \
       ("4950 9900 14850 19800"  100)
name: $given rounds
arg_out: 0 buffer uint[4] $expected
arg_in:  1 uint $given
!*/

kernel void accumulate(global uint *out, uint rounds)
{
    uint i = get_global_id(0);
    uint sum = 0;
    for (uint j = 0; j < rounds; j++)
        sum += j * (i + 1);
    out[i] = sum;
}
