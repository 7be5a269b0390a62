#version 450
layout(local_size_x = ${count}) in;
layout(binding = 0, ${qualifier}) coherent uniform ${prefix}image${target} image;
layout(std430, binding = 1) writeonly buffer Results { ${type} results[]; };
layout(std430, binding = 2) readonly buffer Texels { ivec4 texels[]; };
layout(std430, binding = 3) readonly buffer Data { ${prefix}vec2 data[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    results[i] = ${call};
}
