/* SPDX-License-Identifier: MIT */
/* sample.c: an object with code, constants, and calls outside, for object_test.c to load. */
double exp2(double);

unsigned sample_run(unsigned index);

static const double table[4] = {1.0, 2.0, 3.0, 4.0};

static __attribute__((noinline)) double power(unsigned index)
{
    return exp2(table[index % 4]);
}

unsigned sample_run(unsigned index)
{
    return (unsigned)power(index) + index;
}
