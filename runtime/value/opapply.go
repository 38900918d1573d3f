package value

import (
	"fmt"
	"math"
)

// Apply returns what the operation makes of a key's current value, of today's
// form; nil means "not set". The result is a new value in normal form. It is an error if
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
	value, err := o.find(key, current)
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

// find returns the value of the key, or of the first old name that is set, as it
// counts today.
func (o Op) find(key string, current func(string) (any, error)) (any, error) {
	value, err := current(key)
	for i := 0; ; i++ {
		if err != nil {
			return nil, err
		}
		if value != nil {
			value = o.today(i, value)
		}
		if value != nil || i == len(o.Old) {
			return value, nil
		}
		value, err = current(o.Old[i])
	}
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

// number is an operand or value of sum, min and max. Both numbers of one
// operation are whole or both are floats.
type number struct {
	whole bool
	i     int64
	f     float64
}

func (n number) value() any {
	if n.whole {
		return EncodeInt(n.i)
	}
	return n.f
}

func (n number) less(m number) bool {
	if n.whole {
		return n.i < m.i
	}
	return n.f < m.f
}

func (n number) plus(m number) (number, error) {
	if !n.whole {
		sum := n.f + m.f
		if math.IsInf(sum, 0) || math.IsNaN(sum) {
			return number{}, overLimit("becomes infinite in the sum")
		}
		return number{f: sum}, nil
	}
	sum := n.i + m.i
	if (sum > n.i) != (m.i > 0) {
		return number{}, overLimit("goes past int64 in the sum")
	}
	return number{whole: true, i: sum}, nil
}

// readNumber reads value as a whole number or as a float.
func readNumber(value any, whole bool) (number, error) {
	if whole {
		if i, ok := DecodeInt(value); ok {
			return number{whole: true, i: i}, nil
		}
		return number{}, &Error{Problem: fmt.Sprintf("is a %T where the operation needs a whole number", value)}
	}
	if f, ok := nearestFloat(value); ok && !math.IsNaN(f) && !math.IsInf(f, 0) {
		return number{f: f}, nil
	}
	return number{}, &Error{Problem: fmt.Sprintf("is a %T where the operation needs a number", value)}
}

// nearestFloat is DecodeFloat, but rounds a large whole number: the operation
// would do so anyway.
func nearestFloat(value any) (float64, bool) {
	switch v := value.(type) {
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	default:
		return DecodeFloat(value)
	}
}

// isWhole reports whether an operand makes a whole-number operation. Decimal
// text is a large whole number: see EncodeInt.
func isWhole(operand any) bool {
	switch operand.(type) {
	case int, int64, string:
		return true
	default:
		return false
	}
}

func overLimit(problem string) *Error { return &Error{Problem: problem, Err: ErrLimit} }

func (o Op) applyNumber(current any) (any, error) {
	operand, bad := normalize(o.Operand, MaxDepth)
	if bad != nil {
		return nil, bad
	}
	result, err := foldNumbers(o.Kind, current, operand)
	if err != nil {
		return nil, err
	}
	if err := o.Limits.checkNumber(result); err != nil {
		return nil, err
	}
	return result.value(), nil
}

// foldNumbers applies a kind to a value, nil if there is none, and an operand
// in normal form.
func foldNumbers(kind OpKind, current, operand any) (number, error) {
	whole := isWhole(operand)
	b, err := readNumber(operand, whole)
	if err != nil || current == nil {
		return b, err
	}
	a, err := readNumber(current, whole)
	if err != nil {
		return number{}, err
	}
	switch {
	case kind == OpSum:
		return a.plus(b)
	case kind == OpMin && a.less(b), kind == OpMax && b.less(a):
		return a, nil
	default:
		return b, nil
	}
}

func combineNumbers(kind OpKind, first, second any) (any, error) {
	a, err := Normalize("", first)
	if err != nil {
		return nil, err
	}
	b, err := Normalize("", second)
	if err != nil {
		return nil, err
	}
	if isWhole(a) != isWhole(b) {
		return nil, fmt.Errorf("a %T and a %T cannot be combined in one %s", first, second, kind)
	}
	n, err := foldNumbers(kind, a, b)
	if err != nil {
		return nil, err
	}
	return n.value(), nil
}

func (l Limits) checkNumber(n number) error {
	if l.Min != nil {
		low, err := readNumber(l.Min, n.whole)
		if err != nil {
			return err
		}
		if n.less(low) {
			return overLimit(fmt.Sprintf("would go below %v", low.value()))
		}
	}
	if l.Max != nil {
		high, err := readNumber(l.Max, n.whole)
		if err != nil {
			return err
		}
		if high.less(n) {
			return overLimit(fmt.Sprintf("would go above %v", high.value()))
		}
	}
	return nil
}

func (o Op) applyList(current any) (any, error) {
	list, err := o.combine(current)
	if err != nil {
		return nil, err
	}
	if err := o.Limits.checkList(list); err != nil {
		return nil, err
	}
	return list, nil
}

func (o Op) combine(current any) ([]any, error) {
	if current == nil || len(o.Renamed) == 0 {
		return combineLists(o.Kind, current, o.Operand)
	}
	list, err := readList(current)
	if err != nil {
		return nil, err
	}
	return combineLists(o.Kind, o.renamedItems(list), o.Operand)
}

// combineLists returns a new list of first's items followed by second's
// (for a union those not yet held). A nil first is the empty list.
func combineLists(kind OpKind, first, second any) ([]any, error) {
	list := []any{}
	if first != nil {
		var err error
		if list, err = readList(first); err != nil {
			return nil, err
		}
	}
	more, err := readList(second)
	if err != nil {
		return nil, err
	}
	if kind == OpAppend {
		return append(list, more...), nil
	}
	held := make(map[string]bool, len(list)+len(more))
	for _, item := range list {
		held[identity(item)] = true
	}
	for _, item := range more {
		if id := identity(item); !held[id] {
			held[id] = true
			list = append(list, item)
		}
	}
	return list, nil
}

// readList returns a deep copy of a list, never nil.
func readList(value any) ([]any, error) {
	v, bad := normalize(value, MaxDepth)
	if bad != nil {
		return nil, bad
	}
	list, ok := v.([]any)
	if !ok {
		return nil, &Error{Problem: fmt.Sprintf("is a %T where the operation needs a list", value)}
	}
	return list, nil
}

func (l Limits) checkList(list []any) error {
	if l.MaxItems > 0 && len(list) > l.MaxItems {
		return overLimit(fmt.Sprintf("would have more than %d items", l.MaxItems))
	}
	if len(list) < l.MinItems {
		return overLimit(fmt.Sprintf("would have fewer than %d items", l.MinItems))
	}
	if !l.Unique {
		return nil
	}
	held := make(map[string]bool, len(list))
	for _, item := range list {
		id := identity(item)
		if held[id] {
			return overLimit("would contain an item twice")
		}
		held[id] = true
	}
	return nil
}

// identity returns equal texts for equal items. A whole number counts as
// equal to the float that a foreign store made of it.
func identity(item any) string {
	if f, ok := item.(float64); ok {
		if i, whole := DecodeInt(f); whole {
			item = int(i)
		}
	}
	text, err := Encode(item)
	if err != nil {
		return err.Error() // unreachable: items are in normal form
	}
	return string(text)
}
