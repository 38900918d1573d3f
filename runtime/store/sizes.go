package store

import (
	"fmt"
	"math"

	"github.com/seed92179c4c/stategen/runtime/internal/jsontext"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// What one event may bring, in bytes: by default so much JSON text that every store keeps it
// and gives it back in time. What a database refuses comes much later: 255 MB in a value of
// PostgreSQL's jsonb, 512 MB in a text of Redis, 1 GB in a row of SQLite or PostgreSQL. But
// Redis does nothing else while it writes: 16 MiB took a cluster on two busy cores 2 seconds,
// and 64 MiB so long that calls gave up and replicas took over.
const (
	DefaultValueSize = 12 << 20
	DefaultDeltaSize = 16 << 20
	MaxHostSize      = 64 << 20
)

// Sizes say how long values may be as JSON text, in bytes, the same on all stores.
type Sizes struct {
	Value int // of one key, also what a merge operation makes of it; 0: DefaultValueSize
	Delta int // all that one event writes, with the keys; 0: DefaultDeltaSize
}

// AnySize is for what is only read, or compared.
var AnySize = Sizes{Value: math.MaxInt, Delta: math.MaxInt}

// OrDefault returns the sizes with defaults in place of zeros.
func (s Sizes) OrDefault() Sizes {
	if s.Value == 0 {
		s.Value = DefaultValueSize
	}
	if s.Delta == 0 {
		s.Delta = DefaultDeltaSize
	}
	return s
}

// Check returns a *value.Error that is a value.ErrTooLarge if a value is longer than it may
// be, or all are together.
func (s Sizes) Check(writes []Write) error {
	s = s.OrDefault()
	total := 0
	largest, size := "", -1
	for _, w := range writes {
		if err := s.CheckValue(w); err != nil {
			return err
		}
		n := exactSize(w)
		if total += len(w.Key) + n; n > size || n == size && w.Key < largest {
			largest, size = w.Key, n
		}
	}
	if total <= s.Delta {
		return nil
	}
	return &value.Error{Key: largest, Err: value.ErrTooLarge,
		Problem: fmt.Sprintf("is the longest, %d bytes as JSON text, of a delta of %d bytes, and %d are stored at most", size, total, s.Delta)}
}

// CheckValue checks one value.
func (s Sizes) CheckValue(w Write) error {
	most := s.OrDefault().Value
	if jsontext.AtMost(written(w)) <= most {
		return nil
	}
	n := exactSize(w)
	if n <= most {
		return nil
	}
	return &value.Error{Key: w.Key, Err: value.ErrTooLarge,
		Problem: fmt.Sprintf("has %d bytes as JSON text, and %d are stored at most; keep it elsewhere, and here what it is found by", n, most)}
}

// written is a value, or a merge operation's operand.
func written(w Write) any {
	if op, ok := w.Value.(value.Op); ok {
		return op.Operand
	}
	return w.Value
}

func exactSize(w Write) int {
	text, err := jsontext.AppendValue(nil, written(w))
	if err != nil {
		return 0 // it is in normal form
	}
	return len(text)
}
