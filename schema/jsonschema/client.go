package jsonschema

import (
	"slices"

	"github.com/seed92179c4c/stategen/schema"
)

// Client returns the JSON Schema of what clients see of the state: the keys with
// client, as the generated ClientView gives them. Those that they can't set are
// readOnly. It is an error if the schema is not sound.
func Client(s *schema.Schema) ([]byte, error) {
	seen := slices.DeleteFunc(slices.Clone(s.Keys), func(k *schema.Key) bool { return !k.Client.CanRead() })
	return text(&stateWriter{schema: s, keys: seen, client: true, defs: object{}})
}

// present reports whether a key is never missing: a required one can't be in a state, and
// one with a default can't be in what clients see.
func (w *stateWriter) present(k *schema.Key) bool {
	if w.client {
		return k.Default != nil && len(k.Params) == 0
	}
	return k.Required()
}

// close refuses what isn't declared: clients don't see it.
func (w *stateWriter) close(o object) {
	if w.client {
		o["additionalProperties"] = false
	}
}

// words lists what may be there as a value of an enum.
func (w *stateWriter) words(n *schema.Named) []string {
	if !w.client {
		return words(n)
	}
	var list []string
	for _, v := range n.Values {
		list = append(list, v.Value)
	}
	return list
}
