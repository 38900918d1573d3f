package instruction

import (
	"fmt"
	"strings"
	"testing"
)

var (
	adkBraces      = Grammar{Dialect: ADK, Brace: true}
	stategenBraces = Grammar{Dialect: Stategen, Brace: true}
	angles         = Grammar{Dialect: ADK, Angle: true}
	both           = Grammar{Dialect: ADK, Brace: true, Angle: true}
)

// describe writes tokens one by one: text as it is, placeholders as
// [key name?] and groups as [group inner].
func describe(text string, g Grammar) string {
	var out strings.Builder
	for tok := range Tokens(text, g) {
		mark := ""
		if tok.Optional {
			mark = "?"
		}
		switch tok.Kind {
		case Text:
			out.WriteString(tok.Text(text))
		case Key:
			fmt.Fprintf(&out, "[key %s%s]", tok.Name(text), mark)
		case Artifact:
			fmt.Fprintf(&out, "[artifact %s%s]", tok.Name(text), mark)
		case Group:
			fmt.Fprintf(&out, "[group %s]", tok.Name(text))
		}
	}
	return out.String()
}

func TestTokens(t *testing.T) {
	tests := []struct {
		name    string
		grammar Grammar
		text    string
		want    string
	}{
		{"empty", adkBraces, "", ""},
		{"plain", adkBraces, "no braces", "no braces"},
		{"adk key", adkBraces, "a {x} b", "a [key x] b"},
		{"adk scoped optional", adkBraces, "{user:x?}", "[key user:x?]"},
		{"adk doubled", adkBraces, "{{ x }}", "[key x]"},
		{"adk swallowed", adkBraces, `{"a": {x}}`, `{"a": [key x]`},
		{"adk group", adkBraces, `{"a": 1}{x.y}{}`, `[group "a": 1][group x.y][group ]`},
		{"adk artifact", adkBraces, "{artifact.a b.txt?}", "[artifact a b.txt?]"},
		{"adk unclosed", adkBraces, "{x} {y", "[key x] {y"},
		{"adk ignores angles", adkBraces, "<x>", "<x>"},

		{"stategen key", stategenBraces, "a {x} {user:y?} b", "a [key x] [key user:y?] b"},
		{"stategen doubled", stategenBraces, "{{x}} {{{{x}}}}", "{{x}} {{{{x}}}}"},
		{"stategen tripled", stategenBraces, "{{{x}}}", "{{[key x]}}"},
		{"stategen keeps closing", stategenBraces, `{"a": {x}}`, `{"a": [key x]}`},
		{"stategen space", stategenBraces, "{ x } {\nreturn\n}", "[group  x ] [group \nreturn\n]"},
		{"stategen doubled once", stategenBraces, "{{x} y", "{{x} y"},
		{"stategen artifact", stategenBraces, "{artifact.a}{artifact.}{artifact.?}", "[artifact a][group artifact.][group artifact.?]"},

		{"angle key", angles, "a <x> <user:y?> {z}", "a [key x] [key user:y?] {z}"},
		{"angle markup", angles, "</x><x/><a href>", "[group /x][group x/][group a href]"},
		{"angle doubled", angles, "<<x>> 1 < 2", "<<x>> 1 < 2"},
		{"angle artifact", angles, "<artifact.doc>", "[artifact doc]"},

		{"both", both, "{x}<y>{z}", "[key x][key y][key z]"},
		{"angle inside JSON", both, `{"a": "<x>", "b": "<y>"}`, `{"a": "[key x]", "b": "[key y]"}`},
		{"brace inside a tag", both, `<b c={x}>`, `<b c=[key x]>`},
		{"groups that cross", both, "{a < b} c>", "{a [group  b} c]"},
		{"angle inside an artifact", both, "{artifact.<x>}<y>", "[artifact <x>][key y]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := describe(tt.text, tt.grammar); got != tt.want {
				t.Errorf("Tokens(%q)\n got %s\nwant %s", tt.text, got, tt.want)
			}
		})
	}
}

func TestIsKey(t *testing.T) {
	for key, want := range map[string]bool{
		"x": true, "_": true, "x1": true, "user:x": true, "app:x": true, "temp:x": true, "名前": true, "é1": true,
		"": false, "1x": false, "user:": false, "session:x": false, "relay:token": false,
		"user:app:x": false, "a.b": false, "a-b": false, "a b": false, "x?": false,
	} {
		if got := IsKey(key); got != want {
			t.Errorf("IsKey(%q) = %t, want %t", key, got, want)
		}
	}
}

// Tokens cover the text in order, names lie inside their tokens, and two texts
// never follow each other.
func FuzzTokens(f *testing.F) {
	f.Add("{x} <y> {{z}} {a < b} c>", byte(7))
	f.Add("{artifact.<x>}<<{y}>>", byte(6))
	f.Fuzz(func(t *testing.T, text string, bits byte) {
		g := Grammar{Dialect: Dialect(bits & 1), Brace: bits&2 != 0, Angle: bits&4 != 0}
		pos, last := 0, Group
		for tok := range Tokens(text, g) {
			if tok.Start != pos || tok.End <= tok.Start {
				t.Fatalf("%q: token %+v at %d", text, tok, pos)
			}
			if tok.Kind == Text && last == Text {
				t.Fatalf("%q: two texts at %d", text, pos)
			}
			if tok.Kind != Text && (tok.NameStart <= tok.Start || tok.NameEnd >= tok.End || tok.NameEnd < tok.NameStart) {
				t.Fatalf("%q: name outside token %+v", text, tok)
			}
			if tok.Kind == Key && !IsKey(tok.Name(text)) {
				t.Fatalf("%q: %+v is not a key", text, tok)
			}
			pos, last = tok.End, tok.Kind
		}
		if pos != len(text) {
			t.Fatalf("%q: tokens end at %d", text, pos)
		}
	})
}
