package python

import (
	"go/constant"
	gotoken "go/token"
	"strings"
)

// valueKind says what an expression is, as far as its first words tell.
type valueKind uint8

const (
	other valueKind = iota // made at run time
	text
	reference // a dotted name
	call      // of a dotted name, without arguments
	dict
	list
	integer
	float
	boolean
	none
	function // a lambda
)

// value is an expression: tokens[first:end].
type value struct {
	kind       valueKind
	first, end int
	literal    *Literal // of text
	name       string   // of a reference or call
	entries    []entry  // of a dict
	rest       []value  // of a dict: others that are put into it
}

// entry is one of a dict's.
type entry struct{ key, value value }

// typ is the type of a value in a schema; empty: it can't be told.
func (v value) typ() string {
	switch v.kind {
	case text:
		return "string"
	case dict:
		return "object"
	case list:
		return "list"
	case integer:
		return "int"
	case float:
		return "float"
	case boolean:
		return "bool"
	}
	return ""
}

// textOr is a text, or what is given if this is none.
func (v value) textOr(s string) string {
	if v.kind == text {
		return v.literal.Text
	}
	return s
}

// constant is a literal's value; nil: it has none that a constant can be.
func (s *source) constant(v value) constant.Value {
	switch v.kind {
	case text:
		return constant.MakeString(v.literal.Text)
	case boolean:
		return constant.MakeBool(s.word(v.first) == "True")
	case integer, float:
		return numberOf(s.words(v))
	}
	return nil
}

// words is the text of an expression without the white space in it.
func (s *source) words(v value) string {
	var b strings.Builder
	for i := v.first; i < v.end; i++ {
		b.WriteString(s.word(i))
	}
	return b.String()
}

// numberOf is the value of a number as Python writes it; nil if Go doesn't.
func numberOf(word string) constant.Value {
	digits, negative := strings.CutPrefix(word, "-")
	c := constant.MakeFromLiteral(digits, gotoken.INT, 0)
	if c.Kind() == constant.Unknown {
		c = constant.MakeFromLiteral(digits, gotoken.FLOAT, 0)
	}
	switch {
	case c.Kind() == constant.Unknown:
		return nil
	case negative:
		return constant.UnaryOp(gotoken.SUB, c, 0)
	}
	return c
}

// mostDeep is how deeply expressions in brackets are read.
const mostDeep = 20

// value reads the expression at a token, up to a comma, a colon or a line's end outside
// of its brackets, or up to the bracket around it.
func (s *source) value(i int) value { return s.valueIn(i, 0) }

// valueIn is value for an expression that is in so many brackets of one that is read already.
func (s *source) valueIn(i, depth int) value {
	v := value{first: i, end: s.exprEnd(i)}
	if i >= v.end || depth > mostDeep {
		return v
	}
	read, next := s.operand(i, depth)
	for next < v.end && read.kind == text && s.stripped(next) {
		next += 4
	}
	if next != v.end {
		return v // an operator follows, or a call
	}
	read.first, read.end = v.first, v.end
	return read
}

// operand reads a literal or a name, and says where it ends.
func (s *source) operand(i, depth int) (value, int) {
	t := s.tokens[i]
	switch word := s.word(i); {
	case t.kind == str:
		l, n := s.literal(i)
		if l == nil {
			return value{}, i + n
		}
		return value{kind: text, literal: l}, i + n
	case t.kind == number:
		return value{kind: numberKind(word)}, i + 1
	case word == "-" && i+1 < len(s.tokens) && s.tokens[i+1].kind == number:
		return value{kind: numberKind(s.word(i + 1))}, i + 2
	case word == "(":
		return s.parenthesized(i, depth)
	case word == "[":
		return value{kind: list}, s.closing(i) + 1
	case word == "{":
		return s.dict(i, depth), s.closing(i) + 1
	case t.kind == name:
		return s.named(i, depth)
	}
	return value{}, i + 1
}

func numberKind(word string) valueKind {
	if strings.ContainsAny(word, ".jJ") || strings.ContainsAny(word, "eE") && !strings.HasPrefix(strings.ToLower(word), "0x") {
		return float
	}
	return integer
}

