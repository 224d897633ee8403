"""Two processes that take turns on one device, so that a claim "faster than X" is made with X beside it.

Each side is a program that answers `window SECONDS` with one line of JSON that has `wall_s`, the time of an
iteration. Both are prepared first and stay alive; then they alternate, so that clocks, heat and power are
the same for both.
SPDX-License-Identifier: Apache-2.0
"""
import json
import statistics
import subprocess


class Side:
    def __init__(self, command, environment=None):
        self.command = command
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=environment)
        self.ready = self.answer()

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.command} ended with status {self.process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"{self.command}: {answer['error']}")
        return answer

    def ask(self, request):
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        return self.answer()

    def window(self, seconds):
        return self.ask(f"window {seconds}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.process.stdin.write("quit\n")
            self.process.stdin.close()
            self.process.wait(timeout=20)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


def take_turns(ours, theirs, windows, seconds, warm_s):
    """Answers of `windows` windows a side, after both were warmed up by turns for `warm_s` in all."""
    for _ in range(max(1, round(warm_s / seconds / 2))):
        ours.window(seconds)
        theirs.window(seconds)
    pairs = [(ours.window(seconds), theirs.window(seconds)) for _ in range(windows)]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def speed_ratio(ours, theirs):
    """Our speed over theirs: medians of the windows' wall times."""
    return statistics.median(w["wall_s"] for w in theirs) / statistics.median(w["wall_s"] for w in ours)
