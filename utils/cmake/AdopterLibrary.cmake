# SPDX-License-Identifier: Apache-2.0
# One library a folder, one test program a folder of tests.

# adopter_add_library(NAME adopter_x
#                     SOURCES A.cpp B.cpp ...
#                     [DEPENDS adopter_y ...]      project libraries, public
#                     [LINK_PRIVATE target ...])   third party, private
# Headers are included from the repository root ("runtime/x/Y.h"), generated
# ones from the build folder in the same way.
# utils/check_layering.py reads NAME and DEPENDS of every call.
function(adopter_add_library)
  cmake_parse_arguments(ARG "" "NAME" "SOURCES;DEPENDS;LINK_PRIVATE" ${ARGN})
  adopter_check_arguments(adopter_add_library "${ARG_UNPARSED_ARGUMENTS}"
                          NAME "${ARG_NAME}" SOURCES "${ARG_SOURCES}")
  add_library(${ARG_NAME} STATIC ${ARG_SOURCES})
  target_include_directories(${ARG_NAME} PUBLIC
    "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}")
  target_link_libraries(${ARG_NAME}
    PUBLIC ${ARG_DEPENDS} adopter_llvm
    PRIVATE adopter_warnings ${ARG_LINK_PRIVATE})
endfunction()

# adopter_add_executable(NAME tool SOURCES ... DEPENDS adopter_y ...)
function(adopter_add_executable)
  cmake_parse_arguments(ARG "" "NAME" "SOURCES;DEPENDS;LINK_PRIVATE" ${ARGN})
  adopter_check_arguments(adopter_add_executable "${ARG_UNPARSED_ARGUMENTS}"
                          NAME "${ARG_NAME}" SOURCES "${ARG_SOURCES}")
  add_executable(${ARG_NAME} ${ARG_SOURCES})
  target_include_directories(${ARG_NAME} PRIVATE
    "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}")
  target_link_libraries(${ARG_NAME}
    PRIVATE ${ARG_DEPENDS} adopter_llvm adopter_warnings ${ARG_LINK_PRIVATE})
endfunction()

# adopter_add_unittest(NAME support_test SOURCES ATest.cpp ... DEPENDS ...)
# One GoogleTest program, one ctest test; its cases are counted one by one from
# the XML it leaves in <build>/results.
function(adopter_add_unittest)
  cmake_parse_arguments(ARG "" "NAME" "SOURCES;DEPENDS" ${ARGN})
  adopter_check_arguments(adopter_add_unittest "${ARG_UNPARSED_ARGUMENTS}"
                          NAME "${ARG_NAME}" SOURCES "${ARG_SOURCES}")
  adopter_add_executable(NAME ${ARG_NAME} SOURCES ${ARG_SOURCES}
                         DEPENDS ${ARG_DEPENDS} LINK_PRIVATE GTest::gtest_main)
  set_target_properties(${ARG_NAME} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/unit")
  target_compile_definitions(${ARG_NAME} PRIVATE
    ADOPTER_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  add_test(NAME unit.${ARG_NAME} COMMAND ${ARG_NAME}
    "--gtest_output=xml:${CMAKE_BINARY_DIR}/results/gtest-${ARG_NAME}.xml")
  set_tests_properties(unit.${ARG_NAME} PROPERTIES LABELS unit)
  set_property(GLOBAL APPEND PROPERTY ADOPTER_UNITTESTS ${ARG_NAME})
endfunction()

# adopter_check_arguments(<function> <unparsed> <key> <value>...): a key
# without value, or a word nobody asked for, is a mistake in a CMakeLists.txt.
function(adopter_check_arguments caller unparsed)
  if(unparsed)
    message(FATAL_ERROR "${caller}: unknown arguments: ${unparsed}")
  endif()
  while(ARGN)
    list(POP_FRONT ARGN key value)
    if(NOT value)
      message(FATAL_ERROR "${caller}: ${key} is missing")
    endif()
    # A value that is a list arrives as its elements: skip to the next key.
    while(ARGN)
      list(GET ARGN 0 next)
      if(next MATCHES "^(NAME|SOURCES|GRAMMARS|PACKAGE)$")
        break()
      endif()
      list(POP_FRONT ARGN)
    endwhile()
  endwhile()
endfunction()
