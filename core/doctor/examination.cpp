// SPDX-License-Identifier: Apache-2.0
#include "doctor/examination.hpp"

#include "device/init_failure.hpp"
#include "device/kernel_driver.hpp"
#include "doctor/driver_check.hpp"
#include "doctor/find_cudnn.hpp"
#include "doctor/find_host.hpp"
#include "doctor/find_libtorch.hpp"
#include "doctor/find_python.hpp"
#include "doctor/find_toolkits.hpp"
#include "doctor/gpu_check.hpp"
#include "doctor/plugin_check.hpp"
#include "doctor/sm_code_check.hpp"
#include "doctor/trial_runs.hpp"
#include "record/error.hpp"
#include "run/preparation.hpp"
#include "run/probe_client.hpp"

namespace dyno::doctor {
namespace {

class examiner {
public:
    examiner(children& processes, const examination_options& options,
             const std::function<void(const finding&)>& tell)
        : m_processes(processes), m_options(options), m_tell(tell), m_probe(processes),
          m_plugins(find_catalog(processes, options.plugin_folders)) {}

    void examine() {
        for (const auto look : {&examiner::look_at_driver, &examiner::look_at_software,
                                &examiner::look_at_host, &examiner::look_at_gpu_and_stack}) {
            if (!m_processes.interrupted()) {
                (this->*look)();
            }
        }
    }

private:
    void tell(const findings& all) {
        for (const finding& one : all) {
            m_tell(one);
        }
    }

    void look_at_driver() {
        seen_driver seen;
        seen.devices = m_probe.devices();
        seen.has_hardware = has_nvidia_hardware(m_options.root);
        seen.kernel_module =
            read_kernel_driver_version(m_options.root / "proc/driver/nvidia/version");
        if (const record::device* gpu = seen.devices.first_cuda()) {
            m_gpu = *gpu;
            m_facts = m_probe.watch(*m_gpu);
            const auto version = m_facts.identity.find("driver.version");
            seen.library_version = version != m_facts.identity.end()
                                       ? version->second
                                       : record::fact{std::nullopt, "NVML did not answer in time"};
        }
        m_driver_cuda = seen.devices.driver_cuda ? to_cuda_version(*seen.devices.driver_cuda) : "";
        m_why_no_gpu = why_no_gpu(seen);
        tell(check_driver(seen));
    }

    void look_at_software() {
        seen_toolkits toolkits = find_toolkits(m_options.root);
        toolkits.driver_cuda = m_driver_cuda;
        tell(check_toolkits(toolkits));
        tell(check_plugins(m_plugins));

        seen_python python = find_python(m_processes);
        python.driver_cuda = m_driver_cuda;
        python.has_gpu = m_gpu.has_value();
        const seen_libtorch torch{find_libtorch(m_plugins, python.torch_folder, m_options.root),
                                  m_driver_cuda, m_gpu.has_value()};
        tell(check_libtorch(torch));
        tell(check_cudnn(find_cudnn(m_processes, toolkits.found, torch.found, python.torch_folder,
                                    m_options.root)));
        tell(check_sm_code(find_code(torch)));
        tell(check_python(python));
    }

    seen_sm_code find_code(const seen_libtorch& torch) const {
        seen_sm_code seen;
        seen.sm = m_gpu ? m_gpu->sm : 0;
        seen.why_no_gpu = m_why_no_gpu;
        const auto add = [&](const fs::path& library) {
            built_code code{library.filename().string(), {}, {}};
            try {
                code.targets = find_sm_code(library);
            } catch (const error& failure) {
                code.trouble = failure.what();
            }
            seen.libraries.push_back(std::move(code));
        };
        for (const found_plugin& plugin : m_plugins.plugins()) {
            if (plugin.declaration) {
                add(plugin.path);
            }
        }
        for (const libtorch& one : torch.found) {
            if (one.is_cuda_build) {
                add(fs::path(one.folder) / "libtorch_cuda.so");
            }
        }
        return seen;
    }

    void look_at_host() {
        tell(check_library_path(find_library_path()));
        seen_host host = find_host(m_options.root);
        host.has_gpu = m_gpu.has_value();
        tell(check_host(host));
    }

    void look_at_gpu_and_stack() {
        const std::vector<seen_launch> launches =
            run_trials(m_processes, m_probe, m_plugins, m_options.plugin_folders);
        seen_gpu gpu;
        gpu.why_none = m_why_no_gpu;
        gpu.facts = m_facts;
        for (const seen_launch& one : launches) {
            if (one.launch && one.launch->telemetry && one.topic == "product") {
                gpu.under_load = one.launch->telemetry;
            }
            gpu.why_no_load = one.topic == "product" ? one.why_absent : gpu.why_no_load;
        }
        tell(check_gpu(gpu));
        for (const seen_launch& one : launches) {
            m_tell(check_launch(one));
        }
    }

    children& m_processes;
    const examination_options& m_options;
    const std::function<void(const finding&)>& m_tell;
    probe_client m_probe;
    catalog m_plugins;
    std::optional<record::device> m_gpu; ///< the first CUDA device
    record::fact_sheet m_facts;
    std::string m_driver_cuda; ///< "13.0"; empty: no driver
    std::string m_why_no_gpu;
};

} // namespace

void examine(children& processes, const examination_options& options,
             const std::function<void(const finding&)>& tell) {
    examiner(processes, options, tell).examine();
}

} // namespace dyno::doctor
