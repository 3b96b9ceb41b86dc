# oarlock_plugin(<name> SRCS … [LIBS …] [VERSION_SCRIPT file] [OUTPUT_DIRECTORY dir])
# One plugin: <build dir>/plugins/<name>.so, from C11 or C++20 sources, with the flags that a plugin
# needs to be unloadable and safe (docs/abi.md). The same function serves this tree and an installed
# SDK: find_package(OarlockPluginSdk), then oarlock_plugin(…).
include_guard(GLOBAL)

function(oarlock_plugin name)
  cmake_parse_arguments(arg "" "VERSION_SCRIPT;OUTPUT_DIRECTORY" "SRCS;LIBS" ${ARGN})
  if(NOT arg_OUTPUT_DIRECTORY)
    set(arg_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/plugins)
  endif()
  if(NOT arg_VERSION_SCRIPT)
    set(arg_VERSION_SCRIPT ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plugin.map)
  endif()
  set(target oarlock_plugin_${name})
  add_library(${target} MODULE ${arg_SRCS})
  set_target_properties(${target} PROPERTIES
    PREFIX "" SUFFIX ".so" OUTPUT_NAME ${name}
    LIBRARY_OUTPUT_DIRECTORY ${arg_OUTPUT_DIRECTORY}
    C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    POSITION_INDEPENDENT_CODE ON
    BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "" INSTALL_RPATH_USE_LINK_PATH OFF
    LINK_DEPENDS ${arg_VERSION_SCRIPT})
  target_link_libraries(${target} PRIVATE oarlock::plugin_sdk ${arg_LIBS})
  oarlock_plugin_compile_flags(${target} "${arg_SRCS}")
  target_link_options(${target} PRIVATE
    -Wl,--version-script=${arg_VERSION_SCRIPT}
    -Wl,-z,relro,-z,now -Wl,-Bsymbolic -Wl,--build-id=sha1)
  # The sanitizers' run time is in the host: their symbols stay open in a plugin.
  if(NOT OARLOCK_SANITIZE AND NOT "${CMAKE_CXX_FLAGS}" MATCHES "-fsanitize")
    target_link_options(${target} PRIVATE -Wl,-z,defs)
  endif()
endfunction()

function(oarlock_plugin_compile_flags target sources)
  target_compile_features(${target} PRIVATE c_std_11 cxx_std_20)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>
    $<$<COMPILE_LANGUAGE:C>:-Wall -Wextra -Wpedantic>)
  # In this tree our own warnings too; they are meant for C++.
  list(FILTER sources INCLUDE REGEX "\\.c$")
  if(TARGET oarlock::build_flags AND NOT sources)
    target_link_libraries(${target} PRIVATE oarlock::build_flags)
  endif()
endfunction()
