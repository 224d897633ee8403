// SPDX-License-Identifier: Apache-2.0
#include "command/commands.hpp"
#include "plugin/plugin_tag.hpp"
#include "record/run_file.hpp"

#include <dyno/plugin.h>

#include <cstdio>

namespace dyno {

void print_version() {
    std::printf("runner %s\nplugin ABI %s\nrun file schema %d.%d\nscenario schema 1\n",
                DYNO_VERSION, abi_text(DYNO_ABI).c_str(), record::schema_major,
                record::schema_minor);
}

} // namespace dyno
