// Package merges compares the merges that a database carries out itself, in SQL or a
// script, with those of runtime.Op.Apply. A store whose Append reads a value, merges it in
// Go and writes it back doesn't need it. One that leaves this to its database gives it a
// Rig:
//
//	func TestMerges(t *testing.T) {
//		r := newRig(t)
//		merges.Direct(t, r, merges.Case{"1", merges.Sum(2)}, …)
//		merges.Refused(t, r, merges.Case{"9007199254740991", merges.Sum(1)}, …)
//		merges.Random(t, r, 1000)
//	}
//
// What a database can't do exactly, such as adding beyond runtime.MaxExactInt, it must
// refuse, and the store then merges in Go.
package merges

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

// Rig merges values into the key k of one session, again and again.
type Rig interface {
	// Put stores text under the key, as another program may; "" removes the key.
	Put(text string)
	// Direct merges in the database; false if that has refused.
	Direct(op runtime.Op) (any, bool)
	// Append appends an event.
	Append(delta runtime.Delta) error
	// Stored returns what the key holds; nil if it isn't set.
	Stored() any
}

// Case is an operation on a key that holds some text, or nothing.
type Case = struct {
	Current string
	Op      runtime.Op
}

// Sum, Least, Greatest, Append and Union return operations.

func Sum(n any) runtime.Op           { return runtime.Op{Kind: runtime.OpSum, Operand: n} }
func Least(n any) runtime.Op         { return runtime.Op{Kind: runtime.OpMin, Operand: n} }
func Greatest(n any) runtime.Op      { return runtime.Op{Kind: runtime.OpMax, Operand: n} }
func Append(items ...any) runtime.Op { return runtime.Op{Kind: runtime.OpAppend, Operand: items} }
func Union(items ...any) runtime.Op  { return runtime.Op{Kind: runtime.OpUnion, Operand: items} }

// Limited returns an operation with limits.
func Limited(op runtime.Op, l runtime.Limits) runtime.Op {
	op.Limits = l
	return op
}

// Direct holds that the database itself carries out the cases, and to the same result as
// runtime.Op.Apply.
func Direct(t *testing.T, r Rig, cases ...Case) {
	t.Helper()
	for _, test := range cases {
		r.Put(test.Current)
		want, err := test.Op.Apply(decode(t, test.Current))
		if err != nil {
			t.Fatalf("%s on %s: %v", test.Op, test.Current, err)
		}
		got, ok := r.Direct(test.Op)
		if !ok {
			t.Errorf("%s on %s: the database refused", test.Op, test.Current)
		} else if stored := r.Stored(); !same(got, want) || !same(stored, want) {
			t.Errorf("%s on %s: answered %#v, stored %#v, want %#v", test.Op, test.Current, got, stored, want)
		}
	}
}

// Refused holds that the database leaves the cases to Go, and that an append then gives
// what runtime.Op.Apply gives.
func Refused(t *testing.T, r Rig, cases ...Case) {
	t.Helper()
	for _, test := range cases {
		r.Put(test.Current)
		if got, ok := r.Direct(test.Op); ok {
			t.Errorf("%s on %s: the database answered %#v", test.Op, test.Current, got)
		}
		before := r.Stored()
		want, wantErr := test.Op.Apply(before)
		if damage, is := before.(*runtime.DamagedError); is {
			wantErr = damage
		}
		err := r.Append(runtime.Delta{"k": test.Op})
		if (err == nil) != (wantErr == nil) || errors.Is(err, runtime.ErrLimit) != errors.Is(wantErr, runtime.ErrLimit) {
			t.Errorf("%s on %s: got error %v, want %v", test.Op, test.Current, err, wantErr)
		}
		if wantErr != nil {
			want = before
		}
		if got := r.Stored(); !same(got, want) {
			t.Errorf("%s on %s: stored %#v, want %#v", test.Op, test.Current, got, want)
		}
	}
}

func decode(t *testing.T, text string) any {
	t.Helper()
	if text == "" {
		return nil
	}
	v, err := runtime.DecodeValue([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// same also tells 0 from -0.
func same(a, b any) bool {
	x, okX := a.(float64)
	y, okY := b.(float64)
	return reflect.DeepEqual(a, b) && (!okX || !okY || math.Signbit(x) == math.Signbit(y))
}
