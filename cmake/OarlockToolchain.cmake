# Compiler flags that every target of ours uses, and the switches of the presets.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_LINK_DEPENDS_NO_SHARED ON)

set(OARLOCK_SANITIZE "" CACHE STRING "Sanitizers for -fsanitize=, or empty")
option(OARLOCK_FUZZ "Build the libFuzzer targets (clang only)" OFF)
option(OARLOCK_VERIFY_HEADERS "Check that each header compiles alone" ON)

# ccache with precompiled headers needs these sloppiness bits; harmless otherwise.
find_program(OARLOCK_CCACHE ccache)
if(OARLOCK_CCACHE)
  set(launcher ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} ${OARLOCK_CCACHE})
  if(DEFINED ENV{CCACHE_BASEDIR})
    set(launcher ${OARLOCK_CCACHE})
  endif()
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
endif()

add_library(oarlock_build_flags INTERFACE)
add_library(oarlock::build_flags ALIAS oarlock_build_flags)
target_compile_options(oarlock_build_flags INTERFACE
  -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wundef -Wimplicit-fallthrough
  -Wno-missing-field-initializers -fno-omit-frame-pointer)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ needs it to build precompiled headers through ccache.
  target_compile_options(oarlock_build_flags INTERFACE -fpch-preprocess)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(oarlock_build_flags INTERFACE -Wthread-safety)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo")
  target_compile_options(oarlock_build_flags INTERFACE -fstack-protector-strong)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 reports these for moved-from and concatenated std::string where nothing is wrong.
    target_compile_options(oarlock_build_flags INTERFACE
      -Wno-maybe-uninitialized -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow)
    # Nobody replaces a function of ours from outside: g++ may inline them as clang does.
    target_compile_options(oarlock_build_flags INTERFACE -fno-semantic-interposition)
  endif()
  target_link_options(oarlock_build_flags INTERFACE -Wl,-z,relro,-z,now)
endif()
if(OARLOCK_SANITIZE)
  add_compile_options(-fsanitize=${OARLOCK_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${OARLOCK_SANITIZE})
  if(OARLOCK_SANITIZE MATCHES "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Asio fences its handlers; TSan does not model fences, our io_context has one thread.
    add_compile_options(-Wno-tsan)
  endif()
endif()
if(OARLOCK_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "OARLOCK_FUZZ needs clang: cmake --preset fuzz")
  endif()
  # Coverage in every library; only the fuzz targets link libFuzzer itself.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
