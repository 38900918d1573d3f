package typed

import "github.com/seed92179c4c/stategen/runtime"

// Required reads a key that must be set. A missing key is a
// *runtime.MissingError.
func Required[T any](s runtime.ReadonlyState, key string, as func(any) (T, error)) (T, error) {
	v, err := s.Get(key)
	if err == nil && v != nil {
		if t, err := as(v); err == nil {
			return t, nil
		}
	}
	return GotRequired(key, v, err, as)
}

// Or reads a key with a default; fallback makes a fresh default each time.
func Or[T any](s runtime.ReadonlyState, key string, as func(any) (T, error), fallback func() T) (T, error) {
	v, ok, err := Optional(s, key, as)
	if err == nil && !ok {
		return fallback(), nil
	}
	return v, err
}

// Optional reads a key that may be missing, and says whether it is there.
func Optional[T any](s runtime.ReadonlyState, key string, as func(any) (T, error)) (T, bool, error) {
	v, err := s.Get(key)
	return GotOptional(key, v, err, as)
}

// Has reports whether a value is stored under key. A null isn't one; an older
// value that can't be converted is.
func Has(s runtime.ReadonlyState, key string) (bool, error) {
	v, err := s.Get(key)
	if runtime.IsMissing(err) {
		return false, nil
	}
	if isUnfit(err) {
		return true, nil
	}
	return v != nil && err == nil, At(key, err)
}

// Set writes a value under key.
func Set[T any](s runtime.State, key string, v T, from func(T) (any, error)) error {
	stored, err := from(v)
	return put(s, key, stored, err)
}

// SetChecked writes a value that check finds nothing wrong with.
func SetChecked[T any](s runtime.State, key string, v T, check func(T) error, from func(T) (any, error)) error {
	if err := check(v); err != nil {
		return At(key, err)
	}
	return Set(s, key, v, from)
}

// Clear unsets a key.
func Clear(s runtime.State, key string) error { return At(key, s.Set(key, nil)) }

// The functions below are the slow halves of the readers and writers: they take
// what Get returned, or an error. They aren't inlined, so that the fast halves
// stay small. A value that the fast half couldn't convert is converted again,
// for its error.

// GotRequired ends the reading of a key that must be set.
//
//go:noinline
func GotRequired[T any](key string, v any, err error, as func(any) (T, error)) (T, error) {
	t, ok, err := GotOptional(key, v, err, as)
	if err == nil && !ok {
		err = &runtime.MissingError{Key: key}
	}
	return t, err
}

// GotOr ends the reading of a key with a default that every reader may have.
//
//go:noinline
func GotOr[T any](key string, v any, err error, as func(any) (T, error), fallback T) (T, error) {
	t, ok, err := GotOptional(key, v, err, as)
	if err == nil && !ok {
		return fallback, nil
	}
	return t, err
}

// GotOptional ends the reading of a key that may be missing.
//
//go:noinline
func GotOptional[T any](key string, v any, err error, as func(any) (T, error)) (t T, ok bool, _ error) {
	if err != nil {
		if runtime.IsMissing(err) {
			return t, false, nil
		}
		return t, false, At(key, err)
	}
	if v == nil {
		return t, false, nil
	}
	got, err := as(v)
	if err != nil {
		return t, false, At(key, err)
	}
	return got, true, nil
}

// write stores a value that needs no conversion.
func write(s runtime.State, key string, v any) error {
	if err := s.Set(key, v); err != nil {
		return At(key, err)
	}
	return nil
}

//go:noinline
func put(s runtime.State, key string, v any, err error) error {
	if err == nil {
		err = s.Set(key, v)
	}
	return At(key, err)
}

// OrValue is Or with a default that every reader may have.
func OrValue[T any](s runtime.ReadonlyState, key string, as func(any) (T, error), fallback T) (T, error) {
	v, err := s.Get(key)
	if err == nil && v != nil {
		if t, err := as(v); err == nil {
			return t, nil
		}
	}
	return GotOr(key, v, err, as, fallback)
}

// Merge carries out a merge operation on a key with v as its operand.
func Merge[T any](s runtime.State, key string, op runtime.Op, v T, from func(T) (any, error)) error {
	operand, err := from(v)
	if err == nil {
		err = runtime.Merge(s, key, op.With(operand))
	}
	return At(key, err)
}
