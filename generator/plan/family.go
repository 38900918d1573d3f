package plan

import (
	"strings"

	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// Family says which keys a declaration with parameters matches.
type Family struct {
	Texts  []string   // the literal texts around the parameters, prefix included
	Except []string   // declared keys, and removed ones, of the same shape
	Others [][]string // the texts of each other name
}

func newFamily(k *schema.Key, names []string, s *schema.Schema) *Family {
	f := &Family{Texts: k.Literals()}
	matcher := typed.NewFamily(k.Wire(), f.Texts)
	for _, single := range s.SingleKeys() {
		if _, ok := matcher.Match(single); ok {
			f.Except = append(f.Except, single)
		}
	}
	for _, name := range names {
		f.Others = append(f.Others, TextsOf(k, name))
	}
	return f
}

// TextsOf cuts another name of a key, which has the same parameters in the same
// order, at its parameters.
func TextsOf(k *schema.Key, name string) []string {
	var texts []string
	for _, p := range k.Params {
		before, after, _ := strings.Cut(name, "{"+p.Name+"}")
		texts = append(texts, before)
		name = after
	}
	return append(texts, name)
}
