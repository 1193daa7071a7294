# Installs the build in BUILD into a fresh prefix under WORK; configures, builds and runs the project
# in SOURCE against it, compiled with COMPILER and FLAGS, with what PROGRAM says of the same questions.

function(run)
  execute_process(COMMAND ${ARGV} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}\nended with ${result}:\n${output}")
  endif()
  message("${output}")
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G ${GENERATOR}
    -D CMAKE_PREFIX_PATH=${WORK}/prefix
    -D CMAKE_CXX_COMPILER=${COMPILER}
    -D CMAKE_CXX_FLAGS=${FLAGS}
    -D CMAKE_BUILD_TYPE=${CONFIG})
run(${CMAKE_COMMAND} --build ${WORK}/build)

set(answers "")
foreach(command fight battle)
  foreach(engine exact sim)
    run(${PROGRAM} ${command} figures=12,as=5 figures=12,arm=5 --system raiders-of-arcana
        --with attacker-attack=all --with defender-attack=all
        --engine ${engine} --format csv --output ${WORK}/${command}-${engine}.csv)
    list(APPEND answers ${WORK}/${command}-${engine}.csv)
  endforeach()
endforeach()
run(${WORK}/build/consumer ${answers})
