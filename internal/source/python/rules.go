package python

import "github.com/seed92179c4c/stategen/internal/diag"

// inScopes look at one module, class or function after the other.
var inScopes = []func(s *scope, f *found){
	findUnawaited, findUnknownMethods, findLostWrites, findChangedInPlace, findCreatedAgain,
}

// judge applies the rules.
func (f *found) judge(p *project) {
	for _, in := range p.files {
		if in.test {
			continue
		}
		in.module.each(func(s *scope) {
			for _, find := range inScopes {
				find(s, f)
			}
		})
	}
	f.findCallbacks()
}

// likelyUnless makes a finding a warning where something may make it right.
func likelyUnless(certain bool, d diag.Diagnostic, doubt string) diag.Diagnostic {
	if !certain {
		d.MakeLikely()
		d.Hint += "; nothing is wrong if " + doubt
	}
	return d
}
