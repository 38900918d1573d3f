package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/seed92179c4c/stategen/runtime"
)

// The timeline's columns: a margin, the author, then what happened.
const (
	pageWidth   = 100
	marginWidth = 2
	authorWidth = 15
	keyWidth    = 23
)

// A timeline prints what happens, for people.
type timeline struct {
	out   io.Writer
	paint palette

	user   string   // whose conversation it is
	author string   // of the line above, so that a name is printed only once
	branch string   // of the line above
	calls  []string // that have no answer yet
	shown  bool     // whether the first of calls is printed
}

func newTimeline(out io.Writer, coloured bool) *timeline {
	return &timeline{out: out, paint: newPalette(coloured)}
}

// conversation begins a section on a user's conversation.
func (t *timeline) conversation(user, id string) {
	t.user = user
	t.heading(user + " · " + id)
}

// heading begins a section.
func (t *timeline) heading(title string) {
	rule := strings.Repeat("━", max(0, pageWidth-4-uniseg.StringWidth(title)))
	t.author = ""
	fmt.Fprintf(t.out, "\n%s\n", t.paint.heading("━━ "+title+" "+rule))
}

// events prints what happened together, such as a turn.
func (t *timeline) events(events ...*runtime.Event) {
	t.block()
	for _, e := range byBranch(events) {
		t.event(e)
	}
	for len(t.calls) > 0 { // if the turn failed
		t.answer(events[len(events)-1].Author, nil)
	}
	t.enter("")
}

// byBranch keeps the events of each parallel branch together. Branches commit
// in any order; sorted by name they read the same each time.
func byBranch(events []*runtime.Event) []*runtime.Event {
	ordered := slices.Clone(events)
	for start := 0; start < len(ordered); {
		end := start + 1
		for end < len(ordered) && (ordered[start].Branch == "") == (ordered[end].Branch == "") {
			end++
		}
		slices.SortStableFunc(ordered[start:end], func(a, b *runtime.Event) int { return cmp.Compare(a.Branch, b.Branch) })
		start = end
	}
	return ordered
}

func (t *timeline) event(e *runtime.Event) {
	t.enter(e.Branch)
	if e.Content == nil {
		t.call(e.Author) // a tool that commits on its own
	} else {
		for _, part := range e.Content.Parts {
			t.part(e.Author, part)
		}
	}
	t.keys(e.Author, "Δ ", e.Actions.StateDelta)
}

// enter draws the edge of a parallel branch when the branch changes.
func (t *timeline) enter(branch string) {
	if branch == t.branch {
		return
	}
	edge := map[bool]string{true: "┌ ", false: "├ "}[t.branch == ""]
	if branch == "" {
		edge = "└"
	}
	fmt.Fprintln(t.out, pad("", marginWidth+authorWidth)+t.paint.faint(edge+branch))
	t.branch, t.author = branch, ""
}

func (t *timeline) part(author string, p runtime.Part) {
	switch {
	case p.FunctionCall != nil:
		t.calls = append(t.calls, p.FunctionCall.Name+"("+fields(p.FunctionCall.Args)+")")
	case p.FunctionResponse != nil:
		t.answer(author, p.FunctionResponse.Response)
	case author == authorUser:
		t.line(t.user, "", p.Text, t.paint.text)
	default:
		t.line(author, "", p.Text, t.paint.text)
	}
}

// call prints the first call that has no answer yet, so that each call is printed
// above the changes that it made.
func (t *timeline) call(author string) {
	if len(t.calls) > 0 && !t.shown {
		t.line(author, "→ ", t.calls[0], t.paint.call)
		t.shown = true
	}
}

// answer finishes the first call; answers come in the order of the calls.
func (t *timeline) answer(author string, response map[string]any) {
	t.call(author)
	if problem, failed := response["error"]; failed {
		t.line(author, "✗ ", show(problem), t.paint.failure)
	}
	if len(t.calls) > 0 {
		t.calls, t.shown = t.calls[1:], false
	}
}

// keys prints keys with their values, by scope.
func (t *timeline) keys(author, sign string, values runtime.Delta) {
	for _, key := range slices.SortedFunc(maps.Keys(values), compareKeys) {
		t.key(author, sign, key, values[key])
	}
}

// key prints a key and its value.
func (t *timeline) key(author, sign, key string, value any) {
	scope, _ := runtime.ParseKey(key)
	label := sign + pad(key, keyWidth) + " "
	for _, text := range lines(value) {
		t.line(author, label, text, t.paint.scope[scope])
		label = pad("", uniseg.StringWidth(label))
	}
}

// line prints text after an author and a label, wrapped under itself.
func (t *timeline) line(author, label, text string, paint func(string) string) {
	gutter := ""
	if t.branch != "" {
		gutter = "│ "
	}
	room := pageWidth - marginWidth - authorWidth - uniseg.StringWidth(gutter+label)
	for _, row := range wrap(text, room) {
		name := author
		if author == t.author {
			name = ""
		}
		fmt.Fprintln(t.out, strings.TrimRight(pad("", marginWidth)+t.paint.author(pad(name, authorWidth))+
			t.paint.faint(gutter)+paint(label+row), " "))
		t.author, label = author, pad("", uniseg.StringWidth(label))
	}
}

// compareKeys orders keys by scope, then by name.
func compareKeys(a, b string) int {
	scopeA, nameA := runtime.ParseKey(a)
	scopeB, nameB := runtime.ParseKey(b)
	return cmp.Or(cmp.Compare(scopeA, scopeB), cmp.Compare(nameA, nameB))
}
