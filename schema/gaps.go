package schema

import (
	"slices"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// gaps are what mistakes leave unknown of a schema. Whoever goes on with the
// rest must stay silent about them: a finding that is gone once the mistake is
// mended would only confuse.
type gaps struct {
	declared map[*Key]bool   // keys whose declaration is wrong: their names alone are known
	types    map[*Named]bool // types whose declaration is wrong
	names    []vagueName     // of keys whose very name or scope is in doubt

	keys         bool // some keys are not known at all
	typeNames    bool // nor are some types
	dialect      bool
	placeholders bool
	levels       bool // the severity of rules

	unclear []*Key // of the finished part: the keys in declared, and those of wrong types
}

// everything is what a file leaves unknown of which a part can't be read.
func (g *gaps) everything() {
	g.keys, g.typeNames, g.dialect, g.placeholders, g.levels = true, true, true, true, true
}

// without notes that a field is not known.
func (g *gaps) without(field string) {
	switch field {
	case "keys", "foreign":
		g.keys = true
	case "types":
		g.typeNames = true
	case "include":
		g.keys, g.typeNames = true, true
	case "dialect":
		g.dialect = true
	case "placeholders":
		g.placeholders = true
	case "check":
		g.levels = true
	}
}

// Sound reports whether all of the schema is known: no mistake was found when
// it was read. Nothing may be generated from one that is not.
func (s *Schema) Sound() bool { return s.gaps == nil }

// Unclear returns the declared keys of which Scope, Name and Params alone are
// known, because something else in their declarations is wrong. They are not
// among Keys, and have no Type.
func (s *Schema) Unclear() []*Key {
	if s.gaps == nil {
		return nil
	}
	return s.gaps.unclear
}

// MayDeclare reports whether a key that is not among Keys may be declared where
// a mistake stands. It is false of a sound schema.
func (s *Schema) MayDeclare(wire string) bool {
	return s.gaps != nil && s.gaps.mayDeclare(wire)
}

// Grammars returns what templates may have to be read with: Grammar, both
// dialects when the right one is not known, and none at all when it is not
// known what a placeholder looks like.
func (s *Schema) Grammars() []instruction.Grammar {
	switch {
	case s.gaps == nil || !s.gaps.dialect && !s.gaps.placeholders:
		return []instruction.Grammar{s.Grammar}
	case s.gaps.placeholders:
		return nil
	}
	adk, own := s.Grammar, s.Grammar
	adk.Dialect, own.Dialect = instruction.ADK, instruction.Stategen
	return []instruction.Grammar{adk, own}
}

func (g *gaps) mayDeclare(wire string) bool {
	if g.keys {
		return true
	}
	for _, k := range g.unclear {
		if len(k.Params) == 0 && k.Wire() == wire || len(k.Params) > 0 && strings.HasPrefix(wire, k.prefix()) {
			return true
		}
	}
	return slices.ContainsFunc(g.names, func(v vagueName) bool { return v.mayBe(wire) })
}

// vagueName is what is left of the name of a key: its letters and digits, of
// which the scope may be a part.
type vagueName struct {
	letters string
	open    bool // anything may follow
	slip    bool // a letter may be wrong
}

func (v vagueName) mayBe(wire string) bool {
	_, name := runtime.ParseKey(wire)
	return v.is(lettersOf(wire)) || v.is(lettersOf(name))
}

func (v vagueName) is(text string) bool {
	if text == v.letters || v.open && strings.HasPrefix(text, v.letters) {
		return true
	}
	if !v.slip || !v.open {
		return v.slip && diag.Near(text, v.letters)
	}
	n := len(v.letters)
	return diag.Near(text[:min(len(text), n)], v.letters) || diag.Near(text[:min(len(text), n+1)], v.letters)
}

// lettersOf drops what makes no difference between a name and a slip of it.
func lettersOf(name string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, name))
}
