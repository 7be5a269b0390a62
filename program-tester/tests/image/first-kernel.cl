// SPDX-License-Identifier: MIT
/*!
# The kernel that the 2015 work on images for r600g was tested with, in our own words: three images of three kinds,
# two sampler arguments, every attribute. Samples lie at x = (0.5 + i / 10) / width, so that linear filtering
# blends the first two texels in tenths, with weights of at least 8 bits.

[config]
name: image first kernel
kernel_name: first
dimensions: 2
global_size: 16 12 0
need_image_support: true

[test]
name: linear samples of the first image
arg_in:  0 image float 0 0.875 1.75 2.625 0.625 1.5 2.375 0.375 1.25 2.125 0.125 1 1.875 2.75 0.75 \
        1.625 2.5 0.5 1.375 2.25 0.25 1.125 2 0 0.875 1.75 2.625 0.625 1.5 2.375 0.375 1.25 2.125 \
        0.125 1 1.875 2.75 0.75 1.625 2.5 0.5 1.375 2.25 0.25 1.125 2 0 0.875 1.75 2.625 0.625 1.5 \
        2.375 0.375 1.25 2.125 0.125 1 1.875 2.75 0.75 1.625 2.5 0.5 image_type 2d image_width 16 \
        image_height 4 image_channel_order INTENSITY image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 11 22 33 44 55 66 77 88 99 110 121 132 143 154 165 176 187 198 209 220 \
        231 242 2 13 24 35 46 57 68 79 90 101 112 123 134 145 156 167 178 189 200 211 222 233 244 \
        4 15 26 37 48 59 70 81 92 103 114 125 136 147 158 169 180 191 202 213 224 235 246 6 17 28 \
        39 50 61 72 83 94 105 116 127 138 149 160 171 182 193 204 215 226 237 248 8 19 30 41 52 63 \
        74 85 96 107 118 129 140 151 162 173 184 195 206 217 228 239 250 10 21 32 43 54 image_type \
        2d image_width 6 image_height 5 image_channel_order RGBA image_channel_data_type \
        UNSIGNED_INT8
arg_out: 2 image uchar4 0 0 0 0 100 0 0 0 200 0 0 0 44 1 0 0 144 1 0 0 244 1 0 0 88 2 0 0 188 2 0 \
        0 32 3 0 0 132 3 0 0 232 3 0 0 76 4 0 0 176 4 0 0 20 5 0 0 120 5 0 0 220 5 0 0 1 0 0 0 101 \
        0 0 0 201 0 0 0 45 1 0 0 145 1 0 0 245 1 0 0 89 2 0 0 189 2 0 0 33 3 0 0 133 3 0 0 233 3 0 \
        0 77 4 0 0 177 4 0 0 21 5 0 0 121 5 0 0 221 5 0 0 2 0 0 0 102 0 0 0 202 0 0 0 46 1 0 0 146 \
        1 0 0 246 1 0 0 90 2 0 0 190 2 0 0 34 3 0 0 134 3 0 0 234 3 0 0 78 4 0 0 178 4 0 0 22 5 0 \
        0 122 5 0 0 222 5 0 0 3 0 0 0 103 0 0 0 203 0 0 0 47 1 0 0 147 1 0 0 247 1 0 0 91 2 0 0 \
        191 2 0 0 35 3 0 0 135 3 0 0 235 3 0 0 79 4 0 0 179 4 0 0 23 5 0 0 123 5 0 0 223 5 0 0 4 0 \
        0 0 104 0 0 0 204 0 0 0 48 1 0 0 148 1 0 0 248 1 0 0 92 2 0 0 192 2 0 0 36 3 0 0 136 3 0 0 \
        236 3 0 0 80 4 0 0 180 4 0 0 24 5 0 0 124 5 0 0 224 5 0 0 5 0 0 0 105 0 0 0 205 0 0 0 49 1 \
        0 0 149 1 0 0 249 1 0 0 93 2 0 0 193 2 0 0 37 3 0 0 137 3 0 0 237 3 0 0 81 4 0 0 181 4 0 0 \
        25 5 0 0 125 5 0 0 225 5 0 0 6 0 0 0 106 0 0 0 206 0 0 0 50 1 0 0 150 1 0 0 250 1 0 0 94 2 \
        0 0 194 2 0 0 38 3 0 0 138 3 0 0 238 3 0 0 82 4 0 0 182 4 0 0 26 5 0 0 126 5 0 0 226 5 0 0 \
        7 0 0 0 107 0 0 0 207 0 0 0 51 1 0 0 151 1 0 0 251 1 0 0 95 2 0 0 195 2 0 0 39 3 0 0 139 3 \
        0 0 239 3 0 0 83 4 0 0 183 4 0 0 27 5 0 0 127 5 0 0 227 5 0 0 8 0 0 0 108 0 0 0 208 0 0 0 \
        52 1 0 0 152 1 0 0 252 1 0 0 96 2 0 0 196 2 0 0 40 3 0 0 140 3 0 0 240 3 0 0 84 4 0 0 184 \
        4 0 0 28 5 0 0 128 5 0 0 228 5 0 0 9 0 0 0 109 0 0 0 209 0 0 0 53 1 0 0 153 1 0 0 253 1 0 \
        0 97 2 0 0 197 2 0 0 41 3 0 0 141 3 0 0 241 3 0 0 85 4 0 0 185 4 0 0 29 5 0 0 129 5 0 0 \
        229 5 0 0 10 0 0 0 110 0 0 0 210 0 0 0 54 1 0 0 154 1 0 0 254 1 0 0 98 2 0 0 198 2 0 0 42 \
        3 0 0 142 3 0 0 242 3 0 0 86 4 0 0 186 4 0 0 30 5 0 0 130 5 0 0 230 5 0 0 11 0 0 0 111 0 0 \
        0 211 0 0 0 55 1 0 0 155 1 0 0 255 1 0 0 99 2 0 0 199 2 0 0 43 3 0 0 143 3 0 0 243 3 0 0 \
        87 4 0 0 187 4 0 0 31 5 0 0 131 5 0 0 231 5 0 0 image_type 2d image_width 16 image_height \
        12 image_channel_order RGBA image_channel_data_type UNSIGNED_INT8
arg_in:  3 sampler normalized_coords true addressing_mode clamp_to_edge filter_mode linear
arg_in:  4 sampler normalized_coords false addressing_mode clamp_to_edge filter_mode nearest
arg_out: 5 buffer int[9] 16 4 6 5 63 70 81 92 103
arg_out: 6 buffer float[10] 0 0.08750002 0.17499999 0.26250001 0.349999979 0.4375 0.52500002 \
        0.612500042 0.699999958 0.7875001 tolerance 0.004

[test]
name: nearest samples of the first image
arg_in:  0 image float 0 0.875 1.75 2.625 0.625 1.5 2.375 0.375 1.25 2.125 0.125 1 1.875 2.75 0.75 \
        1.625 2.5 0.5 1.375 2.25 0.25 1.125 2 0 0.875 1.75 2.625 0.625 1.5 2.375 0.375 1.25 2.125 \
        0.125 1 1.875 2.75 0.75 1.625 2.5 0.5 1.375 2.25 0.25 1.125 2 0 0.875 1.75 2.625 0.625 1.5 \
        2.375 0.375 1.25 2.125 0.125 1 1.875 2.75 0.75 1.625 2.5 0.5 image_type 2d image_width 16 \
        image_height 4 image_channel_order INTENSITY image_channel_data_type FLOAT
arg_in:  1 image uchar4 0 11 22 33 44 55 66 77 88 99 110 121 132 143 154 165 176 187 198 209 220 \
        231 242 2 13 24 35 46 57 68 79 90 101 112 123 134 145 156 167 178 189 200 211 222 233 244 \
        4 15 26 37 48 59 70 81 92 103 114 125 136 147 158 169 180 191 202 213 224 235 246 6 17 28 \
        39 50 61 72 83 94 105 116 127 138 149 160 171 182 193 204 215 226 237 248 8 19 30 41 52 63 \
        74 85 96 107 118 129 140 151 162 173 184 195 206 217 228 239 250 10 21 32 43 54 image_type \
        2d image_width 6 image_height 5 image_channel_order RGBA image_channel_data_type \
        UNSIGNED_INT8
arg_out: 2 image uchar4 0 0 0 0 100 0 0 0 200 0 0 0 44 1 0 0 144 1 0 0 244 1 0 0 88 2 0 0 188 2 0 \
        0 32 3 0 0 132 3 0 0 232 3 0 0 76 4 0 0 176 4 0 0 20 5 0 0 120 5 0 0 220 5 0 0 1 0 0 0 101 \
        0 0 0 201 0 0 0 45 1 0 0 145 1 0 0 245 1 0 0 89 2 0 0 189 2 0 0 33 3 0 0 133 3 0 0 233 3 0 \
        0 77 4 0 0 177 4 0 0 21 5 0 0 121 5 0 0 221 5 0 0 2 0 0 0 102 0 0 0 202 0 0 0 46 1 0 0 146 \
        1 0 0 246 1 0 0 90 2 0 0 190 2 0 0 34 3 0 0 134 3 0 0 234 3 0 0 78 4 0 0 178 4 0 0 22 5 0 \
        0 122 5 0 0 222 5 0 0 3 0 0 0 103 0 0 0 203 0 0 0 47 1 0 0 147 1 0 0 247 1 0 0 91 2 0 0 \
        191 2 0 0 35 3 0 0 135 3 0 0 235 3 0 0 79 4 0 0 179 4 0 0 23 5 0 0 123 5 0 0 223 5 0 0 4 0 \
        0 0 104 0 0 0 204 0 0 0 48 1 0 0 148 1 0 0 248 1 0 0 92 2 0 0 192 2 0 0 36 3 0 0 136 3 0 0 \
        236 3 0 0 80 4 0 0 180 4 0 0 24 5 0 0 124 5 0 0 224 5 0 0 5 0 0 0 105 0 0 0 205 0 0 0 49 1 \
        0 0 149 1 0 0 249 1 0 0 93 2 0 0 193 2 0 0 37 3 0 0 137 3 0 0 237 3 0 0 81 4 0 0 181 4 0 0 \
        25 5 0 0 125 5 0 0 225 5 0 0 6 0 0 0 106 0 0 0 206 0 0 0 50 1 0 0 150 1 0 0 250 1 0 0 94 2 \
        0 0 194 2 0 0 38 3 0 0 138 3 0 0 238 3 0 0 82 4 0 0 182 4 0 0 26 5 0 0 126 5 0 0 226 5 0 0 \
        7 0 0 0 107 0 0 0 207 0 0 0 51 1 0 0 151 1 0 0 251 1 0 0 95 2 0 0 195 2 0 0 39 3 0 0 139 3 \
        0 0 239 3 0 0 83 4 0 0 183 4 0 0 27 5 0 0 127 5 0 0 227 5 0 0 8 0 0 0 108 0 0 0 208 0 0 0 \
        52 1 0 0 152 1 0 0 252 1 0 0 96 2 0 0 196 2 0 0 40 3 0 0 140 3 0 0 240 3 0 0 84 4 0 0 184 \
        4 0 0 28 5 0 0 128 5 0 0 228 5 0 0 9 0 0 0 109 0 0 0 209 0 0 0 53 1 0 0 153 1 0 0 253 1 0 \
        0 97 2 0 0 197 2 0 0 41 3 0 0 141 3 0 0 241 3 0 0 85 4 0 0 185 4 0 0 29 5 0 0 129 5 0 0 \
        229 5 0 0 10 0 0 0 110 0 0 0 210 0 0 0 54 1 0 0 154 1 0 0 254 1 0 0 98 2 0 0 198 2 0 0 42 \
        3 0 0 142 3 0 0 242 3 0 0 86 4 0 0 186 4 0 0 30 5 0 0 130 5 0 0 230 5 0 0 11 0 0 0 111 0 0 \
        0 211 0 0 0 55 1 0 0 155 1 0 0 255 1 0 0 99 2 0 0 199 2 0 0 43 3 0 0 143 3 0 0 243 3 0 0 \
        87 4 0 0 187 4 0 0 31 5 0 0 131 5 0 0 231 5 0 0 image_type 2d image_width 16 image_height \
        12 image_channel_order RGBA image_channel_data_type UNSIGNED_INT8
arg_in:  3 sampler normalized_coords true addressing_mode clamp_to_edge filter_mode nearest
arg_in:  4 sampler normalized_coords false addressing_mode clamp_to_edge filter_mode nearest
arg_out: 5 buffer int[9] 16 4 6 5 63 70 81 92 103
# The sixth lies on the edge between two texels: which of them is read is not defined (end of 8.2).
arg_out: 6 buffer float[10] 0 0 0 0 0 0..0.875 0.875 0.875 0.875 0.875 tolerance 1e-4
!*/

