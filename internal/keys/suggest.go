package keys

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// Suggestion is the declared keys that another key was probably meant to be.
type Suggestion struct{ Keys []*schema.Key }

// Hint asks whether one of the keys was meant; empty without any.
func (s Suggestion) Hint() string {
	if len(s.Keys) == 0 {
		return ""
	}
	var names []string
	for _, k := range s.Keys {
		names = append(names, diag.Quote(k.Wire()))
	}
	return "did you mean " + strings.Join(names, " or ") + "?"
}

// Declared returns the places of the keys.
func (s Suggestion) Declared() []diag.Related {
	var places []diag.Related
	for _, k := range s.Keys {
		places = append(places, diag.Related{Span: k.Span, Message: diag.Quote(k.Wire()) + " is declared here"})
	}
	return places
}

// Suggest finds the nearest declared keys across scopes and letter case.
func (x *Index) Suggest(wire string) Suggestion {
	if s, ok := x.near[wire]; ok {
		return s
	}
	s := Suggestion{Keys: x.foldedWires[diag.Fold(wire)]}
	if len(s.Keys) == 0 {
		s.Keys = x.inOtherScopes(wire)
	}
	if len(s.Keys) == 0 {
		s.Keys = x.similar(wire)
	}
	x.near[wire] = s
	return s
}

// inOtherScopes finds the keys whose name reads the same.
func (x *Index) inOtherScopes(wire string) []*schema.Key {
	_, name := runtime.ParseKey(wire)
	return x.foldedNames[diag.Fold(name)]
}

// similar finds the most similar names, in the same scope if they are there.
func (x *Index) similar(wire string) []*schema.Key {
	scope, name := runtime.ParseKey(wire)
	near := diag.Nearest(name, x.names)
	slices.Sort(near)
	var same, other []*schema.Key
	for _, n := range slices.Compact(near) {
		if k := x.exact[scope.Key(n)]; k != nil {
			same = append(same, k)
			continue
		}
		other = append(other, x.Named(n)...)
	}
	if len(same) > 0 {
		return same
	}
	return other
}

// Named returns the declared keys of a name, in whichever scopes.
func (x *Index) Named(name string) []*schema.Key {
	var keys []*schema.Key
	for _, s := range runtime.Scopes() {
		if k := x.exact[s.Key(name)]; k != nil {
			keys = append(keys, k)
		}
	}
	return keys
}