// parenthesized reads what is in parentheses, unless it is a tuple.
func (s *source) parenthesized(i, depth int) (value, int) {
	shut := s.closing(i)
	v := s.valueIn(i+1, depth+1)
	if v.end != shut {
		return value{kind: list}, shut + 1
	}
	return v, shut + 1
}

// named reads a word: a constant, a dotted name, or a call that changes only the white
// space of a text.
func (s *source) named(i, depth int) (value, int) {
	switch s.word(i) {
	case "True", "False":
		return value{kind: boolean}, i + 1
	case "None":
		return value{kind: none}, i + 1
	case "lambda":
		return value{kind: function}, s.exprEnd(i)
	}
	dotted, next := s.dotted(i)
	if next < len(s.tokens) && s.word(next) == "(" {
		last := dotted[strings.LastIndexByte(dotted, '.')+1:]
		if last == "dedent" || last == "cleandoc" {
			return s.parenthesized(next, depth)
		}
		if s.word(next+1) == ")" {
			return value{kind: call, name: dotted}, next + 2
		}
		return value{}, next
	}
	return value{kind: reference, name: dotted}, next
}

// dotted reads a.b.c, and says where it ends.
func (s *source) dotted(i int) (string, int) {
	var b strings.Builder
	b.WriteString(s.word(i))
	i++
	for i+1 < len(s.tokens) && s.word(i) == "." && s.tokens[i+1].kind == name {
		b.WriteString("." + s.word(i+1))
		i += 2
	}
	return b.String(), i
}

// dict reads the entries in braces; none of a set or a comprehension.
func (s *source) dict(i, depth int) value {
	v := value{kind: dict}
	for shut := s.closing(i); i+1 < shut; {
		if s.word(i+1) == "**" {
			rest := s.valueIn(i+2, depth+1)
			v.rest = append(v.rest, rest)
			i = rest.end
			continue
		}
		key := s.valueIn(i+1, depth+1)
		if key.end >= shut || s.word(key.end) != ":" {
			return v
		}
		val := s.valueIn(key.end+1, depth+1)
		v.entries = append(v.entries, entry{key, val})
		if i = val.end; i < shut && s.word(i) != "," {
			return v
		}
	}
	return v
}

// exprEnd finds the comma, colon, assignment, bracket or line's end behind an expression.
func (s *source) exprEnd(i int) int {
	for i < len(s.tokens) {
		t := s.tokens[i]
		if t.kind == newline {
			return i
		}
		if t.kind == op {
			switch s.word(i) {
			case ",", ":", "=", ")", "]", "}", ";":
				return i
			case "(", "[", "{":
				i = s.closing(i)
			}
		}
		if s.word(i) == "lambda" {
			i = s.lambdaBody(i)
			continue
		}
		i++
	}
	return i
}

// lambdaBody skips a lambda's parameters and the colon.
func (s *source) lambdaBody(i int) int {
	for i++; i < len(s.tokens) && s.tokens[i].kind != newline; i++ {
		switch s.word(i) {
		case ":":
			return i + 1
		case "(", "[", "{":
			i = s.closing(i)
		case ")", "]", "}":
			return i
		}
	}
	return i
}

// closing returns the index of the bracket that closes the one at a token.
func (s *source) closing(i int) int { return s.pairs[i] }

// partOf is one of the parts of a tuple; nothing if it has fewer.
func (s *source) partOf(v value, part int) value {
	if s.word(v.first) != "(" && s.word(v.first) != "[" {
		return value{}
	}
	i := v.first + 1
	for ; part > 0 && i < s.closing(v.first); part-- {
		i = s.exprEnd(i) + 1
	}
	if i >= s.closing(v.first) {
		return value{}
	}
	return s.valueIn(i, 1)
}

// place is where an expression stands in the file.
func (s *source) place(v value) (start, end int) {
	last := min(max(v.first, v.end-1), len(s.tokens)-1)
	first := s.tokens[min(v.first, last)]
	if end = s.tokens[last].end; end < first.start { // a bracket in a string that closes nowhere
		end = first.end
	}
	return first.start, end
}

// isEmpty reports whether an expression is [] or {}.
func (s *source) isEmpty(v value) bool {
	return (v.kind == list || v.kind == dict) && v.end == v.first+2
}
