/* A plugin of another major ABI: refused by its note, before it is opened.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dyno/plugin.h>

#undef DYNO_ABI_MAJOR
#define DYNO_ABI_MAJOR 9

DYNO_NOTE("wrong_abi", "1.0.0");
DYNO_EXPORT const dyno_entry dyno_plugin = {
    DYNO_MAGIC, sizeof(dyno_entry), 9u << 16, 0, "wrong_abi", "1.0.0", "C", NULL};
