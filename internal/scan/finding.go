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
	Rule     string    `json:"rule"`
	Severity string    `json:"severity"`
	Key      string    `json:"key,omitempty"`     // as the schema declares it, or as it is stored; empty: whole events
	Name     string    `json:"oldName,omitempty"` // the other name under which the values are; empty: today's
	Prompt   string    `json:"prompt,omitempty"`  // the instruction that can't be rendered
	Problem  string    `json:"problem,omitempty"` // what generated code says, without a value
	Unit     string    `json:"of"`                // what is counted: "value", "event", or of whom the key is missing
	Count    int64     `json:"count"`
	Owners   int64     `json:"owners"`            // sessions, users or apps that hold the values; in the history, events
	Of       int64     `json:"total,omitempty"`   // how many values of the key there are; 0: not counted
	History  bool      `json:"history,omitempty"` // in events, not in the state of today
	Examples []Example `json:"examples"`
	rule     diag.Rule
	span     diag.Span // of the declaration
	of       *KeyStats
	last     int64 // the number of the last owner
}

// Example is one place where a finding is.
type Example struct {
	sessiondb.Owner
	Key     string     `json:"key,omitempty"`     // as it is stored
	Event   int64      `json:"event,omitempty"`   // its number; 0: it is the state of today
	Updated *time.Time `json:"updated,omitempty"` // of the session
	Writer  string     `json:"writer,omitempty"`  // who set the value, in the history
	Error   string     `json:"error,omitempty"`   // what generated code says; sensitive values are left out
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

type findingID struct {
	rule, key, old, problem, unit, prompt string
	history                               bool
}

// described is the error of generated code, as it is of many values and of this one. Of a sensitive value it has
// nothing but the types.
func described(err error, sensitive bool) (problem, text string) {
	problem = err.Error()
	var one *typed.Error
	switch {
	case errors.As(err, &one):
		problem = "want " + one.Want + ", found " + one.Found
		if one.Path != "" && !sensitive {
			problem = index.ReplaceAllString(one.Path, "[]") + ": " + problem
		}
	case sensitive:
		problem = "the value, which is sensitive, is not valid"
	}
	if sensitive {
		return problem, problem
	}
	return problem, err.Error()
}

var index = regexp.MustCompile(`\[[^\]]*\]`)

func compareFindings(a, b *Finding) int {
	return cmp.Or(
		cmp.Compare(a.rule.Severity, b.rule.Severity), cmp.Compare(a.span.File, b.span.File), cmp.Compare(a.span.Start, b.span.Start),
		cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Problem, b.Problem),
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
