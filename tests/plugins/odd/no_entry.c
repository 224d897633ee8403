/* A library with the note, but without an entry.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dyno/plugin.h>

DYNO_NOTE("no_entry", "1.0.0");
DYNO_EXPORT int something_else = 1;
