% for k in kernels:
<% source = "constant" if k["space"] == "constant" else "global const" %>\
kernel void ${k["name"]}(global ${k["vector"]} *results, ${source} ${k["element"]} *memory)
{
    size_t i = get_global_id(0);
% if k["space"] in ("local", "private"):
    ${k["space"]} ${k["holder"]} copy[${k["room"]}] __attribute__((aligned(64)));
    for (int n = 0; n < ${k["room"]}; n++)
        copy[n] = ((global const ${k["holder"]} *)memory)[n];
    barrier(CLK_LOCAL_MEM_FENCE);
    results[i] = ${k["function"]}(i, (${k["space"]} ${k["element"]} *)copy + ${k["offset"]});
% else:
    results[i] = ${k["function"]}(i, memory + ${k["offset"]});
% endif
}

% endfor
