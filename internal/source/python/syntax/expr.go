package syntax

import "slices"

// Kind says what an expression is.
type Kind uint8

// The kinds of expressions.
const (
	Other      Kind = iota // of no interest; its parts are Items
	Name                   // Name
	Attribute              // X.Name
	String                 // Segments, of one or more adjacent strings
	Integer                // Name is the number as it is written
	Float                  // likewise
	Boolean                // Name is "True" or "False"
	None                   // None
	List                   // [Items], or a comprehension
	Tuple                  // Items
	Dict                   // Items are Entries and Stars
	Entry                  // X: Y
	Star                   // *X or **X, by Name
	Call                   // X(Items), of which some are Keywords and Stars
	Keyword                // Name=X
	Index                  // X[Y]
	Binary                 // Items with an operator between them: Name
	Await                  // await X
	Lambda                 // Parameters and X
	Comprehend             // X for Y in the first of Items, and conditions
)

// Expr is an expression, and where it is in the file.
type Expr struct {
	Kind       Kind
	Start, End int
	Name       string
	X, Y       *Expr
	Items      []*Expr
	Segments   []Segment
	Parameters []Parameter
}

// Parameter is one of a function's.
type Parameter struct {
	Name                string
	Star                string // "*" or "**"
	Annotation, Default *Expr  // nil: it has none
}

// Each calls a function with an expression and those in it, from outside in, as long as it says so.
func (e *Expr) Each(do func(*Expr) bool) {
	if e == nil || !do(e) {
		return
	}
	e.X.Each(do)
	e.Y.Each(do)
	for _, item := range e.Items {
		item.Each(do)
	}
	for i := range e.Segments {
		e.Segments[i].Field.Each(do)
	}
	for _, p := range e.Parameters {
		p.Default.Each(do)
	}
}

// Is reports whether an expression is the call of a method of a name.
func (e *Expr) Is(kind Kind, name string) bool { return e != nil && e.Kind == kind && e.Name == name }

// Keywords are the arguments of a call that have names.
func (e *Expr) Keywords() []*Expr {
	return slices.DeleteFunc(slices.Clone(e.Items), func(a *Expr) bool { return a.Kind != Keyword })
}

// Argument is the value of a call's argument of a name; nil: it has none.
func (e *Expr) Argument(name string) *Expr {
	for _, a := range e.Items {
		if a.Is(Keyword, name) {
			return a.X
		}
	}
	return nil
}

// Positional is an argument without a name, by its number; nil: there is none that is seen.
func (e *Expr) Positional(n int) *Expr {
	for i, a := range e.Items {
		switch {
		case a.Kind == Keyword || a.Kind == Star:
			return nil
		case i == n:
			return a
		}
	}
	return nil
}

// Dotted is the text of a dotted name; empty: it is something else.
func (e *Expr) Dotted() string {
	switch {
	case e == nil:
	case e.Kind == Name:
		return e.Name
	case e.Kind == Attribute:
		if owner := e.X.Dotted(); owner != "" {
			return owner + "." + e.Name
		}
	}
	return ""
}

// Last is the last word of a name.
func (e *Expr) Last() string {
	if e != nil && (e.Kind == Name || e.Kind == Attribute) {
		return e.Name
	}
	return ""
}

// NameStart is where the last word of a name begins.
func (e *Expr) NameStart() int { return e.End - len(e.Name) }
