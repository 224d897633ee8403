/* A library with an entry, but without the note.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dyno/plugin.h>

DYNO_EXPORT const dyno_entry dyno_plugin = {
    DYNO_MAGIC, sizeof(dyno_entry), DYNO_ABI, 0, "no_tag", "1.0.0", "C", NULL};
