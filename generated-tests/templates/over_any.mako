<%namespace name="in_place" file="turned.mako"/>\
% if extension:
#pragma OPENCL EXTENSION ${extension} : enable

% endif
constant sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

size_t texel_of(int x, int y, int z)
{
    return ((size_t)z * get_global_size(1) + y) * get_global_size(0) + x;
}

kernel void look(read_only ${image_type} image, global ${texel} *seen)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);

    seen[texel_of(x, y, z)] = ${reader}(image, ${"sampler, " if sampled else ""}${place});
}

kernel void paint(write_only ${image_type} image, global const ${texel} *colours)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);

    ${writer}(image, ${place}, colours[texel_of(x, y, z)]);
}

kernel void paint_some(write_only ${image_type} image, global const ${texel} *colours)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);

    if ((x + y + z) % 2 == 1)
        ${writer}(image, ${place}, colours[texel_of(x, y, z)]);
}
${in_place.kernels(turned, image_type, texel, reader, writer, place)}\
