# dyno_add_plugin(NAME SOURCES file... [LIBRARIES target...] [BUILD_NOTE text])
#
# Builds one plugin, inside and outside the project's tree alike: a shared module NAME.so with
# hidden visibility that exports `dyno_plugin` alone and carries a build-id. BUILD_NOTE is added
# to the build description that every run file holds ("CUDA 13.0").
# SPDX-License-Identifier: Apache-2.0

set(DYNO_PLUGIN_MAP "${CMAKE_CURRENT_LIST_DIR}/plugin.map" CACHE INTERNAL
    "Version script that exports the plugin entry alone")

function(dyno_add_plugin name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "BUILD_NOTE" "SOURCES;LIBRARIES")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "dyno_add_plugin(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT arg_SOURCES)
        message(FATAL_ERROR "dyno_add_plugin(${name}): SOURCES is missing")
    endif()

    set(build "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}, $<CONFIG>")
    if(arg_BUILD_NOTE)
        string(APPEND build ", ${arg_BUILD_NOTE}")
    endif()

    add_library(${name} MODULE ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE dyno::sdk ${arg_LIBRARIES})
    target_compile_definitions(${name} PRIVATE "DYNO_PLUGIN_BUILD=\"${build}\"")
    set_target_properties(${name} PROPERTIES
        PREFIX ""
        SUFFIX ".so"
        CXX_VISIBILITY_PRESET hidden
        C_VISIBILITY_PRESET hidden
        VISIBILITY_INLINES_HIDDEN ON
        LINK_DEPENDS "${DYNO_PLUGIN_MAP}")
    target_link_options(${name} PRIVATE
        "LINKER:--version-script=${DYNO_PLUGIN_MAP}" "LINKER:--build-id" "LINKER:-z,defs")
    # The host's own build says where its plugins lie, built and installed; others need not.
    if(DYNO_PLUGIN_INSTALL_DIRECTORY)
        install(TARGETS ${name} LIBRARY DESTINATION "${DYNO_PLUGIN_INSTALL_DIRECTORY}")
    endif()
    if(DYNO_PLUGIN_OUTPUT_DIRECTORY)
        set_target_properties(${name} PROPERTIES
            LIBRARY_OUTPUT_DIRECTORY "${DYNO_PLUGIN_OUTPUT_DIRECTORY}")
    endif()
endfunction()
