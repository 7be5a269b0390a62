% if extension:
#pragma OPENCL EXTENSION ${extension} : enable

% endif
kernel void query(global int *results, ${access} ${image_type} image)
{
% for number, query in enumerate(queries):
    results[${number}] = get_image_${query}(image);
% endfor
}
