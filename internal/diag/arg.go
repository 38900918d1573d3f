package diag

import (
	"fmt"
	"slices"
	"strings"
)

// Arg is an argument of a message that programs want to know by itself. A message shows it in quotes.
type Arg struct {
	Name  string // as WriteJSON has it: "key"
	Value string
}

// Key is the state key that a finding is about.
func Key(key string) Arg { return Arg{"key", key} }

// Name is a name in a schema or a text that is not a state key.
func Name(name string) Arg { return Arg{"name", name} }

// String is the value in quotes, on one line and not too long.
func (a Arg) String() string { return Quote(a.Value) }

// New is a finding of a rule. The format and its arguments make its message; each Arg among them is also kept by
// itself, the first one of a name.
func New(r Rule, at Span, format string, args ...any) Diagnostic {
	return Diagnostic{ID: r.ID, Severity: r.Severity, Likely: r.Likely, Span: at, Message: fmt.Sprintf(format, args...), Args: Args(args)}
}

// Words are a wording of a rule that is found in other files than its own: formats of a message and of its hint. A hint
// with arguments names them by number, as %[1]s.
type Words struct {
	Rule          Rule
	message, hint string
}

// Says is a wording of the rule.
func (r Rule) Says(message, hint string) Words { return Words{r, message, hint} }

// At is a finding in these words.
func (w Words) At(at Span, args ...any) Diagnostic {
	d := New(w.Rule, at, w.message, args...)
	if d.Hint = w.hint; strings.Contains(w.hint, "%[") {
		d.Hint = fmt.Sprintf(w.hint, args...)
	}
	return d
}

// WithHint is the finding with what to write instead.
func (d Diagnostic) WithHint(format string, args ...any) Diagnostic {
	d.Hint = fmt.Sprintf(format, args...)
	return d
}

// Args are those among the arguments of a message that have a name.
func Args(args []any) (list []Arg) {
	for _, arg := range args {
		a, ok := arg.(Arg)
		if ok && !slices.ContainsFunc(list, func(b Arg) bool { return b.Name == a.Name }) {
			list = append(list, a)
		}
	}
	return list
}

// Arg returns the value of an argument; empty: the finding has none of that name.
func (d Diagnostic) Arg(name string) string {
	for _, a := range d.Args {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}
