/* SPDX-License-Identifier: MIT */
/* svm_commands.c: copies, fills, maps and the end of shared virtual memory, each as the
 * command of buffers that does the same. */
#include <stdlib.h>

#include "program-tester/record/layer/maps.h"
#include "program-tester/record/layer/svm.h"

/* A copy, a write or a read, by which of the two pointers is one into an allocation. */
static struct command begin_copy(cl_command_queue queue, cl_bool blocking, struct svm_spot to,
                                 struct svm_spot from, const struct box *source)
{
    const enum op op = !source->row       ? OP_MARKER
                       : to.id && from.id ? OP_COPY_BUFFER
                       : to.id            ? OP_WRITE_BUFFER
                       : from.id          ? OP_READ_BUFFER
                                          : OP_MARKER;
    struct command command = layer_command(op, queue);
    struct pack *fields = &command.fields;

    if (op == OP_MARKER)
        return command;
    if (op == OP_COPY_BUFFER) {
        pack_number(fields, from.id);
        pack_number(fields, to.id);
        pack_number(fields, from.offset);
        pack_number(fields, to.offset);
    } else {
        pack_number(fields, op == OP_WRITE_BUFFER ? to.id : from.id);
        pack_number(fields, blocking != 0);
        pack_number(fields, op == OP_WRITE_BUFFER ? to.offset : from.offset);
    }
    pack_number(fields, source->row);
    if (op == OP_WRITE_BUFFER)
        pack_number(fields, writer_data(source));
    return command;
}

static cl_int CL_API_CALL copy(cl_command_queue queue, cl_bool blocking, void *target,
                               const void *source, size_t size, cl_uint count, const cl_event *list,
                               cl_event *event)
{
    const struct box box = box_of(source, size);
    struct command command =
        begin_copy(queue, blocking, svm_spot_of(target), svm_spot_of(source), &box);
    const bool is_read = command.op == OP_READ_BUFFER;
    cl_event own = NULL;

    layer_send(&command, count, list, event);
    const cl_int error =
        layer_next->clEnqueueSVMMemcpy(queue, blocking, target, source, size, count, list,
                                       is_read ? layer_event_for(blocking, event, &own) : event);
    if (is_read)
        return layer_read_done(&command, error, box_of(target, size), blocking, own, event);
    return layer_sent(&command, error, event ? *event : NULL);
}

static cl_int CL_API_CALL fill(cl_command_queue queue, void *target, const void *pattern,
                               size_t pattern_size, size_t size, cl_uint count,
                               const cl_event *list, cl_event *event)
{
    const struct svm_spot to = svm_spot_of(target);
    struct command command = layer_command(to.id && size ? OP_FILL_BUFFER : OP_MARKER, queue);

    if (command.op == OP_FILL_BUFFER) {
        pack_number(&command.fields, to.id);
        pack_bytes(&command.fields, pattern, pattern ? pattern_size : 0);
        pack_number(&command.fields, to.offset);
        pack_number(&command.fields, size);
    }
    layer_send(&command, count, list, event);
    const cl_int error = layer_next->clEnqueueSVMMemFill(queue, target, pattern, pattern_size, size,
                                                         count, list, event);
    return layer_sent(&command, error, event ? *event : NULL);
}

static cl_int CL_API_CALL migrate(cl_command_queue queue, cl_uint pointers, const void **list_of,
                                  const size_t *sizes, cl_mem_migration_flags flags, cl_uint count,
                                  const cl_event *list, cl_event *event)
{
    struct command command = layer_command(OP_MIGRATE, queue);

    pack_number(&command.fields, flags);
    pack_number(&command.fields, list_of ? pointers : 0);
    for (cl_uint i = 0; list_of && i < pointers; i++)
        pack_number(&command.fields, svm_spot_of(list_of[i]).id);
    layer_send(&command, count, list, event);
    const cl_int error = layer_next->clEnqueueSVMMigrateMem(queue, pointers, list_of, sizes, flags,
                                                            count, list, event);
    return layer_sent(&command, error, event ? *event : NULL);
}

static void CL_API_CALL release(cl_context context, void *pointer)
{
    svm_forget(pointer);
    layer_next->clSVMFree(context, pointer);
}

