/* A plugin whose entry says that it ends before its workloads.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dyno/plugin.h>

DYNO_NOTE("short_struct", "1.0.0");
DYNO_EXPORT const dyno_entry dyno_plugin = {
    DYNO_MAGIC, 16, DYNO_ABI, 0, "short_struct", "1.0.0", "C", NULL};
