# Debian's emscripten compiles the page. Where it is missing CMake would first complain of something
# else, so that is said here, before a compiler is looked for.
set(WARODDS_EMSCRIPTEN /usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake
    CACHE FILEPATH "The toolchain file of emscripten")
if(NOT EXISTS ${WARODDS_EMSCRIPTEN})
  message(FATAL_ERROR "The page is compiled by emscripten, and there is no ${WARODDS_EMSCRIPTEN}.\n"
                      "This installs emscripten and all else that the page needs:\n\n"
                      "  bash .ci/packages ci\n")
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES WARODDS_EMSCRIPTEN)
include(${WARODDS_EMSCRIPTEN})
