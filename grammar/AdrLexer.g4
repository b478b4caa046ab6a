// SPDX-License-Identifier: Apache-2.0
// Tokens of the rule language.
//
// The lexer never fails: what it does not know becomes STRAY_*, BAD_* tokens,
// which compiler/syntax/TokenFilter reports. Comments and blanks are on the
// hidden channel, where the filter finds them for the formatter. A COMMENT that
// is really a floor division is cut back to FLOOR_DIV by compiler/syntax/Scanner.
lexer grammar AdrLexer;

// Set by compiler/syntax: a name that is a word of the language gets the word's
// type, which is its spelling in capitals. Each word up to CARRIED is also a
// name (parser rule `name`); from AND on they are Python's reserved words, and
// so no name anywhere. DICT_OPEN and DICT_CLOSE are the braces of a dict, as
// opposed to those of a block.
tokens {
  PACK, OP, KERNEL, PATTERN, ISO, RULE, MODULE, FUNCTION, METHOD,
  BINDS, MATCH, WHERE, REQUIRE, WITH, REWRITE, CHECKPOINT, GRADE, BENEFIT, MODE, EXAMPLE, AS,
  ALSO, OPERATOR, COMMUTATIVE, PURE, MUTATES, ALIASES, ATTRIBUTES, PARAMETER, DEPRECATED,
  REQUIRES, PACKAGE, DEVICE, DTYPES, MODES, GRADIENTS, DETERMINISTIC, LAYOUT, NOTE, IMPORT,
  SET, INLINE, CARRIED,
  AND, OR, NOT, IF, ELSE, IN, IS, LAMBDA,
  FOR, WHILE, ELIF, TRY, EXCEPT, FINALLY, RETURN, RAISE, BREAK, CONTINUE, PASS, YIELD, ASSERT, DEL,
  TRUE, FALSE, NONE,
  DICT_OPEN, DICT_CLOSE
}

// --- names and literals
WILDCARD : '_';
IDENT : ID_START ID_PART*;
METAVAR : '$' ID_START ID_PART*;
INTEGER
  : '0' [xX] ('_'? [0-9a-fA-F])+
  | '0' [oO] ('_'? [0-7])+
  | '0' [bB] ('_'? [01])+
  | DIGITS
  ;
FLOAT
  : DIGITS '.' DIGITS? EXPONENT?
  | '.' DIGITS EXPONENT?
  | DIGITS EXPONENT
  ;
// A number that runs into a letter: `12abc`, `0x`, `3j`.
BAD_NUMBER : (INTEGER | FLOAT) ID_PART+;
STRING
  : '"' ('\\' ~[\r\n] | ~["\\\r\n])* '"'
  | '\'' ('\\' ~[\r\n] | ~['\\\r\n])* '\''
  ;
// Runs to the end of its line.
BAD_STRING
  : '"' ('\\' ~[\r\n] | ~["\\\r\n])* '\\'?
  | '\'' ('\\' ~[\r\n] | ~['\\\r\n])* '\\'?
  ;

// --- punctuation
ELLIPSIS : '...';
LPAREN : '(';
RPAREN : ')';
LBRACKET : '[';
RBRACKET : ']';
LBRACE : '{';
RBRACE : '}';
COMMA : ',';
COLON : ':';
SEMICOLON : ';';
DOT : '.';
ASSIGN : '=';
PLUS : '+';
MINUS : '-';
POWER : '**';
STAR : '*';
FLOOR_DIV : '//';
SLASH : '/';
PERCENT : '%';
AT : '@';
SHIFT_LEFT : '<<';
SHIFT_RIGHT : '>>';
AMPERSAND : '&';
CARET : '^';
BAR : '|';
TILDE : '~';
EQUAL : '==';
NOT_EQUAL : '!=';
LESS_EQUAL : '<=';
LESS : '<';
GREATER_EQUAL : '>=';
GREATER : '>';

// --- what stands between tokens
NEWLINE : '\r'? '\n';
DOC_COMMENT : '///' ~[\r\n]* -> channel(HIDDEN);
COMMENT : '//' ~[\r\n]* -> channel(HIDDEN);
BLANK : [ \t\f\r]+ -> channel(HIDDEN);

STRAY_DOLLAR : '$';
STRAY : .;

fragment DIGITS : [0-9] ('_'? [0-9])*;
fragment EXPONENT : [eE] [+-]? DIGITS;
// Letters, roughly: as XML draws the line, without punctuation and pictures.
// (Unicode properties would make the tables ten times as large.)
fragment ID_START
  : [a-zA-Z_\u00AA\u00B5\u00BA\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF]
  | [\u2071\u207F\u2090-\u209C\u2102-\u2188\u2C00-\u2DFF\u3005-\u3007\u3021-\u3029\u3031-\uD7FF]
  | [\uF900-\uFDCF\uFDF0-\uFDFB\uFE70-\uFEFC\uFF21-\uFF3A\uFF41-\uFF5A\uFF66-\uFFDC]
  | [\u{10000}-\u{1CFFF}\u{1D400}-\u{1EEFF}\u{20000}-\u{3FFFF}]
  ;
fragment ID_PART : ID_START | [0-9\u00B7\u0300-\u036F\u203F-\u2040\uFF10-\uFF19];
