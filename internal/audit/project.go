package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime"
)

// audited is what source says, by keys.
type audited struct {
	source.Found
	keys  map[string]*key
	names []string // in the order of their first uses
	lost  map[diag.Span]*diag.Diagnostic
	// declared are the keys by the places that Draft has for their declarations.
	declared map[diag.Span]string
}

// key is the uses of one key outside of tests.
type key struct {
	name          string
	reads, writes []source.Use
	first         source.Use
}

// Whoever writes a file decides how many uses a key has, and most say the same.
const mostUses = 1000

func newAudited(found source.Found) *audited {
	p := &audited{Found: found, keys: map[string]*key{}, declared: map[diag.Span]string{}}
	for _, k := range Draft(found.Uses).Keys {
		p.declared[k.Span] = k.Wire()
	}
	p.Uses = slices.DeleteFunc(slices.Clone(p.Uses), func(u source.Use) bool { return u.Test })
	for i, u := range p.Uses {
		p.Uses[i].Optional = u.Optional || u.Kind == source.Get && u.Fallback != nil
		if u.Partial || !u.IsCertain() || isKit(u.Key) {
			continue
		}
		k := p.keys[u.Key]
		if k == nil {
			k = &key{name: u.Key, first: u}
			p.keys[u.Key], p.names = k, append(p.names, u.Key)
		}
		switch {
		case u.Reads() && len(k.reads) < mostUses:
			k.reads = append(k.reads, u)
		case u.Writes() && len(k.writes) < mostUses:
			k.writes = append(k.writes, u)
		}
	}
	p.findLost()
	return p
}

// findLost finds the writes that findings say are lost, by the places where their keys begin: in Go such a finding
// ends before the bracket around the key, in Python it begins there.
func (p *audited) findLost() {
	p.lost = map[diag.Span]*diag.Diagnostic{}
	for i := range p.Findings {
		if d := &p.Findings[i]; d.ID == source.DirectStateMutation.ID {
			p.lost[diag.Span{File: d.Span.File, Start: d.Span.End + 1}] = d
			p.lost[diag.Span{File: d.Span.File, Start: d.Span.Start}] = d
		}
	}
}

// lostAt is the finding about a write that is lost; nil: the write is stored.
func (p *audited) lostAt(u source.Use) *diag.Diagnostic {
	return p.lost[diag.Span{File: u.Span.File, Start: u.Span.Start}]
}

// of are the programs that a place is part of; none: any may have it.
func (p *audited) of(at diag.Span) []string { return p.Programs[at.File] }

// meet reports whether two places have a program in common.
func (p *audited) meet(a, b diag.Span) bool {
	x, y := p.of(a), p.of(b)
	if len(x) == 0 || len(y) == 0 {
		return true
	}
	return a.File == b.File || slices.ContainsFunc(x, func(name string) bool { return slices.Contains(y, name) })
}

// sharing are the uses that have a program in common with one.
func (p *audited) sharing(uses []source.Use, u source.Use) []source.Use {
	return slices.DeleteFunc(slices.Clone(uses), func(o source.Use) bool { return !p.meet(o.Place(), u.Place()) })
}

// mayBeSet reports whether keys that are not known may be this one, as far as the programs of a place go.
func (p *audited) mayBeSet(name string, at diag.Span) bool {
	k := draft([]source.Use{{Key: name}}).Keys[0]
	return slices.ContainsFunc(p.Uses, func(u source.Use) bool {
		known := !u.Partial || u.Named
		return !known && u.Writes() && u.MayBe(k) && p.meet(u.Place(), at)
	})
}

// scopeOf is the scope of a key.
func scopeOf(name string) runtime.Scope {
	scope, _ := runtime.ParseKey(name)
	return scope
}

// isShared reports whether several sessions have a key.
func isShared(name string) bool {
	return scopeOf(name) == runtime.ScopeUser || scopeOf(name) == runtime.ScopeApp
}

// places shows a few uses.
func places(uses []source.Use, message string) (list []diag.Related) {
	const most = 3
	for _, u := range uses[:min(len(uses), most)] {
		list = append(list, diag.Related{Span: u.Place(), Message: message})
	}
	return list
}
