<%namespace name="in_place" file="turned.mako"/>\
% if extension:
#pragma OPENCL EXTENSION ${extension} : enable

% endif
constant sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void look(read_only ${image_type} image, global ${texel} *seen)
{
    int x = get_global_id(0), y = get_global_id(1);

    seen[y * (int)get_global_size(0) + x] = ${reader}(image, ${"sampler, " if sampled else ""}${place});
}

kernel void paint(write_only ${image_type} image, global const ${texel} *colours)
{
    int x = get_global_id(0), y = get_global_id(1);

    ${writer}(image, ${place}, colours[y * (int)get_global_size(0) + x]);
}

kernel void paint_some(write_only ${image_type} image, global const ${texel} *colours)
{
    int x = get_global_id(0), y = get_global_id(1);

    if ((x + y) % 2 == 1)
        ${writer}(image, ${place}, colours[y * (int)get_global_size(0) + x]);
}
${in_place.kernels(turned, image_type, texel, reader, writer, place)}\
