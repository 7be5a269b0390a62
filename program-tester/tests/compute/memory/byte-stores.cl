// SPDX-License-Identifier: MIT
/*!
# Neighbouring work-items store single bytes; the other bytes of a dword keep their values.

[config]
name: compute memory byte stores
kernel_name: checker
global_size: 32 0 0
local_size: 32 0 0

[test]
name: every second byte
arg_out: 0 buffer uchar[64] 128 7 129 7 130 7 131 7 132 7 133 7 134 7 135 7 136 7 137 7 138 7 139 \
        7 140 7 141 7 142 7 143 7 144 7 145 7 146 7 147 7 148 7 149 7 150 7 151 7 152 7 153 7 154 \
        7 155 7 156 7 157 7 158 7 159 7
arg_in:  0 buffer uchar[64] repeat 7
!*/

kernel void checker(global uchar *out)
{
    int i = get_global_id(0);
    out[2 * i] = i + 128;
}
