package postgres

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// unset stands in the value column for no value, and only inside of a
// transaction: sweepUnset removes such rows before it ends. It is no JSON text.
const unset = ""

// change is what an append does to one key.
type change struct {
	scope runtime.Scope
	key   string // the full key
	value any    // nil unsets
	text  string // the value as stored
	merge *merge // carried out by the database in place of text; may be nil
}

// plainChanges returns what writes without merge operations do.
func plainChanges(writes []store.Write) ([]change, error) {
	changes := make([]change, len(writes))
	for i, w := range writes {
		var err error
		if changes[i], err = newChange(w); err != nil {
			return nil, err
		}
	}
	sortByKey(changes)
	return changes, nil
}

func newChange(w store.Write) (change, error) {
	scope, _ := runtime.ParseKey(w.Key)
	c := change{scope: scope, key: w.Key, value: w.Value, text: unset}
	if w.Value == nil {
		return c, nil
	}
	text, err := runtime.EncodeValue(w.Value)
	c.text = string(text)
	return c, err
}

// locks returns changes that touch keys and leave them as they are.
func locks(keys []string) []change {
	changes := make([]change, len(keys))
	for i, key := range keys {
		scope, _ := runtime.ParseKey(key)
		changes[i] = change{scope: scope, key: key, text: unset}
	}
	sortByKey(changes)
	return changes
}

// sortByKey gives changes the order in which every transaction locks keys, so
// that no two wait for each other.
func sortByKey(changes []change) {
	slices.SortFunc(changes, func(a, b change) int { return strings.Compare(a.key, b.key) })
}

// columns returns changes as arrays, for unnest.
func columns(changes []change) (scopes []int16, keys, texts []string) {
	for _, c := range changes {
		scopes = append(scopes, int16(c.scope))
		keys = append(keys, c.key)
		texts = append(texts, c.text)
	}
	return scopes, keys, texts
}

// write returns what a change has done. text is the stored value if the
// database has found it.
func (c change) write(merged map[string]string) store.Write {
	w := store.Write{Key: c.key, Value: c.value}
	if c.merge != nil {
		w.Value = decodeValue(c.key, merged[c.key])
	}
	return w
}

// directChanges returns what an append does if the database can do it without
// anything being read first. The second result is false if it can't: then the
// writes must be resolved under locks.
func directChanges(a *store.Append) ([]change, bool) {
	if a.Conditional() {
		return nil, false
	}
	writes := a.Writes()
	changes := make([]change, 0, len(writes))
	var old []string
	merges := 0
	for _, w := range writes {
		c, ok := directChange(w)
		if c.merge != nil {
			merges++
			old = append(old, w.Value.(runtime.Op).Old...)
		}
		if !ok || merges > maxMerges {
			return nil, false
		}
		changes = append(changes, c)
	}
	changes = append(changes, unsetOld(changes, old)...)
	sortByKey(changes)
	return changes, true
}

func directChange(w store.Write) (change, bool) {
	if op, ok := w.Value.(runtime.Op); ok {
		return mergeChange(w, op)
	}
	c, err := newChange(w)
	return c, err == nil
}

// unsetOld returns the changes that unset old names, apart from those that
// the append itself changes.
func unsetOld(changes []change, old []string) []change {
	if len(old) == 0 {
		return nil
	}
	named := make(map[string]bool, len(changes))
	for _, c := range changes {
		named[c.key] = true
	}
	slices.Sort(old)
	old = slices.DeleteFunc(slices.Compact(old), func(key string) bool { return named[key] })
	return locks(old)
}

// mergeChange returns the change that an operation makes. Its text is for a
// key that isn't set.
func mergeChange(w store.Write, op runtime.Op) (change, bool) {
	scope, _ := runtime.ParseKey(w.Key)
	c := change{scope: scope, key: w.Key, text: refused}
	var ok bool
	switch op.Kind {
	case runtime.OpSum, runtime.OpMin, runtime.OpMax:
		c.merge, ok = mergeNumber(op)
	case runtime.OpAppend, runtime.OpUnion:
		c.merge, ok = mergeList(op)
	}
	if !ok || len(op.Old) > 0 {
		return c, ok // an old name's value would have to be read
	}
	if first, err := op.Apply(nil); err == nil {
		text, err := runtime.EncodeValue(first)
		c.text, ok = string(text), err == nil
	}
	return c, ok
}

// decodeValue returns a value, or what stands for a damaged one.
func decodeValue(key, text string) any {
	scope, name := runtime.ParseKey(key)
	return store.DecodeValue(scope, name, text)
}
