// SPDX-License-Identifier: MIT
// The argument information of clGetKernelArgInfo, and places of struct, vector and small arguments.
// RUN: %s
// CHECK: ; kernel k:
// CHECK-NEXT: 36: 4 bytes, global (float4* o)
// CHECK-NEXT: 40: 1 bytes, value (uchar c)
// CHECK-NEXT: 44: 2 bytes, signed value (short d)
// CHECK-NEXT: 52: 16 bytes, value (float3 f)
// CHECK-NEXT: 68: 12 bytes, value (struct S s)
// CHECK-NEXT: 80: 4 bytes, local (int* l)
// CHECK-NEXT: 84: 4 bytes, constant (int* t)
// CHECK-NEXT: 92: 8 bytes, value (ulong u)
// CHECK-NEXT: 100: 1 bytes, signed value (tiny v)
// CHECK-NEXT: 104: 2 bytes, value (small w)
// CHECK-NEXT: 108: 4 bytes, value (int x)
// CHECK-NEXT: 112: 4 bytes, work dimensions
// CHECK-NEXT: 116: 12 bytes, global offset

typedef char tiny;
typedef ushort small;

struct S {
    int a;
    short b[2];
    char c;
};

kernel void k(global float4 *o, uchar c, short d, float3 f, struct S s, local int *l, constant int *t,
              ulong u, tiny v, small w, int x)
{
    o[0] = (float4)(c + d, f.y + u, s.b[l[0] & 1], t[1]);
}
