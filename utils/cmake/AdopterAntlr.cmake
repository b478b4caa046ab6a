# SPDX-License-Identifier: Apache-2.0
# Everything that is special about ANTLR stays here and in grammar/.

# adopter_add_grammar(NAME adopter_grammar PACKAGE adopter::grammar
#                     GRAMMARS AdrLexer.g4 AdrParser.g4)
# Runs /usr/bin/antlr4 on the files in order (a lexer before the parser that
# names it in tokenVocab) and compiles what comes out as one unit. Headers are
# then "grammar/AdrLexer.h" and so on: `<folder of the call>/<Grammar>.h`.
# Visitors are generated, listeners are not.
#
#  * Debian's antlr4_generate() runs a jar without a class path and fails, hence
#    a command of our own.
#  * The lexer of tool 4.7 puts u8"" into std::string: -fno-char8_t, for this
#    unit only. Its other warnings are not ours: -w, and SYSTEM for users.
function(adopter_add_grammar)
  cmake_parse_arguments(ARG "" "NAME;PACKAGE" "GRAMMARS" ${ARGN})
  adopter_check_arguments(adopter_add_grammar "${ARG_UNPARSED_ARGUMENTS}"
    NAME "${ARG_NAME}" PACKAGE "${ARG_PACKAGE}" GRAMMARS "${ARG_GRAMMARS}")

  file(RELATIVE_PATH folder "${CMAKE_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
  set(root "${CMAKE_BINARY_DIR}/antlr")
  set(out "${root}/${folder}")
  file(MAKE_DIRECTORY "${out}")

  set(unity "")
  set(previous "")
  foreach(grammar ${ARG_GRAMMARS})
    get_filename_component(stem "${grammar}" NAME_WE)
    set(units ${stem})
    set(extra -no-visitor)
    if(NOT stem MATCHES "Lexer$")
      list(APPEND units ${stem}Visitor ${stem}BaseVisitor)
      set(extra -visitor)
    endif()
    set(outputs "${out}/${stem}.tokens")
    foreach(unit ${units})
      list(APPEND outputs "${out}/${unit}.h" "${out}/${unit}.cpp")
      string(APPEND unity "#include \"${folder}/${unit}.cpp\"\n")
    endforeach()
    add_custom_command(
      OUTPUT ${outputs}
      COMMAND "${ADOPTER_ANTLR4}" -Werror -Dlanguage=Cpp ${extra} -no-listener
              -package ${ARG_PACKAGE} -lib "${out}" -o "${out}" "${grammar}"
      WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
      DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${grammar}" ${previous}
      COMMENT "antlr4 ${folder}/${grammar}"
      VERBATIM)
    list(APPEND previous ${outputs})
  endforeach()

  set(unit "${root}/${ARG_NAME}.cpp")
  file(CONFIGURE OUTPUT "${unit}" CONTENT "${unity}" @ONLY)
  set_source_files_properties("${unit}" PROPERTIES OBJECT_DEPENDS "${previous}")

  add_library(${ARG_NAME} STATIC "${unit}" ${previous})
  # The generated .cpp files are listed for their rules, not to be compiled.
  foreach(file ${previous})
    set_source_files_properties("${file}" PROPERTIES HEADER_FILE_ONLY ON)
  endforeach()
  target_compile_options(${ARG_NAME} PRIVATE -fno-char8_t -w)
  target_include_directories(${ARG_NAME} SYSTEM PUBLIC
    "${root}" "${ANTLR4_INCLUDE_DIR}")
  target_link_libraries(${ARG_NAME} PUBLIC antlr4_static)
endfunction()

# Sets ADOPTER_ANTLR4 and ANTLR4_INCLUDE_DIR; refuses a tool and a runtime that
# do not understand each other (the serialised grammar changed at 4.10, and the
# generated C++ has no check of its own).
macro(adopter_find_antlr)
  find_program(ADOPTER_ANTLR4 NAMES antlr4)
  if(NOT ADOPTER_ANTLR4)
    message(FATAL_ERROR "antlr4 not found; run utils/install_deps.sh")
  endif()
  find_package(antlr4-runtime CONFIG)
  if(NOT antlr4-runtime_FOUND)
    message(FATAL_ERROR
      "libantlr4-runtime-dev not found; run utils/install_deps.sh")
  endif()
  if(NOT ADOPTER_ANTLR4_VERSION)
    execute_process(COMMAND "${ADOPTER_ANTLR4}" OUTPUT_VARIABLE antlr_help
                    ERROR_VARIABLE antlr_help)
    string(REGEX MATCH "Version ([0-9]+\\.[0-9]+)" _ "${antlr_help}")
    set(ADOPTER_ANTLR4_VERSION "${CMAKE_MATCH_1}" CACHE INTERNAL "")
  endif()
  set(antlr_runtime "${antlr4-runtime_VERSION}")
  if((ADOPTER_ANTLR4_VERSION VERSION_LESS 4.10 AND
      NOT antlr_runtime VERSION_LESS 4.10) OR
     (NOT ADOPTER_ANTLR4_VERSION VERSION_LESS 4.10 AND
      antlr_runtime VERSION_LESS 4.10))
    message(FATAL_ERROR "antlr4 ${ADOPTER_ANTLR4_VERSION} and its C++ runtime "
      "${antlr_runtime} do not fit: the serialised grammar changed at 4.10")
  endif()
  message(STATUS "ANTLR ${ADOPTER_ANTLR4_VERSION}, runtime ${antlr_runtime}")
endmacro()

# At top level: imported targets are visible below the folder that found them.
adopter_find_antlr()
