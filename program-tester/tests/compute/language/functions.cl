// SPDX-License-Identifier: MIT
/*!
# Functions: inline ones, kernels as functions, prototypes, arrays and structures as parameters.

[config]
name: compute language functions
global_size: 4
local_size: 4

[test]
for: name kernel type expected in \
       (inline                        inlined     4  "3 5 7 9") \
       ("kernels that are called"     caller      8  "6 6 6 6 16 16 16 16") \
       ("arrays as parameters"        arrays      4  "10 14 18 22") \
       ("a chain of calls"            chain       4  "64 65 66 67") \
       ("results that are not used"   ignored     4  "1 1 1 1") \
       ("parameters are copies"       copies      4  "0 1 2 3") \
       ("overloaded as builtins are"  overloaded  4  "1 2 3 4") \
       ("returns from within loops"   early       4  "0 11 22 -1")
name: $name
kernel_name: $kernel
arg_out: 0 buffer int[$type] $expected
!*/

int later(int x);
inline int twice(int x) { return 2 * x; }
static inline int one_more(int x) { return x + 1; }

kernel void inlined(global int *out)
{
    int i = get_global_id(0);
    out[i] = one_more(twice(later(i)));
}

int later(int x)
{
    return x + 1;
}

kernel void sum_of(global int *out, int n, local int *cells)
{
    cells[get_local_id(0)] = get_local_id(0) + n;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += cells[i];
    out[get_local_id(0)] = sum - 3 * n;
    barrier(CLK_LOCAL_MEM_FENCE);
}

kernel void caller(global int *out)
{
    local int cells[4];
    sum_of(out, 0, cells);
    sum_of(out + 4, 10, cells);
}

int total(const int values[4], int (*rows)[2])
{
    return values[0] + values[1] + values[2] + values[3] + rows[1][1] - rows[0][0];
}

kernel void arrays(global int *out)
{
    int i = get_global_id(0), values[4] = {i, i + 1, i + 2, i + 3}, rows[2][2] = {{0, 1}, {2, 4}};
    out[i] = total(values, rows);
}

int f1(int x) { return x + 1; }
int f2(int x) { return f1(f1(x)); }
int f3(int x) { return f2(f2(x)); }
int f4(int x) { return f3(f3(x)); }
int f5(int x) { return f4(f4(x)); }
int f6(int x) { return f5(f5(x)); }
int f7(int x) { return f6(f6(x)); }

kernel void chain(global int *out)
{
    out[get_global_id(0)] = f7(get_global_id(0));
}

int store(global int *o, int x) { *o = x; return -x; }

kernel void ignored(global int *out)
{
    store(out + get_global_id(0), 5);
    (void)store(out + get_global_id(0), 1);
}

struct big { int v[20]; };

int spoil(struct big b, int4 v, int x)
{
    b.v[x] = 99;
    v = 99;
    x = 99;
    return b.v[0] + v.x + x;
}

kernel void copies(global int *out)
{
    struct big b;
    int i = get_global_id(0);
    int4 v = i;
    for (int k = 0; k < 20; k++)
        b.v[k] = i;
    int spoilt = spoil(b, v, i);
    out[i] = spoilt < 99 ? -1 : (b.v[i] + v.w + i) / 3;
}

int __attribute__((overloadable)) kind(int x) { return 1; }
int __attribute__((overloadable)) kind(float x) { return 2; }
int __attribute__((overloadable)) kind(int2 x) { return 3; }
int __attribute__((overloadable)) kind(global int *x) { return 4; }

kernel void overloaded(global int *out)
{
    out[0] = kind(1);
    out[1] = kind(1.0f);
    out[2] = kind((int2)(1));
    out[3] = kind(out);
}

int find(int x)
{
    for (int a = 0; a < 3; a++) {
        int b = 0;
        while (b < 3) {
            if (a == x && b == x)
                return 10 * a + b;
            b++;
        }
        if (a > x)
            return -2;
    }
    return -1;
}

kernel void early(global int *out)
{
    out[get_global_id(0)] = find(get_global_id(0));
}
