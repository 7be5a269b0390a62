% if extension:
#pragma OPENCL EXTENSION ${extension} : enable

% endif
% for name, constant in samplers:
% if of_program:
constant sampler_t ${name}_texels =
    ${constant};

% endif
kernel void ${name}(global ${texel} *results, read_only ${image_type} image,
                    global const ${vector} *coordinates)
{
% if not of_program:
    const sampler_t ${name}_texels =
        ${constant};
% endif
    size_t i = get_global_id(0);
    results[i] = ${function}(image, ${name}_texels, coordinates[i]);
}

% endfor
