/* What the fake libcuda.so.1 exports beside the driver API, for tests and test plugins. Find it by
 * dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD) and dlsym.
 *
 * A stream is a queue of work of known length on a virtual device. Device time is arithmetic: work
 * starts when what precedes it has ended, not before it was enqueued, and on a held stream not
 * before the release is seen (at the next call that touches the stream). Nothing is computed, and
 * device memory is only counted.
 *
 * Environment, read by each cuInit while nothing is in use:
 *   FAKE_CUDA_FAIL       see script.hpp; sticky codes (700, 719, …) fail every later call too
 *   FAKE_CUDA_VERSION    what cuDriverGetVersion says (13000)
 *   FAKE_CUDA_NAMES, _UUIDS, _BUS_IDS   one a device, with ';' between them; names decide how many
 *   FAKE_CUDA_SM (90), _MULTIPROCESSORS (132), _L2_BYTES (50 MiB), _MEMORY_BYTES (16 GiB)
 *   FAKE_CUDA_MEM_OPS    attribute 92, of the first form of the stream memory operations (1)
 *   FAKE_CUDA_QUEUE      launches that the queue holds before enqueueing blocks (1024)
 *   FAKE_CUDA_EVENT_NS   what an event costs the stream (0)
 *   FAKE_CUDA_JUMP       1: synchronising does not wait but moves the clock ahead (0)
 *   CUDA_VISIBLE_DEVICES as the driver reads it: indices or UUIDs, ending at the first bad one
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef FAKE_CUDA_H
#define FAKE_CUDA_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Enqueues device work of a length, like a kernel launch. Returns a CUresult. */
int fake_cuda_enqueue(void* stream, uint64_t work_ns);

/* Streams, events, allocations and retained contexts that nobody has given back. */
int fake_cuda_live_objects(void);

#ifdef __cplusplus
}
#endif
#endif
