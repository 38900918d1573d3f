package reading

import (
	"slices"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// Schema reads states as the code generated from one schema does.
type Schema struct {
	Keys   []*Key // in the schema's order
	codecs *codecs
	single map[string]*Key
}

// New prepares the reading of a schema, which must not change afterwards.
func New(s *schema.Schema) *Schema {
	r := &Schema{codecs: &codecs{named: map[*schema.Named]*codec{}}, single: map[string]*Key{}}
	for _, k := range plan.New(s).Keys {
		key := r.key(k)
		r.Keys = append(r.Keys, key)
		if key.family == nil {
			r.single[k.Wire()] = key
		}
	}
	return r
}

// Key returns the declaration that a key of a state belongs to; nil: none.
func (r *Schema) Key(wire string) *Key {
	if k := r.single[wire]; k != nil {
		return k
	}
	for _, k := range r.Keys {
		if k.family != nil && k.family.Has(wire) {
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
	if err != nil {
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
	family   *typed.Family
	former   []*typed.Family // of a family: its other names
	fallback any             // the default's Go value
}

func (r *Schema) key(k *plan.Key) *Key {
	key := &Key{Key: k.Key, Value: *r.Value(k.Type, k.Constraints)}
	if k.Encoding == schema.JSONString {
		key.codec = text(key.codec)
	}
	if k.Family != nil {
		key.family = typed.NewFamily(k.Wire(), k.Family.Texts, k.Family.Except...)
		for _, texts := range k.Family.Former {
			key.former = append(key.former, typed.NewFamily("", texts))
		}
	}
	if k.Default != nil {
		key.fallback, _ = r.codecs.of(k.Type).as(plan.Stored(k.Default.Data)) // which the schema's loader has tried
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
	names := []string{wire}
	if k.family == nil {
		return append(names, k.OtherNames()...)
	}
	params, _ := k.family.Match(wire)
	for _, f := range k.former {
		if name, err := f.Key(params...); err == nil {
			names = append(names, name)
		}
	}
	return names
}

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
	Name     string // the key under which the value is stored
	Value    any    // what it means; nil if it was refused
	Err      error  // of the getter
	Invalid  error  // of Load and the setter alone: a constraint

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
	name, stored := wire, any(nil)
	for _, other := range k.Names(wire) {
		if stored = state[other]; stored != nil {
			name = other
			break
		}
	}
	r := k.read(wire, stored)
	r.Name, r.Err, r.Invalid = name, k.shown(r.Err), k.shown(typed.At(wire, r.Invalid))
	return r
}

func (k *Key) read(wire string, stored any) Result {
	value, ok, err := typed.GotOptional(wire, stored, nil, k.codec.as)
	switch {
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
