package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"google.golang.org/adk/v2/session"

	"github.com/seed92179c4c/stategen/examples/adk/tablestate"
)

// transcript writes down what is said, and what is stored in the end.
type transcript struct{ out io.Writer }

func (t transcript) said(who, what string) { fmt.Fprintf(t.out, "%-8s %s\n", who, what) }

// event writes the calls of an event in one line, since they run at the same time.
func (t transcript) event(event *session.Event) {
	if event.Content == nil {
		return
	}
	var calls []string
	for _, part := range event.Content.Parts {
		if part.Text != "" {
			t.said(event.Author, part.Text)
		}
		if call := part.FunctionCall; call != nil {
			calls = append(calls, fmt.Sprintf("%s(%v)", call.Name, call.Args["dish"]))
		}
	}
	if len(calls) > 0 {
		t.said(event.Author, "calls "+strings.Join(calls, " and "))
	}
}

// state prints the state of a session, which Load reads with the types of the schema.
func (t transcript) state(stored session.State) error {
	table, err := tablestate.Load(stored)
	if err != nil {
		return err
	}
	slices.Sort(table.Dishes) // parallel tools append in any order
	_, err = fmt.Fprintf(t.out, "\ndishes      %q\ntotal       %d\nbill        %q\nuser:spent  %d\n",
		table.Dishes, table.Total, *table.Bill, table.UserSpent)
	return err
}
