#version 430
layout(local_size_x = 1) in;
layout(std430, binding = 0) writeonly buffer Results { ivec4 results[]; };
${declaration} image;

void main()
{
    results[gl_GlobalInvocationID.x] = ${size};
}
