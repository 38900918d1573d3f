package project

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema/load"
)

// checkSimilarKeys applies the rule on schemas of that name to the keys of a draft that are set. It is certain
// that another key was meant where only the other spelling is read.
func (all *usageByKey) checkSimilarKeys(used []*usage) (list diag.List) {
	type spelling struct {
		scope runtime.Scope
		name  string
	}
	first := map[spelling]*usage{}
	for _, a := range used {
		id := spelling{a.key.Scope, diag.Fold(a.key.Name)}
		if len(a.writes) == 0 {
			continue
		}
		b := first[id]
		if b == nil {
			first[id] = a
			continue
		}
		switch {
		case a.unread() && len(b.reads) > 0:
			list = append(list, all.misspelling(a, b))
		case b.unread() && len(a.reads) > 0:
			list = append(list, all.misspelling(b, a))
		default:
			d := load.AlikeSetKeys.At(a.writes[0].Place(), diag.Key(a.key.Wire()), diag.Key(b.key.Wire()))
			d.Related = firstPlaces(b.writes, diag.Quote(b.key.Wire())+" is set here")
			list = append(list, d)
		}
	}
	return list
}

// misspelling is about a key that is set where another one is read.
func (all *usageByKey) misspelling(a, b *usage) diag.Diagnostic {
	all.meant[a.key.Wire()] = true
	d := load.OtherKeyRead.At(a.writes[0].Place(), diag.Key(a.key.Wire()), diag.Key(b.key.Wire()))
	d.MakeCertain()
	d.Related = firstPlaces(b.reads, diag.Quote(b.key.Wire())+" is read here")
	return d
}
