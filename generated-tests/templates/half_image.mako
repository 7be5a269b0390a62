% for extension in extensions:
#pragma OPENCL EXTENSION ${extension} : enable
% endfor

% if sampled:
constant sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

% endif
% if turned:
% for kernel, colour in turned.items():
kernel void ${kernel}(read_write ${image_type} image, global half4 *seen)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int texel = (z * (int)get_global_size(1) + y) * (int)get_global_size(0) + x;
    half4 colour = read_imageh(image, ${place});

    write_imageh(image, ${place}, ${colour});
    seen[texel] = colour;
}
% if not loop.last:

% endif
% endfor
<% return STOP_RENDERING %>\
% endif
% if writes:
kernel void write(write_only ${image_type} image, global const half4 *colours)
% else:
kernel void ${"sample" if sampled else "read"}(read_only ${image_type} image, global half4 *seen)
% endif
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int texel = (z * (int)get_global_size(1) + y) * (int)get_global_size(0) + x;

% if writes:
    write_imageh(image, ${place}, colours[texel]);
% else:
    seen[texel] = read_imageh(image, ${"sampler, " if sampled else ""}${place});
% endif
}
