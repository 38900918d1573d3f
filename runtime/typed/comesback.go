package typed

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"unsafe"
)

// comesBack reports a value of the user's own that is not what its JSON is read as.
// Encoding what was read again would not tell: what a type leaves out is missing
// both times.
func comesBack[T any](v T, stored any) error {
	back, err := AsGo[T](stored)
	if mismatch, ok := err.(*Error); ok {
		err = mismatch.Err
	}
	if err != nil {
		return &Error{Want: "a value that can be read from its JSON", Found: fmt.Sprintf("%T", v), Err: err}
	}
	c := comparison{whole: reflect.TypeFor[T]()}
	return c.differ(reflect.ValueOf(&v).Elem(), reflect.ValueOf(&back).Elem())
}

// comparison compares two values of a type. Each of its methods returns the *Error of
// the first part that differs.
type comparison struct {
	whole reflect.Type
	seen  map[visit]bool // what is being compared, as a value may contain itself
}

// visit is a pair of pointers, slices or maps.
type visit struct {
	a, b unsafe.Pointer
	of   reflect.Type
}

// differ compares two parts of one type. Like reflect.DeepEqual it looks into unexported
// fields, but values that mean the same are the same: what their Equal says, nil
// and empty, numbers in whichever form.
func (c *comparison) differ(a, b reflect.Value) error {
	a, b = open(a), open(b)
	if same, known := ownJudgment(a, b); known {
		return c.unless(same, a, b)
	}
	if c.visited(a, b) {
		return nil
	}
	switch a.Kind() {
	case reflect.Struct:
		return c.structs(a, b)
	case reflect.Pointer:
		return c.pointers(a, b)
	case reflect.Interface:
		return c.interfaces(a, b)
	case reflect.Slice, reflect.Array:
		return c.lists(a, b)
	case reflect.Map:
		return c.maps(a, b)
	case reflect.Float32, reflect.Float64:
		x, y := a.Float(), b.Float()
		return c.unless(x == y || math.IsNaN(x) && math.IsNaN(y), a, b)
	case reflect.Func:
		return c.unless(a.IsNil() && b.IsNil(), a, b)
	default:
		return c.unless(a.Equal(b), a, b)
	}
}

// unless is the error of a part, whose value may be a secret.
func (c *comparison) unless(same bool, a, b reflect.Value) error {
	if same {
		return nil
	}
	fate := "comes back as another"
	if b.IsZero() {
		fate = "is lost"
	}
	return &Error{
		Want:  "a value that comes back from its JSON",
		Found: fmt.Sprintf("%s that %s: %s needs methods for JSON or text that keep it, or an Equal that does not count it", a.Type(), fate, c.whole),
	}
}

func (c *comparison) structs(a, b reflect.Value) error {
	for i := range a.NumField() {
		name := a.Type().Field(i).Name
		if name == "_" {
			continue
		}
		if err := c.differ(a.Field(i), b.Field(i)); err != nil {
			return in(name, err)
		}
	}
	return nil
}

func (c *comparison) pointers(a, b reflect.Value) error {
	if a.IsNil() || b.IsNil() || a.Pointer() == b.Pointer() {
		return c.unless(a.Pointer() == b.Pointer(), a, b)
	}
	return c.differ(a.Elem(), b.Elem())
}

// visited reports whether a pair is being compared, and notes it.
func (c *comparison) visited(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
	default:
		return false
	}
	v := visit{a.UnsafePointer(), b.UnsafePointer(), a.Type()}
	if v.a == nil || v.b == nil {
		return false
	}
	if c.seen == nil {
		c.seen = map[visit]bool{}
	}
	seen := c.seen[v]
	c.seen[v] = true
	return seen
}

// interfaces compares what has no type of its own in JSON: a list of strings is read as
// []any.
func (c *comparison) interfaces(a, b reflect.Value) error {
	if holdsNothing(a) || holdsNothing(b) {
		return c.unless(holdsNothing(a) && holdsNothing(b), a, b)
	}
	if a.Elem().Type() == b.Elem().Type() {
		return c.differ(a.Elem(), b.Elem())
	}
	x, err1 := AsJSON(a.Interface())
	y, err2 := AsJSON(b.Interface())
	if err1 != nil || err2 != nil || reflect.TypeOf(x) != reflect.TypeOf(y) {
		return c.unless(false, a.Elem(), b.Elem())
	}
	return c.differ(reflect.ValueOf(&x).Elem(), reflect.ValueOf(&y).Elem())
}

