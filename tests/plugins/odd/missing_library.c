/* A plugin that needs a library which the tests take away again.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dyno/plugin.h>

int from_a_library_that_is_gone(void);

static void __attribute__((constructor)) at_load(void) { (void)from_a_library_that_is_gone(); }

DYNO_NOTE("missing_library", "1.0.0");
DYNO_EXPORT const dyno_entry dyno_plugin = {
    DYNO_MAGIC, sizeof(dyno_entry), DYNO_ABI, 0, "missing_library", "1.0.0", "C", NULL};
