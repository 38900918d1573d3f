package plan

import (
	"strings"

	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// Family says which keys a declaration with parameters matches.
type Family struct {
	Texts  []string   // the literal texts around the parameters, prefix included
	Except []string   // declared keys of the same shape
	Former [][]string // the texts of each old name
}

func newFamily(k *schema.Key, all []*schema.Key) *Family {
	f := &Family{Texts: k.Literals()}
	matcher := typed.NewFamily(k.Wire(), f.Texts)
	for _, other := range all {
		if len(other.Params) > 0 {
			continue
		}
		if _, ok := matcher.Match(other.Wire()); ok {
			f.Except = append(f.Except, other.Wire())
		}
	}
	for _, old := range k.RenamedFrom {
		f.Former = append(f.Former, formerTexts(k, old))
	}
	return f
}

// formerTexts cuts an old name, which has the same parameters in the same
// order, at its parameters.
func formerTexts(k *schema.Key, old string) []string {
	var texts []string
	for _, p := range k.Params {
		before, after, _ := strings.Cut(old, "{"+p.Name+"}")
		texts = append(texts, before)
		old = after
	}
	return append(texts, old)
}
