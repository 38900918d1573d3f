package instruction_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

var eino = instruction.Grammar{Dialect: instruction.Eino, Brace: true}

// TestEinoTokens looks at how texts are cut. What eino makes of texts is compared with
// the real one elsewhere, in test/eino.
func TestEinoTokens(t *testing.T) {
	names := map[instruction.Kind]string{
		instruction.Text: "text", instruction.Key: "key", instruction.Group: "group", instruction.Escaped: "escaped",
		instruction.Comment: "comment", instruction.Literal: "literal",
	}
	for _, c := range []struct{ text, want string }{
		{"Hello {city}!", "text:Hello  key:{city}=city text:!"},
		{"{{a}}", "escaped:{{ text:a escaped:}}"},
		{"{{{a}}}", "escaped:{{ key:{a}=a escaped:}}"},
		{"{a}}}", "key:{a}=a escaped:}}"},
		{"{price:.2f}", "key:{price:.2f}=price"},
		{"{user:name}", "key:{user:name}=user"},
		{"{a.b}{a[0]}", "key:{a.b}=a key:{a[0]}=a"},
		{"{.a}{0.b}{[c]}{0[d]}", "key:{.a}=a key:{0.b}=b key:{[c]}=c key:{0[d]}=d"},
		{"{}", "group:{}"},
		{`{"a": 1}`, `group:{"a": 1}`},
		{`{"a": {b}}`, `group:{"a": {b} group:}`},
		{"{ a }", "group:{ a }"},
		{"{a?}", "group:{a?}"},
		{"a { b", "text:a  group:{ text: b"},
		{"a } b", "text:a  group:} text: b"},
		{"{x[a][b]}", "group:{x[a][b]}"},
		{"{é}{_x}{1}", "key:{é}=é key:{_x}=_x group:{1}"},
	} {
		var got []string
		for tok := range instruction.Tokens(c.text, eino) {
			one := names[tok.Kind] + ":" + tok.Text(c.text)
			if tok.Kind == instruction.Key {
				one += "=" + tok.Name(c.text)
			}
			got = append(got, one)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q is cut into\n%q, not\n%q", c.text, got, c.want)
		}
	}
}

// TestInjectEino renders what eino would, and fails where it would.
func TestInjectEino(t *testing.T) {
	state := runtime.MapState{"city": "Bern", "n": 3, "list": []any{"a"}}
	for text, want := range map[string]string{
		"{city}: {n}":                         "Bern: 3",
		`{{"city": "{city}"}}`:                `{"city": "Bern"}`,
		"{list}":                              `["a"]`,
		"no braces":                           "no braces",
		"{missing}":                           `error instruction:1:1: state key "missing" is not set`,
		"{}":                                  `error instruction:1:1: cannot insert "{}": it names no single value`,
		`Reply {"a": 1}`:                      `error instruction:1:7: cannot insert "{\"a\": 1}": it names no single value`,
		"{n:03d}":                             `error instruction:1:1: cannot insert "{n:03d}": a value can't be formatted, nor be reached into`,
		"a } b":                               `error instruction:1:3: cannot insert "}": it names no single value`,
		"{city}<!-- stategen:text {city} -->": "{city}",
	} {
		got, err := instruction.Inject(text, state, instruction.Options{Grammar: eino})
		if err != nil {
			got = fmt.Sprint("error ", err)
		}
		if got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
}
