package breaking

import (
	"fmt"

	"github.com/seed92179c4c/stategen/diag"
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
	counters []counter
	held     *held // nil: nothing was counted
}

// extent says of which values a finding is true.
type extent string

// The extents. Silent ones are of values that are read without an error.
const (
	noExtent    extent = ""
	certain     extent = "certain"
	dependent   extent = "depends on the data"
	silent      extent = "certain, silent"
	silentlySet extent = "depends on the data, silent"
)

func extentOf(every, quiet bool) extent {
	switch {
	case every && quiet:
		return silent
	case every:
		return certain
	case quiet:
		return silentlySet
	}
	return dependent
}

// sharedPlace is a place in a type, which several keys may have.
type sharedPlace struct {
	rule     string
	new, old diag.Span
}

// report notes a finding. What is found in a type that several keys have is said once.
func (c *comparison) report(rule diag.Rule, f finding) {
	f.rule = rule
	at := sharedPlace{rule.ID, f.new, f.old}
	if other := c.shared[at]; other != nil && f.path != "" && other.path != "" {
		other.concerns(f.key)
		other.counters = append(other.counters, f.counters...)
		c.reported = append(c.reported, other)
		return
	}
	c.shared[at], c.reported = &f, append(c.reported, &f)
	c.found = append(c.found, &f)
}

// concerns adds a key.
func (f *finding) concerns(key string) {
	if f.key != key && (len(f.also) == 0 || f.also[len(f.also)-1] != key) {
		f.also = append(f.also, key)
	}
}

func (c *comparison) diagnostics() diag.List {
	var list diag.List
	for _, f := range c.found {
		list = append(list, c.diagnostic(f))
	}
	return list
}

func (c *comparison) diagnostic(f *finding) diag.Diagnostic {
	d := diag.Diagnostic{ID: f.rule.ID, Severity: f.rule.Severity, Span: f.new, Message: f.message(), Hint: f.cure}
	if d.Span.IsZero() || d.Span.File == "" {
		d.Span = diag.Span{File: c.new.File}
	}
	if f.old.File != "" {
		what := "before"
		if f.before != "" {
			what = "before: " + f.before
		}
		d.Related = append(d.Related, diag.Related{Span: f.old, Message: what})
	}
	return d
}

func (f *finding) message() string {
	text := diag.Quote(f.key)
	if n := len(f.also); n > 0 {
		text += fmt.Sprintf(" and %d other %s", n, map[bool]string{true: "key", false: "keys"}[n == 1])
	}
	if f.path != "" {
		text += ", " + f.path
	}
	text += ": " + f.text
	if f.how != noExtent {
		text += " (" + string(f.how) + ")"
	}
	return text
}
