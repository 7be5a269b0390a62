kernel void read(global ${texel} *results, read_only ${image_type} image,
                 global const ${vector} *coordinates, sampler_t texels${arguments})
{
    size_t i = get_global_id(0);
    results[i] = ${function}(image, texels, coordinates[i]${lod});
}
