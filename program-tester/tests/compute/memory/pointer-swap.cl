// SPDX-License-Identifier: MIT
/*!
# Pointers into different buffers exchanged in a loop, and compared.

[config]
name: compute memory pointer swap
kernel_name: ping_pong

[test]
name: five rounds
arg_out: 0 buffer int[4] 5 3 1 0
arg_out: 1 buffer int[4] 4 2 0 0
arg_out: 2 buffer int[2] 1 0
arg_in:  0 buffer int[4] repeat 0
arg_in:  1 buffer int[4] repeat 0
!*/

kernel void ping_pong(global int *a, global int *b, global int *same)
{
    global int *front = b, *back = a;
    for (int i = 1; i <= 5; i++) {
        global int *t = front;
        front = back;
        back = t;
        for (int j = 3; j > 0; j--)
            front[j] = front[j - 1];
        front[0] = i;
    }
    same[0] = front == a;
    same[1] = back == a;
}
