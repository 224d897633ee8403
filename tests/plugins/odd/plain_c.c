/* A whole plugin in plain C, to see that the header is C and that no C++ is needed.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dyno/plugin.h>

#include <stdlib.h>

struct state {
    const dyno_host* host;
    long count;
};

static dyno_status create(const dyno_host* host, const dyno_device* device, void** out) {
    (void)device;
    struct state* s = calloc(1, sizeof *s);
    if (s == NULL) {
        return DYNO_HOST_OOM;
    }
    s->host = host;
    *out = s;
    return DYNO_OK;
}

static dyno_status prepare(void* self) {
    (void)self;
    return DYNO_OK;
}

static dyno_status run(void* self) {
    ((struct state*)self)->count++;
    return DYNO_OK;
}

static void destroy(void* self) { free(self); }

static const dyno_param* const params[] = {NULL};
static const dyno_metric* const metrics[] = {NULL};

static const dyno_workload workload = {
    sizeof(dyno_workload), 0,      "plain_c", 1u << DYNO_CPU, "Counts.", params,
    metrics,               NULL,   create,    prepare,        run,       NULL,
    NULL,                  destroy};

static const dyno_workload* const workloads[] = {&workload, NULL};

DYNO_NOTE("plain_c", "1.0.0");
DYNO_EXPORT const dyno_entry dyno_plugin = {
    DYNO_MAGIC, sizeof(dyno_entry), DYNO_ABI, 0, "plain_c", "1.0.0", "C", workloads};
