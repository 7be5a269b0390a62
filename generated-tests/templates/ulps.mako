% if extension:
#pragma OPENCL EXTENSION ${extension} : enable

% endif
% for width in widths:
<%
    many = len(results[width]) > 1
    parameters = [f"global {t} *results{n or ''}" for n, t in enumerate(results[width])]
    parameters += [f"global const {t} *{letter}s" for letter, t in zip("abc", operands[width])]
%>\
kernel void of_${width}(${", ".join(parameters)})
{
    size_t i = get_global_id(0);
% for letter, t in zip("abc", operands[width]):
    const ${t} ${letter} = ${letter}s[i];
% endfor
% if many and function.space == "global":
    global ${results[width][1]} *p = results1 + i;
% elif many:
    ${function.space + " " if function.space == "local" else ""}${results[width][1]} second;
    ${function.space + " " if function.space == "local" else ""}${results[width][1]} *p = &second;
% endif
    results[i] = ${function.call.replace("(T)", f"({types[width]})")};
% if many and function.space != "global":
    results1[i] = second;
% endif
}

% endfor
