<%def name="sampler_program_constant()">
constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void use(global float4 *result, read_only image2d_t image)
{
    result[0] = read_imagef(image, texels, (int2)(0, 0));
}
</%def>
<%def name="sampler_kernel_constant()">
kernel void use(global float4 *result, read_only image2d_t image)
{
    const sampler_t texels = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;

    result[0] = read_imagef(image, texels, (float2)(0.5f, 0.5f));
}
</%def>
<%def name="sampler_argument_passed_on()">
float4 helper(read_only image2d_t image, sampler_t texels)
{
    return read_imagef(image, texels, (float2)(0.5f, 0.5f));
}

kernel void use(global float4 *result, read_only image2d_t image, sampler_t texels)
{
    result[0] = helper(image, texels);
}
</%def>
<%def name="image_passed_on()">
int width_of(read_only image2d_t image)
{
    return get_image_width(image);
}

kernel void use(global int *result, read_only image2d_t image)
{
    result[0] = width_of(image);
}
</%def>
<%def name="several_samplers()">
constant sampler_t near = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
constant sampler_t smooth = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;

kernel void use(global float4 *result, read_only image2d_t image, sampler_t given)
{
    result[0] = read_imagef(image, near, (int2)(0, 0));
    result[1] = read_imagef(image, smooth, (float2)(0.5f, 0.5f));
    result[2] = read_imagef(image, given, (float2)(0.5f, 0.5f));
}
</%def>
<%def name="sampler_array()">
kernel void use(global float4 *result, read_only image2d_t image, sampler_t a, sampler_t b)
{
    sampler_t both[2] = {a, b};

    result[0] = read_imagef(image, both[0], (float2)(0.5f, 0.5f));
}
</%def>
<%def name="sampler_pointer()">
kernel void use(global float4 *result, read_only image2d_t image, sampler_t *texels)
{
    result[0] = read_imagef(image, *texels, (float2)(0.5f, 0.5f));
}
</%def>
<%def name="sampler_arithmetic()">
kernel void use(global float4 *result, read_only image2d_t image, sampler_t texels)
{
    result[0] = read_imagef(image, texels + 1, (float2)(0.5f, 0.5f));
}
</%def>
<%def name="sampler_in_struct()">
struct pair {
    sampler_t texels;
    int number;
};

kernel void use(global float4 *result, read_only image2d_t image, sampler_t texels)
{
    struct pair both = {texels, 1};

    result[0] = read_imagef(image, both.texels, (float2)(0.5f, 0.5f));
}
</%def>
<%def name="image_local_variable()">
kernel void use(global int *result, read_only image2d_t image)
{
    read_only image2d_t other = image;

    result[0] = get_image_width(other);
}
</%def>
<%def name="image_array()">
kernel void use(global int *result, read_only image2d_t images[2])
{
    result[0] = get_image_width(images[0]);
}
</%def>
<%def name="image_pointer()">
kernel void use(global int *result, read_only image2d_t *image)
{
    result[0] = get_image_width(*image);
}
</%def>
<%def name="image_in_struct()">
struct pair {
    read_only image2d_t image;
    int number;
};

kernel void use(global int *result, struct pair both)
{
    result[0] = get_image_width(both.image);
}
</%def>
<%def name="image_returned()">
image2d_t same(read_only image2d_t image)
{
    return image;
}

kernel void use(global int *result, read_only image2d_t image)
{
    result[0] = get_image_width(same(image));
}
</%def>
<%def name="image_other_type_passed()">
int width_of(read_only image3d_t image)
{
    return get_image_width(image);
}

kernel void use(global int *result, read_only image2d_t image)
{
    result[0] = width_of(image);
}
</%def>
<%def name="image_by_global_pointer()">
kernel void use(global int *result, global image2d_t *image)
{
    result[0] = get_image_width(*image);
}
</%def>
<%def name="read_missing_coordinate()">
kernel void use(global float4 *result, read_only image2d_t image, sampler_t texels)
{
    result[0] = read_imagef(image, texels, 1.0f);
}
</%def>
<%def name="read_wrong_sampler()">
kernel void use(global float4 *result, read_only image2d_t image, int texels)
{
    result[0] = read_imagef(image, texels, (float2)(0.5f, 0.5f));
}
</%def>
<%def name="write_integer_coordinates_float()">
kernel void use(write_only image2d_t image)
{
    write_imagef(image, (float2)(0.5f, 0.5f), (float4)(0.0f));
}
</%def>
<%def name="two_access_qualifiers()">
kernel void use(global int *result, read_only write_only image2d_t image)
{
    result[0] = get_image_width(image);
}
</%def>
<%def name="access_qualifier_of_buffer()">
kernel void use(global int *result, read_only global int *numbers)
{
    result[0] = numbers[0];
}
</%def>
