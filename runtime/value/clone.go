package value

import (
	"maps"
	"slices"
)

// Clone returns a deep copy of a value in normal form.
func Clone(value any) any {
	switch value.(type) {
	case []any, map[string]any:
		return cloneDeep(value)
	default:
		return value
	}
}

// cloneDeep is apart so that copying a scalar costs no call.
func cloneDeep(value any) any {
	switch v := value.(type) {
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = Clone(item)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, item := range v {
			out[name] = Clone(item)
		}
		return out
	default:
		return value
	}
}

// CloneEntry returns a deep copy of an entry of a Delta: a value or an operation,
// in normal form.
func CloneEntry(value any) any {
	op, ok := value.(Op)
	if !ok {
		return Clone(value)
	}
	op.Operand, op.Base = Clone(op.Operand), Clone(op.Base)
	op.Old, op.Was, op.Renamed = slices.Clone(op.Old), slices.Clone(op.Was), maps.Clone(op.Renamed)
	return op
}

// Clone returns a deep copy of a delta in normal form.
func (d Delta) Clone() Delta {
	if d == nil {
		return nil
	}
	out := make(Delta, len(d))
	for key, value := range d {
		out[key] = CloneEntry(value)
	}
	return out
}
