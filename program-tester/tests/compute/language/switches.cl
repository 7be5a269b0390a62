// SPDX-License-Identifier: MIT
/*!
# switch on all integers, with ways through its cases that fall, jump and loop.

[config]
name: compute language switches
global_size: 8

[test]
for: kernel expected given in \
       (long   "1 2 3 4 5 6 0 0"  "0 4294967296 -4294967296 -1 9223372036854775807 -9223372036854775808 1 4294967295") \
       (ulong  "0 1 2 3 9 9 9 0"  "0 18446744073709551615 9223372036854775808 4294967295 5 6 7 8") \
       (char   "1 2 0 3 4 5 6 0"  "-128 -1 0 1 127 65 97 5")
name: on $kernel
kernel_name: on_$kernel
arg_in:  0 buffer $kernel[8] $given
arg_out: 1 buffer int[8] $expected

[test]
name: default between cases
kernel_name: default_between
arg_out: 0 buffer int[8] 111 11 1 10 11 11 11 11

[test]
name: into a loop
kernel_name: into_a_loop
arg_in:  0 buffer int[8] 1 2 3 4 5 9 12 13
arg_out: 1 buffer int[8] 1 2 3 4 5 9 12 13

[test]
for: name kernel expected in \
       ("within a switch"           nested     "10 11 12 20 21 22 -1 -1") \
       ("with continue and return"  continued  "0 1 1 4 4 4 10 -7") \
       ("without cases"             empty      "0 1 2 3 4 5 6 7") \
       ("of many cases far apart"   sparse     "0 1 2 3 4 5 6 -1")
name: $name
kernel_name: $kernel
arg_out: 0 buffer int[8] $expected
!*/

kernel void on_long(global const long *in, global int *out)
{
    int r = 0;
    switch (in[get_global_id(0)]) {
    case 0: r = 1; break;
    case 0x100000000L: r = 2; break;
    case -0x100000000L: r = 3; break;
    case -1: r = 4; break;
    case LONG_MAX: r = 5; break;
    case LONG_MIN: r = 6; break;
    }
    out[get_global_id(0)] = r;
}

kernel void on_ulong(global const ulong *in, global int *out)
{
    int r = 0;
    switch (in[get_global_id(0)]) {
    case ULONG_MAX: r = 1; break;
    case 1UL << 63: r = 2; break;
    case 0xffffffffUL: r = 3; break;
    case 5:
    case 6:
    case 7: r = 9;
    }
    out[get_global_id(0)] = r;
}

kernel void on_char(global const char *in, global int *out)
{
    int r;
    switch (in[get_global_id(0)]) {
    case -128: r = 1; break;
    case -1: r = 2; break;
    case 1: r = 3; break;
    case 127: r = 4; break;
    case 'A': r = 5; break;
    case 'a': r = 6; break;
    default: r = 0;
    }
    out[get_global_id(0)] = r;
}

kernel void default_between(global int *out)
{
    int r = 0;
    switch (get_global_id(0)) {
    case 0: r += 100;
    default: r += 10;
    case 2: r += 1; break;
    case 3: r += 10;
    }
    out[get_global_id(0)] = r;
}

/* The steps of a loop of four at a time, entered in its middle. */
kernel void into_a_loop(global const int *in, global int *out)
{
    int n = in[get_global_id(0)], rounds = (n + 3) / 4, count = 0;
    switch (n & 3) {
    case 0: do { count++;
    case 3:      count++;
    case 2:      count++;
    case 1:      count++;
            } while (--rounds > 0);
    }
    out[get_global_id(0)] = count;
}

kernel void nested(global int *out)
{
    int i = get_global_id(0), r = -1;
    switch (i / 3) {
    case 0:
        switch (i) {
        case 0: r = 10; break;
        case 1: r = 11; break;
        default: r = 12;
        }
        break;
    case 1:
        switch (i % 3) {
        case 2: r = 1;
        case 1: r += 1; if (r > 1) { r = 22; break; } r = 21; break;
        case 0: r = 20;
        }
        break;
    }
    out[i] = r;
}

kernel void continued(global int *out)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k <= i; k++) {
        switch (k) {
        case 2:
        case 4:
        case 5: continue;
        case 7: out[i] = -7; return;
        default: break;
        }
        sum += k;
    }
    out[i] = sum;
}

kernel void empty(global int *out)
{
    int i = get_global_id(0);
    switch (i++) {
    }
    switch (i) {
    default: i--;
    }
    out[i] = i;
}

kernel void sparse(global int *out)
{
    const int keys[8] = {-2000000000, -5, 0, 77, 1000, 65536, 2000000000, 1999999999};
    int r;
    switch (keys[get_global_id(0)]) {
    case -2000000000: r = 0; break;
    case -5: r = 1; break;
    case 0: r = 2; break;
    case 77: r = 3; break;
    case 1000: r = 4; break;
    case 65536: r = 5; break;
    case 2000000000: r = 6; break;
    default: r = -1;
    }
    out[get_global_id(0)] = r;
}
