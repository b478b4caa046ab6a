# SPDX-License-Identifier: Apache-2.0
# Flags of the whole build: sections, assertions, sanitizers; and the warnings
# of our own code as the interface target adopter_warnings.

add_compile_options(-ffunction-sections -fdata-sections)
add_link_options(-Wl,--gc-sections -Wl,--as-needed)

if(ADOPTER_ASSERTIONS)
  foreach(lang C CXX)
    foreach(type RELEASE RELWITHDEBINFO MINSIZEREL)
      string(REGEX REPLACE "[-/]D *NDEBUG" "" CMAKE_${lang}_FLAGS_${type}
             "${CMAKE_${lang}_FLAGS_${type}}")
    endforeach()
  endforeach()
endif()

if(ADOPTER_SANITIZE)
  add_compile_options(-fsanitize=${ADOPTER_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${ADOPTER_SANITIZE})
  # Typeinfo of classes inside the LLVM archives is not always emitted, and
  # UBSan's vptr check would need it.
  if(ADOPTER_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize=vptr)
  endif()
endif()

# Members have no suffix, so `X(Y y) : y(y)` is the common constructor: g++ must
# not warn about it (clang does not).
add_library(adopter_warnings INTERFACE)
target_compile_options(adopter_warnings INTERFACE
  -Wall -Wextra
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wshadow=local>
  $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wshadow>
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>
  -Werror=switch -Werror=return-type)
# g++ 12 sees overlapping copies in every `string = "literal"` (GCC PR 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(adopter_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
if(ADOPTER_WERROR)
  target_compile_options(adopter_warnings INTERFACE -Werror)
endif()
