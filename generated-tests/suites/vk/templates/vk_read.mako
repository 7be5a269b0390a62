#version 450
% for extension in extensions:
#extension ${extension} : require
% endfor
layout(local_size_x = ${count}) in;
layout(std430, binding = 0) writeonly buffer Results { ${result} results[]; };
% for declaration in declarations:
${declaration};
% endfor
% for binding, type, name in buffers:
layout(std430, binding = ${binding}) readonly buffer Buffer${binding} { ${type} ${name}[]; };
% endfor

void main()
{
    uint i = gl_GlobalInvocationID.x;
    results[i] = ${call};
}
