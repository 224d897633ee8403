// Workloads on offer without any plugin: `gemm` on both kinds of device, with other parameters on
// each, and `copy` on CUDA alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/case_list.hpp"

#include <utility>

class fake_offers {
public:
    fake_offers() {
        using dyno::record::value_type;
        m_gemm_cuda.id = m_gemm_cpu.id = "gemm";
        m_gemm_cuda.on_cuda = m_gemm_cpu.on_cpu = true;
        m_gemm_cuda.parameters = {size("m", "64"), size("n", "64"), size("k", "64"),
                                  text("dtype", "\"bf16\"", {"bf16", "fp16", "fp32"}),
                                  text("algorithm", "\"tuned\"", {"first", "tuned"})};
        m_gemm_cuda.parameters.push_back(real("scale", "1.0", 0, 2));
        m_gemm_cuda.parameters.push_back(boolean("transposed", "false"));
        m_gemm_cuda.parameters.push_back(size("workspace", "0", "B"));
        m_gemm_cuda.parameters.back().least_integer = 0;
        m_gemm_cuda.parameters.push_back(text("remark", "\"\"", {}));
        m_gemm_cpu.parameters = {size("m", "32"), size("n", "32"), size("k", "32")};
        m_copy.id = "copy";
        m_copy.on_cuda = true;
        m_copy.parameters = {size("bytes", "", "B"), text("kind", "\"h2d\"", {"h2d", "d2h"})};
    }
    fake_offers(const fake_offers&) = delete;
    fake_offers& operator=(const fake_offers&) = delete;

    [[nodiscard]] dyno::workload_offers view() const {
        return {[this](const std::string& id) {
                    std::vector<dyno::workload_offer> all;
                    for (const auto& [plugin, workload] : {std::pair("gemm_cpu", &m_gemm_cpu),
                                                           {"gemm_cuda", &m_gemm_cuda},
                                                           {"copy", &m_copy}}) {
                        if (workload->id == id) {
                            all.push_back(
                                {plugin, "/plugins/" + std::string(plugin) + ".so", workload});
                        }
                    }
                    return all;
                },
                {"copy", "gemm"}};
    }

    dyno::record::workload_declaration m_gemm_cuda, m_gemm_cpu, m_copy;

private:
    static dyno::record::parameter_declaration named(const char* name, const char* fallback,
                                                     dyno::record::value_type type) {
        dyno::record::parameter_declaration p;
        p.name = name;
        p.type = type;
        p.fallback_toml = fallback;
        return p;
    }
    static dyno::record::parameter_declaration size(const char* name, const char* fallback,
                                                    const char* unit = "") {
        auto p = named(name, fallback, dyno::record::value_type::integer);
        p.least_integer = 1;
        p.most_integer = 65536;
        p.unit = unit;
        if (p.unit == "B") {
            p.most_integer = std::int64_t{1} << 40;
        }
        return p;
    }
    static dyno::record::parameter_declaration real(const char* name, const char* fallback,
                                                    double least, double most) {
        auto p = named(name, fallback, dyno::record::value_type::real);
        p.least_real = least;
        p.most_real = most;
        return p;
    }
    static dyno::record::parameter_declaration text(const char* name, const char* fallback,
                                                    std::vector<std::string> allowed) {
        auto p = named(name, fallback, dyno::record::value_type::text);
        p.allowed = std::move(allowed);
        return p;
    }
    static dyno::record::parameter_declaration boolean(const char* name, const char* fallback) {
        return named(name, fallback, dyno::record::value_type::boolean);
    }
};
