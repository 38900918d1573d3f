package load

import (
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
	k, ok := m.keyOf(invalidRemoval, name)
	if !ok {
		return false
	}
	if gone.Purge && k.Scope == runtime.ScopeTemp {
		m.Add(invalidRemoval, item.SpanOf("purge"), "a temp key is never stored, so there is nothing to erase").Hint("remove purge")
		return false
	}
	gone.Key, gone.Span = name.Text, name.Span
	m.otherNames = append(m.otherNames, otherName{owner{}, name.Text, unnamed(name.Text), k, removedName, name.Span})
	return true
}
