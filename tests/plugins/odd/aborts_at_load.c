/* A plugin that ends its process as soon as it is loaded.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dyno/plugin.h>

#include <stdlib.h>

static void __attribute__((constructor)) at_load(void) { abort(); }

DYNO_NOTE("aborts_at_load", "1.0.0");
DYNO_EXPORT const dyno_entry dyno_plugin = {
    DYNO_MAGIC, sizeof(dyno_entry), DYNO_ABI, 0, "aborts_at_load", "1.0.0", "C", NULL};
