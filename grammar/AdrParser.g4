// SPDX-License-Identifier: Apache-2.0
// Grammar of the rule language; docs/language-reference.md explains it.
//
// The tokens come through compiler/syntax/TokenFilter: newlines inside
// parentheses, brackets and dicts and after operators are gone, brackets are
// balanced, and the braces of a dict are DICT_OPEN and DICT_CLOSE.
//
// Choices are kept decidable by the first token where possible, because a
// syntax error is only as good as the place where the parser notices it. So an
// argument is `expr (= expr)?`, and AstBuilder checks that the first part is a
// name. Two lines may share a line only where the second begins with something
// that no expression goes on with.
parser grammar AdrParser;
options { tokenVocab = AdrLexer; }

file : (declaration | sep)* EOF;

sep : NEWLINE | SEMICOLON;

declaration
  : packDecl
  | opDecl
  | kernelDecl
  | patternDecl
  | isoDecl
  | ruleDecl
  | decorator* (moduleDecl | functionDecl)
  ;

packDecl : PACK name STRING?;

// --- op -------------------------------------------------------------------

opDecl : OP qualifiedName LPAREN params? RPAREN opBody?;
opBody : LBRACE opLine? (sep opLine?)* RBRACE;

opLine
  : ALSO qualifiedName LPAREN params? RPAREN opWith?             # AlsoLine
  | OPERATOR opToken                                             # OperatorLine
  | COMMUTATIVE names                                            # CommutativeLine
  | PURE                                                         # PureLine
  | MUTATES names                                                # MutatesLine
  | ALIASES names                                                # AliasesLine
  | MODULE LPAREN params? RPAREN (ASSIGN expr)?                  # ModuleLine
  | ATTRIBUTES names                                             # AttributesLine
  | PARAMETER name LPAREN exprs? RPAREN (WHERE conditions)?      # ParameterLine
  | DEPRECATED STRING                                            # DeprecatedLine
  ;
opWith : NEWLINE? WITH opBinding (COMMA opBinding)*;
opBinding : name ASSIGN expr;
opToken
  : PLUS | MINUS | STAR | SLASH | FLOOR_DIV | PERCENT | POWER | AT | AMPERSAND | BAR | CARET | SHIFT_LEFT
  | SHIFT_RIGHT | EQUAL | NOT_EQUAL | LESS | LESS_EQUAL | GREATER | GREATER_EQUAL | LBRACKET RBRACKET | name
  ;

params : param (COMMA param)* COMMA?;
param
  : name (COLON expr)? (ASSIGN expr)?      # PlainParam
  | STAR (name (COLON expr)?)?             # StarParam
  | POWER name (COLON expr)?               # DoubleStarParam
  | SLASH                                  # SlashParam
  ;

// --- kernel ---------------------------------------------------------------

kernelDecl : KERNEL qualifiedName LPAREN params? RPAREN sheet;
sheet : LBRACE sheetLine? (sep sheetLine?)* RBRACE;

sheetLine
  : REQUIRES PACKAGE STRING                # RequiresLine
  | DEVICE device (COMMA device)*          # DeviceLine
  | DTYPES names                           # DtypesLine
  | MODES names                            # ModesLine
  | GRADIENTS names                        # GradientsLine
  | MUTATES names                          # KernelMutatesLine
  | DETERMINISTIC                          # DeterministicLine
  | LAYOUT STRING                          # LayoutLine
  | NOTE STRING                            # NoteLine
  | IMPORT STRING                          # ImportLine
  | MODULE (LPAREN params? RPAREN)?        # KernelModuleLine
  | IDENT limitOp expr                     # LimitLine
  ;
device : name (GREATER_EQUAL expr)?;
limitOp : EQUAL | NOT_EQUAL | LESS | LESS_EQUAL | GREATER | GREATER_EQUAL | IN;

// --- pattern, iso ---------------------------------------------------------

