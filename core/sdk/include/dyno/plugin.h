/* dyno/plugin.h - the whole contract between the runner and a plugin, in plain C.
 *
 * Fixed-width integers, UTF-8 strings and function pointers only, so that a plugin may use any
 * compiler, standard library and CUDA toolkit. C++ authors write against dyno/plugin.hpp instead.
 *
 * Growth: fields are added at the end of a struct only and raise DYNO_ABI_MINOR; anything else
 * raises DYNO_ABI_MAJOR. Arrays hold pointers, so that their elements can grow. A host accepts
 * every minor version of its own major version.
 *
 * Order of calls, all on one thread:
 *   check                                                (any process, no device)
 *   create -> prepare -> run* -> begin -> run* -> report -> destroy
 * A tag such as [create] names the calls from which a host function may be used.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef DYNO_PLUGIN_H
#define DYNO_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DYNO_MAGIC 0x4f4e5944u /* "DYNO", little-endian. DO NOT CHANGE */
#define DYNO_ABI_MAJOR 1
#define DYNO_ABI_MINOR 0
#define DYNO_ABI ((DYNO_ABI_MAJOR << 16) | DYNO_ABI_MINOR)

#define DYNO_EXPORT __attribute__((visibility("default")))

/* True if the struct that p points to is long enough to hold the field. */
#define DYNO_HAS(p, type, field) ((p)->struct_size >= offsetof(type, field) + sizeof((p)->field))

typedef int32_t dyno_status;
#define DYNO_OK 0       /* done */
#define DYNO_SKIP 1     /* cannot run here, and that is no fault: say why with fail() */
#define DYNO_FAIL 2     /* broken: say why with fail() */
#define DYNO_OOM 3      /* device memory ran out */
#define DYNO_HOST_OOM 4 /* host memory, pinned or pageable, ran out */
#define DYNO_INVALID 5  /* ran, but the answer is wrong: say how with fail() */

typedef int32_t dyno_type;
#define DYNO_INT 1
#define DYNO_REAL 2
#define DYNO_TEXT 3
#define DYNO_BOOL 4

typedef int32_t dyno_direction;
#define DYNO_LOWER 1  /* lower is better */
#define DYNO_HIGHER 2 /* higher is better */
#define DYNO_EXACT 3  /* equal or changed; never tested */

typedef int32_t dyno_device_kind;
#define DYNO_CPU 1
#define DYNO_CUDA 2

/* One key that a workload reads from the scenario. Undeclared keys are scenario errors. */
typedef struct dyno_param {
    uint32_t struct_size;
    dyno_type type;
    const char* name;           /* "batch": snake_case; the unit stands in `unit` */
    const char* fallback;       /* the default as TOML text ("4096", "\"bf16\""); NULL: required */
    const char* const* allowed; /* for DYNO_TEXT, NULL-terminated; NULL: any */
    int64_t int_min, int_max;   /* for DYNO_INT, inclusive; int_min > int_max: any */
    double real_min, real_max;  /* for DYNO_REAL, inclusive; real_min > real_max: any */
    const char* unit;           /* "B": sizes may be written "24 GiB"; NULL: none */
    const char* doc;            /* one sentence */
} dyno_param;

/* One number that a workload reports beside those that the host measures or derives: time,
 * wall_time, enqueue_time, cpu_time, device_time, host_bound, share_of_peak,
 * share_of_peak_at_clock. Of these names only a workload that is DYNO_SELF_TIMED may declare
 * one. */
typedef struct dyno_metric {
    uint32_t struct_size;
    dyno_direction better;
    const char* name; /* "throughput" */
    const char* unit; /* base units: "s", "B", "B/s", "FLOP/s", "img/s", "J", "1" */
    const char* doc;  /* one sentence */
} dyno_metric;

/* Where the work runs. A CUDA device's primary context is current on the calling thread. */
typedef struct dyno_device {
    uint32_t struct_size;
    dyno_device_kind kind;
    int32_t ordinal;  /* as this process sees it; -1 for the CPU */
    int32_t sm;       /* 89 for compute capability 8.9; 0 for the CPU */
    const char* name; /* "NVIDIA GeForce RTX 4090" */
    void* stream;     /* the CUstream that the host times: all work of run() is on it, or joined
                         to it before run() returns; NULL for the CPU */
} dyno_device;

/* What the host offers. Owned by it, valid until destroy() returns. Names and texts passed in
 * are copied. */
