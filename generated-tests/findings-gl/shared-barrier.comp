/*!
# SPDX-License-Identifier: MIT
# Each invocation writes its element of a shared array, and behind a barrier reads the one at the other end, which
# another wavefront has written: it must see what was written.
[config]
name: shared memory across a barrier
kernel_name: main

[test]
name: the other end
global_size: 256
arg_out: 0 buffer uint[256] repeat 1
!*/
#version 430
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Results { uint results[]; };
shared uint numbers[256];

void main()
{
    uint own = gl_LocalInvocationIndex;
    numbers[own] = own + 1u;
    barrier();
    results[own] = numbers[255u - own] == 256u - own ? 1u : 0u;
}
