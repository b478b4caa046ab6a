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
#  * Before 4.10 a static object deserialises the grammar at program start (about
#    0.5 ms); it is moved to the constructor, so that only who parses pays.
function(adopter_add_grammar)
  cmake_parse_arguments(ARG "" "NAME;PACKAGE" "GRAMMARS" ${ARGN})
  adopter_check_arguments(adopter_add_grammar "${ARG_UNPARSED_ARGUMENTS}"
    NAME "${ARG_NAME}" PACKAGE "${ARG_PACKAGE}" GRAMMARS "${ARG_GRAMMARS}")

  file(RELATIVE_PATH folder "${CMAKE_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
  set(root "${CMAKE_BINARY_DIR}/antlr")
  set(out "${root}/${folder}")
  file(MAKE_DIRECTORY "${out}")

  set(lazy_tables "")
  if(ADOPTER_ANTLR4_VERSION VERSION_LESS 4.10)
    set(lazy_tables -e "/::_init.$/d"
        -e "s/^  _interpreter = new/  static Initializer once$<SEMICOLON>\\n&/")
  endif()

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
      COMMAND sed -i -e "" ${lazy_tables} "${out}/${stem}.cpp"
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
  target_include_directories(${ARG_NAME} SYSTEM PUBLIC "${root}")
  target_link_libraries(${ARG_NAME} PUBLIC adopter_antlr_runtime)
endfunction()

# Sets ADOPTER_ANTLR4 and defines adopter_antlr_runtime, the static runtime.
# Found by hand, since not every distribution has a CMake package for it.
# Refuses a tool and a runtime that do not understand each other: the serialised
# grammar changed at 4.10, and the generated C++ has no check of its own.
function(adopter_find_antlr)
  find_program(ADOPTER_ANTLR4 NAMES antlr4)
  find_path(ADOPTER_ANTLR_INCLUDE antlr4-runtime.h PATH_SUFFIXES antlr4-runtime)
  find_library(ADOPTER_ANTLR_LIBRARY NAMES libantlr4-runtime.a)
  find_library(ADOPTER_UUID_LIBRARY NAMES uuid)
  foreach(part ADOPTER_ANTLR4 ADOPTER_ANTLR_INCLUDE ADOPTER_ANTLR_LIBRARY
               ADOPTER_UUID_LIBRARY)
    if(NOT ${part})
      message(FATAL_ERROR "${part} not found; run utils/install_deps.sh")
    endif()
  endforeach()
  add_library(adopter_antlr_runtime INTERFACE)
  target_include_directories(adopter_antlr_runtime SYSTEM INTERFACE
    "${ADOPTER_ANTLR_INCLUDE}")
  target_link_libraries(adopter_antlr_runtime INTERFACE
    "${ADOPTER_ANTLR_LIBRARY}" "${ADOPTER_UUID_LIBRARY}" Threads::Threads)

  if(NOT ADOPTER_ANTLR4_VERSION)
    execute_process(COMMAND "${ADOPTER_ANTLR4}" OUTPUT_VARIABLE help
                    ERROR_VARIABLE help)
    string(REGEX MATCH "Version ([0-9]+\\.[0-9]+)" _ "${help}")
    set(ADOPTER_ANTLR4_VERSION "${CMAKE_MATCH_1}" CACHE INTERNAL "")
  endif()
  # The version of the runtime stands in the name of its shared library.
  string(REGEX REPLACE "\\.a$" ".so" shared "${ADOPTER_ANTLR_LIBRARY}")
  get_filename_component(shared "${shared}" REALPATH)
  string(REGEX MATCH "\\.so\\.([0-9]+\\.[0-9]+)" _ "${shared}")
  set(runtime "${CMAKE_MATCH_1}")
  if(runtime AND ADOPTER_ANTLR4_VERSION)
    set(new_tool NO)
    set(new_runtime NO)
    if(NOT ADOPTER_ANTLR4_VERSION VERSION_LESS 4.10)
      set(new_tool YES)
    endif()
    if(NOT runtime VERSION_LESS 4.10)
      set(new_runtime YES)
    endif()
    if(NOT new_tool STREQUAL new_runtime)
      message(FATAL_ERROR "antlr4 ${ADOPTER_ANTLR4_VERSION} and its C++ runtime "
        "${runtime} do not fit: the serialised grammar changed at 4.10")
    endif()
  endif()
  message(STATUS "ANTLR ${ADOPTER_ANTLR4_VERSION}, runtime ${runtime}")
endfunction()

adopter_find_antlr()
