% if extension:
#pragma OPENCL EXTENSION ${extension} : enable

% endif
kernel void write(write_only ${image_type} image, global const ${texel} *colours)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int texel = (z * (int)get_global_size(1) + y) * (int)get_global_size(0) + x;

    ${writer}(image, ${place}, colours[texel]);
}

kernel void look(global ${colour} *seen, read_only ${image_type} image)
{
% if sampler:
    const sampler_t sampler = ${sampler};
% endif
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int width = get_global_size(0), height = get_global_size(1), depth = get_global_size(2);
    int texel = (z * height + y) * width + x;

<% read = f"{reader}(image{', sampler' if sampler else ''}, {coordinate})" %>\
    seen[texel] = ${f"({colour})({read}{one})" if one else read};
}
