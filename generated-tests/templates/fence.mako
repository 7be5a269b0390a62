% if extension:
#pragma OPENCL EXTENSION ${extension} : enable

% endif
% for kernel, turned in kernels.items():
kernel void ${kernel}(read_write ${image_type} image, global ${texel} *seen)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int texel = (z * (int)get_global_size(1) + y) * (int)get_global_size(0) + x;
    ${texel} colour = ${reader}(image, ${place});

    ${writer}(image, ${place}, ${turned});
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
    seen[texel] = ${reader}(image, ${place});
}
% if not loop.last:

% endif
% endfor
