package breaking

import (
	"fmt"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// finding is what a change breaks, before it is put into words.
type finding struct {
	rule     diag.Rule
	key      string // what it is about
	path     string // the part of the key's value
	new, old diag.Span
	before   string // what the old schema says there
	text     string // what happens, with the witness
	how      extent
	cure     string
	also     []string // further keys of which the same is to be said, since they share a type
}

// at makes a pair what the finding is about, as far as it doesn't say otherwise.
func (f *finding) at(p pair) {
	if f.key == "" && p != (pair{}) {
		f.key = p.wire()
	}
	if f.new.IsZero() && p.new != nil {
		f.new = p.new.Span
	}
	if f.old.IsZero() && p.old != nil {
		f.old = p.old.Span
	}
	if f.before == "" && p.old != nil && f.old == p.old.Span {
		f.before = declaration(p.old.Key)
	}
}

// extent says of which values a finding is true.
type extent string

// The extents. Silent ones are of values that are read without an error.
const (
	noExtent    extent = ""
	always      extent = "always"
	dependent   extent = "depends on the data"
	silent      extent = "always, silent"
	silentlySet extent = "depends on the data, silent"
)

func extentOf(every, quiet bool) extent {
	switch {
	case every && quiet:
		return silent
	case every:
		return always
	case quiet:
		return silentlySet
	}
	return dependent
}

// concerns adds a key, of which the finding is true of all values or of some.
func (f *finding) concerns(p pair, every bool) {
	key := p.wire()
	if !every && (f.how == always || f.how == silent) {
		f.how = extentOf(false, f.how == silent)
	}
	if f.key != key && (len(f.also) == 0 || f.also[len(f.also)-1] != key) {
		f.also = append(f.also, key)
	}
}

func (f *finding) message() string {
	text := diag.Quote(f.key)
	if n := len(f.also); n > 0 {
		text += fmt.Sprintf(" and %d other %s", n, map[bool]string{true: "key", false: "keys"}[n == 1])
	}
	if f.path != "" {
		text += ", " + f.path
	}
	if text += ": " + f.text; f.key == "" {
		text = f.text // of the whole schema
	}
	if f.how != noExtent {
		text += " (" + string(f.how) + ")"
	}
	return text
}

// args are what programs want to know of the message.
func (f *finding) args() (list []diag.Arg) {
	for _, a := range []diag.Arg{diag.Key(f.key), {Name: "path", Value: f.path}, {Name: "extent", Value: string(f.how)}} {
		if a.Value != "" {
			list = append(list, a)
		}
	}
	return list
}
