kernel void look_up(write_only image2d_t results, read_only image2d_t image, read_only image2d_t places, sampler_t texels)
{
    const sampler_t exact = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
    const int2 own = (int2)(get_global_id(0), get_global_id(1));
    const float2 place = read_imagef(places, exact, own).xy;
    write_imagef(results, own, read_imagef(image, texels, place));
}
