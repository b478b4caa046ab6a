// SPDX-License-Identifier: Apache-2.0
#include "PreludeReader.h"

#include "runtime/program/Signature.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace adopter;
using namespace adopter::program;
using adopter::test::prelude;

namespace {

/// One line of a declaration at a time; expressions by recursive descent.
class OpReader {
public:
  explicit OpReader(Program &program) : program(program) {}

  void read(llvm::StringRef text) {
    bool inOp = false;
    std::string line;
    int open = 0;
    llvm::SmallVector<llvm::StringRef, 0> lines;
    text.split(lines, '\n');
    for (llvm::StringRef part : lines) {
      if (!part.contains("operator //"))
        part = part.split("//").first;
      part = part.rtrim();
      open += static_cast<int>(part.count('(') + part.count('[')) -
              static_cast<int>(part.count(')') + part.count(']'));
      line += part;
      if (open > 0)
        continue; // a signature over several lines
      rest = line;
      skip();
      if (!inOp) {
        if (word("op")) {
          OpDecl op;
          op.name = symbol(qualified());
          op.parameters = parameters();
          inOp = take("{") && !take("}");
          current = program.ops.add(std::move(op));
        } else if (rest.starts_with("pattern")) {
          return; // the rest of the file is about patterns
        }
      } else if (take("}")) {
        inOp = false;
      } else {
        opLine();
      }
      line.clear();
    }
  }

  /// Call when every declaration is read.
  void finish() {
    for (const Call &made : calls) {
      Expr &e = program.exprs[made.id];
      for (uint32_t i = 0; i < program.ops.size(); ++i)
        if (program.ops[OpDeclId(i)].name == e.name)
          e.op = OpDeclId(i);
      if (!e.op)
        continue;
      const std::vector<Parameter> &parameters = program.ops[e.op].parameters;
      for (size_t i = 0; i < parameters.size(); ++i)
        e.args.push_back({parameters[i].name,
                          i < made.given.size() ? made.given[i]
                                                : parameters[i].defaultValue});
    }
    program.buildIndexes();
  }

private:
  OpDecl &op() { return program.ops[current]; }
  SymbolId symbol(llvm::StringRef text) {
    return program.symbols->intern(text);
  }
  void skip() { rest = rest.ltrim(); }
  bool take(llvm::StringRef token) {
    skip();
    return rest.consume_front(token);
  }
  bool word(llvm::StringRef text) {
    skip();
    if (!rest.starts_with(text) ||
        (rest.size() > text.size() && isName(rest[text.size()])))
      return false;
    rest = rest.drop_front(text.size());
    return true;
  }
  static bool isName(char c) { return llvm::isAlnum(c) || c == '_'; }
  llvm::StringRef qualified() {
    skip();
    llvm::StringRef name =
        rest.take_while([](char c) { return isName(c) || c == '.'; });
    rest = rest.drop_front(name.size());
    return name;
  }

  void opLine() {
    if (word("also")) {
      Spelling spelling;
      spelling.name = symbol(qualified());
      spelling.parameters = parameters();
      if (word("with"))
        do {
          SymbolId name = symbol(qualified());
          take("=");
          spelling.derived.push_back({name, expression(spelling.parameters)});
        } while (take(","));
      op().spellings.push_back(std::move(spelling));
    } else if (word("operator")) {
      skip();
      op().operators.push_back(symbol(rest.rtrim()));
    } else if (word("commutative")) {
      SymbolId a = symbol(qualified());
      take(",");
      SymbolId b = symbol(qualified());
      op().commutative = {*findParameter(op().parameters, a),
                          *findParameter(op().parameters, b)};
    } else if (word("pure")) {
      op().pure = true;
    } else if (word("mutates")) {
      names(op().mutates);
    } else if (word("aliases")) {
      names(op().aliases);
    } else if (word("module")) {
      ModuleSheet sheet;
      sheet.callParameters = parameters();
      if (take("=")) {
        std::vector<Parameter> known = op().parameters;
        known.insert(known.end(), sheet.callParameters.begin(),
                     sheet.callParameters.end());
        sheet.forward = expression(known);
      }
      op().module = std::move(sheet);
    }
    // Attributes and parameter tensors do not matter to the lifter.
  }

  void names(std::vector<SymbolId> &out) {
    do
      out.push_back(symbol(qualified()));
    while (take(","));
  }

