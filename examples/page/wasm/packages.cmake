# Where the packages of the page come from. A compiler for the browser must not see the system's whole
# include folder, whose C library is another; so it is given a folder of links to the few libraries that
# are headers alone. Handed to CMake as CMAKE_PROJECT_TOP_LEVEL_INCLUDES.

set(warodds_headers ${CMAKE_BINARY_DIR}/headers)

# warodds_link_header(FOLDER HINT): the folder, as found among the system's headers, in ours.
function(warodds_link_header folder hint)
  find_path(warodds_path_of_${folder} ${folder}/${hint} PATHS /usr/include/eigen3 /usr/include /usr/local/include
            NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  if(NOT warodds_path_of_${folder})
    message(FATAL_ERROR "The headers of ${folder} are not installed; .ci/packages installs them")
  endif()
  file(CREATE_LINK ${warodds_path_of_${folder}}/${folder} ${warodds_headers}/${folder} SYMBOLIC)
endfunction()

# warodds_provide(PACKAGE TARGET FOLDER HINT): the package is its headers.
function(warodds_provide package target folder hint)
  if(NOT TARGET ${target})
    warodds_link_header(${folder} ${hint})
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} SYSTEM INTERFACE ${warodds_headers})
  endif()
  set(${package}_FOUND TRUE PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY ${warodds_headers})
warodds_link_header(utf8cpp utf8.h)
set(WARODDS_UTF8CPP ${warodds_headers} CACHE PATH "Where utf8cpp/ is")
warodds_link_header(nlohmann json.hpp)
set(WARODDS_NLOHMANN ${warodds_headers} CACHE PATH "Where nlohmann/ is")

macro(warodds_provide_package method package)
  if("${package}" STREQUAL "Eigen3")
    warodds_provide(Eigen3 Eigen3::Eigen Eigen Dense)
  elseif("${package}" STREQUAL "fmt")
    warodds_provide(fmt fmt::fmt fmt format.h)
    target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
  elseif("${package}" STREQUAL "tomlplusplus")
    warodds_provide(tomlplusplus tomlplusplus::tomlplusplus toml++ toml.h)
  elseif("${package}" STREQUAL "Boost")
    warodds_provide(Boost Boost::headers boost version.hpp)
  endif()
endmacro()
cmake_language(SET_DEPENDENCY_PROVIDER warodds_provide_package SUPPORTED_METHODS FIND_PACKAGE)
