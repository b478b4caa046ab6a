# SPDX-License-Identifier: Apache-2.0
# adopter_add_tree_sitter(): the tree-sitter core and its Python grammar as one
# C library, target adopter_tree_sitter. Sources come from
# utils/fetch_tree_sitter.sh:
#   ${ADOPTER_TREE_SITTER_DIR}/core    lib/ of the core: include/ and src/lib.c
#   ${ADOPTER_TREE_SITTER_DIR}/python  src/ of the grammar: parser.c, scanner.c
# Always optimised and without asserts: half of the tool's time is spent here.
function(adopter_add_tree_sitter)
  if(TARGET adopter_tree_sitter)
    return()
  endif()
  set(core "${ADOPTER_TREE_SITTER_DIR}/core")
  set(python "${ADOPTER_TREE_SITTER_DIR}/python")
  foreach(file "${core}/src/lib.c" "${core}/include/tree_sitter/api.h"
               "${python}/parser.c" "${python}/scanner.c")
    if(NOT EXISTS "${file}")
      message(FATAL_ERROR "${file} is missing; run utils/fetch_tree_sitter.sh")
    endif()
  endforeach()

  add_library(adopter_tree_sitter STATIC
    "${core}/src/lib.c" "${python}/parser.c" "${python}/scanner.c")
  target_compile_definitions(adopter_tree_sitter PRIVATE
    NDEBUG _POSIX_C_SOURCE=200112L _DEFAULT_SOURCE)
  target_compile_options(adopter_tree_sitter PRIVATE -O3 -w)
  if(ADOPTER_SANITIZE)
    target_compile_options(adopter_tree_sitter PRIVATE -fno-sanitize=all)
  endif()
  target_include_directories(adopter_tree_sitter
    SYSTEM PUBLIC "${core}/include")
  target_include_directories(adopter_tree_sitter
    PRIVATE "${core}/src" "${python}")
endfunction()
