package reading

import (
	"errors"
	"reflect"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// Try is Read of a state that has nothing but one value, under the key itself or
// another name of it, without what the value means: for many values.
func (k *Key) Try(wire, name string, stored any) Result {
	var err error
	found := stored
	if name != wire || k.forms != nil {
		stored, err = k.at(wire).From(runtime.MapState{name: stored}).Get(wire)
	}
	older := k.forms != nil && !reflect.DeepEqual(found, stored)
	value, ok, err := typed.GotOptional(wire, stored, err, k.codec.as)
	if !ok || err != nil {
		r := k.read(wire, stored, err)
		r.Err, r.Older = k.shown(r.Err), older && (err == nil || errors.Is(err, errByHand)) // without an error, it is dropped
		return r
	}
	r := Result{Presence: Stored, Name: name, Older: older, value: value}
	if k.check != nil {
		r.Invalid = k.shown(typed.At(wire, k.check(value)))
	}
	return r
}
