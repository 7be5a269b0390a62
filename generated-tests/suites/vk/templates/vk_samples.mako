#version 450
% if function == "textureSamples":
#extension GL_ARB_shader_texture_image_samples : require
% endif
layout(local_size_x = ${group}) in;
layout(binding = 0${qualifier}) uniform ${prefix}image${target} image;
layout(std430, binding = 1) readonly buffer Colours { ${prefix}vec4 colours[]; };
layout(std430, binding = 2) buffer Results { ${prefix}vec4 results[]; };
layout(push_constant) uniform Values { uvec4 extents; int samples; };

/* The first launch stores a colour in each sample, and the second one looks at them. */
void main()
{
    uint i = gl_GlobalInvocationID.x;
    ivec3 p = ivec3(i % extents.x, i / extents.x % extents.y, i / extents.x / extents.y);
    if (i >= extents.x * extents.y * extents.z)
        return;
    for (int s = 0; s < samples; s++) {
        uint at = i * samples + s;
        if (gl_GlobalInvocationID.y == 0u)
            imageStore(image, p.${swizzle}, s, colours[at]);
        else
            results[at] = ${found};
    }
}
