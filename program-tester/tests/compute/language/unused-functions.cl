// SPDX-License-Identifier: MIT
/*!
[config]
name: functions that no kernel calls
kernel_name: used
global_size: 4 0 0

[test]
name: too large to become one kernel
arg_out: 0 buffer int[4] 1 2 3 4
!*/

/* With what they call inside them, 4^8 branches: a library may have many such. */
int level_0(global int *data, int i)
{
    if (data[i] > i)
        data[i] = i - data[i];
    return data[i];
}

#define LEVEL(next, name)                        \
    int next(global int *data, int i)            \
    {                                            \
        return name(data, i) + name(data, i + 1) \
             + name(data, i + 2) + name(data, i + 3); \
    }

LEVEL(level_1, level_0)
LEVEL(level_2, level_1)
LEVEL(level_3, level_2)
LEVEL(level_4, level_3)
LEVEL(level_5, level_4)
LEVEL(level_6, level_5)
LEVEL(level_7, level_6)
LEVEL(level_8, level_7)

kernel void used(global int *out)
{
    out[get_global_id(0)] = get_global_id(0) + 1;
}
