#version 430
layout(local_size_x = ${count}) in;
layout(std430, binding = 0) writeonly buffer Results { ${prefix}vec4 results[]; };
${declaration} image;
layout(std430, binding = 2) readonly buffer Texels { ivec4 texels[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    results[i] = ${call};
}
