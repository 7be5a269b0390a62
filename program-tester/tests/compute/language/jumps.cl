// SPDX-License-Identifier: MIT
/*!
# Jumps into and out of scopes, loops in unusual forms, and barriers within loops.

[config]
name: compute language jumps
global_size: 8
local_size: 8

[test]
for: name kernel expected in \
       ("into the middle of a loop"     into_loop         "6 7 6 8 6 9 6 10") \
       ("into an else"                  into_else         "20 1 20 21 20 1 20 21") \
       ("backwards out of two scopes"   retry             "0 0 1 4 2 4 4 4") \
       ("over a declaration"            over_declaration  "5 6 5 6 5 6 5 6") \
       ("loops without conditions"      endless           "0 1 3 6 10 15 21 28") \
       ("two variables, empty bodies"   odd_forms         "0 2 6 12 20 30 42 56") \
       ("barriers within nested loops"  barriers          "28 28 28 28 28 28 28 28")
name: $name
kernel_name: $kernel
arg_out: 0 buffer int[8] $expected

[test]
name: barriers in a uniform branch
kernel_name: uniform_branch
arg_in:  1 int 3
arg_out: 0 buffer int[8] 7 6 5 4 3 2 1 0

[test]
name: states that jump to each other
kernel_name: states
arg_out: 0 buffer int[8] 0 1 7 2 5 8 16 3
!*/

kernel void into_loop(global int *out)
{
    int i = get_global_id(0), sum = 0, k = 3;
    if (i & 1)
        goto inside;
    sum = 2;
    for (k = 0; k < 4; k++) {
        sum++;
inside:
        if (k == 3 && (i & 1))
            sum += 7 + i / 2;
    }
    out[i] = sum;
}

kernel void into_else(global int *out)
{
    int i = get_global_id(0), r = 0;
    if (i % 4 == 3)
        goto other;
    if (i & 1) {
        r = 1;
    } else {
        r--;
other:
        r += 21;
    }
    out[i] = r;
}

/* The steps of the Collatz sequence to 1 that divide, up to four. */
kernel void retry(global int *out)
{
    int i = get_global_id(0), n = i, steps = 0;
again:
    if (n > 1) {
        do {
            if (n & 1) {
                n = 3 * n + 1;
                goto again;
            }
            n /= 2;
            if (++steps == 4)
                goto end;
        } while (n > 1);
        if (n != 1)
            goto again;
    }
end:
    out[i] = steps;
}

kernel void over_declaration(global int *out)
{
    int i = get_global_id(0);
    if (i & 1)
        goto behind;
    int x;
    x = 5;
    out[i] = x;
    return;
behind:
    x = 6;
    out[i] = x;
}

kernel void endless(global int *out)
{
    int i = get_global_id(0), sum = 0;
    for (;;) {
        sum += i;
        if (i-- <= 0)
            break;
    }
    while (true) {
        if (sum >= 0)
            break;
        sum++;
    }
    do {
        if (sum < 0)
            continue;
        break;
    } while (1);
    out[get_global_id(0)] = sum + (i + 1);
}

kernel void odd_forms(global int *out)
{
    int i = get_global_id(0), a, b, sum = 0;
    for (a = 0, b = 2 * i; a < b; a++, b--)
        sum += 2, sum--;
    for (a = 0; a++ < i * i;)
        ;
    while (a-- > 1 && ++sum)
        ;
    out[i] = sum;
}

kernel void barriers(global int *out)
{
    local int cells[8];
    int i = get_local_id(0), sum = 0;
    for (int round = 0; round < 2; round++) {
        for (int step = 0; step < 4; step++) {
            cells[i] = i;
            barrier(CLK_LOCAL_MEM_FENCE);
            sum += cells[(4 * round + step + i) & 7];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    out[i] = sum;
}

kernel void uniform_branch(global int *out, int n)
{
    local int cells[8];
    int i = get_local_id(0);
    cells[i] = 0;
    if (n > 2) {
        cells[i] = i;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[i] = cells[7 - i];
    } else {
        barrier(CLK_LOCAL_MEM_FENCE);
        out[i] = -1;
    }
}

/* The number of steps from i to 1, by a machine of three states. */
kernel void states(global int *out)
{
    int n = get_global_id(0) + 1, steps = 0;
test:
    if (n == 1)
        goto done;
    if (n & 1)
        goto odd;
even:
    n /= 2;
    steps++;
    goto test;
odd:
    n = 3 * n + 1;
    steps++;
    if (n & 1)
        goto odd;
    goto even;
done:
    out[get_global_id(0)] = steps;
}
