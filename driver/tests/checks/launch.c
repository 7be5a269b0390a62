/* SPDX-License-Identifier: MIT */
/* launch.c: launches the kernels of a file of the corpus one after the other on whatever OpenCL
 * driver there is: launch FILE wrong|right [FIRST]. The file's comments say with which arguments
 * (README.md beside this); a line "== KERNEL" on standard error stands before what is reported of
 * it. FIRST: the number of the kernel to begin with, where a driver has died of one. */
#include <CL/cl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 8, MOST_ELEMENTS = 1 << 20, SUB_ALIGNMENT = 1024 };

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static cl_int filling[MOST_ELEMENTS];
static bool wrong;

/* A launch, and what is to be released after it. */
struct launch {
    cl_kernel kernel;
    size_t global[3], local[3];
    cl_uint dimensions, count;
    cl_mem mems[2 * MOST_ARGUMENTS];
    cl_sampler samplers[MOST_ARGUMENTS];
    cl_uint mem_count, sampler_count;
};

static void check(cl_int error, const char *what)
{
    if (!error)
        return;
    fprintf(stderr, "launch: %s: error %d\n", what, error);
    exit(2);
}

/* "A|B" is A of the wrong kernel, B of the right one. */
static char *choose(char *word)
{
    char *bar = strchr(word, '|');

    if (!bar)
        return word;
    *bar = '\0';
    return wrong ? word : bar + 1;
}

static bool has(const char *word, const char *property)
{
    const char *at = strstr(word, property);

    return at && at[-1] == ':';
}

static const cl_int *fill(const char *word, size_t count)
{
    const bool index = has(word, "index"), zero = has(word, "zero");

    for (size_t i = 0; i < count && i < MOST_ELEMENTS; i++)
        filling[i] = index ? (cl_int)i : !zero;
    return filling;
}

static cl_mem keep(struct launch *launch, cl_mem mem, cl_int error, const char *word)
{
    check(error, word);
    return launch->mems[launch->mem_count++] = mem;
}

/* N[:index|:zero|:undef|:ro|:wo|:sub|:mapped]: N dwords, of 1 where nothing else is said. */
static void set_buffer(struct launch *launch, const char *word)
{
    const size_t bytes = strtoul(word, NULL, 10) * 4;
    const cl_mem_flags access = has(word, "ro")   ? CL_MEM_READ_ONLY
                                : has(word, "wo") ? CL_MEM_WRITE_ONLY
                                                  : CL_MEM_READ_WRITE;
    const bool sub = has(word, "sub"), undefined = has(word, "undef");
    const cl_buffer_region region = {SUB_ALIGNMENT, bytes};
    const size_t whole = sub ? bytes + 2 * SUB_ALIGNMENT : bytes;
    cl_int error;
    cl_mem mem = clCreateBuffer(context, access | (undefined ? 0 : CL_MEM_COPY_HOST_PTR), whole,
                                undefined ? NULL : (void *)fill(word, whole / 4), &error);

    keep(launch, mem, error, word);
    if (sub) {
        mem = clCreateSubBuffer(mem, access, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
        keep(launch, mem, error, word);
    }
    if (has(word, "mapped"))
        clEnqueueMapBuffer(queue, mem, CL_TRUE, CL_MAP_READ, 0, bytes, 0, NULL, NULL, &error);
    check(error, word);
    check(clSetKernelArg(launch->kernel, launch->count++, sizeof mem, &mem), word);
}

static void run_once(cl_kernel kernel, const char *word)
{
    const size_t one = 1;

    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), word);
    check(clFinish(queue), word);
    check(clReleaseKernel(kernel), word);
}

/* link:N[:gone]: a buffer that holds the address of another one of N dwords, which is released by
 * now if it is gone. */
