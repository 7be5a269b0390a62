% if extension:
#pragma OPENCL EXTENSION ${extension} : enable

% endif
kernel void write(write_only ${image_type} image, global const ${texel} *colours, int level)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int texel = (z * (int)get_global_size(1) + y) * (int)get_global_size(0) + x;

    ${function}(image, ${coordinate}, level, colours[texel]);
}
