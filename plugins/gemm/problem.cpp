// Reading and checking a product's parameters.
//
// SPDX-License-Identifier: Apache-2.0
#include "problem.hpp"

#include <array>
#include <limits>
#include <stdexcept>

namespace dyno::gemm {
namespace {

struct type_row {
    data_type type;
    const char* name;
    number_format input;
    number_format output;
    accumulator sum; ///< the default
    const char* rate;
};

constexpr type_row types[] = {
    {data_type::fp64, "fp64", number_format::fp64, number_format::fp64, accumulator::fp64, "fp64"},
    {data_type::fp32, "fp32", number_format::fp32, number_format::fp32, accumulator::fp32, "fp32"},
    {data_type::tf32, "tf32", number_format::fp32, number_format::fp32, accumulator::fp32, "tf32"},
    {data_type::bf16, "bf16", number_format::bf16, number_format::bf16, accumulator::fp32, "bf16"},
    {data_type::fp16, "fp16", number_format::fp16, number_format::fp16, accumulator::fp32, "fp16"},
    {data_type::fp8_e4m3, "fp8_e4m3", number_format::e4m3, number_format::bf16, accumulator::fp32,
     "fp8"},
    {data_type::int8, "int8", number_format::int8, number_format::int32, accumulator::int32,
     "int8"},
};

const type_row& row_of(data_type type) {
    for (const type_row& row : types) {
        if (row.type == type) {
            return row;
        }
    }
    throw std::logic_error("unknown data type");
}

data_type type_named(const std::string& name) {
    for (const type_row& row : types) {
        if (name == row.name) {
            return row.type;
        }
    }
    throw std::invalid_argument("dtype = \"" + name + "\" is not known");
}

/// The value whose word the scenario gave.
template <class Value, std::size_t Count>
Value chosen(const host& from, const char* parameter,
             const std::array<std::pair<const char*, Value>, Count>& words) {
    const std::string given = from.text(parameter);
    for (const auto& [word, value] : words) {
        if (given == word) {
            return value;
        }
    }
    throw std::invalid_argument(std::string(parameter) + " = \"" + given + "\" is not known");
}

constexpr std::array input_words{std::pair{"normal", input_kind::normal},
                                 std::pair{"uniform", input_kind::uniform},
                                 std::pair{"zeros", input_kind::zeros}};
constexpr std::array library_words{std::pair{"cublaslt", blas_library::cublaslt},
                                   std::pair{"cublas", blas_library::cublas}};
constexpr std::array algorithm_words{std::pair{"tuned", algorithm_choice::tuned},
                                     std::pair{"first", algorithm_choice::first}};

std::string written(const char* name, std::int64_t value) {
    return std::string(name) + " = " + std::to_string(value);
}

/// Rows, columns and batches are 32-bit integers in cuBLAS and in the usual BLAS.
void require_countable(const char* name, std::int64_t value) {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    if (value < 1 || value > most) {
        throw std::invalid_argument(written(name, value) +
                                    " cannot be addressed: BLAS libraries count rows, columns and "
                                    "batches from 1 to " +
                                    std::to_string(most));
    }
}

/// m, n and k: from `size` alone, or each given, so that no run file needs a rule of precedence.
void read_shape(const host& from, problem& into) {
    const std::int64_t size = from.integer("size");
    into.m = from.integer("m");
    into.n = from.integer("n");
    into.k = from.integer("k");
    const bool none = into.m == 0 && into.n == 0 && into.k == 0;
    const bool all = into.m > 0 && into.n > 0 && into.k > 0;
    const std::string given = written("size", size) + ", " + written("m", into.m) + ", " +
                              written("n", into.n) + ", " + written("k", into.k);
    if (size < 0 || into.m < 0 || into.n < 0 || into.k < 0) {
        throw std::invalid_argument("sizes cannot be negative: " + given);
    }
    if (size > 0 && !none) {
        throw std::invalid_argument("give size or m, n and k, not both: " + given);
    }
    if (size == 0 && !all) {
        throw std::invalid_argument("give size (m = n = k), or all of m, n and k: " + given);
    }
    if (size > 0) {
        require_countable("size", size);
        into.m = into.n = into.k = size;
    }
}

/// Bytes of a matrix, or more than fits if it overflows. Its sides are countable already.
std::uint64_t bytes_or_overflow(const matrix& one) {
    std::uint64_t bytes = 0;
    if (__builtin_mul_overflow(static_cast<std::uint64_t>(one.rows),
                               static_cast<std::uint64_t>(one.columns), &bytes) ||
        __builtin_mul_overflow(bytes, static_cast<std::uint64_t>(one.count), &bytes) ||
        __builtin_mul_overflow(bytes, bytes_of(one.format), &bytes)) {
        return std::numeric_limits<std::uint64_t>::max();
    }
    return bytes;
}

void require_addressable(const problem& asked) {
    // A process addresses 2^47 bytes on x86-64; no device has near as much.
    constexpr std::uint64_t most = std::uint64_t{1} << 47;
    for (const auto& [name, one] :
         {std::pair{"A", asked.a()}, std::pair{"B", asked.b()}, std::pair{"D", asked.d()}}) {
        if (bytes_or_overflow(one) > most) {
            throw std::invalid_argument(
                std::string("matrix ") + name + " cannot be addressed: " + asked.words() +
                " needs more than 2^47 bytes for it; make m, n, k or batch smaller");
        }
    }
}

} // namespace

matrix problem::a() const {
    const number_format format = row_of(type).input;
    return transpose_a ? matrix{k, m, batch, format} : matrix{m, k, batch, format};
}

matrix problem::b() const {
    const number_format format = row_of(type).input;
    return transpose_b ? matrix{n, k, batch, format} : matrix{k, n, batch, format};
}

matrix problem::d() const {
    return {m, n, batch, row_of(type).output};
}

double problem::operations() const {
    return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) *
           static_cast<double>(batch);
}

