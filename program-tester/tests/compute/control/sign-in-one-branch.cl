/*!
[config]
name: the sign of one value and the size of another, in one branch
kernel_name: blend
global_size: 2 0 0
local_size: 2 0 0

# atan ends by giving its result the argument's sign, in the argument's register. Machine code keeps the other lanes of that;
# LLVM writes host code for it which mixes the wrong bits on AVX-512 (its issue 157929).
[test]
name: in the second branch
arg_out: 0 buffer float[2] 1.0 -0.78539816 tolerance 5 ulp
arg_in: 1 buffer float[2] 1.0 -1.0
!*/
kernel void blend(global float *out, global const float *in)
{
    const size_t i = get_global_id(0);
    if (i == 0)
        out[0] = in[0];
    else
        out[1] = atan(in[1]);
}
