package value

import (
	"errors"
	"maps"
	"slices"
)

// Delta is a change of state: what an event does to it. Each full key
// has its new value, nil to unset the key, or an Op, which the store
// applies to whatever the key holds by then.
//
// Being a map, a Delta must not be written by several goroutines at once, and
// what is put into it is not copied; a service copies it before it stores it.
// It prints its keys, and no values: which keys are sensitive, generated code alone
// knows.
type Delta map[string]any

// Set records a new value for a key, in place of whatever the delta held for
// it. Nil unsets the key. Old names that a merge operation on the key was to
// unset are still unset.
func (d Delta) Set(key string, value any) {
	pending, _ := d[key].(Op)
	d[key] = value
	d.unsetOld(pending)
}

// Merge records a merge operation on top of whatever the delta already does to
// the key: on a value it is carried out at once, with another operation of
// the same kind it becomes one. On error the delta is unchanged.
func (d Delta) Merge(key string, op Op) error {
	pending, ok := d[key]
	if !ok {
		d[key] = op
		return nil
	}
	var folded any
	var err error
	if first, isOp := pending.(Op); isOp {
		folded, err = first.Then(op)
	} else {
		folded, err = op.Apply(pending)
	}
	if err != nil {
		return keyError(key, err)
	}
	d[key] = folded
	if _, isOp := folded.(Op); !isOp {
		d.unsetOld(op)
	}
	return nil
}

// Resolve returns the delta as plain values, for a service that knows no merge
// operations: each is applied to what state holds now, and the old names it
// carries are unset (nil). Values are copies in normal form. Between this call
// and the append another writer may change the state; our own services take
// the delta as it is and don't have that gap. All errors are joined.
func (d Delta) Resolve(state ReadonlyState) (map[string]any, error) {
	plain := make(Delta, len(d))
	var problems []error
	for _, key := range slices.Sorted(maps.Keys(d)) {
		value, err := d.resolveKey(key, func(key string) (any, error) { return Lookup(state, key) })
		if err != nil {
			problems = append(problems, err)
			continue
		}
		plain[key] = value
	}
	for _, key := range slices.Sorted(maps.Keys(d)) {
		if op, ok := d[key].(Op); ok {
			plain.unsetOld(op)
		}
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return plain, nil
}

func (d Delta) resolveKey(key string, current func(string) (any, error)) (any, error) {
	if op, ok := d[key].(Op); ok {
		return op.Resolve(key, current)
	}
	return Normalize(key, d[key])
}

// unsetOld unsets an operation's old names, except those that the delta
// itself says something about.
func (d Delta) unsetOld(op Op) {
	for _, old := range op.Old {
		if _, ok := d[old]; !ok {
			d[old] = nil
		}
	}
}

// Split splits the delta into its parts by Scope. Their keys are without their prefix; a part
// may be nil. Values are not copied.
func (d Delta) Split() (parts [4]Delta) {
	for key, value := range d {
		scope, name := ParseKey(key)
		if parts[scope] == nil {
			parts[scope] = make(Delta, len(d))
		}
		parts[scope][name] = value
	}
	return parts
}
