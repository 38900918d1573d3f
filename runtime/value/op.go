package value

import (
	"errors"
	"fmt"
)

// OpKind says how a merge operation combines its operand with the value that
// a key holds.
type OpKind uint8

// The kinds of merge operations. Sum, min and max take a number, append and
// union a list.
const (
	OpSum    OpKind = iota + 1 // adds the operand
	OpMin                      // keeps the smaller of both
	OpMax                      // keeps the larger of both
	OpAppend                   // puts the operand's items behind the list's
	OpUnion                    // appends the items that the list doesn't hold yet
)

var opNames = [...]string{OpSum: "sum", OpMin: "min", OpMax: "max", OpAppend: "append", OpUnion: "union"}

// String returns the kind's name in a schema: "sum", "min", "max", "append"
// or "union".
func (k OpKind) String() string {
	if k.known() {
		return opNames[k]
	}
	return fmt.Sprintf("OpKind(%d)", uint8(k))
}

// ParseOpKind returns the kind of that name, and whether there is one.
func ParseOpKind(name string) (OpKind, bool) {
	for kind := OpSum; kind.known(); kind++ {
		if opNames[kind] == name {
			return kind, true
		}
	}
	return 0, false
}

func (k OpKind) known() bool { return k > 0 && int(k) < len(opNames) }

// Op is a merge operation: a change to one key that the store applies
// atomically to whatever the key holds by then. It stands in a Delta in place
// of a value.
//
// Whether numbers are whole or floating follows from the operand: an int or
// int64 makes a whole-number operation, which fails past int64 and stores
// what EncodeInt gives; a float64 a floating one.
//
// An Op is a value: operations on it return new ones and never change what it
// refers to.
type Op struct {
	Kind    OpKind
	Operand any // an int, int64 or float64; []any for append and union
	// Base is what the key counts as while it isn't set: its declared
	// default. Nil means none: 0 for a sum, the empty list for append and
	// union, the operand itself for min and max.
	Base any
	// Old lists former names of the key, in the same scope. While the key
	// isn't set, the first of them that is takes its place; the operation
	// unsets them all.
	Old    []string
	Limits Limits
}

// Limits bound what an operation may leave behind. Zero values bound nothing.
type Limits struct {
	Min, Max           any // numbers, for sum, min and max
	MinItems, MaxItems int // for append and union
	Unique             bool
}

// With returns the operation with another operand.
func (o Op) With(operand any) Op {
	o.Operand = operand
	return o
}

// Apply returns what the operation makes of a key's current value; nil stands
// for "not set". The result is a new value in normal form. It is an error if
// the current value or the operand has the wrong type, and one that is
// ErrLimit if the result exceeds the limits or int64.
func (o Op) Apply(current any) (any, error) {
	if current == nil {
		current = o.Base
	}
	switch o.Kind {
	case OpSum, OpMin, OpMax:
		return o.applyNumber(current)
	case OpAppend, OpUnion:
		return o.applyList(current)
	default:
		return nil, fmt.Errorf("unknown merge operation %s", o.Kind)
	}
}

// Resolve applies the operation to the current value of its key, or of the first
// old name that is set. current returns nil for a key that isn't set.
func (o Op) Resolve(key string, current func(string) (any, error)) (any, error) {
	value, err := current(key)
	for _, old := range o.Old {
		if err != nil || value != nil {
			break
		}
		value, err = current(old)
	}
	if isDamaged(err) {
		return nil, err // which names the key
	}
	if err != nil {
		return nil, fmt.Errorf("state key %q: %w", key, err)
	}
	result, err := o.Apply(value)
	if err != nil {
		return nil, keyError(key, err)
	}
	return result, nil
}

// Then returns the one operation that does what o and then next would do to a
// key. Limits hold for the result of both, not in between. Only operations of
// one kind combine; base, old names and limits are o's.
func (o Op) Then(next Op) (Op, error) {
	if o.Kind != next.Kind {
		return Op{}, fmt.Errorf("a %s cannot follow a %s on one key", next.Kind, o.Kind)
	}
	var err error
	switch o.Kind {
	case OpSum, OpMin, OpMax:
		o.Operand, err = combineNumbers(o.Kind, o.Operand, next.Operand)
	default:
		o.Operand, err = combineLists(o.Kind, o.Operand, next.Operand)
	}
	return o, err
}

// String shows kind and operand, such as "sum 1", for logs and timelines. It
// does not hide anything: whoever prints operations on sensitive keys must.
func (o Op) String() string {
	operand, err := Normalize("", o.Operand)
	if err != nil {
		return o.Kind.String() + " ?"
	}
	text, err := Encode(operand)
	if err != nil {
		return o.Kind.String() + " ?"
	}
	return o.Kind.String() + " " + string(text)
}

// MarshalJSON always fails, so that a service that doesn't know merge
// operations can't store one as if it were a value: see Delta.Resolve. An
// Event encodes its operations itself, in a field of their own.
func (o Op) MarshalJSON() ([]byte, error) {
	return nil, errors.New("a merge operation is not a value: resolve the delta against the current state first (Delta.Resolve)")
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
	o.Old = append([]string(nil), o.Old...)
	return o, nil
}

// keyError puts the key into an error about its value.
func keyError(key string, err error) error {
	var bad *Error
	if errors.As(err, &bad) && bad.Key == "" {
		named := *bad
		named.Key = key
		return &named
	}
	return fmt.Errorf("state key %q: %w", key, err)
}
