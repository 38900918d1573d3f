package syntax

import (
	"go/constant"
	gotoken "go/token"
	"strings"
)

// ValueKind says what an expression is, as far as its first words tell.
type ValueKind uint8

const (
	Other ValueKind = iota // made at run time
	Text
	Reference // a dotted name
	Call      // of a dotted name, without arguments
	Dict
	List
	Integer
	Float
	Boolean
	None
	Function // a lambda
)

// Value is an expression: tokens[first:end].
type Value struct {
	Kind       ValueKind
	First, End int
	Literal    *Literal // of text
	Name       string   // of a reference or call
	Entries    []Entry  // of a dict
	Rest       []Value  // of a dict: others that are put into it
}

// Entry is one of a dict's.
type Entry struct{ Key, Value Value }

// Type is the type of a value in a schema; empty: it can't be told.
func (v Value) Type() string {
	switch v.Kind {
	case Text:
		return "string"
	case Dict:
		return "object"
	case List:
		return "list"
	case Integer:
		return "int"
	case Float:
		return "float"
	case Boolean:
		return "bool"
	}
	return ""
}

// TextOr is a text, or what is given if this is none.
func (v Value) TextOr(s string) string {
	if v.Kind == Text {
		return v.Literal.Text
	}
	return s
}

// Constant is a literal's value; nil: it has none that a constant can be.
func (s *Source) Constant(v Value) constant.Value {
	switch v.Kind {
	case Text:
		return constant.MakeString(v.Literal.Text)
	case Boolean:
		return constant.MakeBool(s.Word(v.First) == "True")
	case Integer, Float:
		return numberOf(s.Words(v))
	}
	return nil
}