patternDecl
  : PATTERN name LPAREN (METAVAR (COMMA METAVAR)* COMMA?)? RPAREN patternBinds? patternBody
  ;
patternBinds : BINDS METAVAR (COMMA METAVAR)*;
patternBody : LBRACE alternative? (sep alternative?)* RBRACE;
alternative : expr (NEWLINE? clause)*;
clause
  : WHERE conditions                               # WhereClause
  | REQUIRE requirement (COMMA requirement)*       # RequireClause
  | WITH binding (COMMA binding)*                  # WithClause
  ;
binding : METAVAR ASSIGN expr;

isoDecl : ISO name isoBody;
isoBody : LBRACE isoGroup? (sep isoGroup?)* RBRACE;
isoGroup : isoEquation isoPart* | isoPart+;
isoEquation : expr;
isoPart
  : WHERE conditions                               # IsoWhere
  | GRADE grade                                    # IsoGrade
  ;

// --- rule -----------------------------------------------------------------

ruleDecl : RULE name ruleBody;
ruleBody : LBRACE (rulePart | sep)* RBRACE;
rulePart
  : MATCH itemBlock                                # MatchPart
  | WHERE conditions                               # WherePart
  | REQUIRE requirement (COMMA requirement)*       # RequirePart
  | REWRITE itemBlock                              # RewritePart
  | CHECKPOINT checkpointBlock                     # CheckpointPart
  | GRADE grade                                    # GradePart
  | BENEFIT (INTEGER | FLOAT | name)               # BenefitPart
  | MODE name                                      # ModePart
  | EXAMPLE exampleBlock                           # ExamplePart
  ;

itemBlock : LBRACE itemGroup? (sep itemGroup?)* RBRACE;
// `f ($a, $b) = g` would be a call: what unpacks is the first of its line.
itemGroup : (singleItem | unpackItem) singleItem*;
singleItem : METAVAR (COLON expr (AS STRING)? | ASSIGN expr);
unpackItem : LPAREN target (COMMA target)* COMMA? RPAREN ASSIGN expr;
target : METAVAR | WILDCARD;

checkpointBlock : LBRACE (checkpointItem | sep)* RBRACE;
checkpointItem : METAVAR checkpointPath+ ASSIGN expr (WHERE conditions)?;
checkpointPath : DOT name;

exampleBlock : LBRACE (exampleItem | sep)* RBRACE;
exampleItem : METAVAR (COMMA METAVAR)* COLON expr;

// `exact`, `rounding`, `domain "text"`; AstBuilder knows the words.
grade : name STRING?;
conditions : condition (COMMA condition)*;
condition : expr (COLON expr)?;
requirement : expr STRING;

// --- architecture ---------------------------------------------------------

decorator : AT expr NEWLINE?;
moduleDecl : MODULE name (LPAREN arguments? RPAREN)? moduleBody;
moduleBody : LBRACE moduleItem? (sep moduleItem?)* RBRACE;
moduleItem
  : decorator* METHOD name LPAREN params? RPAREN block         # MethodItem
  | name (COLON | ASSIGN) expr (WHERE conditions)?             # MemberItem
  ;
functionDecl : FUNCTION name LPAREN params? RPAREN block;

block : LBRACE statement? (sep statement?)* RBRACE;
statement
  : regionHead block (regionTail block)*                       # RegionStmt
  | word exprs?                                                # WordStmt
  | SET expr ASSIGN expr block?                                # SetStmt
  | functionDecl                                               # FunctionStmt
  | expr (ASSIGN assigned | block)?                            # ExprStmt
  ;
assigned
  : regionHead block (regionTail block)*                       # AssignedRegion
  | expr block?                                                # AssignedValue
  ;
regionHead
  : IF expr carried?                                           # IfHead
  | FOR loopTarget IN expr carried?                            # ForHead
  | WHILE (carried | expr carried?)                            # WhileHead
  | WITH withItem (COMMA withItem)*                            # WithHead
  | TRY carried?                                               # TryHead
  | INLINE expr                                                # InlineHead
  ;
