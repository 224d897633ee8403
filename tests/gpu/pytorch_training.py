"""ResNet training in PyTorch, the other side of the comparison with plugins/resnet_training.

    python3 pytorch_training.py [KEY=VALUE ...]

prepares one case and then obeys the lines that it reads, so that a driver (turns.py) can let this
process and the C++ one take turns on one device:

    window SECONDS    train for about that long; the first one is the warm-up
    losses COUNT      train COUNT steps and tell the loss of each; before any window
    quit              or the end of the input

Every answer is one line of JSON, the first says {"ready": true, ...} or {"error": ...}. Keys and
values are those of the workload `resnet_training` (batch=256 precision=fp16_amp execution=graph), and
beside them: compiled=true, checkpoint=per_stage (stem and stages; keep_last_segment=true), device=cpu
(to try it out). initialisation=formula gives the same weights and images as in C++, to the bit.
SPDX-License-Identifier: Apache-2.0
"""
import json
import math
import pathlib
import sys
import time

import torch
import torchvision
from torch import nn
from torch.utils.checkpoint import checkpoint

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "fixtures" / "torch_kit"))
import formula  # noqa: E402

DEFAULTS = dict(
    model="resnet50", batch=64, image_size=224, precision="fp32", layout="contiguous", optimizer="foreach",
    input="device", execution="eager", cudnn_benchmark=True, deterministic=False, seed=0, initialisation="random",
    learning_rate=1e-5, init_scale=128.0, compiled=False, checkpoint="none", keep_last_segment=False, device="cuda")
AUTOCAST = {"fp32": None, "tf32": None, "fp16_amp": torch.float16, "bf16_amp": torch.bfloat16}
WARM_UP_STEPS = 3


def parse(words):
    case = dict(DEFAULTS)
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in case:
            sys.exit(f"'{word}' is not KEY=VALUE with one of {', '.join(case)}")
        kind = type(case[key])
        case[key] = value == "true" if kind is bool else kind(value)
    return case


