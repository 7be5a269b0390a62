% for k in kernels:
kernel void ${k["name"]}(global ${k["element"]} *memory, global const ${k["vector"]} *values)
{
% if k["space"] == "global":
    size_t i = get_global_id(0);
    ${k["function"]}(values[i], i, memory + ${k["offset"]});
% else:
    ${k["space"]} ${k["holder"]} copy[${k["room"]}] __attribute__((aligned(64)));
    for (int n = 0; n < ${k["room"]}; n++)
        copy[n] = ((global ${k["holder"]} *)memory)[n];
    for (int n = 0; n < ${count}; n++)
        ${k["function"]}(values[n], n, (${k["space"]} ${k["element"]} *)copy + ${k["offset"]});
    for (int n = 0; n < ${k["room"]}; n++)
        ((global ${k["holder"]} *)memory)[n] = copy[n];
% endif
}

% endfor
