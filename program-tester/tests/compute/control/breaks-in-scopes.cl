// SPDX-License-Identifier: MIT
/*!
# Loops that are left at several depths, from scopes with variables of their own, one behind the other.

[config]
name: compute control breaks in scopes
global_size: 8

[test]
name: two searches by halves
kernel_name: neighbours
arg_in:  0 buffer int[8] 1 4 4 6 9 7 3 2
arg_out: 1 buffer int2[8] -1 -1  0 6  0 6  2 6  3 5  3 6  0 7  0 -1
arg_out: 2 buffer int[1] 0
!*/

/* The nearest lower values before and behind each, in values that rise and then fall. Who has none
 * leaves its index. */
kernel void neighbours(global const int *values, global int2 *found, global int *lowest)
{
    int self = get_global_id(0), n = get_global_size(0);
    int own = values[self];
    int before = -1, behind = -1;

    int lower = 0, upper = self - 1;
    while (lower <= upper) {
        int at = (lower + upper) / 2;
        int value = values[at];
        if (value < own) {
            int next = at + 1;
            if (next < self) {
                int second = values[next];
                if (second < own) {
                    lower = next;
                    before = next;
                } else {
                    before = at;
                    break;
                }
            } else {
                before = at;
                break;
            }
        } else {
            upper = at - 1;
        }
    }
    lower = self + 1;
    upper = n - 1;
    while (lower <= upper) {
        int at = (lower + upper) / 2;
        int value = values[at];
        if (value < own) {
            int next = at - 1;
            if (next > self) {
                int second = values[next];
                if (second < own) {
                    upper = next;
                    behind = next;
                } else {
                    behind = at;
                    break;
                }
            } else {
                behind = at;
                break;
            }
        } else {
            lower = at + 1;
        }
    }
    int alone = before == -1 && behind == -1;
    found[self] = (int2)(before, behind);
    if (!alone) {
    } else {
        *lowest = self;
    }
}
