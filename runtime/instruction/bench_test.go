package instruction

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
)

// benchTexts are prompts of the shapes that agents have, and two that punish
// a scanner which goes back.
func benchTexts() []struct{ name, text string } {
	prompt := func(size, placeholders int) string {
		step := size / placeholders
		return strings.Repeat(strings.Repeat("w", step-9)+" {city}. ", placeholders)
	}
	row := `{"id": 17, "tags": ["a", "b"], "at": {"x": 1.5}}, `
	return []struct{ name, text string }{
		{"300B-3", prompt(300, 3)},
		{"4KB-10", prompt(4<<10, 10)},
		{"100KB-500", prompt(100<<10, 500)},
		{"100KB-JSON", strings.Repeat(row, 100<<10/len(row))},
		{"100KB-unclosed", "{" + strings.Repeat("text ", 20<<10)},
		{"100KB-open", strings.Repeat("{", 100<<10)},
		{"100KB-open-close", strings.Repeat("{", 50<<10) + strings.Repeat("}", 50<<10)},
		{"100KB-half-groups", strings.Repeat("{a {", 25<<10) + "}"},
		{"100KB-plain", strings.Repeat("text ", 20<<10)},
	}
}

// BenchmarkInject injects beside the least that this takes, one pass by hand,
// and beside the regular expression.
func BenchmarkInject(b *testing.B) {
	var state runtime.ReadonlyState = runtime.MapState{"city": "Oslo"}
	for _, c := range benchTexts() {
		b.Run(c.name+"/ours", func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			defer cputime.Report(b)()
			for b.Loop() {
				if _, err := Inject(c.text, state, Options{Grammar: adkBraces}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(c.name+"/reference", func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			defer cputime.Report(b)()
			for b.Loop() {
				onePass(c.text, state)
			}
		})
		b.Run(c.name+"/regexp", func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			defer cputime.Report(b)()
			for b.Loop() {
				byRegexp(c.text, state)
			}
		})
	}
}

// BenchmarkInjectGrowth injects texts of two lengths: what is four times as long
// may take four times as long, whatever its braces.
func BenchmarkInjectGrowth(b *testing.B) {
	state := runtime.MapState{"city": "Oslo"}
	for _, c := range []struct{ name, piece, last string }{
		{"open", "{", ""}, {"half-groups", "{a {", "}"}, {"unclosed", "{ text text ", ""}, {"json", `{"a": {"x": 1}}, `, ""},
	} {
		for _, size := range []struct {
			name string
			kib  int
		}{{"once", 25}, {"fourfold", 100}} {
			text := strings.Repeat(c.piece, size.kib<<10/len(c.piece)) + c.last
			b.Run(c.name+"/"+size.name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				defer cputime.Report(b)()
				for b.Loop() {
					if _, err := Inject(text, state, Options{Grammar: adkBraces}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// onePass is the floor of injection: it goes through the text once, from one
// pair of braces to the next, allocates the result once, and knows identifiers
// and strings only.
func onePass(text string, state runtime.ReadonlyState) string {
	var out strings.Builder
	out.Grow(len(text) + len(text)/8)
	for {
		open := strings.IndexByte(text, '{')
		if open < 0 {
			break
		}
		end := open + 1
		for end < len(text) && text[end] != '{' && text[end] != '}' {
			end++
		}
		if end < len(text) && text[end] == '}' && isWord(text[open+1:end]) {
			if value, err := state.Get(text[open+1 : end]); err == nil {
				out.WriteString(text[:open])
				out.WriteString(value.(string))
				text = text[end+1:]
				continue
			}
		}
		out.WriteString(text[:end])
		text = text[end:]
	}
	out.WriteString(text)
	return out.String()
}

func isWord(s string) bool {
	for _, c := range []byte(s) {
		if c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return s != ""
}

func byRegexp(text string, state runtime.ReadonlyState) string {
	return adkRule.ReplaceAllStringFunc(text, func(match string) string {
		value, err := state.Get(strings.TrimSpace(strings.Trim(match, "{}")))
		if err != nil {
			return match
		}
		return fmt.Sprint(value)
	})
}

// TestOnePass holds that the floor does the same work.
func TestOnePass(t *testing.T) {
	state := runtime.MapState{"city": "Oslo"}
	for _, c := range benchTexts() {
		ours, err := Inject(c.text, state, Options{Grammar: adkBraces})
		if err != nil {
			t.Fatal(c.name, err)
		}
		if onePass(c.text, state) != ours || byRegexp(c.text, state) != ours {
			t.Errorf("%s: the references differ", c.name)
		}
	}
}

func BenchmarkTokens(b *testing.B) {
	for _, c := range benchTexts() {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			n := 0
			defer cputime.Report(b)()
			for b.Loop() {
				for range Tokens(c.text, adkBraces) {
					n++
				}
			}
		})
	}
}
