// Package rehearse tries code on the sessions that a service holds, before a release does:
// the Load of a generated package, or its instructions.
package rehearse

import (
	"context"
	"errors"
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// Report says for how many sessions code fails.
type Report struct {
	Sessions int
	Failures []*Failure // in the order in which they were met
}

// Failure is one problem of one or more sessions.
type Failure struct {
	Problem  string // the error without values, and without the indexes of list items
	Sessions int
	// UserID, SessionID and Err are those of the first session. The error may hold a value.
	UserID, SessionID string
	Err               error
}

// Sessions calls try with the state of each session of an app, and counts the sessions by
// the errors that it returns, each of those that are joined for itself. It changes nothing
// and keeps no state. What it reads of one session is of one moment.
//
// Its error says why not all sessions could be read: the report has those before.
// A session with a value that can't be read is tried, too.
func Sessions(ctx context.Context, svc *runtime.Service, app string, try func(runtime.ReadonlyState) error) (*Report, error) {
	r := &Report{}
	byProblem := map[string]*Failure{}
	for s, err := range svc.Sessions(ctx, runtime.ListRequest{AppName: app}) {
		if s == nil {
			return r, err
		}
		r.Sessions++
		counted := map[string]bool{}
		for _, err := range separate(try(s.State())) {
			name := problem(err)
			f := byProblem[name]
			if f == nil {
				f = &Failure{Problem: name, UserID: s.UserID(), SessionID: s.ID(), Err: err}
				byProblem[name] = f
				r.Failures = append(r.Failures, f)
			}
			if !counted[name] {
				counted[name] = true
				f.Sessions++
			}
		}
	}
	return r, nil
}

// separate returns the errors that are joined.
func separate(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	switch {
	case err == nil:
		return nil
	case !ok:
		return []error{err}
	}
	var all []error
	for _, one := range joined.Unwrap() {
		all = append(all, separate(one)...)
	}
	return all
}

var index = regexp.MustCompile(`\[[^\]]*\]`)

// problem is an error's text without what differs from session to session.
func problem(err error) string {
	var one *typed.Error
	if !errors.As(err, &one) {
		return err.Error()
	}
	plain := *one
	plain.Value, plain.Path = "", index.ReplaceAllString(one.Path, "[]")
	return strings.Replace(err.Error(), one.Error(), plain.Error(), 1)
}
