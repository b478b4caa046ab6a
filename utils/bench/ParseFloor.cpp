// SPDX-License-Identifier: Apache-2.0
/// \file
/// The floor that `adoptc scan` is measured against: reads each file and parses
/// it with tree-sitter, nothing else. Trees are freed one by one.
///
///   parse_floor THREADS FILE...
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <cstdlib>
#include <thread>
#include <tree_sitter/api.h>
#include <vector>

extern "C" const TSLanguage *tree_sitter_python();

int main(int argc, char **argv) {
  if (argc < 3) {
    llvm::errs() << "usage: parse_floor THREADS FILE...\n";
    return 2;
  }
  const int threads = std::atoi(argv[1]);
  std::atomic<int> next{2};
  std::atomic<size_t> bytes{0}, nodes{0};
  auto work = [&] {
    TSParser *parser = ts_parser_new();
    ts_parser_set_language(parser, tree_sitter_python());
    for (int i = next++; i < argc; i = next++) {
      auto buffer = llvm::MemoryBuffer::getFile(argv[i]);
      if (!buffer)
        continue;
      llvm::StringRef text = (*buffer)->getBuffer();
      TSTree *tree =
          ts_parser_parse_string(parser, nullptr, text.data(), text.size());
      bytes += text.size();
      nodes += ts_node_descendant_count(ts_tree_root_node(tree));
      ts_tree_delete(tree);
    }
    ts_parser_delete(parser);
  };
  std::vector<std::thread> pool;
  for (int i = 0; i < threads; ++i)
    pool.emplace_back(work);
  for (std::thread &thread : pool)
    thread.join();
  llvm::outs() << argc - 2 << " files, " << bytes << " bytes, " << nodes
               << " nodes\n";
  return 0;
}
