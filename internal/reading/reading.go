package reading

import (
	"errors"
	"reflect"
	"slices"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// Schema reads states as the code generated from one schema does.
type Schema struct {
	Keys   []*Key // in the schema's order
	codecs *codecs
	single map[string]*Key

	families     []*Key
	index        *keys.Index
	byKey        map[*schema.Key]*Key
	instructions []*plan.Instruction
}

// New prepares the reading of a schema, which must not change afterwards.
func New(s *schema.Schema) *Schema {
	r := &Schema{codecs: &codecs{named: map[*schema.Named]*codec{}, checked: map[*schema.Named]*fieldChecks{}}, single: map[string]*Key{}}
	r.index, r.byKey = keys.New(s), map[*schema.Key]*Key{}
	planned := plan.New(s)
	r.instructions = planned.Instructions
	for _, k := range planned.Keys {
		key := r.key(k)
		r.Keys, r.byKey[k.Key] = append(r.Keys, key), key
		if key.family == nil {
			r.single[k.Wire()] = key
		} else {
			r.families = append(r.families, key)
		}
	}
	return r
}

// Key returns the declaration that a key of a state belongs to; nil: none.
func (r *Schema) Key(wire string) *Key {
	if k := r.single[wire]; k != nil {
		return k
	}
	for _, k := range r.families {
		if k.family.Has(wire) {
			return k
		}
	}
	return nil
}

// Value reads the values of one type with constraints: those of a key, or parts of
// them.
type Value struct {
	typ   *schema.Type
	codec *codec
	check func(any) error
}

// Value prepares the reading of a type of the schema.
func (r *Schema) Value(t *schema.Type, c schema.Constraints) *Value {
	return &Value{typ: t, codec: r.codecs.of(t), check: r.codecs.checks(t, c)}
}

// ReadValue returns what generated code makes of a stored value. Its error has no key.
func (v *Value) ReadValue(stored any) Result {
	value, err := v.codec.as(stored)
	switch {
	case errors.Is(err, errByHand):
		return Result{Presence: Stored, ByHand: true}
	case err != nil:
		return Result{Presence: Stored, Err: err}
	}
	return v.result(Stored, value)
}

func (v *Value) result(p Presence, value any) Result {
	r := Result{Presence: p, Value: meaning(v.typ, value), value: value}
	if v.check != nil {
		r.Invalid = v.check(value)
	}
	return r
}

// Stores reports whether the setter stores exactly this value for something: one
// that generated code may have left behind.
func (v *Value) Stores(stored any) bool {
	got, err := v.codec.as(stored)
	if err != nil || v.check != nil && v.check(got) != nil {
		return false
	}
	again, err := v.codec.from(got)
	return err == nil && identical(stored, again)
}

// Key reads one declared key, or the keys of a family.
type Key struct {
	*schema.Key
	Value
	moves    plan.Moves
	forms    typed.Forms
	family   *typed.Family
	fallback any // the default's Go value
}

func (r *Schema) key(k *plan.Key) *Key {
	key := &Key{Key: k.Key, Value: *r.Value(k.Type, k.Constraints), moves: k.Moves}
	if k.Encoding == schema.JSONString {
		key.codec = text(key.codec)
	}
	key.forms = r.codecs.forms(k.Moves, key.codec)
	if k.Family != nil {
		key.family = typed.NewFamily(k.Wire(), k.Family.Texts, k.Family.Except...).Was(key.forms)
		for _, texts := range k.Family.Others {
			key.family.Formerly(texts...)
		}
	}
	if k.Default != nil {
		key.fallback, _ = r.codecs.of(k.Type).as(schema.Stored(k.Default.Data)) // which the schema's loader has tried
	}
	return key
}

func text(inner *codec) *codec {
	return &codec{
		as:   func(v any) (any, error) { return typed.AsText(v, inner.as) },
		from: func(v any) (any, error) { return typed.FromText(v, inner.from) },
	}
}

// Has reports whether a key of a state is this one, or belongs to the family.
func (k *Key) Has(wire string) bool {
	if k.family != nil {
		return k.family.Has(wire)
	}
	return k.Wire() == wire
}

// Names lists where the value of a key may be, in the order in which a getter
// looks: the key itself first, which must be the Wire of a single key or belong
// to the family.
func (k *Key) Names(wire string) []string {
	return append([]string{wire}, k.at(wire).Names...)
}

// at is what is known about the values of a key.
func (k *Key) at(wire string) *typed.Moves {
	if k.family != nil {
		return k.family.Moves(wire)
	}
	return &typed.Moves{Key: wire, Names: k.moves.Names, Forms: k.forms}
}

// Older lists the earlier declarations whose values are still read.
func (k *Key) Older() []plan.Older { return k.moves.Older }

// Presence is how a getter comes to its answer.
type Presence uint8

// The presences: a required key is missing, an optional one isn't set, the
// default stands in, a value is stored.
const (
	Missing Presence = iota
	Unset
	Defaulted
	Stored
)

// Result is what generated code makes of a key in a state.
type Result struct {
	Presence Presence
	Name     string // the key under which the value is stored; empty: none is
	Value    any    // what it means; nil if it was refused
	Err      error  // of the getter
	Invalid  error  // of Load and the setter alone: a constraint
	// Converted says that an entry under was made of the value what it means today, so
	// that a difference is intended.
	Converted bool
	Older     bool // of Try: the value is in an older form
	ByHand    bool // a Go function of the user's converts the value: nothing else is known

	value any // the Go value
}

// Refused is the error of Load, if it has one about the key.
func (r Result) Refused() error {
	if r.Err != nil {
		return r.Err
	}
	return r.Invalid
}

// Read returns what the getter of a key and Load make of it in a state of values
// in normal form.
func (k *Key) Read(wire string, state map[string]any) Result {
	m := k.at(wire)
	stored, err := m.From(runtime.MapState(state)).Get(wire)
	r := k.read(wire, stored, err)
	for i, name := range append([]string{wire}, m.Names...) {
		v := state[name]
		if v == nil {
			continue
		}
		if r.Name == "" || r.Presence == Stored {
			r.Name, r.Converted = name, converts(m.Forms, i, v)
		}
		if !drops(m.Forms, i, v) {
			break
		}
	}
	r.Err, r.Invalid = k.shown(r.Err), k.shown(typed.At(wire, r.Invalid))
	return r
}

func (k *Key) read(wire string, stored any, err error) Result {
	value, ok, err := typed.GotOptional(wire, stored, err, k.codec.as)
	switch {
	case errors.Is(err, errByHand):
		return Result{Presence: Stored, ByHand: true}
	case err != nil:
		return Result{Presence: Stored, Err: err}
	case ok:
		return k.result(Stored, value)
	case k.Optional:
		return Result{Presence: Unset}
	case k.Default == nil:
		return Result{Err: &runtime.MissingError{Key: wire}}
	}
	return k.result(Defaulted, k.fallback)
}

// shown hides a sensitive value in an error.
func (k *Key) shown(err error) error {
	if k.Sensitive && err != nil {
		return typed.Redact(err)
	}
	return err
}

// Stores reports whether the key's setter stores exactly this value.
func (k *Key) Stores(value any) bool { return value != nil && k.Value.Stores(value) }

// Encode returns what the setter stores of a value that was read without an error.
func (v *Value) Encode(r Result) (any, error) { return v.codec.from(r.value) }

// identical reports whether two stored values are written alike.
func identical(a, b any) bool {
	first, errA := written(a)
	second, errB := written(b)
	return errA == nil && errB == nil && slices.Equal(first, second)
}

func written(v any) ([]byte, error) {
	normal, err := runtime.Normalize("", v)
	if err != nil {
		return nil, err
	}
	return runtime.EncodeValue(normal)
}

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

// OtherNames lists all other names under which values of the key may be, as the
// schema has them.
func (k *Key) OtherNames() []string { return k.moves.Names }

// Find returns the key that a stored key belongs to, its wire of today, and the name as the schema has it if it is
// another name of the key. A key that is declared itself is no other name. Nil: none.
func (r *Schema) Find(stored string) (k *Key, wire, name string) {
	if k := r.Key(stored); k != nil {
		return k, stored, ""
	}
	if m, ok := r.index.Moved(stored); ok && m.Key != nil {
		return r.byKey[m.Key], m.Wire, m.Name
	}
	return nil, stored, ""
}
