package load

import (
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var invalidRemoval = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-removal",
	Summary: "a removed key that is declared, or that can't be one",
	Why:     "What was stored under the key may still be there. Under a new declaration it would be read as a value of today.",
	Bad:     "version: 1\nkeys:\n  cart: string?\nremoved: [cart]\n",
	Good:    "version: 1\nkeys:\n  basket: string?\nremoved: [cart]\n",
})

// removed reads the keys that a file says are gone.
func (m *moves) removed(root *yamlsrc.Node) []schema.Removed {
	list := root.Get("removed")
	if list == nil || list.Kind != yamlsrc.List {
		return nil
	}
	var all []schema.Removed
	for _, item := range list.Items {
		gone, name := schema.Removed{Span: item.Span}, item
		if item.Kind == yamlsrc.Map {
			_, name = item.Str("key")
			gone.Purge, _ = item.Bool("purge")
			gone.Doc = item.TextOf("doc")
		}
		if name.IsString() && !item.Broken && m.removedKey(&gone, name, item) {
			all = append(all, gone)
		}
	}
	return all
}

func (m *moves) removedKey(gone *schema.Removed, name, item *yamlsrc.Node) bool {
	scope, bare := runtime.ParseKey(name.Text)
	k := &schema.Key{Scope: scope, Name: bare}
	if bare == "" || len(name.Text) > maxKeyLength || strings.ContainsFunc(bare, unicode.IsControl) {
		m.Add(invalidRemoval, name.Span, "%s is not a key", diag.Name(name.Text)).
			Hint("write the key with its prefix, as it was declared")
		return false
	}
	if !parameters(m.Report, k, name, len(name.Text)-len(bare)) {
		return false
	}
	if gone.Purge && scope == runtime.ScopeTemp {
		m.Add(invalidRemoval, item.SpanOf("purge"), "a temp key is never stored, so there is nothing to erase").Hint("remove purge")
		return false
	}
	gone.Key, gone.Span = name.Text, name.Span
	return true
}

// checkRemoved reports removed keys that are in use, and those listed twice.
func (m *moves) checkRemoved(s *schema.Schema) {
	declared, first := map[string]*schema.Key{}, map[string]schema.Removed{}
	for _, k := range s.Keys {
		declared[unnamed(k.Wire())] = k
	}
	for _, gone := range s.Removed {
		id := unnamed(gone.Key)
		other, twice := first[id]
		switch k := declared[id]; {
		case k != nil:
			m.doubt(owner{key: k})
			m.Add(invalidRemoval, k.Span, "the key %s is listed under removed", diag.Key(k.Wire())).
				Hint("take it out there if it is back with its old type; else take a new name").Related(gone.Span, "removed here")
		case twice:
			m.Add(invalidRemoval, gone.Span, "%s is listed twice", diag.Key(gone.Key)).
				Hint("remove one of the two").Related(other.Span, "first listed here")
		default:
			first[id] = gone
		}
	}
	for _, name := range m.otherNames {
		if gone, ok := first[unnamed(name.text)]; ok && name.owner.key != nil {
			m.doubt(name.owner)
			m.Add(invalidRemoval, name.span, "the key %s is listed under removed", diag.Name(name.text)).
				Hint("take it out there: its values are still read").Related(gone.Span, "removed here")
		}
	}
}
