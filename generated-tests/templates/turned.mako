<%def name="kernels(turned, image_type, texel, reader, writer, place)">\
% for kernel, colour in turned.items():

kernel void ${kernel}(read_write ${image_type} image)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    ${texel} colour = ${reader}(image, ${place});

    ${writer}(image, ${place}, ${colour});
}
% endfor
</%def>
