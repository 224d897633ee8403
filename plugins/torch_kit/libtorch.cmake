# Finds LibTorch and makes the target dyno::libtorch of it, without find_package(Torch): that wants
# nvcc and enable_language(CUDA), asks a GPU what it is, and links the stub libcuda.so.
#
#   DYNO_WITH_LIBTORCH   AUTO (build the LibTorch plugins if LibTorch is found), ON, OFF
#   DYNO_LIBTORCH_ROOT   its folder, with include/ and lib/; the `torch` folder of an installed
#                        PyTorch, or a LibTorch zip unpacked. Empty: searched for.
#
# Sets DYNO_LIBTORCH_FOUND, and then DYNO_LIBTORCH_VERSION, DYNO_LIBTORCH_CUDA (has a CUDA half that
# we have headers for) and DYNO_LIBTORCH_RPATH. Says in one line what it found or why it did not.
# SPDX-License-Identifier: Apache-2.0
include_guard(GLOBAL)

set(DYNO_WITH_LIBTORCH AUTO CACHE STRING "Build the LibTorch plugins: AUTO, ON or OFF")
set_property(CACHE DYNO_WITH_LIBTORCH PROPERTY STRINGS AUTO ON OFF)
set(DYNO_LIBTORCH_ROOT "" CACHE PATH "LibTorch's folder, with include/ and lib/")

set(DYNO_LIBTORCH_OLDEST 2.10.0) # the oldest that the plugins were built and tested with

# Ends the search: one line, or an error where LibTorch was asked for.
macro(dyno_without_libtorch reason)
    if(DYNO_WITH_LIBTORCH STREQUAL "ON")
        message(FATAL_ERROR "LibTorch: ${reason}")
    endif()
    message(STATUS "LibTorch plugins: off (${reason})")
    set_property(GLOBAL PROPERTY DYNO_LIBTORCH_FOUND FALSE)
    return()
endmacro()

