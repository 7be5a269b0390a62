% if extension:
#pragma OPENCL EXTENSION ${extension} : enable

% endif
size_t texel_of(int x, int y, int z)
{
    return ((size_t)z * get_global_size(1) + y) * get_global_size(0) + x;
}

% for kernel, turned in kernels.items():
kernel void ${kernel}(read_write ${image_type} image, global ${texel} *seen)
{
    int own_x = get_global_id(0), own_y = get_global_id(1), own_z = get_global_id(2);
    int x = own_x, y = own_y, z = own_z;
    ${texel} colour = ${reader}(image, ${place});

    ${writer}(image, ${place}, ${turned});
    work_group_barrier(CLK_IMAGE_MEM_FENCE);
    x = get_group_id(0) * get_local_size(0) + get_local_size(0) - 1 - get_local_id(0);
    y = get_group_id(1) * get_local_size(1) + get_local_size(1) - 1 - get_local_id(1);
    z = get_group_id(2) * get_local_size(2) + get_local_size(2) - 1 - get_local_id(2);
    seen[texel_of(own_x, own_y, own_z)] = ${reader}(image, ${place});
}
% if not loop.last:

% endif
% endfor
