constant sampler_t texels =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void read(global ${seen}4 *results, read_only image2d_t image)
{
    int x = get_global_id(0);
    results[x] = ${function}(image, texels, (int2)(x, 0));
}
