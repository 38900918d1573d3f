package survey

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// takesPart reports whether a name stands in an expression as a whole, such as an argument.
func takesPart(s *names.Scope, name string, v syntax.Value) bool {
	for i := v.First; i < v.End && i < v.First+names.MostMerged; i++ {
		if s.Word(i) == name && s.Word(i-1) != "." && s.Word(i+1) != "." && s.Word(i+1) != "=" {
			return true
		}
	}
	return false
}

// isTriedBoth reports whether the function around a call waits for the same call elsewhere, as code for
// several releases of ADK does, or something gives the method another meaning.
func (r *checker) isTriedBoth(method int) bool {
	def, call := r.Around(method).Def, r.Words(syntax.Value{First: method, End: r.Closing(method+1) + 1})
	if strings.Contains(r.Text, "."+r.Word(method)+" = ") {
		return true
	}
	return def >= 0 && r.InBody(def, func(i int) bool {
		_, next := r.Dotted(i + 1)
		return r.Word(i) == "await" && r.Word(next) == "(" && r.Words(syntax.Value{First: next - 1, End: r.Closing(next) + 1}) == call
	})
}
