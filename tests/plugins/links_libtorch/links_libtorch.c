/* A plugin that links a LibTorch without CUDA, to see that it is found. It offers nothing.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dyno/plugin.h>

int fake_torch(void);

static void __attribute__((constructor)) at_load(void) {
    (void)fake_torch();
}

static const dyno_workload* const workloads[] = {NULL};

DYNO_NOTE("links_libtorch", "1.0.0");
DYNO_EXPORT const dyno_entry dyno_plugin = {
    DYNO_MAGIC, sizeof(dyno_entry), DYNO_ABI, 0, "links_libtorch", "1.0.0", "C", workloads};
