// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.2.2: CL_INVALID_VALUE "if offset and size are not a multiple of pattern_size".

[config]
name: fills of a buffer that begin inside of a pattern
clc_version_min: 12

[test]
name: half a pattern on
arg_in: 0 buffer int[4] 1 2 3 4
fill: 0 offset 2 size 4 7 error CL_INVALID_VALUE
read: 0 1 2 3 4

[test]
name: a whole pattern on
arg_in: 0 buffer int[4] 1 2 3 4
fill: 0 offset 4 size 4 7
read: 0 1 7 3 4
!*/
