// Warm-up, heats and final.
//
// SPDX-License-Identifier: Apache-2.0
#include "race.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

namespace dyno::gemm {
namespace {

constexpr std::size_t most_heats = 8;
constexpr std::size_t most_finals = 4;
constexpr std::size_t most_challengers = 2;

/// A challenger may look this much slower in the heats, where all share one clock, and still win.
constexpr double challenger_limit = 1.02;

struct entrant {
    std::size_t candidate;
    double product_s;           ///< latest time of one product
    std::vector<double> ratios; ///< to the first candidate, one a turn

    [[nodiscard]] double median() const {
        std::vector<double> sorted = ratios;
        std::sort(sorted.begin(), sorted.end());
        const std::size_t half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
};

std::string percent_and(double ratio, const char* what, std::size_t count) {
    std::array<char, 96> text{};
    std::snprintf(text.data(), text.size(), "%.4f of the first candidate's time in %zu %s", ratio,
                  count, what);
    return text.data();
}

class race_track {
public:
    race_track(const product_timer& timer, const race_rules& rules)
        : m_timer(timer), m_rules(rules) {}

    /// One slice of about `slice_s`; returns the seconds of one product.
    double slice(entrant& one, double slice_s, double untimed_share) {
        const double products = std::max(1.0, slice_s / std::max(one.product_s, 1e-9));
        const auto untimed = static_cast<std::size_t>(products * untimed_share);
        const auto timed =
            std::max<std::size_t>(1, static_cast<std::size_t>(products * (1 - untimed_share)));
        const double seconds = m_timer(one.candidate, untimed, timed);
        one.product_s = seconds / static_cast<double>(timed);
        m_spent += one.product_s * static_cast<double>(untimed + timed);
        return one.product_s;
    }

    /// All entrants forwards, then backwards: a steady drift of the clock cancels out in the sums.
    void turn(std::vector<entrant>& entrants, double slice_s, double untimed_share) {
        std::vector<double> sums(entrants.size(), 0.0);
        for (std::size_t i = 0; i < entrants.size(); ++i) {
            sums[i] += slice(entrants[i], slice_s, untimed_share);
        }
        for (std::size_t i = entrants.size(); i-- > 0;) {
            sums[i] += slice(entrants[i], slice_s, untimed_share);
        }
        for (std::size_t i = 0; i < entrants.size(); ++i) {
            entrants[i].ratios.push_back(sums[i] / sums[0]);
        }
    }

    [[nodiscard]] double spent() const { return m_spent; }
    [[nodiscard]] double turn_cost(const std::vector<entrant>& entrants, double slice_s) const {
        double cost = 0;
        for (const entrant& one : entrants) {
            cost += 2 * std::max(slice_s, one.product_s);
        }
        return cost;
    }

    void warm_up(entrant& first) {
        slice(first, 0, 0);
        while (m_spent < m_rules.warm_up_s) {
            slice(first, 0.02, 0);
        }
    }

    /// Leaves the first candidate and those that may beat it.
    void heats(std::vector<entrant>& entrants) {
        const double end = m_spent + m_rules.heats_s;
        // The share by which a candidate may trail the leader after a heat and stay in.
        constexpr std::array<double, 3> allowed = {1.5, 1.1, 1.04};
        for (std::size_t heat = 0; heat < most_heats && entrants.size() > 1; ++heat) {
            const double slice_s = heat == 0 ? m_rules.heat_slice_s / 5 : m_rules.heat_slice_s;
            if (heat > 0 && m_spent + turn_cost(entrants, slice_s) > end) {
                return;
            }
            turn(entrants, slice_s, 0);
            double leader = 1;
            for (const entrant& one : entrants) {
                leader = std::min(leader, one.median());
            }
            const double limit = leader * allowed[std::min(heat, allowed.size() - 1)];
            std::erase_if(entrants, [limit](const entrant& one) {
                return one.candidate != 0 && one.median() > limit;
            });
        }
    }

    /// Leaves the first candidate and its best challengers, with no ratios, for the final.
    static void keep_finalists(std::vector<entrant>& entrants) {
        std::sort(entrants.begin() + 1, entrants.end(),
                  [](const entrant& x, const entrant& y) { return x.median() < y.median(); });
        std::erase_if(entrants, [](const entrant& one) {
            return one.candidate != 0 && one.median() > challenger_limit;
        });
        entrants.resize(std::min(entrants.size(), 1 + most_challengers));
        for (entrant& one : entrants) {
            one.ratios.clear();
        }
    }

    void finals(std::vector<entrant>& entrants) {
        for (std::size_t turns = 0; turns < most_finals; ++turns) {
            if (turns > 0 &&
                m_spent + turn_cost(entrants, m_rules.final_slice_s) > m_rules.budget_s) {
                return;
            }
            turn(entrants, m_rules.final_slice_s, 1.0 / 3);
        }
    }

private:
    const product_timer& m_timer;
    const race_rules& m_rules;
    double m_spent = 0;
};

bool beats_first(const entrant& one, double margin) {
    const double slowest = *std::max_element(one.ratios.begin(), one.ratios.end());
    return slowest < 1 && one.median() < 1 - margin;
}

} // namespace

race_result race(std::size_t count, const product_timer& timer, const race_rules& rules) {
    race_track track(timer, rules);
    std::vector<entrant> entrants{{0, 1, {}}};
    race_result result;
    result.timed = 1;
    if (count == 1) {
        result.timed = 0;
        result.reason = "the only candidate";
        return result;
    }
    track.warm_up(entrants.front());
    const double product_s = entrants.front().product_s;
    // A final of two takes four products at least, a heat before it four more.
    const double affordable = rules.budget_s - track.spent();
    if (8 * product_s > affordable) {
        result.spent_s = track.spent();
        result.reason = "the first candidate: a product takes " + std::to_string(product_s) +
                        " s, too long to time others";
        return result;
    }
    const auto room = static_cast<std::size_t>(std::max(2.0, rules.heats_s / (2 * product_s)));
    for (std::size_t i = 1; i < std::min(count, room); ++i) {
        entrants.push_back({i, product_s, {}});
    }
    result.timed = entrants.size();

    track.heats(entrants);
    track.keep_finalists(entrants);
    if (entrants.size() > 1) {
        track.finals(entrants);
    }
    result.spent_s = track.spent();
    result.reason = "the first candidate: no other was faster by " +
                    std::to_string(rules.margin * 100).substr(0, 3) + " %";
    for (const entrant& one : entrants) {
        if (one.candidate != 0 && beats_first(one, rules.margin) && one.median() < result.ratio) {
            result.winner = one.candidate;
            result.ratio = one.median();
            result.reason = percent_and(result.ratio, "finals", one.ratios.size());
        }
    }
    return result;
}

} // namespace dyno::gemm
