// Package syntax reads Python as far as a reader of literals needs it: words, strings, and what brackets hold, in
// statements that are nested as their lines are indented. It takes any text.
package syntax

import "slices"

// Kind says what a node is.
type Kind uint8

// The kinds of nodes.
const (
	Word Kind = iota
	Number
	String   // of Parts, but for one of bytes
	Operator // and any other sign
	Bracket  // the opening one, with what stands before the closing one as Items
	newline
)

// Node is a word, a string or another sign of an expression, or a part of one in brackets.
type Node struct {
	Kind       Kind
	Text       string
	Start, End int
	Items      []Expr // between commas
	Parts      []Part
	indent     int // of its logical line, in columns
}

// Expr is an expression, or several with words or signs between them.
type Expr []Node

// Is reports whether a node is a word or a sign. A string is none.
func (n Node) Is(text string) bool { return n.Text == text && n.Kind != String }

// Start is where an expression begins, if it has anything.
func (e Expr) Start() int {
	if len(e) == 0 {
		return 0
	}
	return e[0].Start
}

// End is where an expression ends, if it has anything.
func (e Expr) End() int {
	if len(e) == 0 {
		return 0
	}
	return e[len(e)-1].End
}

// Is reports whether an expression is one word or sign.
func (e Expr) Is(text string) bool { return len(e) == 1 && e[0].Is(text) }

// Begins reports whether an expression begins with a word or sign.
func (e Expr) Begins(text string) bool { return len(e) > 0 && e[0].Is(text) }

// In is what stands in brackets that are all of an expression.
func (e Expr) In(bracket string) (items []Expr, is bool) {
	if !e.Is(bracket) || e[0].Kind != Bracket {
		return nil, false
	}
	return e[0].Items, true
}

// Bare is an expression without the parentheses around it.
func (e Expr) Bare() Expr {
	for {
		items, is := e.In("(")
		if !is || len(items) != 1 {
			return e
		}
		e = items[0]
	}
}

// Name is the word that an expression is; empty: it is something else.
func (e Expr) Name() string {
	if len(e) != 1 || e[0].Kind != Word {
		return ""
	}
	return e[0].Text
}

// Dotted are the words of a dotted name; none: it is something else.
func (e Expr) Dotted() (words []string) {
	for i, n := range e {
		if isWord := i%2 == 0; isWord && n.Kind == Word {
			words = append(words, n.Text)
		} else if isWord || !n.Is(".") {
			return nil
		}
	}
	return words
}

// Attribute is what an expression asks something for an attribute, and its name; empty: it asks for none.
func (e Expr) Attribute() (of Expr, name string) {
	last := len(e) - 1
	if last < 2 || e[last].Kind != Word || !e[last-1].Is(".") {
		return nil, ""
	}
	return e[:last-1], e[last].Text
}

// Last is the last word of a name.
func (e Expr) Last() string {
	if _, name := e.Attribute(); name != "" {
		return name
	}
	return e.Name()
}

// Call is the function that an expression calls; none: it is something else. What it waits for is not looked at.
func (e Expr) Call() (callee Expr, arguments Arguments) {
	last := len(e) - 1
	if last < 1 || !e[last].Is("(") || e.Operand() != len(e) {
		return nil, nil
	}
	return e[:last], e[last].Items
}

// operators are the words that are no operands.
var operators = []string{
	"and", "or", "not", "in", "is", "if", "else", "for", "async", "await", "lambda", "yield", "from", "as", "return",
}

// Joins reports whether a node stands before, between or behind operands.
func (n Node) Joins() bool {
	return n.Kind == Operator && n.Text != "." || n.Kind == Word && slices.Contains(operators, n.Text)
}

// Operand is how many nodes the operand has with which an expression begins: a literal or a name, and the attributes,
// calls and indexes behind it. 0: a word or sign stands there.
func (e Expr) Operand() (n int) {
	if len(e) == 0 || e[0].Joins() || e[0].Is(".") {
		return 0
	}
	for n = 1; n < len(e); n++ {
		switch next := e[n]; {
		case next.Kind == String:
			if e[n-1].Kind != String {
				return n
			}
		case next.Is(".") && n+1 < len(e) && e[n+1].Kind == Word:
			n++
		case !next.Is("(") && !next.Is("["):
			return n
		}
	}
	return n
}

// Split cuts an expression at a sign. Those of a lambda are its own.
func (e Expr) Split(sign string) (parts []Expr) {
	begin, inLambda := 0, false
	for i, n := range e {
		switch {
		case n.Is("lambda"):
			inLambda = true
		case inLambda:
			inLambda = !n.Is(":")
		case n.Is(sign):
			parts = append(parts, e[begin:i])
			begin = i + 1
		}
	}
	return append(parts, e[begin:])
}

// Cut cuts an expression at the first of a sign; without one, nothing is behind it.
func (e Expr) Cut(sign string) (before, after Expr) {
	if parts := e.Split(sign); len(parts) > 1 {
		return parts[0], e[len(parts[0])+1:]
	}
	return e, nil
}

// Each calls a function with the operands of an expression, from outside in, and says where each stands.
func (e Expr) Each(do func(in Expr, from, to int)) {
	for i := 0; i < len(e); {
		n := e[i:].Operand()
		if n > 0 {
			do(e, i, i+n)
		}
		for _, node := range e[i : i+max(n, 1)] {
			for _, item := range node.Items {
				item.Each(do)
			}
			for _, part := range node.Parts {
				part.Field.Each(do)
			}
		}
		i += max(n, 1)
	}
}

// Arguments are those of a call.
type Arguments []Expr

// Keyword is the name of an argument, and its value; empty: it has no name.
func (e Expr) Keyword() (name string, value Expr) {
	if len(e) > 2 && e[0].Kind == Word && e[1].Is("=") {
		return e[0].Text, e[2:]
	}
	return "", e
}

// Named is the value of an argument that has one of some names; nil: there is none.
func (a Arguments) Named(names ...string) Expr {
	for _, arg := range a {
		if name, value := arg.Keyword(); slices.Contains(names, name) {
			return value
		}
	}
	return nil
}

// Positional is an argument without a name, by its number; nil: there is none that is seen.
func (a Arguments) Positional(n int) Expr {
	for i, arg := range a {
		name, _ := arg.Keyword()
		if name != "" || arg.Begins("*") || arg.Begins("**") {
			return nil
		}
		if i == n {
			return arg
		}
	}
	return nil
}
