// SPDX-License-Identifier: MIT
/*!
# Two nested loops with continue and break in the inner one, break in the outer one and a return from inside;
# every work-item leaves at another time.

[config]
name: compute control nested loops
kernel_name: nested
global_size: 20 0 0
local_size: 20 0 0

[test]
name: trip counts 0 to 19
arg_out: 0 buffer int[20] 0 0 4 14 50 106 186 348 348 348 348 348 348 348 348 348 348 348 348 348
!*/

kernel void nested(global int *out)
{
    int n = get_global_id(0);
    int sum = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 10; j++) {
            if ((i + j) % 3 == 0)
                continue;
            if (j > i + 2)
                break;
            sum += i * j;
            if (sum > 500) {
                out[n] = -sum;
                return;
            }
        }
        if (sum > 300)
            break;
    }
    out[n] = sum;
}
