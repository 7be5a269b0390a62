// SPDX-License-Identifier: MIT
// Transforms numbers by VkFFT's OpenCL back end, forward and back, and by a plain sum on the host.
// Prints how far they are apart for each size, and ends with 1 where that is too far.

#define VKFFT_BACKEND 3
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <vkFFT.h>

namespace
{

struct Device {
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;

    Device()
    {
        cl_int status = clGetPlatformIDs(1, &platform, nullptr);
        if (!status)
            status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
        if (!status)
            context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
        if (!status)
            queue = clCreateCommandQueue(context, device, 0, &status);
        if (status)
            std::exit(2);
    }
};

template <class T> using Complex = std::vector<std::complex<T>>;

template <class T> Complex<T> numbers(size_t count)
{
    Complex<T> result(count);
    for (size_t i = 0; i < count; i++)
        result[i] = {static_cast<T>((i * 37 % 101) / 50. - 1),
                     static_cast<T>((i * 53 % 89) / 44. - 1)};
    return result;
}

// The transform of rows, then of columns.
template <class T>
std::vector<std::complex<double>> expected(const Complex<T> &in, size_t columns, size_t rows)
{
    std::vector<std::complex<double>> of_rows(in.size()), result(in.size());
    const double turn = -2 * std::acos(-1.);
    for (size_t y = 0; y < rows; y++)
        for (size_t k = 0; k < columns; k++)
            for (size_t x = 0; x < columns; x++)
                of_rows[y * columns + k] +=
                    std::complex<double>(in[y * columns + x]) *
                    std::polar(1., turn * static_cast<double>(k * x % columns) /
                                       static_cast<double>(columns));
    for (size_t x = 0; x < columns; x++)
        for (size_t k = 0; k < rows; k++)
            for (size_t y = 0; y < rows; y++)
                result[k * columns + x] += of_rows[y * columns + x] *
                                           std::polar(1., turn * static_cast<double>(k * y % rows) /
                                                              static_cast<double>(rows));
    return result;
}

// The greatest distance, in parts of the greatest value.
template <class A, class B> double apart(const A &actual, const B &wanted)
{
    double most = 0, size = 0;
    for (size_t i = 0; i < wanted.size(); i++) {
        const double away =
            std::abs(std::complex<double>(actual[i]) - std::complex<double>(wanted[i]));
        most = std::isnan(away) ? HUGE_VAL : std::max(most, away);
        size = std::max(size, std::abs(std::complex<double>(wanted[i])));
    }
    return most / size;
}

template <class T> bool transforms(Device &on, size_t columns, size_t rows, double limit)
{
    Complex<T> data = numbers<T>(columns * rows);
    const Complex<T> before = data;
    uint64_t bytes = data.size() * sizeof data[0];
    cl_mem buffer = clCreateBuffer(on.context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
    clEnqueueWriteBuffer(on.queue, buffer, CL_TRUE, 0, bytes, data.data(), 0, nullptr, nullptr);
    VkFFTConfiguration wanted = {};
    wanted.FFTdim = rows > 1 ? 2 : 1;
    wanted.size[0] = columns;
    wanted.size[1] = rows;
    wanted.size[2] = 1;
    wanted.device = &on.device;
    wanted.platform = &on.platform;
    wanted.context = &on.context;
    wanted.bufferSize = &bytes;
    wanted.doublePrecision = sizeof(T) == 8;
    wanted.normalize = 1;
    VkFFTApplication plan = {};
    int status = initializeVkFFT(&plan, wanted);
    VkFFTLaunchParams launch = {};
    launch.buffer = &buffer;
    launch.commandQueue = &on.queue;
    double there = HUGE_VAL, back = HUGE_VAL;
    if (!status)
        status = VkFFTAppend(&plan, -1, &launch);
    clEnqueueReadBuffer(on.queue, buffer, CL_TRUE, 0, bytes, data.data(), 0, nullptr, nullptr);
    there = apart(data, expected(before, columns, rows));
    if (!status)
        status = VkFFTAppend(&plan, 1, &launch);
    clEnqueueReadBuffer(on.queue, buffer, CL_TRUE, 0, bytes, data.data(), 0, nullptr, nullptr);
    back = apart(data, before);
    deleteVkFFT(&plan);
    clReleaseMemObject(buffer);
    const bool is_right = !status && there < limit && back < limit;
    std::printf("%s %zu %s %s: status %d, apart by %.2g, and back by %.2g\n",
                is_right ? "right" : "wrong", columns, rows > 1 ? "squared" : "",
                sizeof(T) == 8 ? "double" : "float", status, there, back);
    return is_right;
}

} // namespace

int main()
{
    Device on;
    bool is_right = true;
    for (size_t columns :
         {2, 3, 7, 8, 11, 13, 16, 17, 30, 64, 97, 100, 243, 256, 1000, 1024, 1155, 2048, 4096}) {
        is_right &= transforms<float>(on, columns, 1, 2e-6);
        is_right &= transforms<double>(on, columns, 1, 5e-15);
    }
    for (size_t side : {8, 15, 32})
        is_right &= transforms<float>(on, side, side, 2e-6);
    return !is_right;
}