static void set_link(struct launch *launch, const char *word)
{
    static const char *const source = "kernel void link(global ulong *to, global int *buffer)\n"
                                      "{ *to = (ulong)(uintptr_t)buffer; }\n";
    const size_t bytes = strtoul(strchr(word, ':') + 1, NULL, 10) * 4;
    cl_int error;
    cl_mem link = clCreateBuffer(context, 0, sizeof(cl_ulong), NULL, &error);
    cl_mem mem =
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, (void *)fill(word, bytes / 4), &error);
    cl_program program =
        clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &error);

    check(clBuildProgram(program, 1, &device, NULL, NULL, NULL), word);
    cl_kernel kernel = clCreateKernel(program, "link", &error);
    check(clSetKernelArg(kernel, 0, sizeof link, &link), word);
    check(clSetKernelArg(kernel, 1, sizeof mem, &mem), word);
    run_once(kernel, word);
    clReleaseProgram(program);
    keep(launch, link, error, word);
    if (has(word, "gone"))
        clReleaseMemObject(mem);
    else
        keep(launch, mem, error, word);
    check(clSetKernelArg(launch->kernel, launch->count++, sizeof link, &link), word);
}

static cl_image_format format_of(const char *word)
{
    static const struct {
        const char *name;
        cl_channel_type type;
    } types[] = {{"uint", CL_UNSIGNED_INT32},
                 {"sint", CL_SIGNED_INT32},
                 {"unorm", CL_UNORM_INT8},
                 {"float", CL_FLOAT}};

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (has(word, types[i].name))
            return (cl_image_format){CL_RGBA, types[i].type};
    check(-1, word);
    return (cl_image_format){0};
}

static void describe(struct launch *launch, const char *word, cl_image_desc *desc)
{
    static const struct {
        const char *name;
        cl_mem_object_type type;
    } types[] = {
        {"image1d:", CL_MEM_OBJECT_IMAGE1D},         {"image1da:", CL_MEM_OBJECT_IMAGE1D_ARRAY},
        {"image1db:", CL_MEM_OBJECT_IMAGE1D_BUFFER}, {"image2d:", CL_MEM_OBJECT_IMAGE2D},
        {"image2da:", CL_MEM_OBJECT_IMAGE2D_ARRAY},  {"image3d:", CL_MEM_OBJECT_IMAGE3D}};
    size_t size[3] = {1, 1, 1};
    cl_int error;

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strncmp(word, types[i].name, strlen(types[i].name)))
            desc->image_type = types[i].type;
    sscanf(strchr(word, ':') + 1, "%zux%zux%zu", &size[0], &size[1], &size[2]);
    desc->image_width = size[0];
    desc->image_height = size[1];
    desc->image_depth = desc->image_type == CL_MEM_OBJECT_IMAGE3D ? size[2] : 0;
    desc->image_array_size = desc->image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY   ? size[1]
                             : desc->image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? size[2]
                                                                               : 0;
    if (desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
        desc->buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, size[0] * 16,
                                      (void *)fill(word, size[0] * 4), &error);
        keep(launch, desc->buffer, error, word);
    }
}

/* The first rows of level 0, or all of level 1; nothing else is written. */
static void write_part(cl_mem mem, const cl_image_desc *desc, size_t level, const char *word)
{
    const size_t origin[3] = {0, 0, level},
                 region[3] = {desc->image_width >> level, desc->image_height / 2, 1};

    check(clEnqueueWriteImage(queue, mem, CL_TRUE, origin, region, 0, 0, fill(word, MOST_ELEMENTS),
                              0, NULL, NULL),
          word);
}

/* A kernel writes level 2. */
static void paint_level(cl_mem mem, const char *word)
{
    static const char *const source =
        "#pragma OPENCL EXTENSION cl_khr_mipmap_image_writes : enable\n"
        "kernel void paint(write_only image2d_t to)\n"
        "{ for (int i = 0; i < 4; i++)\n"
        "      write_imageui(to, (int2)(i & 1, i >> 1), 2, (uint4)(1)); }\n";
    cl_int error;
    cl_program program =
        clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &error);

    check(clBuildProgram(program, 1, &device, "-cl-std=CL3.0", NULL, NULL), word);
    cl_kernel kernel = clCreateKernel(program, "paint", &error);
    check(clSetKernelArg(kernel, 0, sizeof mem, &mem), word);
    run_once(kernel, word);
    clReleaseProgram(program);
}

