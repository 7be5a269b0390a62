% if extension:
#pragma OPENCL EXTENSION ${extension} : enable

% endif
constant sampler_t texels =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void read(global ${texel} *results, read_only ${image_type} image)
{
    int x = get_global_id(0);
    results[x] = ${function}(image, texels, (int2)(x, 0));
}
