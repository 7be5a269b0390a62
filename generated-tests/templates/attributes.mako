% if extension:
#pragma OPENCL EXTENSION ${extension} : enable

% endif
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

int index_of(int value, constant int *values, int count)
{
    int found = -1;
    for (int i = 0; i < count; i++)
        found = values[i] == value ? i : found;
    return found;
}

kernel void query(global int *results, ${access} ${image_type} image)
{
% for number, query in enumerate(queries):
    results[${number}] = ${query};
% endfor
    results[${len(queries)}] = index_of(get_image_channel_data_type(image), types, ${len(types)});
    results[${len(queries) + 1}] = index_of(get_image_channel_order(image), orders, ${len(orders)});
}