  std::vector<Parameter> parameters() {
    std::vector<Parameter> result;
    bool keywordOnly = false;
    take("(");
    while (!take(")")) {
      Parameter parameter;
      if (take("**"))
        parameter.kind = ParameterKind::VarKeyword;
      else if (take("*"))
        parameter.kind = ParameterKind::VarPositional;
      else if (keywordOnly)
        parameter.kind = ParameterKind::KeywordOnly;
      llvm::StringRef name = qualified();
      keywordOnly |= parameter.kind == ParameterKind::VarPositional;
      if (!name.empty()) {
        parameter.name = symbol(name);
        if (take("="))
          parameter.defaultValue = expression({});
        result.push_back(parameter);
      }
      if (!take(",") && !rest.ltrim().starts_with(")"))
        break;
    }
    return result;
  }

  ExprId make(ExprKind kind, SymbolId name = {}) {
    Expr e;
    e.kind = kind;
    e.name = name;
    return program.exprs.add(std::move(e));
  }
  ExprId makeConstant(const Constant &constant) {
    ExprId id = make(ExprKind::Constant);
    program.exprs[id].constant = program.constants.add(constant);
    return id;
  }

  ExprId expression(llvm::ArrayRef<Parameter> known) {
    skip();
    if (take("-")) {
      ExprId inner = expression(known);
      Constant &constant = program.constants[program.exprs[inner].constant];
      constant.integer = -constant.integer;
      constant.number = -constant.number;
      return inner;
    }
    if (take("\"")) {
      auto [text, after] = rest.split('"');
      rest = after;
      return makeConstant(Constant::ofString(symbol(text)));
    }
    if (!rest.empty() && (llvm::isDigit(rest[0]))) {
      llvm::StringRef number = rest.take_while([](char c) {
        return llvm::isDigit(c) || c == '.' || c == 'e' || c == '-';
      });
      rest = rest.drop_front(number.size());
      int64_t integer = 0;
      double real = 0;
      if (!number.getAsInteger(10, integer))
        return makeConstant(Constant::ofInt(integer));
      llvm::to_float(number, real);
      return makeConstant(Constant::ofFloat(real));
    }
    llvm::StringRef name = qualified();
    if (name == "None")
      return makeConstant(Constant::none());
    if (name == "True" || name == "False")
      return makeConstant(Constant::boolean(name == "True"));
    if (take("("))
      return call(name, known);
    // Attributes of parameters and of self.
    auto [first, tail] = name.split('.');
    bool isSelf = first == "self";
    if (!isSelf && !findParameter(known, symbol(first)))
      return make(ExprKind::Name, symbol(name));
    ExprId object =
        isSelf ? make(ExprKind::Self) : make(ExprKind::Param, symbol(first));
    while (!tail.empty()) {
      auto [attribute, further] = tail.split('.');
      ExprId outer = make(ExprKind::Attribute, symbol(attribute));
      program.exprs[outer].args.push_back({{}, object});
      object = outer;
      tail = further;
    }
    return object;
  }

  ExprId call(llvm::StringRef name, llvm::ArrayRef<Parameter> known) {
    Call made{make(ExprKind::OpCall, symbol(name)), {}};
    while (!take(")")) {
      made.given.push_back(expression(known));
      take(",");
    }
    calls.push_back(made);
    return made.id;
  }

  struct Call {
    ExprId id;
    std::vector<ExprId> given;
  };
  std::vector<Call> calls; // their ops may be declared further down

  Program &program;
  OpDeclId current;
  llvm::StringRef rest;
};

} // namespace

const Program &adopter::test::prelude() {
  static const std::unique_ptr<Program> program = [] {
    auto made = std::make_unique<Program>();
    std::error_code error;
    llvm::SmallString<128> folder(ADOPTER_SOURCE_DIR);
    llvm::sys::path::append(folder, "stdlib-rules", "prelude");
    std::vector<std::string> paths;
    for (llvm::sys::fs::directory_iterator at(folder, error), end;
         at != end && !error; at.increment(error))
      if (llvm::StringRef(at->path()).ends_with(".adr"))
        paths.push_back(at->path());
    std::sort(paths.begin(), paths.end());
    OpReader reader(*made);
    for (const std::string &path : paths)
      if (auto buffer = llvm::MemoryBuffer::getFile(path))
        reader.read((*buffer)->getBuffer());
    reader.finish();
    return made;
  }();
  return *program;
}
