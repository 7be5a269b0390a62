% for extension in extensions:
#pragma OPENCL EXTENSION ${extension} : enable

% endfor
% for call in calls:
kernel void ${call.kernel}(global ${call.result.cl_type} *results${call.parameters})
{
    size_t i = get_global_id(0);
    results[i] = ${call.expression};
}

% endfor
