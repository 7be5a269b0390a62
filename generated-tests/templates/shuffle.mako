% for k in kernels:
kernel void ${k["name"]}(global ${k["result"]} *results, global const ${k["source"]} *a,
    ${f"global const {k['source']} *b, " if k["two"] else ""}global const ${k["mask"]} *mask)
{
    size_t i = get_global_id(0);
    results[i] = ${k["function"]}(a[i], ${"b[i], " if k["two"] else ""}mask[i]);
}

% endfor