/* image2d:WxH:uint[:undef|:half|:mips|:painted][:ro|:wo] and the like: RGBA, of dwords of 1. */
static void set_image(struct launch *launch, const char *word)
{
    const cl_image_format format = format_of(word);
    const cl_mem_flags access = has(word, "ro")   ? CL_MEM_READ_ONLY
                                : has(word, "wo") ? CL_MEM_WRITE_ONLY
                                                  : CL_MEM_READ_WRITE;
    cl_image_desc desc = {0};
    cl_int error;

    describe(launch, word, &desc);
    desc.num_mip_levels = has(word, "mips") || has(word, "painted") ? 3 : 0;
    const bool empty =
        desc.buffer || has(word, "undef") || has(word, "half") || desc.num_mip_levels;
    cl_mem mem = clCreateImage(context, access | (empty ? 0 : CL_MEM_COPY_HOST_PTR), &format, &desc,
                               empty ? NULL : (void *)fill(word, MOST_ELEMENTS), &error);
    keep(launch, mem, error, word);
    if (has(word, "mips") || has(word, "half"))
        write_part(mem, &desc, has(word, "mips"), word);
    if (has(word, "painted"))
        paint_level(mem, word);
    error = clSetKernelArg(launch->kernel, launch->count++, sizeof mem, &mem);
    if (error)
        fprintf(stderr, "launch: clSetKernelArg: error %d\n", error);
}

/* sampler:norm|unnorm:edge|clamp|repeat|mirror|none:nearest|linear, with colons only. */
static void set_sampler(struct launch *launch, const char *word)
{
    const cl_addressing_mode mode = has(word, "edge")     ? CL_ADDRESS_CLAMP_TO_EDGE
                                    : has(word, "clamp")  ? CL_ADDRESS_CLAMP
                                    : has(word, "repeat") ? CL_ADDRESS_REPEAT
                                    : has(word, "mirror") ? CL_ADDRESS_MIRRORED_REPEAT
                                                          : CL_ADDRESS_NONE;
    cl_int error;
    cl_sampler sampler =
        clCreateSampler(context, has(word, "norm"), mode,
                        has(word, "linear") ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, &error);

    if (error) { /* a driver may refuse the wrong one */
        fprintf(stderr, "launch: clCreateSampler: error %d\n", error);
        launch->count++;
        return;
    }
    launch->samplers[launch->sampler_count++] = sampler;
    check(clSetKernelArg(launch->kernel, launch->count++, sizeof sampler, &sampler), word);
}

static void set_sizes(struct launch *launch, const char *word)
{
    size_t *sizes = *word == 'g' ? launch->global : launch->local;

    launch->dimensions = (cl_uint)sscanf(word + 2, "%zux%zux%zu", &sizes[0], &sizes[1], &sizes[2]);
}

static void set(struct launch *launch, const char *word)
{
    const char *colon = strchr(word, ':');

    if (word[1] == '=') {
        set_sizes(launch, word);
    } else if (!strncmp(word, "image", 5)) {
        set_image(launch, word);
    } else if (!strncmp(word, "sampler", 7)) {
        set_sampler(launch, word);
    } else if (!strncmp(word, "same:", 5)) {
        const cl_mem *mem = &launch->mems[strtoul(colon + 1, NULL, 10)];
        check(clSetKernelArg(launch->kernel, launch->count++, sizeof *mem, mem), word);
    } else if (!strncmp(word, "local:", 6)) {
        check(
            clSetKernelArg(launch->kernel, launch->count++, strtoul(colon + 1, NULL, 10) * 4, NULL),
            word);
    } else if (!strncmp(word, "link:", 5)) {
        set_link(launch, word);
    } else if (!strncmp(word, "int:", 4)) {
        const cl_int value = (cl_int)strtol(colon + 1, NULL, 0);
        check(clSetKernelArg(launch->kernel, launch->count++, sizeof value, &value), word);
    } else if (!strncmp(word, "float:", 6)) {
        const cl_float value = strtof(colon + 1, NULL);
        check(clSetKernelArg(launch->kernel, launch->count++, sizeof value, &value), word);
    } else if (!strcmp(word, "null")) {
        check(clSetKernelArg(launch->kernel, launch->count++, sizeof(cl_mem), NULL), word);
    } else {
        set_buffer(launch, word);
    }
}

