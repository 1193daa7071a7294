# Read by cpack before each kind of package: what goes into it.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_COMPONENTS_ALL program development)
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
else()
  set(CPACK_COMPONENTS_ALL static)
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
endif()
