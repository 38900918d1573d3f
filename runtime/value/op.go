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
	OpAppend                   // appends the operand's items to the list
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
// atomically to whatever the key holds by then. In a Delta it takes the place
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
	Old []string
	// Was says how values count that an earlier schema stored under the key or its
	// old names.
	Was []Was
	// Renamed are items of a list, for an append or union, that have become others.
	Renamed map[string]string
	Limits  Limits
}

// Limits bound the result of an operation. Zero values bound nothing.
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

// MarshalJSON always fails, so that a service that doesn't know merge
// operations can't store one as if it were a value: see Delta.Resolve. An
// Event encodes its operations itself, in a field of their own.
func (o Op) MarshalJSON() ([]byte, error) {
	return nil, errors.New("a merge operation is not a value: resolve the delta against the current state first (Delta.Resolve)")
}
