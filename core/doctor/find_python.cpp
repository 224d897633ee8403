// SPDX-License-Identifier: Apache-2.0
#include "doctor/find_python.hpp"

#include "doctor/places.hpp"

#include <sstream>
#include <string_view>

namespace dyno::doctor {
namespace {

/// A cold interpreter with many packages on a network disk takes seconds.
constexpr std::chrono::seconds time_limit{10};

/// Writes lines of words, with tabs between them, to the channel. find_spec() of a package at the
/// top imports nothing.
constexpr const char* script = R"(
import os, re, sys
from importlib import metadata, util
out = os.fdopen(3, 'w')
def say(*words):
    print(*words, sep='\t', file=out)
say('version', '%d.%d.%d' % sys.version_info[:3])
said = set()
for one in metadata.distributions():
    name = (one.metadata['Name'] or '').lower().replace('_', '-')
    if name not in said and name.startswith(('torch', 'tensorflow', 'nvidia-')):
        said.add(name)
        say('package', name, one.version)
spec = util.find_spec('torch')
if spec and spec.origin:
    folder = os.path.dirname(spec.origin)
    say('torch_folder', folder)
    text = open(os.path.join(folder, 'version.py')).read()
    found = re.search(r"^cuda\b[^=]*= *'([^']*)'", text, re.M)
    say('torch_cuda', found.group(1) if found else '')
    found = re.search(r"^__version__ *= *'([^']*)'", text, re.M)
    if found:
        say('package', 'torch', found.group(1))
say('end')
out.close()
)";

std::string last_line(const std::string& log) {
    std::istringstream lines(log);
    std::string last;
    for (std::string line; std::getline(lines, line);) {
        last = line.empty() ? last : line;
    }
    return last;
}

} // namespace

seen_python find_python(children& processes) {
    seen_python seen;
    fs::path program = find_program("python3");
    program = program.empty() ? find_program("python") : program;
    if (program.empty()) {
        return seen;
    }
    seen.program = program.string();
    bool is_whole = false;
    const auto take = [&](std::string_view line) {
        std::istringstream words{std::string(line)};
        std::string what, first, second;
        std::getline(words, what, '\t');
        std::getline(words, first, '\t');
        std::getline(words, second, '\t');
        if (what == "version") {
            seen.version = first;
        } else if (what == "package") {
            seen.packages[first] = second;
        } else if (what == "torch_folder") {
            seen.torch_folder = first;
        } else if (what == "torch_cuda") {
            seen.torch_cuda = first;
        } else if (what == "end") {
            is_whole = true;
        }
    };
    child_command command{{"-c", script}, {}, {}, ""};
    command.program = seen.program;
    try {
        const child_end end = processes.run(command, time_limit, take);
        if (end.timed_out) {
            seen.trouble = "did not answer within 10 s";
        } else if (!is_whole) {
            const std::string words = last_line(end.log);
            seen.trouble = "ended with " + to_text(end) + (words.empty() ? "" : ": " + words);
        }
    } catch (const start_failure& failure) {
        seen.trouble =
            failure.what(); // a script whose interpreter is gone, another machine's program
    }
    return seen;
}

} // namespace dyno::doctor
