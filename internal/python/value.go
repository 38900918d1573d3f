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
func (f *file) constant(v value) constant.Value {
	switch v.kind {
	case text:
		return constant.MakeString(v.literal.Text)
	case boolean:
		return constant.MakeBool(f.word(v.first) == "True")
	case integer, float:
		return numberOf(f.words(v))
	}
	return nil
}

// words is the text of an expression without the white space in it.
func (f *file) words(v value) string {
	var b strings.Builder
	for i := v.first; i < v.end; i++ {
		b.WriteString(f.word(i))
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
func (f *file) value(i int) value { return f.valueIn(i, 0) }

func (f *file) valueIn(i, depth int) value {
	v := value{first: i, end: f.exprEnd(i)}
	if i >= v.end || depth > mostDeep {
		return v
	}
	read, next := f.operand(i, depth)
	for next < v.end && read.kind == text && f.stripped(next) {
		next += 4
	}
	if next != v.end {
		return v // an operator follows, or a call
	}
	read.first, read.end = v.first, v.end
	return read
}

// operand reads a literal or a name, and says where it ends.
func (f *file) operand(i, depth int) (value, int) {
	t := f.tokens[i]
	switch word := f.word(i); {
	case t.kind == str:
		l, n := f.literal(i)
		if l == nil {
			return value{}, i + n
		}
		return value{kind: text, literal: l}, i + n
	case t.kind == number:
		return value{kind: numberKind(word)}, i + 1
	case word == "-" && i+1 < len(f.tokens) && f.tokens[i+1].kind == number:
		return value{kind: numberKind(f.word(i + 1))}, i + 2
	case word == "(":
		return f.parenthesized(i, depth)
	case word == "[":
		return value{kind: list}, f.closing(i) + 1
	case word == "{":
		return f.dict(i, depth), f.closing(i) + 1
	case t.kind == name:
		return f.named(i, depth)
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
func (f *file) parenthesized(i, depth int) (value, int) {
	shut := f.closing(i)
	v := f.valueIn(i+1, depth+1)
	if v.end != shut {
		return value{kind: list}, shut + 1
	}
	return v, shut + 1
}

// named reads a word: a constant, a dotted name, or a call that changes only the white
// space of a text.
func (f *file) named(i, depth int) (value, int) {
	switch f.word(i) {
	case "True", "False":
		return value{kind: boolean}, i + 1
	case "None":
		return value{kind: none}, i + 1
	case "lambda":
		return value{kind: function}, f.exprEnd(i)
	}
	dotted, next := f.dotted(i)
	if next < len(f.tokens) && f.word(next) == "(" {
		last := dotted[strings.LastIndexByte(dotted, '.')+1:]
		if last == "dedent" || last == "cleandoc" {
			return f.parenthesized(next, depth)
		}
		if f.word(next+1) == ")" {
			return value{kind: call, name: dotted}, next + 2
		}
		return value{}, next
	}
	return value{kind: reference, name: dotted}, next
}

// dotted reads a.b.c, and says where it ends.
func (f *file) dotted(i int) (string, int) {
	var b strings.Builder
	b.WriteString(f.word(i))
	i++
	for i+1 < len(f.tokens) && f.word(i) == "." && f.tokens[i+1].kind == name {
		b.WriteString("." + f.word(i+1))
		i += 2
	}
	return b.String(), i
}

// stripped reports whether .strip() follows, or one like it.
func (f *file) stripped(i int) bool {
	if i+3 >= len(f.tokens) || f.word(i) != "." || f.word(i+2) != "(" || f.word(i+3) != ")" {
		return false
	}
	switch f.word(i + 1) {
	case "strip", "lstrip", "rstrip":
		return true
	}
	return false
}

// dict reads the entries in braces; none of a set or a comprehension.
func (f *file) dict(i, depth int) value {
	v := value{kind: dict}
	for shut := f.closing(i); i+1 < shut; {
		if f.word(i+1) == "**" {
			rest := f.valueIn(i+2, depth+1)
			v.rest = append(v.rest, rest)
			i = rest.end
			continue
		}
		key := f.valueIn(i+1, depth+1)
		if key.end >= shut || f.word(key.end) != ":" {
			return v
		}
		val := f.valueIn(key.end+1, depth+1)
		v.entries = append(v.entries, entry{key, val})
		if i = val.end; i < shut && f.word(i) != "," {
			return v
		}
	}
	return v
}

// exprEnd finds the comma, colon, assignment, bracket or line's end behind an expression.
func (f *file) exprEnd(i int) int {
	for i < len(f.tokens) {
		t := f.tokens[i]
		if t.kind == newline {
			return i
		}
		if t.kind == op {
			switch f.word(i) {
			case ",", ":", "=", ")", "]", "}", ";":
				return i
			case "(", "[", "{":
				i = f.closing(i)
			}
		}
		if f.word(i) == "lambda" {
			i = f.lambdaBody(i)
			continue
		}
		i++
	}
	return i
}

// lambdaBody skips a lambda's parameters and the colon.
func (f *file) lambdaBody(i int) int {
	for i++; i < len(f.tokens) && f.tokens[i].kind != newline; i++ {
		switch f.word(i) {
		case ":":
			return i + 1
		case "(", "[", "{":
			i = f.closing(i)
		case ")", "]", "}":
			return i
		}
	}
	return i
}

// closing returns the index of the bracket that closes the one at a token.
func (f *file) closing(i int) int { return f.pairs[i] }
