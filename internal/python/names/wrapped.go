package names

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// meant is what a name stands for, or the expression itself.
func (s *Scope) meant(v syntax.Value) (*Scope, syntax.Value) {
	if in, to, ok := s.Resolve(v); ok {
		return s.Project.Scope(in), to
	}
	return s, v
}

// IsWrapped reports whether an expression is what another library makes of a text that is known: it
// knows no keys, and the text has none.
func (s *Scope) IsWrapped(v syntax.Value) bool {
	s, v = s.meant(v)
	for i := v.First; i < v.End; i++ {
		if s.Word(i) == "(" && i > v.First && s.isLibrarys(s.Word(i-1)) && s.takesText(i) {
			return true
		}
		if shut, ok := s.Pairs[i]; ok && shut > i {
			i = shut
		}
	}
	return false
}

// isLibrarys reports whether a function is none of the project's, and none that gets texts from
// elsewhere, which anybody may have written.
func (s *Scope) isLibrarys(callee string) bool {
	return !s.Project.IsDefined(callee) && !slices.ContainsFunc([]string{"get", "load", "fetch", "pull", "read", "open"}, func(verb string) bool {
		return strings.HasPrefix(strings.TrimLeft(callee, "_"), verb)
	})
}

// nameLike is how long names are, which no instruction is made of.
const nameLike = 60

// takesText reports whether a call gets a text without braces, which is longer than a name.
func (s *Scope) takesText(open int) bool {
	for i := open + 1; i < s.Closing(open) && i < open+MostMerged*10; i = s.ExprEnd(i) + 1 {
		if s.Word(i+1) == "=" {
			i += 2
		}
		if l := s.KnownText(s.Value(i), 0); l != nil && len(l.Text) > nameLike {
			return !strings.ContainsAny(l.Text, "{}")
		}
	}
	return false
}
