package typed

import "github.com/seed92179c4c/stategen/runtime"

// Merge carries out a merge operation on a key with v as its operand.
func Merge[T any](s runtime.State, key string, op runtime.Op, v T, from func(T) (any, error)) error {
	operand, err := from(v)
	if err == nil {
		err = runtime.Merge(s, key, op.With(operand))
	}
	return At(key, err)
}
