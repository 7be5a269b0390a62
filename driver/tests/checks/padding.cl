// SPDX-License-Identifier: MIT
// padding.cl: what lies between the members of a structure is no value that nobody wrote; a member is.
#include "pair.h"

struct padded {
    char a;
    int b;
    char c;
};

struct nested {
    struct padded first;
    short s;
    struct padded second;
};

//? uninitialised 's'
//! 64 16
kernel void private_copied(global struct padded *out, global const int *in)
{
    struct padded s;
    s.a = in[L];
    s.b = in[I];
    W(, s.c = 3;)
    /*@*/out[I] = s;
}

//? uninitialised 'tile'
//! 64 16 g=8
kernel void local_copied(global struct padded *out, global const int *in)
{
    local struct padded tile[8];
    tile[L].a = 1;
    W(, tile[L].b = in[L];)
    tile[L].c = 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    /*@*/out[I] = tile[7 - L];
}

//? uninitialised 's'
//! 128 16
kernel void nested_copied(global struct nested *out, global const int *in)
{
    struct nested s;
    s.first.a = s.second.a = 1;
    s.first.b = in[I];
    W(, s.second.b = 5;)
    s.first.c = s.second.c = 2;
    s.s = 7;
    /*@*/out[I] = s;
}
