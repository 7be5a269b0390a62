% if extension:
#pragma OPENCL EXTENSION ${extension} : enable

% endif
/* OpenCL C 1.2 has no names for what came later: what has none here is taken for what the image has. */
#define UNNAMED -1
% for name in [*types, *orders]:
#ifndef CLK_${name}
#define CLK_${name} UNNAMED
#endif
% endfor

constant int types[] = {
% for name in types:
    CLK_${name},
% endfor
};
constant int orders[] = {
% for name in orders:
    CLK_${name},
% endfor
};

int index_of(int value, constant int *values, int count, int expected)
{
    int found = values[expected] == UNNAMED ? expected : -1;
    for (int i = 0; i < count; i++)
        found = values[i] == value ? i : found;
    return found;
}

kernel void query(global int *results, ${access} ${image_type} image, int2 expected)
{
% for number, query in enumerate(queries):
    results[${number}] = ${query};
% endfor
    results[${len(queries)}] =
        index_of(get_image_channel_data_type(image), types, ${len(types)}, expected.x);
    results[${len(queries) + 1}] =
        index_of(get_image_channel_order(image), orders, ${len(orders)}, expected.y);
}
