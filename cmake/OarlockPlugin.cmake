# oarlock_plugin(<name> SRCS …) is defined by the plugin SDK, so that plugins inside and outside
# this tree are built by the same function.
include(${CMAKE_CURRENT_LIST_DIR}/../plugin-sdk/cmake/OarlockPlugin.cmake)
