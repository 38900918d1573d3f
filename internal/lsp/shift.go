package lsp

import "bytes"

// Diff is what two texts have in common before and after all that differs.
type Diff struct {
	before, after int // their lengths
	head, tail    int
	equal         bool
}

// NewDiff compares an earlier text with a later one.
func NewDiff(before, after []byte) Diff {
	d := Diff{before: len(before), after: len(after)}
	if bytes.Equal(before, after) {
		d.equal = true
		return d
	}
	least := min(len(before), len(after))
	for d.head < least && before[d.head] == after[d.head] {
		d.head++
	}
	for d.tail < least-d.head && before[len(before)-1-d.tail] == after[len(after)-1-d.tail] {
		d.tail++
	}
	return d
}

// Shift finds where a range of bytes of the earlier text is in the later one. It is false
// if the range touches what differs.
func (d Diff) Shift(start, end int) (newStart, newEnd int, ok bool) {
	moved := d.after - d.before
	switch {
	case d.equal, end < d.head:
		return start, end, true
	case start > d.before-d.tail:
		return start + moved, end + moved, true
	}
	return 0, 0, false
}
