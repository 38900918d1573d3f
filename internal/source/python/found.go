package python

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// found is what is found in all files.
type found struct {
	source.Found
	uses    []use
	byScope map[*scope][]use // with those of keys that are not known
	agents  []*agent
	byCall  map[diag.Span]*source.Unit // agents
	shows   source.Shows
}

// use is a use with what the rules ask for.
type use struct {
	source.Use
	owner *scope       // whose statement it is
	stmt  *syntax.Stmt // that one
	of    state
	key   syntax.Expr
	site  syntax.Expr // what uses it
	// missing is whether a Set only does so where the key is missing.
	missing bool
}

// tolerate makes reads optional in functions that ask whether there is the key.
func (f *found) tolerate() {
	type place struct {
		in  *scope
		key string
	}
	asked := map[place]bool{}
	for _, u := range f.uses {
		asked[place{u.owner, u.Key}] = asked[place{u.owner, u.Key}] || u.Optional
	}
	for i := range f.uses {
		u := &f.uses[i]
		u.Optional = u.Kind == source.Get && asked[place{u.owner, u.Key}]
	}
}

func (f *found) add(u use) {
	f.uses = append(f.uses, u)
	f.byScope[u.owner] = append(f.byScope[u.owner], u)
}

// open notes a place where more is read or written than can be seen.
func (f *found) open(in *scope, e syntax.Expr, what string, reads, writes bool) {
	why := "this " + what + " is put together when the program runs"
	f.Open = append(f.Open, source.Open{Span: in.of(e), Reason: why, Reads: reads, Writes: writes, Test: in.test})
}

// whole notes a place where a state is read, or handed on, as a whole.
func (f *found) whole(in *scope, e syntax.Expr, writes bool) {
	f.open(in, e, "", true, writes)
	at := &f.Open[len(f.Open)-1]
	at.Reason, at.Whole = "this state is handed on as a whole", true
}

// find notes a finding, which is a warning where something may make it right: the doubt.
func (f *found) find(d diag.Diagnostic, doubt string) {
	if doubt != "" {
		d.MakeLikely()
		d.Hint += "; nothing is wrong if " + doubt
	}
	f.Findings = append(f.Findings, d)
}
