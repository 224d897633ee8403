"""A matrix product in PyTorch, the other side of the comparison with plugins/gemm.

    python3 pytorch_gemm.py dtype=bf16 size=8192

prepares torch.mm of two random square matrices and obeys the lines that it reads, as turn_taker does:
`window SECONDS`, `quit`. Every answer is one line of JSON. dtype is fp32, tf32, fp16 or bf16.
SPDX-License-Identifier: Apache-2.0
"""
import json
import sys
import time

import torch

DTYPES = {"fp32": torch.float32, "tf32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16}


def say(**answer):
    print(json.dumps(answer), flush=True)


def main():
    case = dict(word.split("=", 1) for word in sys.argv[1:])
    torch.manual_seed(1)
    torch.backends.cuda.matmul.allow_tf32 = case["dtype"] == "tf32"
    size, dtype = int(case["size"]), DTYPES[case["dtype"]]
    a, b = (torch.randn(size, size, device="cuda", dtype=dtype) for _ in range(2))
    product = torch.empty(size, size, device="cuda", dtype=dtype)

    def run(count):
        first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        torch.cuda.synchronize()
        begin = time.perf_counter()
        first.record()
        for _ in range(count):
            torch.mm(a, b, out=product)
        last.record()
        torch.cuda.synchronize()
        return (time.perf_counter() - begin) / count, first.elapsed_time(last) / 1e3 / count

    run(3)
    iteration_s = run(3)[0]
    say(ready=True, torch=torch.__version__, device=torch.cuda.get_device_name())
    for line in sys.stdin:
        words = line.split()
        if not words or words[0] == "quit":
            return
        count = max(1, round(float(words[1]) / iteration_s))
        iteration_s, time_s = run(count)
        say(iterations=count, time_s=time_s, wall_s=iteration_s)


main()
