package prompt_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

const schemaText = `version: 1
keys:
  city: string
  note: string?
  "seat_{n}": string?
  town: {type: string, optional: true, renamed_from: [village]}
removed: [gone]
foreign: ["app:*"]
check: {rules: {undeclared-key: warning, redundant-optional-marker: off}}
`

func checker(t *testing.T, extra string) *prompt.Checker {
	t.Helper()
	a := &txtar.Archive{Files: []txtar.File{{Name: "stategen.yaml", Data: []byte(schemaText + extra)}}}
	return prompt.New(loaded(t, a).Schema)
}

var kinds = []string{"get", "set", "clear", "output", "placeholder", "loaded", "mention"}

// shown are uses as people read them, with what is at their place.
func shown(text string, uses []source.Use) string {
	var list []string
	for _, u := range uses {
		s := kinds[u.Kind] + " " + u.Key
		if u.Optional {
			s += "?"
		}
		if at := text[u.Span.Start:u.Span.End]; at != u.Key {
			s += " at " + at
		}
		list = append(list, s)
	}
	return strings.Join(list, ", ")
}

// TestUses holds which keys a text uses, and which of them are reported as undeclared.
func TestUses(t *testing.T) {
	for _, c := range []struct{ extra, text, uses, undeclared string }{
		{"", "To {city} and {note?}, {user:x}.", "placeholder city, placeholder note?, placeholder user:x", "placeholder user:x"},
		{"", "Doubled {{city}}, {{% if note %}} {app:x} {gone}.", "placeholder gone, mention city, mention note", ""},
		{"", "Read state['city'] and state['other'].", "mention city", ""},
		{"", "{other} is state['other'], and {seat_1?} a seat.", "placeholder other, placeholder seat_1?", "placeholder other"},
		{"", "Code: `state['shown']`\n```go\nstate['other']\n```\n", "", ""},
		{"languages: [python]\n", "As ${city} it is text, {city} is not.", "placeholder city", ""},
		{"dialect: stategen\n", "As {{city}} it is text, {city} is not.", "placeholder city", ""},
	} {
		ch := checker(t, c.extra)
		text := source.Text{File: "a.md", Text: c.text, Loose: true}
		uses := ch.UsesIn(text)
		if got := shown(c.text, uses); got != c.uses {
			t.Errorf("%q uses %s", c.text, got)
		}
		if got := shown(c.text, ch.UndeclaredIn(text)); got != c.undeclared {
			t.Errorf("of %q are not declared %s", c.text, got)
		}
	}
}

// TestText holds that findings are those of each grammar that a text may be read with, at the
// place where it is, and with the levels of the project.
func TestText(t *testing.T) {
	ch := checker(t, "")
	at := func(offset int) int { return offset + 100 }
	for _, c := range []struct {
		text source.Text
		want string
	}{
		{source.Text{Text: "{x} {city?}"}, "warning undeclared-key 1"},
		{source.Text{Text: "{x}", At: at}, "warning undeclared-key 101"},
		{source.Text{Text: "{{x}}"}, "error literal-braces 0"},
		{source.Text{Text: "{{x}}", Dialect: instruction.Stategen}, ""},
		{source.Text{Text: "{x}", Dialect: instruction.Eino}, "warning undeclared-key 1"},
		{source.Text{Text: "<!-- stategen:text {x} -->{x}"}, "warning undeclared-key 20, warning undeclared-key 27"},
		{source.Text{Text: "<!-- stategen:text {x} -->{x}", Compiled: true}, ""},
		{source.Text{Text: "${x}", Escapes: true}, ""},
	} {
		var got []string
		for _, d := range ch.Text(c.text) {
			got = append(got, fmt.Sprint(d.Severity, " ", d.ID, " ", d.Span.Start))
		}
		slices.Sort(got)
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%q has %q", c.text.Text, got)
		}
	}
	many := strings.Repeat("{x}", 100_001)
	if n := len(ch.Text(source.Text{Text: many})); n != 100_000 || !ch.HasMore() {
		t.Errorf("%d findings are kept, and that there are more is %t", n, ch.HasMore())
	}
	if list := ch.OutputKey(source.Text{Text: "plna"}); len(list) != 1 || list[0].ID != "undeclared-key" {
		t.Errorf("a wrong output key has %v", list)
	}
}

// TestKeys holds what is known of a key outside of a text.
func TestKeys(t *testing.T) {
	ch := checker(t, "")
	if k := ch.Find("seat_9"); k == nil || k.Wire() != "seat_{n}" || ch.Find("app:x") != nil {
		t.Errorf("a family is %v", k)
	}
	if !ch.Foreign("app:x") || ch.Foreign("city") || ch.Foreign("other") {
		t.Error("others own app:x alone")
	}
	if near := ch.Suggest("ctiy"); near.Hint() != `did you mean "city"?` {
		t.Errorf("near is %q", near.Hint())
	}
	if m, ok := ch.Moved("village"); !ok || m.Wire != "town" {
		t.Errorf("village is %+v", m)
	}
	for id, want := range map[string]string{"undeclared-key": "warning true", "redundant-optional-marker": "error false", "other": "error true"} {
		severity, on := ch.Severity(id, diag.Error)
		if got := fmt.Sprint(severity, " ", on); got != want {
			t.Errorf("%s is %s", id, got)
		}
	}
	for wire, want := range map[string]string{"gone": "removed-key []", "ctiy": "undeclared-key [city]", "village": "undeclared-key [town]"} {
		d, perhaps := ch.Undeclared(wire)
		if got := fmt.Sprint(d.ID, " ", perhaps); got != want {
			t.Errorf("%s is %s", wire, got)
		}
	}
	if ids := diag.RulesOn(diag.OnPrompts).IDs(); !slices.Contains(ids, "undeclared-key") || !slices.Contains(ids, "format-spec") {
		t.Errorf("the rules are %v", ids)
	}
}

// TestGrammar holds how a text is read that stategen's code renders, or a framework in a dialect
// of its own.
func TestGrammar(t *testing.T) {
	adk := instruction.Grammar{Dialect: instruction.ADK, Brace: true, Angle: true}
	own := instruction.Grammar{Dialect: instruction.Stategen, Brace: true}
	for _, c := range []struct{ got, want bool }{
		{prompt.Rendered(adk, false).Raw, true}, {prompt.Rendered(adk, true).Raw, false}, {prompt.Rendered(own, false).Raw, false},
		{prompt.ReadAs(adk, instruction.ADK) == adk, true}, {prompt.ReadAs(adk, instruction.TRPC).Angle, false}, {prompt.ReadAs(adk, instruction.TRPC).Dialect == instruction.TRPC, true},
	} {
		if c.got != c.want {
			t.Errorf("%+v", c)
		}
	}
}