const char* problem::work_unit() const {
    return type == data_type::int8 ? "OP" : "FLOP";
}

const char* problem::peak_rate() const {
    return type == data_type::fp16 && sum == accumulator::fp16 ? "fp16_acc16" : row_of(type).rate;
}

std::string problem::words() const {
    std::string text = name_of(type);
    if (sum != row_of(type).sum) {
        text.append(" summed in ").append(name_of(sum));
    }
    text.append(" ").append(std::to_string(m));
    text.append(" x ").append(std::to_string(n));
    text.append(" x ").append(std::to_string(k));
    text.append(transpose_a ? ", t" : ", n").append(transpose_b ? "t" : "n");
    if (batch > 1) {
        text.append(", batch ").append(std::to_string(batch));
    }
    return text;
}

problem read_problem(const host& from) {
    problem asked{};
    asked.type = type_named(from.text("dtype"));
    asked.sum = chosen(from, "accumulate",
                       std::array{std::pair{"default", row_of(asked.type).sum},
                                  std::pair{"fp32", accumulator::fp32},
                                  std::pair{"fp16", accumulator::fp16}});
    read_shape(from, asked);
    asked.batch = from.integer("batch");
    require_countable("m", asked.m);
    require_countable("n", asked.n);
    require_countable("k", asked.k);
    require_countable("batch", asked.batch);

    const std::string transpose = from.text("transpose");
    asked.transpose_a = transpose.starts_with('t');
    asked.transpose_b = transpose.ends_with('t');
    require_addressable(asked);

    asked.input = chosen(from, "input", input_words);
    asked.seed = static_cast<std::uint64_t>(from.integer("seed"));
    asked.library = chosen(from, "library", library_words);
    asked.algorithm = chosen(from, "algorithm", algorithm_words);
    asked.workspace_bytes = static_cast<std::size_t>(from.integer("workspace"));
    asked.fast_accumulate = from.boolean("fast_accumulate");
    asked.threads = static_cast<int>(from.integer("threads"));
    return asked;
}

std::optional<std::string> impossible(const problem& asked) {
    const type_row& row = row_of(asked.type);
    if (asked.sum != row.sum &&
        !(asked.type == data_type::fp16 && asked.sum == accumulator::fp16)) {
        return std::string("accumulate = \"") + name_of(asked.sum) + "\": no library sums " +
               row.name + " products in " + name_of(asked.sum) + " (fp16 is for dtype = \"fp16\")";
    }
    if (asked.fast_accumulate && asked.type != data_type::fp8_e4m3) {
        return std::string("fast_accumulate is for dtype = \"fp8_e4m3\", not for ") + row.name;
    }
    return std::nullopt;
}

const char* name_of(data_type type) {
    return row_of(type).name;
}

const char* name_of(accumulator sum) {
    switch (sum) {
    case accumulator::fp64:
        return "fp64";
    case accumulator::fp32:
        return "fp32";
    case accumulator::fp16:
        return "fp16";
    case accumulator::int32:
        return "int32";
    }
    throw std::logic_error("unknown accumulator");
}

} // namespace dyno::gemm
