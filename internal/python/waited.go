package python

import "strings"

// takesPart reports whether a name stands in an expression as a whole, such as an argument.
func (s *scope) takesPart(name string, v value) bool {
	for i := v.first; i < v.end && i < v.first+mostMerged; i++ {
		if s.word(i) == name && s.word(i-1) != "." && s.word(i+1) != "." && s.word(i+1) != "=" {
			return true
		}
	}
	return false
}

// isTriedBoth reports whether the function around a call waits for the same call elsewhere, as code for
// several releases of ADK does, or something gives the method another meaning.
func (r *reader) isTriedBoth(method int) bool {
	def, call := r.around(method).def, r.words(value{first: method, end: r.closing(method+1) + 1})
	if strings.Contains(r.text, "."+r.word(method)+" = ") {
		return true
	}
	return def >= 0 && r.inBody(def, func(i int) bool {
		_, next := r.dotted(i + 1)
		return r.word(i) == "await" && r.word(next) == "(" && r.words(value{first: next - 1, end: r.closing(next) + 1}) == call
	})
}
