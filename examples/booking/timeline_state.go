package main

import (
	"fmt"
	"time"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
	"github.com/seed92179c4c/stategen/runtime"
)

// title prints how to read the timeline.
func (t *timeline) title(store string) {
	t.remark("A travel agency of agents. Their state is kept in " + store + ".")
	t.remark("→ calls a tool · Δ changes the state · ┌ └ runs in parallel")
	t.remark("A key belongs to one conversation, a user: key to all of a traveller's, an app: key to " +
		"everybody, and a temp: key to one turn: it is never stored.")
}

// scope prints the keys of one scope under a label.
func (t *timeline) scope(label string, scope runtime.Scope, states ...runtime.ReadonlyState) {
	kept := runtime.Delta{}
	for _, state := range states {
		for key, value := range state.All() {
			if s, _ := runtime.ParseKey(key); s == scope {
				kept[key] = value
			}
		}
	}
	t.block()
	t.keys(label, "", kept)
	if len(kept) == 0 {
		t.line(label, "", "nothing", t.paint.scope[scope])
	}
}

// typed prints some of a conversation's values with their Go types.
func (t *timeline) typed(label string, s *bookingstate.Snapshot) {
	t.block()
	t.typedLine(label, "BookingStep", s.BookingStep)
	if s.SelectedFlight != nil {
		t.typedLine(label, "SelectedFlight.Departs", s.SelectedFlight.Departs)
		t.typedLine(label, "SelectedFlight.Duration", s.SelectedFlight.Duration)
		t.typedLine(label, "SelectedFlight.Price", s.SelectedFlight.Price)
	}
	t.typedLine(label, "UserVisitCount", s.UserVisitCount)
	t.typedLine(label, "UserTripCount", s.UserTripCount)
}

func (t *timeline) typedLine(label, name string, value any) {
	text := fmt.Sprint(value)
	if moment, ok := value.(time.Time); ok {
		text = moment.Format(time.DateTime + " MST")
	}
	t.line(label, pad(name, keyWidth+4)+pad(fmt.Sprintf("%T", value), keyWidth), text, t.paint.text)
}

// remark prints a sentence of the program's own.
func (t *timeline) remark(text string) {
	for _, row := range wrap(text, pageWidth-marginWidth) {
		fmt.Fprintln(t.out, pad("", marginWidth)+t.paint.faint(row))
	}
}

// block leaves an empty line before something new.
func (t *timeline) block() {
	fmt.Fprintln(t.out)
	t.author = ""
}
