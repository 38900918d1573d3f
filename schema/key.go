package schema

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// Merge says what two writers' changes to a key make together.
type Merge uint8

// MergeLast is a plain set: the later one wins.
const (
	MergeLast Merge = iota
	MergeSum
	MergeMin
	MergeMax
	MergeAppend
	MergeUnion
)

// Key is one declared state key, or a family of them.
type Key struct {
	Scope        runtime.Scope
	Name         string  // without prefix; of a family, the pattern
	ScopeWritten bool    // by the field scope, not by a prefix or by default
	Params       []Param // of a family: "order_{order_id}" has order_id
	Type         *Type
	Optional     bool
	Default      *Value // nil: none
	Merge        Merge
	Encoding     Encoding
	Constraints  Constraints
	Doc          string
	GoName       string
	Deprecated   string // what to use instead; empty: not deprecated
	Sensitive    bool
	Client       Client
	RenamedFrom  []string // full keys
	RenamedTo    string   // the full key of the next release; values stay under this one. Empty: none
	Was          []Was    // earlier declarations, the latest first
	WrittenBy    []string
	Span         diag.Span // of the key in the mapping
}

// Wire returns the key as a state holds it, prefix included.
func (k *Key) Wire() string { return k.Scope.Key(k.Name) }

// Literals returns the text of Wire around the key's parameters: one piece more
// than there are parameters.
func (k *Key) Literals() []string {
	pieces, end := make([]string, 0, len(k.Params)+1), 0
	for _, p := range k.Params {
		pieces = append(pieces, k.Name[end:p.Start])
		end = p.End
	}
	pieces = append(pieces, k.Name[end:])
	pieces[0] = k.Scope.Prefix() + pieces[0]
	return pieces
}

// Required reports whether reading the key when it is missing is an error.
func (k *Key) Required() bool { return !k.Optional && k.Default == nil }

// Traits say in a few words whether the key may be missing, unless its default says so,
// how it is merged, unless the last value counts, and what clients may do with it.
func (k *Key) Traits() []string {
	var list []string
	switch {
	case k.Optional:
		list = append(list, "optional")
	case k.Required():
		list = append(list, "required")
	}
	if k.Merge != MergeLast {
		list = append(list, "merge "+k.Merge.String())
	}
	if k.Client.CanRead() {
		list = append(list, "client "+k.Client.String())
	}
	return list
}

// Param is a parameter of a key family, with its place in the key's name.
type Param struct {
	Name       string
	Start, End int // in Key.Name, braces included
}

var merges = map[string]Merge{
	"last": MergeLast, "sum": MergeSum, "min": MergeMin, "max": MergeMax,
	"append": MergeAppend, "union": MergeUnion,
}

// String returns the merge as a schema writes it.
func (m Merge) String() string {
	for name, merge := range merges {
		if merge == m {
			return name
		}
	}
	return ""
}

// ParseMerge reads a merge as a schema writes it.
func ParseMerge(text string) (Merge, bool) {
	m, ok := merges[text]
	return m, ok
}

// OtherNames returns the full keys that reads of k fall back on, in this order,
// and that writes clear. Those of Was are not among them: their values are of
// another type.
func (k *Key) OtherNames() []string {
	if k.RenamedTo == "" {
		return k.RenamedFrom
	}
	return append([]string{k.RenamedTo}, k.RenamedFrom...)
}
