#version 430
layout(local_size_x = ${count}) in;
layout(std430, binding = 0) writeonly buffer Results { ${prefix}vec4 results[]; };
layout(binding = 1) uniform ${prefix}sampler${target} image;
layout(std430, binding = 3) readonly buffer Coordinates { vec4 coordinates[]; };
layout(std430, binding = 4) readonly buffer Lods { float lods[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    results[i] = textureLod(image, coordinates[i].${arguments}, lods[i]);
}
