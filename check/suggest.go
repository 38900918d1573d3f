package check

import (
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// suggestion is the declared keys that another key was probably meant to be.
// It is certain when one key differs in nothing but letter case and separators,
// as usertheme does from user_theme and user:theme.
type suggestion struct {
	keys    []*schema.Key
	certain bool
}

// hint asks whether one of the keys was meant; empty without any.
func (s suggestion) hint() string {
	if len(s.keys) == 0 {
		return ""
	}
	var names []string
	for _, k := range s.keys {
		names = append(names, quote(k.Wire()))
	}
	return "did you mean " + strings.Join(names, " or ") + "?"
}

// declared returns the places of the keys.
func (s suggestion) declared() []diag.Related {
	var places []diag.Related
	for _, k := range s.keys {
		places = append(places, diag.Related{Span: k.Span, Message: quote(k.Wire()) + " is declared here"})
	}
	return places
}

// suggest finds the nearest declared keys across scopes and letter case.
func (x *keyIndex) suggest(wire string) suggestion {
	if s, ok := x.near[wire]; ok {
		return s
	}
	s := suggestion{keys: x.foldedWires[fold(wire)]}
	s.certain = len(s.keys) == 1 && known(s.keys[0])
	if len(s.keys) == 0 {
		s.keys = x.inOtherScopes(wire)
	}
	if len(s.keys) == 0 {
		s.keys = x.similar(wire)
	}
	x.near[wire] = s
	return s
}

// inOtherScopes finds the keys whose name reads the same.
func (x *keyIndex) inOtherScopes(wire string) []*schema.Key {
	_, name := runtime.ParseKey(wire)
	return x.foldedNames[fold(name)]
}

// similar finds the most similar name, in the same scope if it is there.
func (x *keyIndex) similar(wire string) []*schema.Key {
	scope, name := runtime.ParseKey(wire)
	near, ok := diag.Nearest(name, x.names)
	if !ok {
		return nil
	}
	if k := x.exact[scope.Key(near)]; k != nil {
		return []*schema.Key{k}
	}
	return x.named(near)
}

// named returns the declared keys of a name, in whichever scopes.
func (x *keyIndex) named(name string) []*schema.Key {
	var keys []*schema.Key
	for _, s := range runtime.Scopes() {
		if k := x.exact[s.Key(name)]; k != nil {
			keys = append(keys, k)
		}
	}
	return keys
}

// fold drops what people mix up: letter case, separators and spaces.
func fold(name string) string {
	return strings.ToLower(separators.Replace(name))
}

var separators = strings.NewReplacer("_", "", "-", "", ":", "", ".", "", " ", "")