/* Where a callback frees them, it calls clSVMFree. */
static cl_int CL_API_CALL enqueue_free(cl_command_queue queue, cl_uint pointers, void *list_of[],
                                       void(CL_CALLBACK *callback)(cl_command_queue, cl_uint,
                                                                   void *[], void *),
                                       void *data, cl_uint count, const cl_event *list,
                                       cl_event *event)
{
    struct command command = layer_command(OP_MARKER, queue);

    layer_send(&command, count, list, event);
    const cl_int error =
        layer_next->clEnqueueSVMFree(queue, pointers, list_of, callback, data, count, list, event);
    for (cl_uint i = 0; !error && !callback && i < pointers; i++)
        svm_forget(list_of[i]);
    return layer_sent(&command, error, event ? *event : NULL);
}

/* ---- maps ---- */

static cl_int CL_API_CALL map(cl_command_queue queue, cl_bool blocking, cl_map_flags flags,
                              void *pointer, size_t size, cl_uint count, const cl_event *list,
                              cl_event *event)
{
    const struct svm_spot spot = svm_spot_of(pointer);
    const bool is_kept = spot.id && size;
    const bool is_read = is_kept && !(flags & CL_MAP_WRITE_INVALIDATE_REGION);
    struct command command = {.op = is_kept ? OP_MAP_BUFFER : OP_MARKER};
    const uint64_t id = is_kept ? layer_new_id() : 0;
    cl_event own = NULL;

    if (is_kept)
        pack_number(&command.fields, id);
    layer_pack(&command.fields, queue);
    if (is_kept) {
        pack_number(&command.fields, spot.id);
        pack_number(&command.fields, blocking != 0);
        pack_number(&command.fields, flags);
        pack_number(&command.fields, spot.offset);
        pack_number(&command.fields, size);
    }
    layer_send(&command, count, list, event);
    const cl_int error =
        layer_next->clEnqueueSVMMap(queue, blocking, flags, pointer, size, count, list,
                                    is_read ? layer_event_for(blocking, event, &own) : event);
    if (!error && is_kept)
        mapping_add((struct mapping){.id = id,
                                     .is_written = flags & ~(cl_map_flags)CL_MAP_READ,
                                     .is_early = !command.record,
                                     .box = box_of(pointer, size)});
    if (is_read)
        return layer_read_done(&command, error, box_of(pointer, size), blocking, own, event);
    return layer_sent(&command, error, event ? *event : NULL);
}

static cl_int CL_API_CALL unmap(cl_command_queue queue, void *pointer, cl_uint count,
                                const cl_event *list, cl_event *event)
{
    struct mapping *mapping = mapping_take(NULL, pointer);
    const bool is_kept = mapping && !mapping->is_early;
    struct command command = {.op = is_kept ? OP_UNMAP : OP_MARKER};

    layer_look();
    if (is_kept)
        pack_number(&command.fields, mapping->id);
    layer_pack(&command.fields, queue);
    if (is_kept)
        pack_number(&command.fields, mapping->is_written ? writer_data(&mapping->box) : 0);
    else if (mapping && mapping->is_written)
        svm_put_written(queue, svm_spot_of(pointer), &mapping->box);
    layer_send(&command, count, list, event);
    const cl_int error = layer_next->clEnqueueSVMUnmap(queue, pointer, count, list, event);
    free(mapping);
    return layer_sent(&command, error, event ? *event : NULL);
}

static cl_int CL_API_CALL exec_info(cl_kernel kernel, cl_kernel_exec_info what, size_t size,
                                    const void *value)
{
    if (what == CL_KERNEL_EXEC_INFO_SVM_PTRS && size)
        writer_note("clSetKernelExecInfo: pointers that lie in memory are not followed");
    return layer_next->clSetKernelExecInfo(kernel, what, size, value);
}

void layer_wrap_svm(cl_icd_dispatch *table)
{
    table->clSVMAlloc = svm_alloc;
    table->clSVMFree = release;
    table->clEnqueueSVMFree = enqueue_free;
    table->clEnqueueSVMMemcpy = copy;
    table->clEnqueueSVMMemFill = fill;
    table->clEnqueueSVMMigrateMem = migrate;
    table->clEnqueueSVMMap = map;
    table->clEnqueueSVMUnmap = unmap;
    table->clSetKernelExecInfo = exec_info;
}
