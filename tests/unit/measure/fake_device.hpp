// A device and a clock in virtual time: work takes exactly as long as a test says.
//
// The host's time goes on when a test says so (spend) and when it waits. The device has one stream:
// work begins when all before it is done, and not before it was enqueued. A mark is passed when the
// work before it is done.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "device/timed_device.hpp"
#include "measure/clock.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

class fake_device final : public dyno::timed_device {
public:
    // ---- what a test says --------------------------------------------------------------------
    double now_s = 1000;         ///< the host's time
    double processor_s = 0;      ///< processor time spent
    double flush_s = 0;          ///< a flush takes this long on the device
    double mark_host_s = 0;      ///< a mark costs the host this much
    bool holds = true;           ///< hold() works
    std::size_t queue = 1 << 20; ///< enqueueing more work than this while held blocks for ever
    double watchdog_s = 0.5;     ///< until the watchdog lets a hold go
    bool mark_fails = false;

    /// The host works.
    void spend(double time_s) {
        now_s += time_s;
        processor_s += time_s;
    }
    /// Enqueues work of this length on the stream.
    void enqueue(double time_s) {
        if (m_held) {
            m_waiting.push_back([this, time_s] { run(time_s); });
            if (m_waiting.size() > queue) {
                give_hold_up();
            }
        } else {
            run(time_s);
        }
    }

    // ---- what was asked of it ------------------------------------------------------------------
    std::vector<std::string> calls; ///< "reserve 3", "mark 0", "synchronise", "flush", …
    std::size_t reserved = 0;

    // ---- timed_device --------------------------------------------------------------------------
    [[nodiscard]] const dyno_device& plugin_view() const override { return m_view; }
    void reserve_marks(std::size_t count) override {
        calls.push_back("reserve");
        reserved = std::max(reserved, count);
        m_marks.resize(reserved);
    }
    void mark(std::size_t index) override {
        calls.push_back("mark " + std::to_string(index));
        if (mark_fails) {
            throw dyno::device_fault("the mark failed", false);
        }
        spend(mark_host_s);
        const auto pass = [this, index] { m_marks.at(index) = std::max(m_free_at_s, now_s); };
        if (m_held) {
            m_waiting.push_back(pass);
        } else {
            pass();
        }
    }
    [[nodiscard]] double span_s(std::size_t from, std::size_t to) override {
        return m_marks.at(to) - m_marks.at(from);
    }
    [[nodiscard]] double resolution_s() const override { return 5e-7; }
    void synchronise() override {
        calls.push_back("synchronise");
        if (m_held) {
            give_hold_up();
        }
        now_s = std::max(now_s, m_free_at_s);
    }
    [[nodiscard]] std::uint64_t free_bytes() override { return 1 << 30; }
    void flush_cache() override {
        calls.push_back("flush");
        enqueue(flush_s);
    }
    [[nodiscard]] std::string hold_obstacle() const override {
        return holds ? "" : "this test says so";
    }
    void hold() override {
        calls.push_back("hold");
        m_held = true;
        m_was_held = true;
    }
    bool release() override {
        calls.push_back("release");
        if (m_held) {
            let_go();
        }
        return std::exchange(m_was_held, false);
    }
    void check() override {}

private:
    void run(double time_s) { m_free_at_s = std::max(m_free_at_s, now_s) + time_s; }
    void let_go() {
        m_held = false;
        for (const auto& step : std::exchange(m_waiting, {})) {
            step();
        }
    }
    /// The host blocked until the watchdog let the stream go.
    void give_hold_up() {
        now_s += watchdog_s;
        m_was_held = false;
        let_go();
    }

    dyno_device m_view{sizeof(dyno_device), DYNO_CUDA, 0, 90, "Fake", nullptr};
    double m_free_at_s = 0;
    std::vector<double> m_marks;
    bool m_held = false, m_was_held = false;
    std::vector<std::function<void()>> m_waiting;
};

class fake_clock final : public dyno::clock_source {
public:
    explicit fake_clock(fake_device& of) : m_of(of) {}
    [[nodiscard]] double now_s() override { return m_of.now_s; }
    [[nodiscard]] double process_s() override { return m_of.processor_s; }

private:
    fake_device& m_of;
};
