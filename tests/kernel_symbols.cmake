# Checks that an object of the kernels defines no symbol that other objects could share but those of its own
# namespace. Call: cmake -D NM=<nm> -D OBJECT=<file> -D NAMESPACE=<namespace>:: -P kernel_symbols.cmake
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${NM} --demangle --defined-only --extern-only ${OBJECT}
                OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" lines "${symbols}")
set(own 0)
foreach(line IN LISTS lines)
  if(line MATCHES "${NAMESPACE}")
    math(EXPR own "${own} + 1")
  elseif(NOT line MATCHES " V typeinfo (name )?for ")  # a sanitizer's; no code
    message(SEND_ERROR "${OBJECT} defines ${line}")
  endif()
endforeach()
if(own EQUAL 0)
  message(FATAL_ERROR "${OBJECT} defines no kernels")
endif()
