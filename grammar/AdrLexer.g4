// SPDX-License-Identifier: Apache-2.0
// Tokens of the rule language.
//
// The lexer never fails: what it does not know becomes STRAY_*, BAD_* tokens,
// which compiler/syntax/TokenFilter reports. Comments and blanks are on the
// hidden channel, where the filter finds them for the formatter. A COMMENT that
// is really a floor division is cut back to FLOOR_DIV by compiler/syntax/Scanner.
lexer grammar AdrLexer;

// Set by the filter: the braces of a dict, as opposed to those of a block.
tokens { DICT_OPEN, DICT_CLOSE }

// --- words of declarations; each is also a name (parser rule `name`)
PACK : 'pack';
OP : 'op';
KERNEL : 'kernel';
PATTERN : 'pattern';
ISO : 'iso';
RULE : 'rule';
MODULE : 'module';
FUNCTION : 'function';
METHOD : 'method';

// --- words of rules and patterns
BINDS : 'binds';
MATCH : 'match';
WHERE : 'where';
REQUIRE : 'require';
WITH : 'with';
REWRITE : 'rewrite';
CHECKPOINT : 'checkpoint';
GRADE : 'grade';
BENEFIT : 'benefit';
MODE : 'mode';
EXAMPLE : 'example';
AS : 'as';

// --- words of op lines
ALSO : 'also';
OPERATOR : 'operator';
COMMUTATIVE : 'commutative';
PURE : 'pure';
MUTATES : 'mutates';
ALIASES : 'aliases';
ATTRIBUTES : 'attributes';
PARAMETER : 'parameter';
DEPRECATED : 'deprecated';

// --- words of kernel sheets
REQUIRES : 'requires';
PACKAGE : 'package';
DEVICE : 'device';
DTYPES : 'dtypes';
MODES : 'modes';
GRADIENTS : 'gradients';
DETERMINISTIC : 'deterministic';
LAYOUT : 'layout';
NOTE : 'note';
IMPORT : 'import';

// --- words of the architecture notation
SET : 'set';
INLINE : 'inline';
CARRIED : 'carried';

// --- words that Python reserves, and so no name anywhere
AND : 'and';
OR : 'or';
NOT : 'not';
IF : 'if';
ELSE : 'else';
IN : 'in';
IS : 'is';
LAMBDA : 'lambda';
FOR : 'for';
WHILE : 'while';
ELIF : 'elif';
TRY : 'try';
EXCEPT : 'except';
FINALLY : 'finally';
RETURN : 'return';
RAISE : 'raise';
BREAK : 'break';
CONTINUE : 'continue';
PASS : 'pass';
YIELD : 'yield';
ASSERT : 'assert';
DEL : 'del';
TRUE : 'True';
FALSE : 'False';
NONE : 'None';

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
fragment ID_START : [\p{L}\p{Nl}_];
fragment ID_PART : [\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}];
