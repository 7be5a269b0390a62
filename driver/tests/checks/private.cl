// SPDX-License-Identifier: MIT
// private.cl: accesses outside of private arrays, large ones (memory) and small ones (registers).
#include "pair.h"

//? load 'numbers'
kernel void large(global int *out, global const int *in)
{
    int i = get_global_id(0), numbers[500];
    for (int k = 0; k < 500; k++)
        numbers[k] = in[i] + k;
    out[i] = numbers[i] + /*@*/numbers[i + in[i] * W(1000, 100)];
}

//? store 'numbers'
kernel void large_stored(global int *out, global const int *in)
{
    int i = get_global_id(0), numbers[500];
    for (int k = 0; k < 500; k++)
        numbers[k] = in[i] + k;
    /*@*/numbers[i + in[i] * W(500, 400)] = 3;
    out[i] = numbers[i * 2];
}

//? load 'numbers'
kernel void large_before(global int *out, global const int *in)
{
    int i = get_global_id(0), numbers[500];
    for (int k = 0; k < 500; k++)
        numbers[k] = in[i] + k;
    out[i] = /*@*/numbers[i - in[i] * W(20, 0)];
}

//? load 'small'
kernel void small_load(global int *out, global const int *in)
{
    int i = get_global_id(0), small[4] = {1, 2, 3, i};
    out[i] = /*@*/small[in[i] * W(4, 3)];
}

//? store 'small'
kernel void small_store(global int *out, global const int *in)
{
    int i = get_global_id(0), small[4] = {1, 2, 3, i};
    /*@*/small[in[i] * W(4, 3)] = 9;
    out[i] = small[in[i]] + small[2];
}

//? load 'small'
kernel void small_before(global int *out, global const int *in)
{
    int i = get_global_id(0), small[4] = {1, 2, 3, i};
    out[i] = /*@*/small[in[i] - W(2, 1)];
}

//? load 'small'
//! 16 16 int:5|int:4
kernel void small_loop(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), small[4] = {1, 2, 3, i}, sum = 0;
    for (int k = 0; k < n; k++)
        sum += /*@*/small[k];
    out[i] = sum;
}

//? load 'first'
kernel void other_array(global int *out, global const int *in)
{
    int i = get_global_id(0), first[100], second[400];
    for (int k = 0; k < 100; k++)
        first[k] = in[i] + k;
    for (int k = 0; k < 400; k++)
        second[k] = in[i] - k;
    out[i] = /*@*/first[i + in[i] * W(100, 50)] + second[i + in[i] * 100];
}

//? store 'second'
kernel void other_array_before(global int *out, global const int *in)
{
    int i = get_global_id(0), first[400], second[100];
    for (int k = 0; k < 400; k++)
        first[k] = in[i] + k;
    for (int k = 0; k < 100; k++)
        second[k] = in[i] - k;
    /*@*/second[i - in[i] * W(50, 0)] = 7;
    out[i] = first[i + in[i] * 350] + second[i + in[i]];
}

//? load 'bytes'
kernel void chars(global int *out, global const int *in)
{
    char bytes[300];
    for (int k = 0; k < 300; k++)
        bytes[k] = in[I] + k;
    out[I] = /*@*/bytes[I + in[I] * W(300, 200)];
}

//? load 'vectors'
kernel void of_vectors(global int *out, global const int *in)
{
    int4 vectors[100];
    for (int k = 0; k < 100; k++)
        vectors[k] = in[I] + k;
    out[I] = /*@*/vectors[I + in[I] * W(100, 50)].z;
}

typedef struct {
    int count, numbers[300];
} list;

//? store 'list_of'
kernel void in_struct(global int *out, global const int *in)
{
    list list_of;
    list_of.count = in[I];
    for (int k = 0; k < W(302, 300); k++)
        /*@*/list_of.numbers[k * list_of.count] = k;
    out[I] = list_of.numbers[in[I] + I];
}

//? load 'numbers'
static int sum_of(const int *numbers, int count)
{
    int sum = 0;
    for (int k = 0; k < count; k++)
        sum += /*@*/numbers[k];
    return sum;
}

kernel void by_function(global int *out, global const int *in)
{
    int i = get_global_id(0), numbers[300];
    for (int k = 0; k < 300; k++)
        numbers[k] = in[i] + k;
    out[i] = /*@*/sum_of(numbers, in[i] * W(301, 300));
}

//? load 'numbers'
kernel void by_vector(global int *out, global const int *in)
{
    int i = get_global_id(0), numbers[400];
    for (int k = 0; k < 400; k++)
        numbers[k] = in[i] + k;
    out[i] = /*@*/vload4(in[i] * W(100, 99), numbers).x;
}

//? store 'stack'
//! 16 16 int:65|int:64
kernel void stack_overflows(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), stack[64], top = 0;
    for (int k = 0; k < n; k++)
        /*@*/stack[top++] = k + in[i];
    out[i] = stack[i + in[i]];
}

//? load 'stack'
kernel void stack_underflows(global int *out, global const int *in)
{
    int i = get_global_id(0), stack[64], top = 0, sum = 0;
    for (int k = 0; k < 60; k++)
        stack[top++] = k + in[i];
    for (int k = 0; k < in[i] * W(61, 60); k++)
        sum += /*@*/stack[--top];
    out[i] = sum;
}
