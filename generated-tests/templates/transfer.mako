% if extension:
#pragma OPENCL EXTENSION ${extension} : enable

% endif
kernel void change(write_only ${image_type} image, int4 where, int enabled)
{
    int x = where.x, y = where.y, z = where.z;

    if (enabled)
        ${function}(image, ${coordinate}, (${texel})(0));
}