static void release(struct launch *launch)
{
    while (launch->mem_count)
        clReleaseMemObject(launch->mems[--launch->mem_count]);
    while (launch->sampler_count)
        clReleaseSampler(launch->samplers[--launch->sampler_count]);
    clReleaseKernel(launch->kernel);
}

static void run(cl_program program, const char *name, const char *arguments)
{
    struct launch launch = {.global = {16, 1, 1}, .local = {8, 1, 1}};
    char words[512];
    cl_int error;

    fprintf(stderr, "== %s\n", name);
    launch.kernel = clCreateKernel(program, name, &error);
    check(error, name);
    snprintf(words, sizeof words, "%s", arguments);
    for (char *rest, *word = strtok_r(words, " \n", &rest); word;
         word = strtok_r(NULL, " \n", &rest))
        set(&launch, choose(word));
    error = clEnqueueNDRangeKernel(queue, launch.kernel, launch.dimensions ? launch.dimensions : 1,
                                   NULL, launch.global, launch.local, 0, NULL, NULL);
    if (!error)
        error = clFinish(queue);
    if (error)
        fprintf(stderr, "launch: %s: error %d\n", name, error);
    release(&launch);
}

static char *read_all(const char *path)
{
    char *text = calloc(1, 1 << 20);
    FILE *file = fopen(path, "r");

    if (!file || !text || !fread(text, 1, (1 << 20) - 1, file))
        check(-1, path);
    fclose(file);
    return text;
}

static cl_program build(const char *path, const char *source)
{
    char options[512], log[4096] = "";
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);

    check(error, "clCreateProgramWithSource");
    const char *given = strstr(source, "//- ");
    snprintf(options, sizeof options, "-I %.*s/include%s %.*s", (int)(strrchr(path, '/') - path),
             path, wrong ? " -D WRONG" : "", given ? (int)strcspn(given + 4, "\n") : 0,
             given ? given + 4 : "");
    error = clBuildProgram(program, 1, &device, options, NULL, NULL);
    if (error)
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    check(error, log);
    return program;
}

/* Each kernel that has a comment "//?" before it, with the arguments of "//!" between the two. */
static void run_all(cl_program program, const char *source, unsigned first)
{
    unsigned number = 0;

    for (const char *at = source; (at = strstr(at, "\n//? ")); at++) {
        char name[64], arguments[256] = "16 16";
        const char *kernel = strstr(at, "\nkernel void "), *given = strstr(at, "\n//! ");
        if (!kernel || sscanf(kernel, "\nkernel void %63[a-z_0-9]", name) != 1)
            check(-1, at);
        if (given && given < kernel)
            snprintf(arguments, sizeof arguments, "%.*s", (int)strcspn(given + 5, "\n"), given + 5);
        if (number++ >= first)
            run(program, name, arguments);
    }
}

int main(int argc, char **argv)
{
    cl_platform_id platform;
    cl_int error;

    if (argc < 3)
        return 2;
    wrong = !strcmp(argv[2], "wrong");
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "clCreateCommandQueue");
    char *source = read_all(argv[1]);
    cl_program program = build(argv[1], source);
    run_all(program, source, argc > 3 ? (unsigned)atoi(argv[3]) : 0);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    free(source);
    return 0;
}
