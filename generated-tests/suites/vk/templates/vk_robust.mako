#version 450
layout(local_size_x = ${count}) in;
layout(std430, binding = 0) writeonly buffer Results { ${type} results[]; };
% if kind == "uniform":
layout(std140, binding = 1) uniform Numbers { ${type} numbers[1024]; };
% else:
layout(std430, binding = 1) buffer Numbers { ${type} numbers[]; };
% endif
layout(std430, binding = 2) readonly buffer Places { uint places[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
% if operation == "read":
    results[i] = numbers[places[i]];
% elif operation == "length":
    results[i] = ${type}(numbers.length() + places[i]);
% elif operation == "write":
    numbers[places[i]] = ${type}(i + 1000u);
% else:
    atomicAdd(numbers[places[i]], i + 1u);
% endif
}
