/* SPDX-License-Identifier: MIT */
/* main.c: rootle-replay: makes the calls of a recording again on the driver that the OpenCL
 * loader finds, and tells of it in lines of JSON. rootle-record calls it. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/base/util.h"
#include "program-tester/device/drivers.h"
#include "program-tester/record/replay/facts.h"
#include "program-tester/record/replay/replay.h"

enum { USAGE = 2, NO_DEVICE = 3 };

static const char usage[] = "usage: rootle-replay [--facts] [--from N] [--until N] [--only N] "
                            "[--states FOLDER [--inputs FOLDER]]\n"
                            "                     [--strip FOLDER] [--memory MIB] [--rounded] "
                            "[--errors] RECORDING\n";

static bool find_devices(struct replay *replay)
{
    const cl_uint most = sizeof replay->devices / sizeof *replay->devices;

    pt_drivers_choose();
    if (clGetPlatformIDs(1, &replay->platform, NULL) ||
        clGetDeviceIDs(replay->platform, CL_DEVICE_TYPE_ALL, most, replay->devices,
                       &replay->device_count)) {
        char *why = pt_drivers_explain();
        pt_complain("there is no OpenCL device: %s", why);
        free(why);
        return false;
    }
    if (replay->device_count > most)
        replay->device_count = most;
    return true;
}

static void tell_device(struct replay *replay)
{
    char platform[400] = "", device[400] = "", version[400] = "";

    clGetPlatformInfo(replay->platform, CL_PLATFORM_NAME, sizeof platform - 1, platform, NULL);
    clGetDeviceInfo(replay->devices[0], CL_DEVICE_NAME, sizeof device - 1, device, NULL);
    clGetDeviceInfo(replay->devices[0], CL_DRIVER_VERSION, sizeof version - 1, version, NULL);
    pt_json_open(&replay->json, NULL, '{');
    pt_json_string(&replay->json, "platform", platform);
    pt_json_string(&replay->json, "device", device);
    pt_json_string(&replay->json, "version", version);
    pt_json_close(&replay->json, '}');
    fputc('\n', stdout);
    replay->json.comma = false;
}

static int run(struct replay *replay, const char *path)
{
    if (!recording_open(&replay->recording, path)) {
        pt_complain("%s: %s", path, replay->recording.trouble);
        recording_close(&replay->recording);
        return USAGE;
    }
    facts_tell(&replay->recording, &replay->json);
    if (replay->is_over) {
        recording_close(&replay->recording);
        return 0;
    }
    if (!find_devices(replay) || !states_open(replay)) {
        recording_close(&replay->recording);
        return NO_DEVICE;
    }
    tell_device(replay);
    replay_run(replay);
    states_close(replay);
    pt_json_open(&replay->json, NULL, '{');
    pt_json_whole(&replay->json, "same", replay->same);
    pt_json_whole(&replay->json, "different", replay->different);
    pt_json_whole(&replay->json, "undefined", replay->undefined);
    pt_json_whole(&replay->json, "problems", replay->problems);
    pt_json_whole(&replay->json, "same_answers", replay->same_answers);
    pt_json_whole(&replay->json, "other_answers", replay->other_answers);
    pt_json_close(&replay->json, '}');
    fputc('\n', stdout);
    recording_close(&replay->recording);
    return replay->problems != 0;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"facts", no_argument, NULL, 'f'},
                                            {"from", required_argument, NULL, 'r'},
                                            {"until", required_argument, NULL, 'u'},
                                            {"only", required_argument, NULL, 'o'},
                                            {"states", required_argument, NULL, 's'},
                                            {"inputs", required_argument, NULL, 'i'},
                                            {"memory", required_argument, NULL, 'm'},
                                            {"strip", required_argument, NULL, 'x'},
                                            {"rounded", no_argument, NULL, 'c'},
                                            {"errors", no_argument, NULL, 'e'},
                                            {NULL, 0, NULL, 0}};
    struct replay replay = {
        .most_bytes = (size_t)4 << 30, .patience = 10, .json = {.file = stdout}};

    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (c == 'u')
            replay.until = strtoull(optarg, NULL, 10);
        else if (c == 'f')
            replay.is_over = true;
        else if (c == 'c')
            replay.is_rounded = true;
        else if (c == 'e')
            replay.has_errors = true;
        else if (c == 'r')
            replay.from = strtoull(optarg, NULL, 10);
        else if (c == 'o')
            replay.only = strtoull(optarg, NULL, 10);
        else if (c == 's')
            replay.states = optarg;
        else if (c == 'i')
            replay.inputs = optarg;
        else if (c == 'x')
            replay.strip = optarg;
        else if (c == 'm')
            replay.most_bytes = (size_t)strtoull(optarg, NULL, 10) << 20;
        else
            return fputs(usage, stderr), USAGE;
    }
    if (optind != argc - 1 || (replay.inputs && !replay.states) ||
        (replay.strip && (!replay.states || !replay.only)))
        return fputs(usage, stderr), USAGE;
    replay.is_serial = replay.states != NULL;
    return run(&replay, argv[optind]);
}
