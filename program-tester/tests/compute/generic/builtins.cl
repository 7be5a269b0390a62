// SPDX-License-Identifier: MIT
/*!
# Functions of OpenCL C that take generic pointers (6.15.2, 6.15.7, 6.15.12 of OpenCL C 3.0), with pointers
# into the memory that an argument chooses: 0 global, 1 local, 2 private.

[config]
name: functions on generic pointers
clc_version_min: 30
require_features: __opencl_c_generic_address_space

[test]
for: name kernel type given of expected in \
       ("floats, global"             floats   float[10]  0  float[16]  "0.5 2 0.25 -3 0.625 3 2 0 1 1") \
       ("floats, local"              floats   float[10]  1  float[16]  "0.5 2 0.25 -3 0.625 3 2 0 1 1") \
       ("floats, private"            floats   float[10]  2  float[16]  "0.5 2 0.25 -3 0.625 3 2 0 1 1") \
       ("vectors, global"            vectors  float[8]   0  float[16]  "1 2 3 4 5 1.5 -2 0.5") \
       ("vectors, local"             vectors  float[8]   1  float[16]  "1 2 3 4 5 1.5 -2 0.5") \
       ("vectors, private"           vectors  float[8]   2  float[16]  "1 2 3 4 5 1.5 -2 0.5") \
       ("atomic operations, global"  atomics  int[8]     0  int[2]     "5 7 10 1 0 20 20 20") \
       ("atomic operations, local"   atomics  int[8]     1  int[2]     "5 7 10 1 0 20 20 20")
name: $name
kernel_name: $kernel
arg_in:  1 int $given
arg_in:  2 buffer $of repeat 0
arg_in:  3 buffer $of NULL
arg_out: 0 buffer $type $expected
!*/

kernel void floats(global float *out, int which, global float *memory, local float *cells)
{
    float own[16], *places[] = {memory, cells, own}, *place = places[which];
    int *number = (int *)(place + 8);
    out[0] = fract(2.5f, place);
    out[1] = place[0];
    out[2] = -modf(-3.25f, place + 1);
    out[3] = place[1];
    out[4] = frexp(5.0f, number);
    out[5] = (float)number[0];
    out[6] = remquo(10.0f, 4.0f, number);
    out[6] = (number[0] & 7) == 2 || (number[0] & 7) == 3 ? fabs(out[6]) : -1.0f;
    out[7] = sincos(0.0f, place + 2);
    out[8] = place[2];
    lgamma_r(0.5f, number + 1);
    out[9] = (float)number[1];
}

kernel void vectors(global float *out, int which, global float *memory, local float *cells)
{
    float own[16], *places[] = {memory, cells, own}, *place = places[which];
    vstore4((float4)(1, 2, 3, 4), 0, place);
    vstore3((float3)(5, 6, 7), 2, place);
    float4 first = vload4(0, place);
    vstore4(first, 0, out);
    out[4] = vload3(2, place).x;
    vstore_half(1.5f, 0, (half *)place);
    vstore_half2((float2)(-2, 0.5f), 1, (half *)place);
    out[5] = vload_half(0, (half *)place);
    vstore2(vload_half2(1, (half *)place), 3, out);
}

kernel void atomics(global int *out, int which, global int *memory, local int *cells)
{
    int *places[] = {memory, cells}, expected[2] = {10, 10};
    volatile atomic_int *object = (atomic_int *)places[which];
    atomic_init(object, 5);
    out[0] = atomic_fetch_add_explicit(object, 2, memory_order_relaxed, memory_scope_device);
    out[1] = atomic_fetch_add(object, 3);
    out[2] = atomic_load(object);
    out[3] = atomic_compare_exchange_strong(object, &expected[which], 20);
    out[4] = atomic_compare_exchange_strong(object, &expected[which], 30);
    out[5] = expected[which];
    out[6] = atomic_exchange_explicit(object, 40, memory_order_acq_rel, memory_scope_work_group);
    out[7] = expected[which];
}
