package reading

import (
	"errors"
	"reflect"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/migrate"
	"github.com/seed92179c4c/stategen/runtime/typed/moves"
)

// Migrations returns the keys whose values may be under another name or in another
// form than today's schema stores them.
func (r *Schema) Migrations() []migrate.Key {
	var list []migrate.Key
	for _, k := range r.Keys {
		rewritten := plan.Rewritten(k.Type)
		if rewritten || k.moves.Moved() {
			list = append(list, &migration{k, r, rewritten})
		}
	}
	return list
}

// migration is a key as package migrate knows it.
type migration struct {
	*Key
	schema    *Schema
	rewritten bool // parts of its values may have older names
}

func (m *migration) Declared() string { return m.Wire() }

func (m *migration) Match(stored string) (wire string, ok bool) {
	if m.Has(stored) {
		return stored, true
	}
	k, wire, name := m.schema.Find(stored)
	return wire, k == m.Key && name != ""
}

func (m *migration) Names(wire string) []string { return moves.ToLeave(m.at(wire), m.RenamedTo != "") }

func (m *migration) Next(wire string) string { return moves.NextName(m.at(wire), m.RenamedTo != "") }

func (m *migration) Today(wire string, stored map[string]any) (any, error) {
	v, err := m.at(wire).From(runtime.MapState(stored)).Get(wire)
	switch {
	case errors.Is(err, errByHand):
		return nil, migrate.ErrNeedsGo
	case runtime.IsMissing(err):
		return nil, nil
	case err != nil:
		return nil, m.shown(err)
	}
	read, err := m.codec.as(v)
	if err != nil {
		return nil, m.shown(err)
	}
	if !m.rewritten && reflect.DeepEqual(v, stored[wire]) {
		return v, nil // a form of today, even if a setter has another one
	}
	return m.codec.from(read)
}
