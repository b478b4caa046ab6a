# SPDX-License-Identifier: Apache-2.0
# Finds the newest usable static LLVM Support library and defines
#   adopter_llvm                      interface target: headers (SYSTEM) + archives
#   ADOPTER_LLVM_PREFIX, ADOPTER_LLVM_VERSION
#   ADOPTER_LLVM_TOOLS_DIR            FileCheck, not, split-file (may lack them)
#
# LLVM's own CMake package is not used on purpose: its LLVMSupport target drags
# in zstd, z3, curl and others at configure time, though nothing we call needs
# them, and libLLVM.so would cost about 50 ms at every start of the tool.

set(ADOPTER_LLVM_CANDIDATES 19 18 17 16 15 CACHE STRING
    "LLVM major versions that will do, best first")

set(ADOPTER_LLVM_PREFIX "" CACHE PATH "LLVM to use, e.g. /usr/lib/llvm-19")
if(NOT ADOPTER_LLVM_PREFIX)
  foreach(major ${ADOPTER_LLVM_CANDIDATES})
    foreach(prefix /usr/lib/llvm-${major} /usr/local/llvm-${major}
                   /opt/llvm-${major})
      if(NOT ADOPTER_LLVM_PREFIX AND EXISTS "${prefix}/lib/libLLVMSupport.a"
         AND EXISTS "${prefix}/include/llvm/Config/llvm-config.h")
        set(ADOPTER_LLVM_PREFIX "${prefix}" CACHE PATH
            "LLVM to use, e.g. /usr/lib/llvm-19" FORCE)
      endif()
    endforeach()
  endforeach()
endif()
if(NOT EXISTS "${ADOPTER_LLVM_PREFIX}/lib/libLLVMSupport.a")
  list(JOIN ADOPTER_LLVM_CANDIDATES ", " candidates)
  message(FATAL_ERROR "no static LLVM Support library found (tried versions "
    "${candidates}); run utils/install_deps.sh or pass -DADOPTER_LLVM_PREFIX=")
endif()

file(STRINGS "${ADOPTER_LLVM_PREFIX}/include/llvm/Config/llvm-config.h"
     version_line REGEX "define LLVM_VERSION_STRING")
string(REGEX REPLACE ".*\"([0-9.]+).*\".*" "\\1" ADOPTER_LLVM_VERSION
       "${version_line}")
set(ADOPTER_LLVM_TOOLS_DIR "${ADOPTER_LLVM_PREFIX}/bin")
message(STATUS "LLVM ${ADOPTER_LLVM_VERSION} in ${ADOPTER_LLVM_PREFIX} (static)")

find_package(ZLIB REQUIRED)

add_library(adopter_llvm INTERFACE)

# Releases before 19 lack some functions we use. utils/llvm_compat adds free
# ones; new members (of StringRef and SmallVector, since 16) need a patched copy
# of the header.
if(ADOPTER_LLVM_VERSION VERSION_LESS 19)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_FLAGS "-std=c++17 -fsyntax-only")
  set(CMAKE_REQUIRED_INCLUDES "${ADOPTER_LLVM_PREFIX}/include")
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
  # adopter_llvm_has(<name> <header> <expression>)
  function(adopter_llvm_has name header expression)
    check_cxx_source_compiles("#include \"llvm/ADT/${header}\"
      bool same(char, char);
      bool f() { return ${expression}; }" ADOPTER_LLVM_HAS_${name})
    if(ADOPTER_LLVM_HAS_${name})
      target_compile_definitions(adopter_llvm INTERFACE ADOPTER_LLVM_HAS_${name})
    endif()
  endfunction()
  adopter_llvm_has(CONTAINED_IN_LIST STLExtras.h "llvm::is_contained({1, 2}, 2)")
  adopter_llvm_has(EQUAL_PREDICATE STLExtras.h "llvm::equal(\"a\", \"b\", same)")
  adopter_llvm_has(IS_UPPER StringExtras.h "llvm::isUpper('a')")
  unset(CMAKE_REQUIRED_FLAGS)
  unset(CMAKE_REQUIRED_INCLUDES)
  unset(CMAKE_TRY_COMPILE_TARGET_TYPE)

  target_include_directories(adopter_llvm SYSTEM INTERFACE
    "${CMAKE_SOURCE_DIR}/utils/llvm_compat")
  # adopter_patch_llvm(<header of ADT> <sign that it is new enough>
  #                    <regular expression> <its replacement>)
  function(adopter_patch_llvm header sign pattern replacement)
    file(READ "${ADOPTER_LLVM_PREFIX}/include/llvm/ADT/${header}" text)
    if(text MATCHES "${sign}")
      return()
    endif()
    string(REGEX REPLACE "${pattern}" "${replacement}" patched "${text}")
    if(patched STREQUAL text)
      message(FATAL_ERROR "cannot patch ${header} of ${ADOPTER_LLVM_PREFIX}")
    endif()
    set(folder "${CMAKE_BINARY_DIR}/llvm_compat")
    file(CONFIGURE OUTPUT "${folder}/llvm/ADT/${header}" CONTENT "${patched}"
         @ONLY)
    target_include_directories(adopter_llvm SYSTEM INTERFACE "${folder}")
  endfunction()
  adopter_patch_llvm(StringRef.h "starts_with" "    ([a-z ]*bool empty\\(\\) const)" "
    bool starts_with(StringRef prefix) const { return startswith(prefix); }
    bool ends_with(StringRef suffix) const { return endswith(suffix); }
    bool starts_with(char c) const { return !empty() && front() == c; }
    bool ends_with(char c) const { return !empty() && back() == c; }
    \\1")
  adopter_patch_llvm(SmallVector.h "class ArrayRef"
    "(  template <typename RangeTy>\n  explicit SmallVector\\()" "  template <template <typename> class View, typename U,
            typename = decltype(View<U>().drop_front())>
  explicit SmallVector(View<U> view) : SmallVectorImpl<T>(N) {
    this->append(view.begin(), view.end());
  }
\\1")
endif()
target_include_directories(adopter_llvm SYSTEM INTERFACE
  "${ADOPTER_LLVM_PREFIX}/include")
target_link_libraries(adopter_llvm INTERFACE
  "${ADOPTER_LLVM_PREFIX}/lib/libLLVMSupport.a"
  "${ADOPTER_LLVM_PREFIX}/lib/libLLVMDemangle.a"
  ZLIB::ZLIB Threads::Threads ${CMAKE_DL_LIBS} m rt)
# Before 19 the colour detection of Support asks terminfo.
if(ADOPTER_LLVM_VERSION VERSION_LESS 19)
  find_library(ADOPTER_TINFO NAMES tinfo tinfow ncurses)
  if(ADOPTER_TINFO)
    target_link_libraries(adopter_llvm INTERFACE "${ADOPTER_TINFO}")
  endif()
endif()
