# oarlock_add_plugin(<name> SRCS …) is defined by the plugin SDK, so that plugins inside and outside
# this tree are built by the same function.
set(OARLOCK_SDK_VERSION ${PROJECT_VERSION})
include(${CMAKE_CURRENT_LIST_DIR}/../plugin-sdk/cmake/oarlock-add-plugin.cmake)
