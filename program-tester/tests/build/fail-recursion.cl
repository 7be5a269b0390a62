// SPDX-License-Identifier: MIT
/*!
# Recursion is not part of OpenCL C (1.2, section 6.9 i).

[config]
name: build fail recursion
platform_regex: Rootle
expect_build_fail: true
expect_build_log: '(odd|even)' is recursive
!*/

int odd(int n);

int even(int n)
{
    return n == 0 ? 1 : odd(n - 1);
}

int odd(int n)
{
    return n == 0 ? 0 : even(n - 1);
}

kernel void test(global int *out)
{
    out[0] = odd(out[1]);
}
