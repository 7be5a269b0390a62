/* SPDX-License-Identifier: MIT */
/* sample.c: an object with code, constants, and calls outside, for object_test.c to load. */
double rint(double);

unsigned sample_run(unsigned index);

static const double table[4] = {1.0, 2.0, 3.0, 4.0};

static __attribute__((noinline)) double entry(unsigned index)
{
    return rint(table[index % 4]);
}

unsigned sample_run(unsigned index)
{
    return (unsigned)entry(index) + index;
}
