package value

// Merger is a State that takes merge operations. Those of an Invocation's
// contexts and of Update do; on other states use Merge.
type Merger interface {
	State
	// Merge records a merge operation on a key. Get shows its effect on
	// the value as this state sees it; the store applies it to the value
	// that the key holds when the event is appended.
	Merge(key string, op Op) error
}

// Merge applies a merge operation to a state: as an operation if it is a
// Merger, otherwise by reading the key and writing the result, which is not
// atomic. Old names that the operation carries are unset.
func Merge(state State, key string, op Op) error {
	if m, ok := state.(Merger); ok {
		return m.Merge(key, op)
	}
	current := func(key string) (any, error) { return Lookup(state, key) }
	value, err := op.Resolve(key, current)
	if err != nil {
		return err
	}
	if err := state.Set(key, value); err != nil {
		return err
	}
	for _, old := range op.Old { // even if the state was read before another writer set it
		if err := state.Set(old, nil); err != nil {
			return err
		}
	}
	return nil
}