kernel void first(read_only image2d_t intensity, read_only image2d_t bytes, write_only image2d_t result,
                  sampler_t filtered, sampler_t exact, global int *a, global float *b)
{
    int i = get_global_id(0);
    int j = get_global_id(1);
    int k = 100 * i + j;

    if (i == j && i < 10) {
        float x = (0.5f + i * 0.1f) / get_image_width(intensity);
        b[i] = read_imagef(intensity, filtered, (float2)(x, 0.0f)).x;
    }

    if (i == 0 && j == 0) {
        uint4 texel = read_imageui(bytes, exact, (int2)(1, 2));
        a[5] = texel.x;
        a[6] = texel.y;
        a[7] = texel.z;
        a[8] = texel.w;
        a[0] = get_image_width(intensity);
        a[1] = get_image_height(intensity);
        a[2] = get_image_width(bytes);
        a[3] = get_image_height(bytes);
        a[4] = (get_image_channel_order(intensity) == CLK_INTENSITY) |
               (get_image_channel_data_type(intensity) == CLK_FLOAT) << 1 |
               (get_image_channel_order(bytes) == CLK_RGBA) << 2 |
               (get_image_channel_data_type(bytes) == CLK_UNSIGNED_INT8) << 3 |
               (get_image_channel_order(result) == CLK_RGBA) << 4 |
               (get_image_channel_data_type(result) == CLK_UNSIGNED_INT8) << 5;
    }

    write_imageui(result, (int2)(i, j), (uint4)(k & 0xff, k >> 8, 0, 0));
}
