// Device work of known length on the fake libcuda.so.1, to see what the host makes of its times.
// `fake_gpu_work` may be held; `fake_gpu_work_synchronous` says that it waits for the device.
// SPDX-License-Identifier: Apache-2.0
#include <dyno/plugin.hpp>
#include <fake_cuda.h>

#include <chrono>
#include <dlfcn.h>

namespace {

constexpr dyno_param work_parameters[] = {
    dyno::real("device_work_us", "100.0", 0, 1e9, "Device time of one launch.", "us"),
    dyno::real("host_work_us", "0.0", 0, 1e9, "Host time before each launch, spent spinning.",
               "us"),
    dyno::integer("launches_per_iteration", "1", 1, 1000000, "Launches that run() enqueues."),
    dyno::boolean("synchronises", "false", "Wait for the device at the end of run()."),
};

constexpr dyno_metric work_metrics[] = {
    dyno::exact("launches", "1", "Launches in all."),
};

/// Functions of the library that the host has opened; the plugin links none of it.
struct fake_driver {
    int (*enqueue)(void*, std::uint64_t);
    int (*synchronise)(void*);

    fake_driver() {
        void* opened = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
        void* found = opened ? dlsym(opened, "fake_cuda_enqueue") : nullptr;
        if (!found) {
            throw dyno::skipped("runs on the fake libcuda.so.1 of the tests alone");
        }
        enqueue = reinterpret_cast<int (*)(void*, std::uint64_t)>(found);
        synchronise = reinterpret_cast<int (*)(void*)>(dlsym(opened, "cuStreamSynchronize"));
    }
};

void require(int result, const char* call) {
    if (result != 0) {
        throw std::runtime_error(std::string(call) + " returned " + std::to_string(result));
    }
}

void spin(std::chrono::nanoseconds length) {
    const auto end = std::chrono::steady_clock::now() + length;
    while (std::chrono::steady_clock::now() < end) {
    }
}

class fake_gpu_work {
public:
    static constexpr const char* id = "fake_gpu_work";
    static constexpr const char* summary = "Device work of known length.";
    static constexpr std::uint32_t devices = dyno::on_cuda;
    static constexpr auto& parameters = work_parameters;
    static constexpr auto& metrics = work_metrics;

    fake_gpu_work(dyno::host host, const dyno::device& device)
        : m_host(host), m_stream(device.stream),
          m_work_ns(static_cast<std::uint64_t>(host.real("device_work_us") * 1e3)),
          m_host_work(static_cast<std::int64_t>(host.real("host_work_us") * 1e3)),
          m_launches(host.integer("launches_per_iteration")),
          m_synchronises(host.boolean("synchronises")) {}

    void prepare() {}

    void run() {
        for (std::int64_t i = 0; i < m_launches; ++i) {
            spin(m_host_work);
            require(m_driver.enqueue(m_stream, m_work_ns), "fake_cuda_enqueue");
        }
        m_count += m_launches;
        if (m_synchronises) {
            require(m_driver.synchronise(m_stream), "cuStreamSynchronize");
        }
    }

    void report() { m_host.metric("launches", static_cast<double>(m_count)); }

private:
    dyno::host m_host;
    fake_driver m_driver;
    void* m_stream;
    std::uint64_t m_work_ns;
    std::chrono::nanoseconds m_host_work;
    std::int64_t m_launches;
    bool m_synchronises;
    std::int64_t m_count = 0;
};

class fake_gpu_work_synchronous : public fake_gpu_work {
public:
    using fake_gpu_work::fake_gpu_work;
    static constexpr const char* id = "fake_gpu_work_synchronous";
    static constexpr std::uint32_t flags = DYNO_SYNCHRONISES;
};

} // namespace

DYNO_PLUGIN("fake_gpu_work", "1.0.0", fake_gpu_work, fake_gpu_work_synchronous);
