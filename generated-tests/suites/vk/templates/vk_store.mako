#version 450
layout(local_size_x = ${group}) in;
layout(binding = 0${qualifier}) writeonly uniform ${prefix}image${target} image;
layout(std430, binding = 1) readonly buffer Colours { ${prefix}vec4 colours[]; };
layout(push_constant) uniform Values { uvec4 extents; int offset; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    ivec3 p = ivec3(i % extents.x, i / extents.x % extents.y, i / extents.x / extents.y);
    if (i < extents.x * extents.y * extents.z)
        imageStore(image, (p + offset).${swizzle}, colours[i]);
}
