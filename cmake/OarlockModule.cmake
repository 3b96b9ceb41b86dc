# oarlock_module(<name> SRCS … HDRS … DEPS … PRIVATE_DEPS … TESTS … TEST_DEPS … TEST_LABEL …)
# One call per module of runtime/: static library oarlock_<name> (alias oarlock::<name>), a check
# that every header compiles alone, and one test program `unit_<name>` with label `unit`.
include_guard(GLOBAL)

# gtest is by far the most expensive include of a test: compiled once, reused by all. An executable,
# because a precompiled header only fits targets with the same -fPIE/-fPIC.
add_executable(oarlock_gtest_pch ${CMAKE_CURRENT_LIST_DIR}/gtest_pch.cc)
target_link_libraries(oarlock_gtest_pch PRIVATE oarlock::build_flags GTest::gtest Threads::Threads)
target_precompile_headers(oarlock_gtest_pch PRIVATE <gtest/gtest.h> <string> <vector> <memory>)

# What a user runs; and per label what its tests need, so that a preset builds only what it tests.
add_custom_target(product)
function(oarlock_label_needs label)
  if(NOT TARGET tests_${label})
    add_custom_target(tests_${label})
  endif()
  add_dependencies(tests_${label} ${ARGN})
endfunction()

# oarlock_test(<program> LABEL <label> SRCS … DEPS … [TIMEOUT s])
function(oarlock_test program)
  cmake_parse_arguments(arg "" "LABEL;TIMEOUT" "SRCS;DEPS;ARGS" ${ARGN})
  add_executable(${program} ${arg_SRCS})
  target_link_libraries(${program} PRIVATE
    oarlock::build_flags ${arg_DEPS} oarlock_metric_page GTest::gtest GTest::gtest_main
    Threads::Threads)
  target_precompile_headers(${program} REUSE_FROM oarlock_gtest_pch)
  string(REPLACE "_" "." name ${program})
  add_test(NAME ${name} COMMAND ${program} --gtest_shuffle ${arg_ARGS})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  if(OARLOCK_SANITIZE MATCHES "thread")
    # Some programs take thirty times as long under it, and other builds may run beside them.
    math(EXPR arg_TIMEOUT "${arg_TIMEOUT} * 6")
  endif()
  set_tests_properties(${name} PROPERTIES LABELS ${arg_LABEL} TIMEOUT ${arg_TIMEOUT})
  oarlock_label_needs(${arg_LABEL} ${program})
endfunction()

function(oarlock_module name)
  cmake_parse_arguments(arg "" "" "SRCS;HDRS;DEPS;PRIVATE_DEPS;TESTS;TEST_DEPS" ${ARGN})
  set(lib oarlock_${name})
  add_library(${lib} STATIC ${arg_SRCS})
  add_library(oarlock::${name} ALIAS ${lib})
  target_include_directories(${lib} PUBLIC ${CMAKE_SOURCE_DIR}/runtime)
  target_link_libraries(${lib} PUBLIC ${arg_DEPS} Threads::Threads
    PRIVATE oarlock::build_flags ${arg_PRIVATE_DEPS})
  oarlock_verify_headers(${lib} ${arg_HDRS})
  if(arg_TESTS)
    oarlock_test(unit_${name} LABEL unit SRCS ${arg_TESTS} DEPS ${lib} ${arg_TEST_DEPS})
  endif()
endfunction()

# Each header is compiled alone as its own translation unit (object library, never linked).
function(oarlock_verify_headers lib)
  if(NOT OARLOCK_VERIFY_HEADERS OR NOT ARGN)
    return()
  endif()
  set(units)
  foreach(header ${ARGN})
    string(MAKE_C_IDENTIFIER ${header} id)
    set(unit ${CMAKE_CURRENT_BINARY_DIR}/headers/${lib}_${id}.cc)
    file(CONFIGURE OUTPUT ${unit} CONTENT
      "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${header}\"  // self-contained?\n")
    list(APPEND units ${unit})
  endforeach()
  add_library(${lib}_headers OBJECT EXCLUDE_FROM_ALL ${units})
  target_link_libraries(${lib}_headers PRIVATE ${lib} oarlock::build_flags)
  set_property(GLOBAL APPEND PROPERTY OARLOCK_HEADER_CHECKS ${lib}_headers)
endfunction()
