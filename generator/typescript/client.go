package typescript

import (
	"slices"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// client prints what a client sees and what it may change, in the form that Go's ClientView and
// ApplyClient have.
func (m *module) client() {
	if !m.plan.Schema.HasClients() {
		return
	}
	seen := m.clientKeys(func(k *plan.Key) bool { return k.Client.CanRead() })
	m.printf("\n%sexport interface ClientState {\n", comment("", "What a client sees. A key with a default is always there."))
	m.members(seen, seen, m.value, func(k *plan.Key) bool { return k.Presence() == plan.Optional })
	m.printf("}\n")

	set := m.clientKeys(func(k *plan.Key) bool { return k.Client.CanWrite() && k.Scope != runtime.ScopeTemp })
	m.printf("\n%sexport interface ClientChanges {\n",
		comment("", "What a client may change. Null unsets a key; under a merged key is what is to be merged."))
	m.members(set, set, m.change, func(*plan.Key) bool { return true })
	m.printf("}\n")
}

func (m *module) clientKeys(may func(*plan.Key) bool) []*plan.Key {
	return slices.DeleteFunc(slices.Clone(m.plan.Keys), func(k *plan.Key) bool { return !may(k) })
}

// value is the type of a key's values, however they are stored.
func (m *module) value(k *plan.Key) string { return m.typ(k.Type, k.Constraints) }

func (m *module) change(k *plan.Key) string {
	if k.Required() || k.Merge != schema.MergeLast {
		return m.value(k)
	}
	return orNull(m.value(k))
}
