/* SPDX-License-Identifier: MIT */
/* inject_driver.c: the whole driver with each of its calls failing, from opening the device to what
 * kernels print. */
#include "driver/icd/tests/inject_driver.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/base/count.h"
#include "driver/clover/object/slots.h"
#include "driver/compiler.h"
#include "driver/pipe.h"

cl_device_id device;
cl_context context;
cl_command_queue queue;
const void *program_image;
size_t program_image_size;

const char program_source[] =
    "constant sampler_t fixed = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE |\n"
    "                           CLK_FILTER_NEAREST;\n"
    "constant uint table[4] = {3, 5, 7, 9};\n"
    "kernel void sum(global uint *out, constant uint *numbers, local uint *shared, uint value,\n"
    "                read_only image1d_t line, read_only image1d_buffer_t texels,\n"
    "                read_only image2d_array_t layers, read_only image3d_t deep,\n"
    "                write_only image2d_t to, sampler_t chosen)\n"
    "{\n"
    "    uint i = get_global_id(0), group = get_local_size(0), here = get_local_id(0);\n"
    "    shared[here] = i + numbers[i & 3];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    uint4 texel = read_imageui(line, fixed, 1) + read_imageui(texels, 1) +\n"
    "                  read_imageui(layers, chosen, (int4)(1, 0, 1, 0)) +\n"
    "                  read_imageui(deep, fixed, (int4)(0, 1, 1, 0));\n"
    "    write_imageui(to, (int2)(i & 7, i >> 3), (uint4)(i, value, 0, 0));\n"
    "    out[i] = shared[(here + 1) % group] + texel.x + value + table[i & 3];\n"
    "    if (i == 0)\n"
    "        printf(\"%u %s\\n\", value, \"texels\");\n"
    "}\n"
    "kernel void nothing(void)\n"
    "{\n"
    "}\n";

static bool is_short(cl_int error, unsigned may)
{
    const struct {
        cl_int error;
        unsigned bit;
    } rows[] = {
        {CL_OUT_OF_RESOURCES, 0},
        {CL_OUT_OF_HOST_MEMORY, 0},
        {CL_MEM_OBJECT_ALLOCATION_FAILURE, OR_OBJECT},
        {CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, OR_WAITING},
        {CL_MAP_FAILURE, OR_MAP},
        {CL_BUILD_PROGRAM_FAILURE, OR_BUILD},
        {CL_COMPILE_PROGRAM_FAILURE, OR_BUILD},
        {CL_LINK_PROGRAM_FAILURE, OR_BUILD},
        {CL_COMPILER_NOT_AVAILABLE, OR_BUILD},
        {CL_LINKER_NOT_AVAILABLE, OR_BUILD},
        {CL_DEVICE_NOT_FOUND, OR_DEVICE},
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        if (rows[i].error == error && (rows[i].bit & may) == rows[i].bit)
            return true;
    return false;
}

bool went(const char *call, cl_int error, unsigned may)
{
    inject_require(!error || (inject_happened() && is_short(error, may)), "%s: %d", call, error);
    return !error;
}

/* Objects lie in memory that is kept: refused as often as if each were an allocation of its own. */
bool clover_slot_refused(void)
{
    void *volatile memory = malloc(1);
    const bool refused = !memory;

    free(memory);
    return refused;
}

void CL_CALLBACK ignore_message(const char *message, const void *data, size_t size, void *user)
{
    (void)message;
    (void)data;
    (void)size;
    (void)user;
}

bool open_quietly(void)
{
    cl_int error = CL_SUCCESS;

    if (queue)
        return true;
    inject_pause();
    error = clGetDeviceIDs(NULL, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
    if (!error)
        context = clCreateContext(NULL, 1, &device, ignore_message, NULL, &error);
    if (!error)
        queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    inject_resume();
    inject_require(!error, "there is no device to test: %d", error);
    return !error;
}

/* ---- the device ---- */

static void try_device(cl_uint *count)
{
    cl_device_id found;

    went("clGetDeviceIDs", clGetDeviceIDs(NULL, CL_DEVICE_TYPE_GPU, 1, &found, count), OR_DEVICE);
}

/* A forked child opens a device of its own. One that could not be opened can be later. */
static void open_device(void)
{
    cl_uint count = 0;
    int status = 0;

    fflush(NULL);
    inject_pause();
    pid_t child = fork();
    if (child == 0) {
        inject_resume();
        if (!freopen("/dev/null", "w", stderr)) /* the driver says why there is none */
            _exit(1);
        try_device(&count);
        inject_pause();
        if (count == 0)
            try_device(&count);
        _exit(count == 1 ? 0 : 1);
    }
    waitpid(child, &status, 0);
    inject_require(status == 0, "no device afterwards: %#x", status);
    inject_resume();
}

/* The layers below alone, which leave nothing behind. */
static void open_screen(void)
{
    char error[PIPE_ERROR_SIZE] = "";
    struct pipe_screen *screen = pipe_screen_create(error);

    inject_require(screen || inject_happened(), "no screen: %s", error);
    inject_require(screen || *error, "no screen, and no word why");
    if (screen)
        screen->ops->destroy(screen);
}

/* Device code, without a device. */
static bool compile(void)
{
    struct compiler_result result;
    struct compiler_request request = {.source = program_source,
                                       .source_size = strlen(program_source),
                                       .options = "",
                                       .chip = "cypress"};

    compiler_build(&request, &result);
    if (result.status != COMPILER_OK)
        fprintf(stderr, "%s\n", result.log);
    program_image = result.image;
    program_image_size = result.image_size;
    result.image = NULL;
    compiler_result_finish(&result);
    return program_image;
}

static char mock_folder[] = "/tmp/rootle-inject-XXXXXX", mock_path[64];

/* Its name is how it behaves. */
static bool use_mock_compiler(void)
{
    if (!mkdtemp(mock_folder))
        return false;
    snprintf(mock_path, sizeof(mock_path), "%s/serve", mock_folder);
    setenv("ROOTLE_CC", mock_path, 1);
    return symlink(MOCK_COMPILER, mock_path) == 0;
}

int main(int argc, char **argv)
{
    static const struct inject_scenario scenarios[] = {
        {"device", open_device, 1},           {"screen", open_screen, 1},
        {"objects", scenario_objects, 1},     {"builds", scenario_builds, 3},
        {"transfers", scenario_transfers, 1}, {"maps", scenario_maps, 1},
        {"copies", scenario_copies, 1},       {"launch", scenario_launch, 1},
        {"traced", scenario_traced, 4},
    };

    setenv("ROOTLE_CHIP", "cypress", 1);
    setenv("ROOTLE_MEMORY", "64", 1);
    setenv("ROOTLE_THREADS", "2", 1);
    setenv("ROOTLE_CACHE", "0", 1);
    /* Freed blocks would be kept apart for a while, and look like leaks. */
    setenv("ROOTLE_CHECK", "none", 1);
    setenv("ROOTLE_CC", REAL_COMPILER, 1);
    if (!compile())
        return 3;
    if (!use_mock_compiler())
        return 3;
    int status = inject_main(argc, argv, scenarios, COUNT(scenarios));
    unlink(mock_path);
    rmdir(mock_folder);
    free((void *)program_image);
    return status;
}
