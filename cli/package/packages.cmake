# `cpack` (preset package): warodds_VERSION_ARCH.deb with the program, libwarodds-dev_VERSION_ARCH.deb with the
# library, and a .tar.gz whose program needs nothing of the system that it runs on.
set(CPACK_PACKAGE_NAME warodds)
set(CPACK_PACKAGE_VENDOR "The warodds authors")
set(CPACK_PACKAGE_CONTACT "The warodds authors <maintainers@warodds.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "what a fight between two tabletop units will do")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/contents.cmake)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)  # as other Debian packages: a quarter smaller than gzip
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME warodds)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION utils)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
"Expected hits, damage and kills, odds of whole battles and best play in four
 combat systems of miniatures games: exact distributions where they can be had,
 simulation with its error for the rest. For players at the table and for
 designers who balance units.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libwarodds-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libeigen3-dev, libfmt-dev, libboost-dev, libtomlplusplus-dev, libpugixml-dev, libminizip-dev, zlib1g-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
"The library behind warodds: headers, static libraries and a CMake package, for
 programs that ask about fights of miniatures games themselves.")

set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_ARCHIVE_STATIC_FILE_NAME warodds-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR}-static)

# What Debian wants of every package beside its files: whose it is, and what has changed.
file(READ ${PROJECT_SOURCE_DIR}/LICENSE license)
string(REGEX REPLACE "\n(\n)" "\n .\\1" license "${license}")
string(REGEX REPLACE "\n([^ \n])" "\n \\1" license "${license}")
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/copyright
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: warodds

Files: *
Copyright: 2026 The warodds authors
License: MIT
 ${license}")
set(changelog ${CMAKE_CURRENT_BINARY_DIR}/changelog)
execute_process(COMMAND awk -f ${CMAKE_CURRENT_LIST_DIR}/changelog.awk ${PROJECT_SOURCE_DIR}/CHANGELOG.md
                OUTPUT_FILE ${changelog} COMMAND_ERROR_IS_FATAL ANY)
file(STRINGS ${changelog} newest LIMIT_COUNT 1)
if(NOT newest MATCHES "^warodds \\(${PROJECT_VERSION}\\)")
  message(FATAL_ERROR "The first version of CHANGELOG.md is not ${PROJECT_VERSION}: '${newest}'")
endif()
execute_process(COMMAND gzip -9nc ${changelog}
                OUTPUT_FILE ${CMAKE_CURRENT_BINARY_DIR}/changelog.gz COMMAND_ERROR_IS_FATAL ANY)
set(packages warodds libwarodds-dev)
set(components program development)
foreach(package component IN ZIP_LISTS packages components)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/copyright ${CMAKE_CURRENT_BINARY_DIR}/changelog.gz
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
endforeach()

include(CPack)
