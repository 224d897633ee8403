// SPDX-License-Identifier: Apache-2.0
#include "doctor/python_check.hpp"

#include "doctor/version.hpp"

namespace dyno::doctor {
namespace {

/// The CUDA that TensorFlow's Linux wheels were built with, by TensorFlow's minor version; from its
/// tested build configurations (tensorflow.org/install/source).
std::string cuda_of_tensorflow(const std::string& version) {
    if (number_at(version, 0) != 2) {
        return "";
    }
    const int minor = number_at(version, 1);
    return minor < 5     ? ""
           : minor <= 11 ? "11.2"
           : minor <= 14 ? "11.8"
           : minor == 15 ? "12.2"
           : minor <= 17 ? "12.3"
           : minor <= 20 ? "12.5"
                         : "";
}

std::string find(const seen_python& seen, const char* name) {
    const auto found = seen.packages.find(name);
    return found == seen.packages.end() ? "" : found->second;
}

/// "; brings cuDNN 9.19.0.56, cuBLAS 13.1.0.3"
std::string libraries_of(const seen_python& seen) {
    std::string text;
    for (const auto& [name, version] : seen.packages) {
        for (const auto& [front, word] :
             {std::pair("nvidia-cudnn", "cuDNN"), std::pair("nvidia-cublas", "cuBLAS"),
              std::pair("nvidia-nccl", "NCCL")}) {
            if (name.starts_with(front)) {
                text += std::string(text.empty() ? "; wheels beside it: " : ", ") + word + " " +
                        version;
            }
        }
    }
    return text;
}

finding judge_pytorch(const seen_python& seen, const std::string& where) {
    const std::string version = find(seen, "torch");
    if (version.empty()) {
        return not_checked("pytorch", "not installed in " + where);
    }
    std::string text = "PyTorch " + version + " in " + where;
    text += seen.torch_cuda.empty() ? ", a build without CUDA" : ", brings CUDA " + seen.torch_cuda;
    text += libraries_of(seen);
    if (!is_at_least(version, "2.0")) {
        return doubtful("pytorch", text + "; older than 2.0", "pip install --upgrade torch");
    }
    if (seen.has_gpu && seen.torch_cuda.empty()) {
        return doubtful("pytorch", text + ": it does not use the GPU",
                        "pip install torch from an index of CUDA builds (pytorch.org)");
    }
    if (fit_of(seen.torch_cuda, seen.driver_cuda) == cuda_fit::needs_newer_driver) {
        return doubtful("pytorch", text + ", but the driver accepts CUDA " + seen.driver_cuda,
                        install_driver_for(seen.torch_cuda) + ", or a PyTorch of CUDA " +
                            std::to_string(number_at(seen.driver_cuda, 0)));
    }
    return good("pytorch", text);
}

finding judge_tensorflow(const seen_python& seen, const std::string& where) {
    std::string version;
    for (const char* name : {"tensorflow", "tensorflow-gpu", "tensorflow-cpu"}) {
        version = version.empty() ? find(seen, name) : version;
    }
    if (version.empty()) {
        return not_checked("tensorflow", "not installed in " + where);
    }
    std::string text = "TensorFlow " + version + " in " + where;
    if (!find(seen, "tensorflow-cpu").empty()) {
        text += ", a build without CUDA";
        return seen.has_gpu ? doubtful("tensorflow", text + ": it does not use the GPU",
                                       "pip install 'tensorflow[and-cuda]'")
                            : good("tensorflow", text);
    }
    const std::string cuda = cuda_of_tensorflow(version);
    text += cuda.empty() ? ", for a CUDA that is not known here" : ", built with CUDA " + cuda;
    if (!is_at_least(version, "2.12")) {
        return doubtful("tensorflow", text + "; older than 2.12",
                        "pip install --upgrade 'tensorflow[and-cuda]'");
    }
    if (is_at_least(version, "2.13")) {
        text += "; newer than 2.12, the last that was tried beside PyTorch 2";
    }
    if (fit_of(cuda, seen.driver_cuda) == cuda_fit::needs_newer_driver) {
        return doubtful("tensorflow", text + ", but the driver accepts CUDA " + seen.driver_cuda,
                        install_driver_for(cuda));
    }
    return good("tensorflow", text);
}

} // namespace

findings check_python(const seen_python& seen) {
    if (seen.program.empty()) {
        const std::string why = "there is no python3 on the PATH";
        return {not_checked("pytorch", why), not_checked("tensorflow", why)};
    }
    if (!seen.trouble.empty()) {
        const std::string why = seen.program + ": " + seen.trouble;
        constexpr const char* mend = "see whether `python3 -c pass` ends; look at its site "
                                     "packages and PYTHONPATH";
        return {doubtful("pytorch", why, mend), not_checked("tensorflow", why)};
    }
    const std::string where = seen.program + " (Python " + seen.version + ")";
    return {judge_pytorch(seen, where), judge_tensorflow(seen, where)};
}

} // namespace dyno::doctor
