#version 450
layout(local_size_x = 64) in;
layout(binding = 0${qualifier}) writeonly uniform image2D image;
layout(std430, binding = 1) readonly buffer Copied { uint words[]; };
layout(std430, binding = 2) readonly buffer Allowed { uvec2 allowed[]; };
layout(std430, binding = 3) buffer Wrong { uint rows, count, given, number; } wrong;

/* The floats of a texel: each another, or one for all components. */
uint float_of(uint texel, uint component)
{
    return ${stride}u * ${"(texel * 4u + component)" if apart else "texel"};
}

/* Floats in their order as integers in theirs. */
uint key_of(uint bits)
{
    return bits ^ ((bits & 0x80000000u) != 0u ? 0xffffffffu : 0x80000000u);
}

void check(uint given, uint at, int bits, uint row, bool is_open, uint mantissa)
{
    uint number = bitfieldExtract(words[at >> 5], int(at & 31u), bits), key = key_of(given);
    bool good = allowed[row + number].x <= key && key <= allowed[row + number].y;
    if ((given & 0x7fffffffu) > 0x7f800000u)
        good = is_open || (number & ((1u << (mantissa + 5u)) - 1u)) > 31u << mantissa;
    if (!good && atomicAdd(wrong.count, 1u) == 0u) {
        wrong.given = given;
        wrong.number = number;
    }
}

/* A launch of even z stores; the next one looks at what was copied from the image. */
void main()
{
    uint texel = gl_GlobalInvocationID.y * ${side}u + gl_GlobalInvocationID.x;
    uint number = gl_GlobalInvocationID.z / 2u * ${side * side}u + texel, at = texel * ${texel_bits}u;
    if (gl_GlobalInvocationID.z % 2u == 0u) {
        vec4 colour = vec4(${", ".join(f"uintBitsToFloat(float_of(number, {c}u))" for c in range(4))});
        imageStore(image, ivec2(gl_GlobalInvocationID.xy), colour);
        return;
    }
% for row, component, c in components:
    check(float_of(number, ${component}u), at + ${c.shift}u, ${c.bits}, ${row}u, ${str(open).lower()}, ${max(c.bits - 5 - signed, 0)}u);
% endfor
    if (gl_GlobalInvocationID.x == 0u)
        atomicAdd(wrong.rows, 1u);
}
