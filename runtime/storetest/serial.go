package storetest

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// operation is what one party did to the store and saw of it, between the
// moments in which it began and ended. Keys are full, those of a session after
// its ID: see globalKey.
type operation struct {
	party        string
	began, ended int64
	saw          map[string]int // by key
	missed       []string       // keys that weren't set
	all          []string       // it saw no other keys than saw with one of these prefixes
	set          map[string]int
	unset        []string
	add          map[string]int
}

// unit makes the numbers that are set different from each other, whatever is
// added to them.
const unit = 1000

// explain looks for an order of the operations in which each one sees just what
// those before it have left, and in which none comes before one that had ended
// when it began: strict serializability. It is the search of Wing and Gong, that
// gives up a prefix that has been tried in another order with the same result.
func explain(history []operation) error {
	slices.SortFunc(history, func(a, b operation) int { return cmp.Compare(a.began, b.began) })
	if len(history) > 64 {
		return errors.New("a history of more than 64 operations")
	}
	s := search{history: history, tried: make(map[string]bool)}
	if s.from(0, map[string]int{}) {
		return nil
	}
	var text strings.Builder
	for _, op := range history {
		fmt.Fprintf(&text, "\n%+v", op)
	}
	return fmt.Errorf("no order of these operations explains what they saw:%s", text.String())
}

type search struct {
	history []operation
	tried   map[string]bool // prefixes that lead nowhere
}

// from reports whether the operations that are not in done can follow a state.
func (s *search) from(done uint64, state map[string]int) bool {
	if done == 1<<len(s.history)-1 {
		return true
	}
	prefix := fmt.Sprint(done, state) // maps are printed in key order
	if s.tried[prefix] {
		return false
	}
	s.tried[prefix] = true
	first := s.firstEnd(done)
	for i, op := range s.history {
		if op.began > first {
			break
		}
		if done&(1<<i) == 0 && op.fits(state) && s.from(done|1<<i, op.after(state)) {
			return true
		}
	}
	return false
}

// firstEnd returns the end of the operation that ended first, of those not in
// done: what began later can't come next.
func (s *search) firstEnd(done uint64) int64 {
	first := int64(1<<63 - 1)
	for i, op := range s.history {
		if done&(1<<i) == 0 {
			first = min(first, op.ended)
		}
	}
	return first
}

// fits reports whether the operation could have seen what it saw in a state.
func (op operation) fits(state map[string]int) bool {
	for key, value := range op.saw {
		if now, ok := state[key]; !ok || now != value {
			return false
		}
	}
	for _, key := range op.missed {
		if _, ok := state[key]; ok {
			return false
		}
	}
	for key := range state {
		if _, ok := op.saw[key]; !ok && op.sawAllOf(key) {
			return false
		}
	}
	return true
}

func (op operation) sawAllOf(key string) bool {
	return slices.ContainsFunc(op.all, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
}

// after returns the state that the operation leaves.
func (op operation) after(state map[string]int) map[string]int {
	if len(op.set)+len(op.unset)+len(op.add) == 0 {
		return state
	}
	state = maps.Clone(state)
	maps.Copy(state, op.set)
	for _, key := range op.unset {
		delete(state, key)
	}
	for key, n := range op.add {
		state[key] += n
	}
	return state
}