typedef struct dyno_host {
    uint32_t struct_size;
    uint32_t abi;
    void* self; /* first argument of every call below */

    /* Read a declared parameter; DYNO_FAIL if it was not declared with this type. The text stays
     * valid until destroy() returns. [any] */
    dyno_status (*get_int)(void* self, const char* name, int64_t* out);
    dyno_status (*get_real)(void* self, const char* name, double* out);
    dyno_status (*get_bool)(void* self, const char* name, int32_t* out);
    dyno_status (*get_text)(void* self, const char* name, const char** out);

    /* How much one iteration does: ("FLOP", 2*m*n*k), ("img", 256). The host derives the declared
     * metric whose unit is that unit per second from it and the measured time. [prepare] */
    void (*work)(void* self, const char* unit, double amount);
    /* Which datasheet rate bounds this work, by its name in the peak table: "bf16", "fp16_acc16",
     * "fp32", "memory". The host derives the share of peak from it. [prepare] */
    void (*peak)(void* self, const char* rate);
    /* Record one declared metric; called again, it adds a sample. The value must be finite.
     * [report, run of a self-timed workload] */
    void (*metric)(void* self, const char* name, double value);
    /* Record a fact worth keeping with the result: ("algorithm", "id 66, tile 128x256"). [any] */
    void (*note)(void* self, const char* key, const char* value);
    /* Record a doubt about the result; it is shown beside the number. [any] */
    void (*warn)(void* self, const char* message);
    /* Say why the call that is about to return is not DYNO_OK. [any] */
    void (*fail)(void* self, const char* message);
    /* Say that run() waits for the device with these parameters, as DYNO_SYNCHRONISES says it of
     * the whole workload: the stream is not held then. [create, prepare] */
    void (*synchronises)(void* self);
    /* Show progress of long preparation, 0 to 1. [prepare, run of a self-timed workload] */
    void (*progress)(void* self, double fraction, const char* what);
} dyno_host;

#define DYNO_SELF_TIMED 1u   /* run() is called once and reports its own metrics (an OOM search) */
#define DYNO_SYNCHRONISES 2u /* run() waits for the device: its stream is never held */

/* One kind of work. Every function is required unless it says "may be NULL". */
typedef struct dyno_workload {
    uint32_t struct_size;
    uint32_t flags;
    const char* id;        /* "gemm": results are keyed by it, so never reuse one. Several plugins
                              may offer an id, each for other device kinds */
    uint32_t device_kinds; /* bits 1 << DYNO_CPU, 1 << DYNO_CUDA */
    const char* summary;   /* one sentence */
    const dyno_param* const* params;   /* NULL-terminated */
    const dyno_metric* const* metrics; /* NULL-terminated */

    /* Check rules between parameters. Runs where there is no device, from `runner check`; may
     * only read parameters and call fail(). May be NULL. */
    dyno_status (*check)(const dyno_host* host);
    /* Keep host and device, allocate nothing on the device yet. */
    dyno_status (*create)(const dyno_host* host, const dyno_device* device, void** state);
    /* Allocate, tune, make inputs. Not measured. */
    dyno_status (*prepare)(void* state);
    /* Enqueue one iteration on the device's stream and return at once; on the CPU, do it. */
    dyno_status (*run)(void* state);
    /* The warm-up is over: reset peaks and counters. May be NULL. */
    dyno_status (*begin)(void* state);
    /* Check the answer, then add metrics. May be NULL. */
    dyno_status (*report)(void* state);
    /* Free everything. Called once for each create() that returned DYNO_OK, and only then. */
    void (*destroy)(void* state);
} dyno_workload;

/* The symbol that a plugin exports. The first three fields never move, in any version. */
typedef struct dyno_entry {
    uint32_t magic;       /* DYNO_MAGIC */
    uint32_t struct_size;
    uint32_t abi;         /* DYNO_ABI that the plugin was built with */
    uint32_t reserved;    /* 0 */
    const char* name;     /* "gemm_cuda"; the same as in the note */
    const char* version;  /* "1.0.0" */
    const char* build;    /* "g++ 12.2.0, Release, CUDA 13.0"; what a comparison should know */
    const dyno_workload* const* workloads; /* NULL-terminated */
} dyno_entry;

extern DYNO_EXPORT const dyno_entry dyno_plugin;

/* The same tag as an ELF note (owner "DYNO", type DYNO_NOTE_TYPE), so that plugins can be listed
 * without opening any. Descriptor: magic, ABI, then name and version as NUL-terminated strings.
 * A note survives hidden visibility, --gc-sections, strip and version scripts. Put DYNO_NOTE once
 * into a plugin, at file scope; name and version are string literals without quotes in them. */
#define DYNO_NOTE_OWNER "DYNO"
#define DYNO_NOTE_TYPE 1
#define DYNO_TEXT_OF_(x) #x
#define DYNO_TEXT_OF(x) DYNO_TEXT_OF_(x)
#define DYNO_NOTE(plugin_name, plugin_version)                                                     \
    __asm__(".pushsection .note.dyno,\"a\",%note\n"                                                \
            ".balign 4\n"                                                                          \
            ".long 5\n"                                                                            \
            ".long 3f - 2f\n"                                                                      \
            ".long " DYNO_TEXT_OF(DYNO_NOTE_TYPE) "\n"                                             \
            ".asciz \"" DYNO_NOTE_OWNER "\"\n"                                                     \
            ".balign 4\n"                                                                          \
            "2: .long 0x4f4e5944\n"                                                                \
            ".long (" DYNO_TEXT_OF(DYNO_ABI_MAJOR) " << 16) | " DYNO_TEXT_OF(DYNO_ABI_MINOR) "\n"  \
            ".asciz \"" plugin_name "\"\n"                                                         \
            ".asciz \"" plugin_version "\"\n"                                                      \
            "3: .balign 4\n"                                                                       \
            ".popsection\n")

#ifdef __cplusplus
}
#endif
#endif
