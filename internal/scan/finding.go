package scan

import (
	"cmp"
	"errors"
	"regexp"
	"time"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// Finding is what is the same with one or many stored values.
type Finding struct {
	Rule     diag.Rule
	Key      string // as the schema declares it or, if it doesn't, as it is stored; empty: whole events
	Name     string // the other name under which the values are; empty: today's
	Problem  string // what generated code says, without a value
	Prompt   string // the instruction that can't be rendered
	Unit     string // what is counted: "value", "event", or of whom the key is missing
	Count    int64
	Owners   int64 // how many sessions, users or apps hold the values; in the history, how many events
	Of       int64 // how many values of the key there are; 0: not counted
	History  bool  // in events, not in the state of today
	Examples []Example
	Span     diag.Span // of the declaration
	of       *KeyStats
	last     int64 // the number of the last owner
}

// Example is one place where a finding is.
type Example struct {
	sessiondb.Owner
	Key     string    // as it is stored
	Event   int64     // its number; 0: it is the state of today
	Updated time.Time // of the session
	Writer  string    // who set the value, if that is known
	Error   string    // what generated code says; sensitive values are left out
}

// place is where a value is.
type place struct {
	owner   sessiondb.Owner
	updated time.Time
	event   int64
	author  string
	number  int64
	history bool
}

// finding is what one value adds to a Finding.
type finding struct {
	rule                      diag.Rule
	key, old, stored, problem string
	text                      string // the error, with the value
	unit, prompt              string
	span                      diag.Span
	of                        *KeyStats
}

type findingID struct {
	rule, key, old, problem, unit, prompt string
	history                               bool
}

// describe takes the error of generated code. Of a sensitive value it takes nothing
// but the types.
func (f *finding) describe(err error, sensitive bool) {
	f.text, f.problem = err.Error(), err.Error()
	var one *typed.Error
	switch {
	case errors.As(err, &one):
		f.problem = "want " + one.Want + ", found " + one.Found
		if one.Path != "" && !sensitive {
			f.problem = index.ReplaceAllString(one.Path, "[]") + ": " + f.problem
		}
	case sensitive:
		f.problem = "the value, which is sensitive, is not valid"
	}
	if sensitive {
		f.text = f.problem
	}
}

var index = regexp.MustCompile(`\[[^\]]*\]`)

func compareFindings(a, b *Finding) int {
	return cmp.Or(
		cmp.Compare(a.Rule.Severity, b.Rule.Severity), cmp.Compare(a.Span.File, b.Span.File), cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Rule.ID, b.Rule.ID), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Problem, b.Problem),
		boolCompare(a.History, b.History), cmp.Compare(a.Unit, b.Unit), cmp.Compare(a.Prompt, b.Prompt),
	)
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
