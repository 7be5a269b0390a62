% if extension:
#pragma OPENCL EXTENSION ${extension} : enable

% endif
kernel void read(global ${texel} *results, read_only ${image_type} image,
                 global const ${vector} *coordinates${", sampler_t texels" if has_sampler else ""})
{
    size_t i = get_global_id(0);
    results[i] = ${function}(image, ${"texels, " if has_sampler else ""}coordinates[i]);
}
