package value

import (
	"fmt"
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/runtime/internal/jsontext"
)

// maxKeyBytes is the length of the longest key that a store takes: with the names
// of app, user and session it must fit into a database's index.
const maxKeyBytes = 1024

// NormalizeEntry returns the scope of an entry of a delta, a deep copy of its value or
// operation in normal form, and a size that the JSON text of the value or the operand
// doesn't exceed: measuring it here saves appends a pass over the delta.
func NormalizeEntry(key string, value any) (_ Scope, _ any, atMost int, _ error) {
	scope, err := CheckKey(key)
	if err != nil {
		return scope, nil, 0, err
	}
	switch v := value.(type) {
	case nil, bool, int: // as most are
		return scope, v, jsontext.LongestNumber, nil
	case Op:
		v, err = v.normal(key)
		return scope, v, jsontext.AtMost(v.Operand), err
	}
	value, err = Normalize(key, value)
	return scope, value, jsontext.AtMost(value), err
}

// CheckKey returns a state key's scope, and an error if no store takes the key.
func CheckKey(key string) (Scope, error) {
	scope, name := ParseKey(key)
	var err error
	switch bad := checkText(key); {
	case name == "":
		err = &ArgumentError{"state key", fmt.Sprintf("%q has no name", key)}
	case len(key) > maxKeyBytes:
		err = &ArgumentError{"state key", fmt.Sprintf("%.40q… is longer than %d bytes", key, maxKeyBytes)}
	case bad != nil:
		err = &ArgumentError{"state key", fmt.Sprintf("%.40q %s", key, bad.Problem)}
	}
	return scope, err
}

// normal returns a deep copy of the operation in normal form, checked for
// everything that does not depend on the current value.
func (o Op) normal(key string) (Op, error) {
	fail := func(problem string) (Op, error) { return Op{}, &Error{Key: key, Problem: problem} }
	if !o.Kind.known() {
		return fail("is a merge operation of an unknown kind")
	}
	for _, part := range []*any{&o.Operand, &o.Base, &o.Limits.Min, &o.Limits.Max} {
		v, err := Normalize(key, *part)
		if err != nil {
			return Op{}, err
		}
		*part = v
	}
	if o.Operand == nil {
		return fail("is a merge operation without an operand")
	}
	scope, _ := ParseKey(key)
	for _, old := range o.Old {
		s, err := CheckKey(old)
		if err != nil {
			return Op{}, err
		}
		if s != scope || old == key {
			return fail(fmt.Sprintf("is a merge operation whose old name %q is not another key of the same scope", old))
		}
	}
	if err := o.checkWas(key); err != nil {
		return Op{}, err
	}
	o.Old, o.Was, o.Renamed = slices.Clone(o.Old), slices.Clone(o.Was), maps.Clone(o.Renamed)
	return o, nil
}
