kernel void read(global ${seen}4 *results, read_only ${image_type} image,
                 global const ${vector} *coordinates${", sampler_t texels" if has_sampler else ""})
{
    size_t i = get_global_id(0);
    results[i] = ${function}(image, ${"texels, " if has_sampler else ""}coordinates[i]);
}
