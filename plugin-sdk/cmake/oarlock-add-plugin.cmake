# oarlock_add_plugin(<name> SRCS … [LIBS …] [ID id VERSION version] [SCHEMA file] [CRDS file…]
#                    [VERSION_SCRIPT file] [OUTPUT_DIRECTORY dir])
# One plugin: <build dir>/plugins/<name>.so, from C11 or C++20 sources, with the note, the version
# script and the flags that a plugin needs to be unloadable and safe (docs/abi.md). The same function
# serves oarlock's own tree and an installed SDK: find_package(oarlock-sdk), then this.
#
# ID, VERSION      emit the note; the sources get both as the macros OARLOCK_PLUGIN_ID and
#                  OARLOCK_PLUGIN_VERSION. For C; in C++ OARLOCK_PLUGIN emits it.
# SCHEMA           the configuration's schema as JSON, into section .oarlock.schema
# CRDS             CustomResourceDefinitions as YAML, into section .oarlock.crds
include_guard(GLOBAL)

function(oarlock_add_plugin name)
  cmake_parse_arguments(arg "" "ID;VERSION;SCHEMA;VERSION_SCRIPT;OUTPUT_DIRECTORY" "SRCS;LIBS;CRDS"
    ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "oarlock_add_plugin(${name}): what is ${arg_UNPARSED_ARGUMENTS}?")
  endif()
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
  oarlock_plugin_compile_flags(${target})
  target_link_options(${target} PRIVATE
    -Wl,--version-script=${arg_VERSION_SCRIPT}
    -Wl,-z,relro,-z,now -Wl,-Bsymbolic -Wl,--build-id=sha1)
  # The sanitizers' run time is in the host: their symbols stay open in a plugin.
  if(NOT OARLOCK_SANITIZE AND NOT "${CMAKE_CXX_FLAGS}" MATCHES "-fsanitize")
    target_link_options(${target} PRIVATE -Wl,-z,defs)
  endif()
  oarlock_plugin_sections(${target} "${arg_ID}" "${arg_VERSION}" "${arg_SCHEMA}" "${arg_CRDS}")
endfunction()

function(oarlock_plugin_compile_flags target)
  target_compile_features(${target} PRIVATE c_std_11 cxx_std_20)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>
    $<$<COMPILE_LANGUAGE:C>:-Wall -Wextra -Wpedantic>)
  # In oarlock's tree its own warnings too; they are meant for C++.
  if(TARGET oarlock::build_flags)
    set(own $<TARGET_PROPERTY:oarlock::build_flags,INTERFACE_COMPILE_OPTIONS>)
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${own}>")
  endif()
endfunction()

# A source file with what a host reads before any code runs.
function(oarlock_plugin_sections target id version schema crds)
  if(NOT "${id}" STREQUAL "" AND "${version}" STREQUAL "" OR
     NOT "${version}" STREQUAL "" AND "${id}" STREQUAL "")
    message(FATAL_ERROR "oarlock_add_plugin: ID and VERSION belong together")
  endif()
  set(text "")
  if(NOT "${id}" STREQUAL "")
    target_compile_definitions(${target} PRIVATE
      OARLOCK_PLUGIN_ID="${id}" OARLOCK_PLUGIN_VERSION="${version}")
    string(APPEND text "#include \"oarlock/abi/note.h\"\n\n"
      "OAR_NOTE(OARLOCK_PLUGIN_ID, OARLOCK_PLUGIN_VERSION, \"c\", \"${OARLOCK_SDK_VERSION}\", 0,\n"
      "         OAR_NOTE_RELOAD_SAFE | OAR_NOTE_NO_THREADS);\n")
  endif()
  oarlock_section_text(text .oarlock.schema "${schema}")
  oarlock_section_text(text .oarlock.crds "${crds}")
  if(text STREQUAL "")
    return()
  endif()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_sections.c)
  file(CONFIGURE OUTPUT ${source} CONTENT "${text}" @ONLY)
  target_sources(${target} PRIVATE ${source})
  set(depends "")
  foreach(file IN LISTS schema crds)
    get_filename_component(path ${file} ABSOLUTE)
    list(APPEND depends ${path})
  endforeach()
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${depends}")
endfunction()

# Appends to the variable what puts the files into the section, one document after the other.
function(oarlock_section_text variable section files)
  set(text "${${variable}}")
  set(separator "")
  foreach(file IN LISTS files)
    get_filename_component(path ${file} ABSOLUTE)
    string(APPEND text "__asm__(\".pushsection ${section},\\\"a\\\",%progbits\\n\"\n${separator}"
      "        \".incbin \\\"${path}\\\"\\n\"\n        \".popsection\");\n")
    set(separator "        \".ascii \\\"\\\\n---\\\\n\\\"\\n\"\n")
  endforeach()
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()