# The folder of the PyTorch that Python would import, without importing it (that takes seconds).
function(dyno_find_installed_pytorch out)
    find_program(DYNO_PYTHON NAMES python3 python)
    mark_as_advanced(DYNO_PYTHON)
    set(${out} "" PARENT_SCOPE)
    if(DYNO_PYTHON)
        execute_process(
            COMMAND ${DYNO_PYTHON} -c
                "import importlib.util as u; s = u.find_spec('torch'); print(s.submodule_search_locations[0] if s else '')"
            OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
        set(${out} "${folder}" PARENT_SCOPE)
    endif()
endfunction()

function(dyno_read_libtorch_version root out)
    set(version "")
    foreach(header IN ITEMS torch/headeronly/version.h torch/csrc/api/include/torch/version.h)
        if(version STREQUAL "" AND EXISTS "${root}/include/${header}")
            file(STRINGS "${root}/include/${header}" lines
                REGEX "define TORCH_VERSION_(MAJOR|MINOR|PATCH) ")
            string(REGEX REPLACE "[^0-9;]" "" numbers "${lines}")
            list(JOIN numbers "." version)
        endif()
    endforeach()
    set(${out} "${version}" PARENT_SCOPE)
endfunction()

# LibTorch's own CUDA runtime, cuBLAS and cuDNN, wherever its build put them. They stand in front of
# every other folder in a plugin's rpath: a library is chosen by its SONAME, and the first
# libcudnn.so.9 that is loaded serves the whole process.
#
# CUDA 13 wheels keep the toolkit under nvidia/cu13; those of CUDA 12 have one folder a library.
function(dyno_find_libtorch_folders root out)
    set(folders "${root}/lib")
    foreach(part IN ITEMS cudnn cu14 cu13 cublas cuda_runtime cuda_nvrtc cuda_cupti)
        get_filename_component(folder "${root}/../nvidia/${part}/lib" REALPATH)
        if(EXISTS "${folder}")
            list(APPEND folders "${folder}")
        endif()
    endforeach()
    set(${out} "${folders}" PARENT_SCOPE)
endfunction()

# Headers of the CUDA runtime for c10/cuda and ATen/cuda: from beside the wheel if they are complete
# (the runtime's wheel lacks crt/, which is a package of its own), else from a toolkit. Looked up by
# hand, since CMake 3.25's FindCUDAToolkit ends with an error on a CUDA 13 toolkit.
function(dyno_find_libtorch_cuda_headers root out)
    find_program(DYNO_NVCC NAMES nvcc)
    mark_as_advanced(DYNO_NVCC)
    get_filename_component(toolkit_of_nvcc "${DYNO_NVCC}" REALPATH)
    get_filename_component(toolkit_of_nvcc "${toolkit_of_nvcc}/../.." ABSOLUTE)
    set(${out} "" PARENT_SCOPE)
    foreach(folder IN ITEMS "${root}/../nvidia/cu14/include" "${root}/../nvidia/cu13/include"
                            "${root}/../nvidia/cuda_runtime/include"
                            ${CUDAToolkit_INCLUDE_DIRS} "${CUDAToolkit_ROOT}/include"
                            "$ENV{CUDAToolkit_ROOT}/include" "$ENV{CUDA_PATH}/include"
                            "${toolkit_of_nvcc}/include" /usr/local/cuda/include)
        if(EXISTS "${folder}/cuda_runtime_api.h" AND EXISTS "${folder}/crt/host_defines.h")
            get_filename_component(folder "${folder}" REALPATH)
            set(${out} "${folder}" PARENT_SCOPE)
            return()
        endif()
    endforeach()
endfunction()

function(dyno_find_libtorch)
    if(DYNO_WITH_LIBTORCH STREQUAL "OFF")
        dyno_without_libtorch("DYNO_WITH_LIBTORCH is OFF")
    endif()

    set(root "${DYNO_LIBTORCH_ROOT}")
    if(NOT root)
        foreach(folder IN ITEMS $ENV{LIBTORCH} ${CMAKE_PREFIX_PATH})
            if(NOT root AND EXISTS "${folder}/lib/libtorch_cpu.so")
                set(root "${folder}")
            endif()
        endforeach()
    endif()
    if(NOT root)
        dyno_find_installed_pytorch(root)
    endif()
    if(NOT root)
        dyno_without_libtorch("no LibTorch found: set DYNO_LIBTORCH_ROOT to its folder")
    endif()
    if(NOT EXISTS "${root}/lib/libtorch_cpu.so" OR NOT EXISTS "${root}/include/ATen/core/Tensor.h")
        dyno_without_libtorch("${root} has no lib/libtorch_cpu.so and include/ATen: set DYNO_LIBTORCH_ROOT")
    endif()

    dyno_read_libtorch_version("${root}" version)
    if(NOT version OR version VERSION_LESS DYNO_LIBTORCH_OLDEST)
        dyno_without_libtorch("${root} is version '${version}', at least ${DYNO_LIBTORCH_OLDEST} is needed")
    endif()
    if(CMAKE_CXX_FLAGS MATCHES "_GLIBCXX_USE_CXX11_ABI=0")
        dyno_without_libtorch("it is built with the C++11 string ABI: remove -D_GLIBCXX_USE_CXX11_ABI=0 from CMAKE_CXX_FLAGS")
    endif()

    set(includes "${root}/include" "${root}/include/torch/csrc/api/include")
    set(cuda FALSE)
    set(kind "CPU build")
    if(EXISTS "${root}/lib/libtorch_cuda.so")
        dyno_find_libtorch_cuda_headers("${root}" cuda_headers)
        if(cuda_headers)
            set(cuda TRUE)
            set(kind "CUDA build, CUDA headers in ${cuda_headers}")
            list(APPEND includes "${cuda_headers}")
        else()
            set(kind "CUDA build, but used on the CPU alone: no cuda_runtime_api.h with crt/ beside it or in a toolkit")
        endif()
    endif()

    # The linker drops a library of which no symbol is used directly, and with it the registration of
    # every CUDA operator; so the CUDA half is linked with --no-as-needed, and nothing else is.
    set(cuda_half "")
    if(cuda)
        set(cuda_half "-Wl,--push-state,--no-as-needed"
            "${root}/lib/libtorch.so" "${root}/lib/libtorch_cuda.so" "${root}/lib/libc10_cuda.so"
            "-Wl,--pop-state")
    endif()
    add_library(dyno_libtorch INTERFACE IMPORTED GLOBAL)
    add_library(dyno::libtorch ALIAS dyno_libtorch)
    target_include_directories(dyno_libtorch SYSTEM INTERFACE ${includes})
    target_link_libraries(dyno_libtorch INTERFACE
        ${cuda_half} "${root}/lib/libtorch_cpu.so" "${root}/lib/libc10.so")

    dyno_find_libtorch_folders("${root}" folders)
    set_property(GLOBAL PROPERTY DYNO_LIBTORCH_FOUND TRUE)
    set_property(GLOBAL PROPERTY DYNO_LIBTORCH_VERSION "${version}")
    set_property(GLOBAL PROPERTY DYNO_LIBTORCH_CUDA ${cuda})
    set_property(GLOBAL PROPERTY DYNO_LIBTORCH_RPATH "${folders}")
    message(STATUS "LibTorch plugins: on (LibTorch ${version} in ${root}, ${kind})")
endfunction()

dyno_find_libtorch()
foreach(fact IN ITEMS FOUND VERSION CUDA RPATH)
    get_property(DYNO_LIBTORCH_${fact} GLOBAL PROPERTY DYNO_LIBTORCH_${fact})
endforeach()

# Lets a target that links dyno::libtorch find it, in the build tree and installed.
function(dyno_set_libtorch_rpath target)
    get_property(folders GLOBAL PROPERTY DYNO_LIBTORCH_RPATH)
    set_target_properties(${target} PROPERTIES BUILD_RPATH "${folders}" INSTALL_RPATH "${folders}")
endfunction()

# dyno_add_plugin() for a plugin that stands on torch_kit.
function(dyno_add_torch_plugin name)
    get_property(version GLOBAL PROPERTY DYNO_LIBTORCH_VERSION)
    dyno_add_plugin(${name} ${ARGN} BUILD_NOTE "LibTorch ${version}" LIBRARIES dyno::torch_workload)
    dyno_set_libtorch_rpath(${name})
endfunction()