class Training:
    def __init__(self, case):
        self.case = case
        self.cuda = case["device"] == "cuda"
        self.capturing = case["execution"] == "graph"
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = case["precision"] == "tf32"
        torch.backends.cudnn.benchmark = case["cudnn_benchmark"]
        torch.backends.cudnn.deterministic = case["deterministic"]
        self.build()
        self.amp = AUTOCAST[case["precision"]]
        self.scaler = torch.amp.GradScaler(
            case["device"], init_scale=case["init_scale"], enabled=case["precision"] == "fp16_amp")
        self.optimizer = torch.optim.SGD(
            self.model.parameters(), lr=case["learning_rate"], momentum=0.9,
            fused=case["optimizer"] == "fused", foreach=case["optimizer"] == "foreach")
        self.forward = self.forward_function()
        self.loss = torch.zeros((), device=case["device"])
        self.steps = 0
        self.seconds_per_step = None
        if self.capturing:
            self.capture()
        else:
            self.work = self.eager

    def build(self):
        case = self.case
        torch.manual_seed(case["seed"])
        self.model = getattr(torchvision.models, case["model"])()
        if case["initialisation"] == "formula":
            formula.fill(self.model)
            images, labels = formula.batch(case["batch"], case["image_size"])
        else:
            images = torch.randn(case["batch"], 3, case["image_size"], case["image_size"])
            labels = torch.randint(0, 1000, (case["batch"],))
        layout = torch.channels_last if case["layout"] == "channels_last" else torch.contiguous_format
        self.model = self.model.train().to(case["device"]).to(memory_format=layout)
        images = images.to(memory_format=layout)
        self.images, self.labels = images.to(case["device"]), labels.to(case["device"])
        self.host_batches = None
        if case["input"] != "device":
            pinned = case["input"] == "pinned"
            second = torch.randn_like(images) if case["initialisation"] == "random" else \
                formula.batch(case["batch"], case["image_size"], number=1)[0].to(memory_format=layout)
            batches = [(images, labels), (second, labels)]
            self.host_batches = [tuple(t.pin_memory() if pinned else t for t in pair) for pair in batches]
            if pinned:
                self.side = torch.cuda.Stream()
                self.staging = torch.empty_like(self.images), torch.empty_like(self.labels)
                self.copy_to_staging()

    def forward_function(self):
        case, m = self.case, self.model
        if case["compiled"]:
            return torch.compile(m)
        if case["checkpoint"] == "none":
            return m
        segments = [nn.Sequential(m.conv1, m.bn1, m.relu, m.maxpool), m.layer1, m.layer2, m.layer3, m.layer4]

        def forward(x):
            for segment in segments:
                kept = case["keep_last_segment"] and segment is segments[-1]
                x = segment(x) if kept else checkpoint(segment, x, use_reentrant=False, preserve_rng_state=False)
            return m.fc(torch.flatten(m.avgpool(x), 1))

        return forward

    def eager(self):
        with torch.autocast(self.case["device"], dtype=self.amp or torch.bfloat16, enabled=self.amp is not None,
                            cache_enabled=not self.capturing):
            loss = nn.functional.cross_entropy(self.forward(self.images), self.labels)
        self.loss.copy_(loss.detach())
        self.scaler.scale(loss).backward()
        self.scaler.step(self.optimizer)
        self.scaler.update()
        self.optimizer.zero_grad(set_to_none=True)

    def capture(self):
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(WARM_UP_STEPS):
                self.eager()
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats()  # a captured step allocates at its capture
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=side):
            self.eager()
        self.work = graph.replay
        self.steps = WARM_UP_STEPS

    def copy_to_staging(self):
        """The next batch, on the side stream, while the step computes on the other."""
        self.side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.side):
            for to, source in zip(self.staging, self.host_batches[0]):
                to.copy_(source, non_blocking=True)
        self.host_batches.reverse()

    def step(self):
        if self.case["input"] == "pinned":
            torch.cuda.current_stream().wait_stream(self.side)
            self.images.copy_(self.staging[0], non_blocking=True)
            self.labels.copy_(self.staging[1], non_blocking=True)
            self.copy_to_staging()
        elif self.case["input"] == "pageable":
            self.images.copy_(self.host_batches[0][0])
            self.labels.copy_(self.host_batches[0][1])
            self.host_batches.reverse()
        self.work()
        self.steps += 1

    def synchronise(self):
        if self.cuda:
            torch.cuda.synchronize()

    def window(self, seconds):
        """Trains for about `seconds`, waiting for the device at the end alone."""
        if self.seconds_per_step is None:
            self.warm_up(seconds)
        count = max(1, round(seconds / self.seconds_per_step))
        self.synchronise()
        begin = time.perf_counter()
        for _ in range(count):
            self.step()
        self.synchronise()
        elapsed = time.perf_counter() - begin
        self.seconds_per_step = elapsed / count
        loss = self.loss.item()
        row = dict(wall_s=elapsed / count, img_s=self.case["batch"] * count / elapsed, steps=count, seconds=elapsed,
                   loss=loss if math.isfinite(loss) else None, finite=math.isfinite(loss))
        if self.cuda:
            row.update(peak_bytes=torch.cuda.max_memory_allocated(), peak_reserved_bytes=torch.cuda.max_memory_reserved())
        if self.scaler.is_enabled():
            row["scale"] = self.scaler.get_scale()
        return row

    def warm_up(self, seconds):
        """At least two steps, each waited for: the first runs cuDNN's benchmark, whose memory then goes back."""
        self.step()
        self.synchronise()
        if self.cuda and not self.capturing:
            torch.cuda.empty_cache()
            torch.cuda.reset_peak_memory_stats()
        begin, count = time.perf_counter(), 0
        while count == 0 or time.perf_counter() - begin < seconds:
            self.step()
            self.synchronise()
            count += 1
        self.seconds_per_step = (time.perf_counter() - begin) / count

    def losses(self, count):
        if self.seconds_per_step is not None:
            return dict(error="losses come before any window")
        first, values = self.steps, []
        for _ in range(count):
            self.step()
            values.append(self.loss.item())
        return dict(losses=values, first_step=first)


def answer(**row):
    print(json.dumps(row), flush=True)


def main():
    case = parse(sys.argv[1:])
    try:
        training = Training(case)
    except Exception as error:  # the driver reads JSON alone
        answer(error=repr(error)[:500])
        return 1
    name = torch.cuda.get_device_name() if training.cuda else "cpu"
    answer(ready=True, case=case, device=name, torch=torch.__version__, torchvision=torchvision.__version__,
           cuda=torch.version.cuda, cudnn=torch.backends.cudnn.version())
    for line in sys.stdin:
        word, _, argument = line.strip().partition(" ")
        if word == "window":
            answer(**training.window(float(argument)))
        elif word == "losses":
            answer(**training.losses(int(argument)))
        elif word == "quit":
            break
        else:
            answer(error=f"'{line.strip()}' is neither window, losses nor quit")
    return 0


if __name__ == "__main__":
    sys.exit(main())
