// The workloads `gemm` and `resnet_training` as work of known length on the fake libcuda.so.1, with
// the parameters that the doctor gives them.
// SPDX-License-Identifier: Apache-2.0
#include <dyno/plugin.hpp>
#include <fake_cuda.h>

#include <dlfcn.h>

namespace {

constexpr dyno_param gemm_parameters[] = {
    dyno::integer("size", "1", 1, 1 << 20, "Of no effect."),
};
constexpr dyno_param training_parameters[] = {
    dyno::text("model", "\"resnet50\"", nullptr, "Of no effect."),
    dyno::integer("batch", "64", 1, 65536, "Of no effect."),
    dyno::integer("image_size", "224", 32, 4096, "Of no effect.", "px"),
    dyno::boolean("cudnn_benchmark", "true", "Of no effect."),
};
constexpr dyno_metric no_metrics[] = {
    dyno::exact("runs", "1", "Iterations in all."),
};

class gemm {
public:
    static constexpr const char* id = "gemm";
    static constexpr const char* summary = "Stands for a product.";
    static constexpr std::uint32_t devices = dyno::on_cuda;
    static constexpr auto& parameters = gemm_parameters;
    static constexpr auto& metrics = no_metrics;

    gemm(dyno::host host, const dyno::device& device) : m_host(host), m_stream(device.stream) {
        void* opened = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
        void* found = opened ? dlsym(opened, "fake_cuda_enqueue") : nullptr;
        if (!found) {
            throw dyno::skipped("runs on the fake libcuda.so.1 of the tests alone");
        }
        m_enqueue = reinterpret_cast<int (*)(void*, std::uint64_t)>(found);
    }

    void prepare() {}
    void run() {
        constexpr std::uint64_t work_ns = 1'000'000;
        if (m_enqueue(m_stream, work_ns) != 0) {
            throw std::runtime_error("fake_cuda_enqueue failed");
        }
        ++m_count;
    }
    void report() { m_host.metric("runs", static_cast<double>(m_count)); }

private:
    dyno::host m_host;
    void* m_stream;
    int (*m_enqueue)(void*, std::uint64_t) = nullptr;
    std::int64_t m_count = 0;
};

class resnet_training : public gemm {
public:
    using gemm::gemm;
    static constexpr const char* id = "resnet_training";
    static constexpr const char* summary = "Stands for a training step.";
    static constexpr auto& parameters = training_parameters;
};

} // namespace

DYNO_PLUGIN("fake_recipes", "1.0.0", gemm, resnet_training);