regionTail
  : ELIF expr                                                  # ElifTail
  | ELSE                                                       # ElseTail
  | EXCEPT withItem?                                           # ExceptTail
  | FINALLY                                                    # FinallyTail
  ;
carried : CARRIED LPAREN arguments? RPAREN;
withItem : expr (AS loopTarget)?;
loopTarget
  : anyName                                                    # NameTarget
  | LPAREN (loopTarget (COMMA loopTarget)* COMMA?)? RPAREN     # TupleTarget
  ;
word : RETURN | RAISE | BREAK | CONTINUE | PASS | YIELD | ASSERT | DEL;

// --- expressions: strongest binding first ---------------------------------

exprs : expr (COMMA expr)* COMMA?;

expr
  : name                                                       # NameExpr
  | METAVAR                                                    # MetavariableExpr
  | WILDCARD                                                   # WildcardExpr
  | (INTEGER | FLOAT | STRING | TRUE | FALSE | NONE | ELLIPSIS)  # LiteralExpr
  | LPAREN exprs? RPAREN                                       # ParenExpr
  | LBRACKET exprs? RBRACKET                                   # ListExpr
  | DICT_OPEN (dictEntry (COMMA dictEntry)* COMMA?)? DICT_CLOSE  # DictExpr
  | expr DOT anyName                                           # AttributeExpr
  | expr LPAREN arguments? RPAREN                              # CallExpr
  | expr LBRACKET (subscript (COMMA subscript)* COMMA?)? RBRACKET  # IndexExpr
  | <assoc = right> expr POWER expr                            # PowerExpr
  | (PLUS | MINUS | TILDE) expr                                # SignExpr
  | expr (STAR | SLASH | FLOOR_DIV | PERCENT | AT) expr        # ProductExpr
  | expr (PLUS | MINUS) expr                                   # SumExpr
  | expr (SHIFT_LEFT | SHIFT_RIGHT) expr                       # ShiftExpr
  | expr AMPERSAND expr                                        # BitAndExpr
  | expr CARET expr                                            # BitXorExpr
  | expr BAR expr                                              # BitOrExpr
  | expr compareOp expr                                        # CompareExpr
  | NOT expr                                                   # NotExpr
  | expr AND expr                                              # AndExpr
  | expr OR expr                                               # OrExpr
  | <assoc = right> expr IF expr ELSE expr                     # ConditionalExpr
  ;

arguments : argument (COMMA argument)* COMMA?;
argument : expr (ASSIGN expr)? | STAR expr | POWER expr;
subscript : expr sliceRest? | sliceRest;
sliceRest : COLON expr? (COLON expr?)?;
dictEntry : expr COLON expr | POWER expr;
compareOp
  : EQUAL | NOT_EQUAL | LESS | LESS_EQUAL | GREATER | GREATER_EQUAL | IN | NOT IN | IS NOT?
  ;

// --- names ----------------------------------------------------------------

names : name (COMMA name)*;
qualifiedName : name (DOT anyName)*;
anyName : name | WILDCARD;
name
  : IDENT
  | PACK | OP | KERNEL | PATTERN | ISO | RULE | MODULE | FUNCTION | METHOD
  | BINDS | MATCH | WHERE | REQUIRE | WITH | REWRITE | CHECKPOINT | GRADE | BENEFIT | MODE | EXAMPLE | AS
  | ALSO | OPERATOR | COMMUTATIVE | PURE | MUTATES | ALIASES | ATTRIBUTES | PARAMETER | DEPRECATED
  | REQUIRES | PACKAGE | DEVICE | DTYPES | MODES | GRADIENTS | DETERMINISTIC | LAYOUT | NOTE | IMPORT
  | SET | INLINE | CARRIED
  ;
