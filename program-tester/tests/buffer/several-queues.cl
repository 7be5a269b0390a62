// SPDX-License-Identifier: MIT
/*!
# A queue waits for an event of another one, and sees what was written before it (OpenCL 1.2, 5.9 and 5.12; 3.3.1).

[config]
name: several queues of one device
need_image_support: true
clc_version_min: 12

[test]
name: each queue goes on with what the one before has made
arg_in: 0 buffer int[4] 1 2 3 4
queue: 1
launch: twice args 0 global_size 4
queue: 2
launch: twice args 0 global_size 4
queue: 3
copy: 0 size 8 to 0 offset 8
queue: 0
launch: twice args 0 global_size 4
read: 0 8 16 8 16

[test]
name: an image is filled, copied and read by three queues
arg_in: 0 image uchar repeat 1 image_type 2d image_width 4 image_height 2 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8
arg_in: 1 image uchar repeat 2 image_type 2d image_width 4 image_height 2 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8
fill: 0 region 2 1 7 0 0 0
queue: 1
copy: 0 region 4 1 to 1 origin 0 1
queue: 2
read: 1 2 2 2 2 7 7 1 1
map: 1 write origin 3 0 region 1 1 9
queue: 3
copy: 1 origin 3 0 region 1 1 to 0
queue: 0
read: 0 9 7 1 1 1 1 1 1

[test]
name: the queue that there is already
arg_in: 0 buffer int[1] 5
queue: 0
fill: 0 6
queue: 0
launch: twice args 0
read: 0 12
!*/

kernel void twice(global int *numbers)
{
    numbers[get_global_id(0)] *= 2;
}
