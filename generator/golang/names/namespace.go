package names

import (
	"cmp"
	"fmt"
	"go/token"
	"unicode"

	"github.com/seed92179c4c/stategen/internal/diag"
)

var goNameConflict = diag.Register(diag.OnOutput, diag.Rule{
	ID:      "go-name-conflict",
	Summary: "two declarations need the same Go name, or no Go name can be made",
	Why:     "Names are never changed to fit, because that would break the code that uses them when a key is added. Set go_name to choose one.",
	Bad:     "version: 1\nkeys:\n  user:name: string?\n  user_name: {scope: session, type: string, optional: true}\n",
	Good:    "version: 1\nkeys:\n  user:name: string?\n  user_name: {scope: session, type: string, optional: true, go_name: NameOfUser}\n",
})

// owner is what a Go name was made for.
type owner struct {
	what string // `key "user_id"`
	span diag.Span
	hint string // what to do about its name; empty: to set go_name
}

// namespace is a set of names that must differ, such as the fields of a
// struct.
type namespace struct {
	reserved map[string]string
	taken    map[string]owner
}

func newNamespace(reserved map[string]string) *namespace {
	return &namespace{reserved: reserved, taken: map[string]owner{}}
}

// namer decides Go names and reports the ones that collide or can't be made.
type namer struct {
	problems diag.List
	reported map[[2]diag.Span]bool
}

// claim takes a name in a namespace for its owner. Names are never changed to
// avoid a collision: the second owner is told to choose another.
func (n *namer) claim(ns *namespace, name string, o owner) {
	if use, ok := ns.reserved[name]; ok {
		n.report(o, fmt.Sprintf("%s needs the Go name %s, %s", o.what, name, use), nil)
		return
	}
	first, ok := ns.taken[name]
	if !ok {
		ns.taken[name] = o
		return
	}
	if pair := [2]diag.Span{first.span, o.span}; !n.reported[pair] {
		n.reported[pair] = true
		n.report(o, fmt.Sprintf("%s needs the Go name %s, which %s already has", o.what, name, first.what),
			[]diag.Related{{Span: first.span, Message: first.what + " has the Go name " + name}})
	}
}

func (n *namer) report(o owner, message string, related []diag.Related) {
	d := diag.New(goNameConflict, o.span, "%s", message)
	d.Hint, d.Related = cmp.Or(o.hint, "set go_name to give it another name in Go"), related
	n.problems = append(n.problems, d)
}

// exported returns the Go name of a schema's name, or its override.
func (n *namer) exported(name, override string, o owner) string {
	if override != "" {
		return n.override(override, o)
	}
	goName, ok := exportedName(name)
	switch {
	case ok:
	case goName != "" && unicode.IsDigit([]rune(goName)[0]):
		n.report(o, fmt.Sprintf("%s starts with a digit, which a Go name cannot", o.what), nil)
	default:
		n.report(o, fmt.Sprintf("%s has no letters to make an exported Go name from", o.what), nil)
	}
	return goName
}

// suffix is exported for a name that follows another.
func (n *namer) suffix(name, override string, o owner) string {
	if override != "" {
		return n.override(override, o)
	}
	goName, ok := suffixName(name)
	if !ok {
		n.report(o, fmt.Sprintf("%s has no letters to make a Go name from", o.what), nil)
	}
	return goName
}

func (n *namer) override(goName string, o owner) string {
	if !token.IsExported(goName) || !token.IsIdentifier(goName) {
		n.problems = append(n.problems, diag.New(goNameConflict, o.span, "go_name %q of %s is not an exported Go name", goName, o.what).
			WithHint("a go_name starts with an upper-case letter and contains only letters, digits and underscores"))
	}
	return goName
}