// Words is the text of an expression without the white space in it.
func (s *Source) Words(v Value) string {
	var b strings.Builder
	for i := v.First; i < v.End; i++ {
		b.WriteString(s.Word(i))
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

// Value reads the expression at a token, up to a comma, a colon or a line's end outside
// of its brackets, or up to the bracket around it.
func (s *Source) Value(i int) Value { return s.ValueIn(i, 0) }

// ValueIn is value for an expression that is in so many brackets of one that is read already.
func (s *Source) ValueIn(i, depth int) Value {
	v := Value{First: i, End: s.ExprEnd(i)}
	if i >= v.End || depth > mostDeep {
		return v
	}
	read, next := s.Operand(i, depth)
	for next < v.End && read.Kind == Text && s.stripped(next) {
		next += 4
	}
	if next != v.End {
		return v // an operator follows, or a call
	}
	read.First, read.End = v.First, v.End
	return read
}

// Operand reads a literal or a name, and says where it ends.
func (s *Source) Operand(i, depth int) (Value, int) {
	t := s.Tokens[i]
	switch word := s.Word(i); {
	case t.Kind == String:
		l, n := s.Literal(i)
		if l == nil {
			return Value{}, i + n
		}
		return Value{Kind: Text, Literal: l}, i + n
	case t.Kind == Number:
		return Value{Kind: numberKind(word)}, i + 1
	case word == "-" && i+1 < len(s.Tokens) && s.Tokens[i+1].Kind == Number:
		return Value{Kind: numberKind(s.Word(i + 1))}, i + 2
	case word == "(":
		return s.parenthesized(i, depth)
	case word == "[":
		return Value{Kind: List}, s.Closing(i) + 1
	case word == "{":
		return s.dict(i, depth), s.Closing(i) + 1
	case t.Kind == Name:
		return s.named(i, depth)
	}
	return Value{}, i + 1
}

func numberKind(word string) ValueKind {
	if strings.ContainsAny(word, ".jJ") || strings.ContainsAny(word, "eE") && !strings.HasPrefix(strings.ToLower(word), "0x") {
		return Float
	}
	return Integer
}

// parenthesized reads what is in parentheses, unless it is a tuple.
func (s *Source) parenthesized(i, depth int) (Value, int) {
	shut := s.Closing(i)
	v := s.ValueIn(i+1, depth+1)
	if v.End != shut {
		return Value{Kind: List}, shut + 1
	}
	return v, shut + 1
}

// named reads a word: a constant, a dotted name, or a call that changes only the white
// space of a text.
func (s *Source) named(i, depth int) (Value, int) {
	switch s.Word(i) {
	case "True", "False":
		return Value{Kind: Boolean}, i + 1
	case "None":
		return Value{Kind: None}, i + 1
	case "lambda":
		return Value{Kind: Function}, s.ExprEnd(i)
	}
	dotted, next := s.Dotted(i)
	if next < len(s.Tokens) && s.Word(next) == "(" {
		last := dotted[strings.LastIndexByte(dotted, '.')+1:]
		if last == "dedent" || last == "cleandoc" {
			return s.parenthesized(next, depth)
		}
		if s.Word(next+1) == ")" {
			return Value{Kind: Call, Name: dotted}, next + 2
		}
		return Value{}, next
	}
	return Value{Kind: Reference, Name: dotted}, next
}

// Dotted reads a.b.c, and says where it ends.
func (s *Source) Dotted(i int) (string, int) {
	var b strings.Builder
	b.WriteString(s.Word(i))
	i++
	for i+1 < len(s.Tokens) && s.Word(i) == "." && s.Tokens[i+1].Kind == Name {
		b.WriteString("." + s.Word(i+1))
		i += 2
	}
	return b.String(), i
}

// dict reads the entries in braces; none of a set or a comprehension.
func (s *Source) dict(i, depth int) Value {
	v := Value{Kind: Dict}
	for shut := s.Closing(i); i+1 < shut; {
		if s.Word(i+1) == "**" {
			rest := s.ValueIn(i+2, depth+1)
			v.Rest = append(v.Rest, rest)
			i = rest.End
			continue
		}
		key := s.ValueIn(i+1, depth+1)
		if key.End >= shut || s.Word(key.End) != ":" {
			return v
		}
		val := s.ValueIn(key.End+1, depth+1)
		v.Entries = append(v.Entries, Entry{key, val})
		if i = val.End; i < shut && s.Word(i) != "," {
			return v
		}
	}
	return v
}

// ExprEnd finds the comma, colon, assignment, bracket or line's end behind an expression.
func (s *Source) ExprEnd(i int) int {
	for i < len(s.Tokens) {
		t := s.Tokens[i]
		if t.Kind == Newline {
			return i
		}
		if t.Kind == Operator {
			switch s.Word(i) {
			case ",", ":", "=", ")", "]", "}", ";":
				return i
			case "(", "[", "{":
				i = s.Closing(i)
			}
		}
		if s.Word(i) == "lambda" {
			i = s.LambdaBody(i)
			continue
		}
		i++
	}
	return i
}

// LambdaBody skips a lambda's parameters and the colon.
func (s *Source) LambdaBody(i int) int {
	for i++; i < len(s.Tokens) && s.Tokens[i].Kind != Newline; i++ {
		switch s.Word(i) {
		case ":":
			return i + 1
		case "(", "[", "{":
			i = s.Closing(i)
		case ")", "]", "}":
			return i
		}
	}
	return i
}

// Closing returns the index of the bracket that closes the one at a token.
func (s *Source) Closing(i int) int { return s.Pairs[i] }

// PartOf is one of the parts of a tuple; nothing if it has fewer.
func (s *Source) PartOf(v Value, part int) Value {
	if s.Word(v.First) != "(" && s.Word(v.First) != "[" {
		return Value{}
	}
	i := v.First + 1
	for ; part > 0 && i < s.Closing(v.First); part-- {
		i = s.ExprEnd(i) + 1
	}
	if i >= s.Closing(v.First) {
		return Value{}
	}
	return s.ValueIn(i, 1)
}

// Span is where an expression stands in the file.
func (s *Source) Span(v Value) (start, end int) {
	last := min(max(v.First, v.End-1), len(s.Tokens)-1)
	first := s.Tokens[min(v.First, last)]
	if end = s.Tokens[last].End; end < first.Start { // a bracket in a string that closes nowhere
		end = first.End
	}
	return first.Start, end
}

// IsEmpty reports whether an expression is [] or {}.
func (s *Source) IsEmpty(v Value) bool {
	return (v.Kind == List || v.Kind == Dict) && v.End == v.First+2
}
