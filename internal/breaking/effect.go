package breaking

import (
	"github.com/seed92179c4c/stategen/internal/reading"
)

// effect is what becomes of a stored value on the other side, the gravest first.
type effect int

const (
	refused effect = iota
	dropped        // read as not set
	altered
	constrained // read by getters, but not by Load
	same
)

func effectOf(before, now reading.Result) effect {
	switch {
	case now.ByHand:
		return same // for the program's own tests
	case now.Err != nil:
		return refused
	case now.Presence != reading.Stored:
		return dropped
	case !now.Converted && !before.Converted && !reading.Same(before.Value, now.Value):
		return altered
	case now.Invalid != nil:
		return constrained
	}
	return same
}

// storedEffect is effectOf, for values of which nobody knows that the old setter
// stores them.
func storedEffect(before, now reading.Result) effect {
	e := effectOf(before, now)
	switch {
	case before.ByHand && e == dropped: // nobody looks there
	case (before.ByHand || before.Presence != reading.Stored) && e != refused:
		return same // what the old code makes of it isn't known, or is nothing
	case e == constrained && before.Invalid != nil:
		return same // it was so before
	}
	return e
}

// absence says what a reader makes of a key that it doesn't find.
func absence(r reading.Result) string {
	switch r.Presence {
	case reading.Unset:
		return "it reads the key as not set"
	case reading.Defaulted:
		return "it reads the default, " + reading.Text(r.Value)
	}
	return r.Err.Error()
}
