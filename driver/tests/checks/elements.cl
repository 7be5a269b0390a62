// SPDX-License-Identifier: MIT
// elements.cl: indices beyond an array that lies within a variable: a member, or a row.
#include "pair.h"

struct small {
    int a;
    char b[2];
};

struct wide {
    int first[4];
    int rows[2][3];
    int last;
};

//? element
//= element 2 of an array
//! 16 16 g=4 l=4
kernel void member_stored(global int *out, global const int *in)
{
    volatile struct small s = {-1, {42, 7}};
    /*@*/s.b[W(I, I & 1)] = I;
    out[I] = s.b[0] + s.b[1];
}

//? element
//= element 2 of an array
//! 16 16 g=4 l=4
kernel void member_loaded(global int *out, global const int *in)
{
    struct small s = {-1, {42, 7}};
    out[I] = /*@*/s.b[W(I, I & 1)];
}

//? element
//= element 4 of an array
//! 16 16 int:4|int:3
kernel void row(global int *out, global const int *in, int n)
{
    int p[4][4];
    for (int i = 0; i < 16; i++)
        p[i / 4][i % 4] = in[i];
    out[I] = /*@*/p[1][n];
}

//? element
//= element -1 of an array
//! 16 16 int:-1|int:0
kernel void before_row(global int *out, global const int *in, int n)
{
    local int t[4][2];
    t[L & 3][L >> 2] = I;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[I] = /*@*/t[2][n];
}

//? element
//= element 3 of an array
//! 16 64 int:3|int:2
kernel void of_argument(global int *out, global const struct wide *in, int n)
{
    out[I] = /*@*/in[I & 1].rows[0][n];
}

struct flagged {
    float x;
    int y;
    int flags;
};

// A member that nobody wrote: the variable is told of as a whole.
//? uninitialised 's'
//= at byte 8 of private variable 's' (12 bytes)
//= s.flags of struct flagged s
//! 16 16 g=4 l=4
kernel void member_unwritten(global int *out, global const int *in)
{
    struct flagged s;
    s.x = in[I];
    s.y = 2;
    if (W(s.x < 0, s.x > 0))
        s.flags = 3;
    /*@*/out[I] = s.y + /*@*/s.flags;
}

// The second array of a name is called as the source calls it.
//? load 'h'
//= h[9] of int h[8]
//! 16 16 int:9|int:7 g=4 l=4
kernel void second_of_name(global int *out, global const int *in, int n)
{
    int sum = 0;
    for (int k = 0; k < 2; k++) {
        int h[3] = {in[0], in[1], k};
        sum += h[in[I] + k];
    }
    for (int k = 0; k < 2; k++) {
        int h[8] = {in[0], in[1], k, 3, 4, 5, 6, 7};
        sum += /*@*/h[in[I] * n];
    }
    out[I] = sum;
}

//? load 'in'
//= in[2].rows[1][2] of const struct wide in[2]
//! 16 24 int:2|int:1 g=4 l=4
kernel void member_of_argument(global int *out, global const struct wide *in, int n)
{
    out[I] = /*@*/in[n].rows[1][2];
}
