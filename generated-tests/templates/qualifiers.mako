% if extension:
#pragma OPENCL EXTENSION ${extension} : enable

% endif
constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void use(global float *result, ${access}${image_type} image)
{
    ${statement};
}