// holdsNothing reports whether an interface is nil, or has what is null or empty in JSON.
func holdsNothing(v reflect.Value) bool {
	if v.IsNil() {
		return true
	}
	switch v.Elem().Kind() {
	case reflect.Slice, reflect.Map:
		return v.Elem().Len() == 0
	case reflect.Pointer:
		return v.Elem().IsNil()
	}
	return false
}

func (c *comparison) lists(a, b reflect.Value) error {
	if a.Len() != b.Len() {
		return c.unless(false, a, b)
	}
	if a.Type().Elem() == reflect.TypeFor[byte]() {
		return c.unless(bytes.Equal(a.Bytes(), b.Bytes()), a, b)
	}
	for i := range a.Len() {
		if err := c.differ(a.Index(i), b.Index(i)); err != nil {
			return in(index(i), err)
		}
	}
	return nil
}

func (c *comparison) maps(a, b reflect.Value) error {
	if a.Len() != b.Len() {
		return c.unless(false, a, b)
	}
	for _, name := range a.MapKeys() {
		other := b.MapIndex(name)
		if !other.IsValid() {
			return c.unless(false, a, b)
		}
		if err := c.differ(a.MapIndex(name), other); err != nil {
			return in(fmt.Sprint(name), err)
		}
	}
	return nil
}

// open makes a value addressable, and readable if it is that of an unexported field:
// its methods can be called then.
func open(v reflect.Value) reflect.Value {
	if !v.CanAddr() {
		settable := reflect.New(v.Type()).Elem()
		settable.Set(v)
		return settable
	}
	if !v.CanInterface() {
		return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	}
	return v
}

// ownJudgment is what a type says itself: by its method Equal, or because we know it.
func ownJudgment(a, b reflect.Value) (same, known bool) {
	if a.Kind() == reflect.Pointer || a.Kind() == reflect.Interface {
		return false, false // what they lead to is asked
	}
	switch x := a.Addr().Interface().(type) {
	case *json.Number:
		return sameNumber(*x, b.Interface().(json.Number)), true
	case *json.RawMessage:
		return sameText(*x, b.Interface().(json.RawMessage)), true
	case *big.Int:
		return x.Cmp(b.Addr().Interface().(*big.Int)) == 0, true
	case *big.Rat:
		return x.Cmp(b.Addr().Interface().(*big.Rat)) == 0, true
	case *big.Float:
		return x.Cmp(b.Addr().Interface().(*big.Float)) == 0, true
	}
	equal := a.Addr().MethodByName("Equal")
	if !equal.IsValid() {
		return false, false
	}
	takes := func(t reflect.Type) bool {
		return equal.Type() == reflect.FuncOf([]reflect.Type{t}, []reflect.Type{reflect.TypeFor[bool]()}, false)
	}
	switch {
	case takes(a.Type()):
		return equal.Call([]reflect.Value{b})[0].Bool(), true
	case takes(a.Addr().Type()):
		return equal.Call([]reflect.Value{b.Addr()})[0].Bool(), true
	}
	return false, false
}

// sameNumber compares numbers that may be written differently, such as 1 and 1.0.
func sameNumber(a, b json.Number) bool {
	const bits = 2000                     // more than any float64 needs for all its digits
	a, b = cmp.Or(a, "0"), cmp.Or(b, "0") // which encoding/json makes of an empty one
	x, _, err1 := big.ParseFloat(a.String(), 10, bits, big.ToNearestEven)
	y, _, err2 := big.ParseFloat(b.String(), 10, bits, big.ToNearestEven)
	return a == b || err1 == nil && err2 == nil && x.Cmp(y) == 0
}

// sameText compares JSON texts, whose spaces and order of fields don't count.
func sameText(a, b json.RawMessage) bool {
	x, err1 := AsJSON(a)
	y, err2 := AsJSON(b)
	return err1 == nil && err2 == nil && reflect.DeepEqual(x, y)
}
