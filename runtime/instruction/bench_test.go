package instruction

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
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

func BenchmarkInject(b *testing.B) {
	state := runtime.MapState{"city": "Oslo"}
	for _, c := range benchTexts() {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Inject(c.text, state, Options{Grammar: adkBraces}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkFloor is what any injection must do at least: find one byte and
// copy the text once.
func BenchmarkFloor(b *testing.B) {
	for _, c := range benchTexts() {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				_ = strings.Count(c.text, "{")
				_ = strings.Clone(c.text)
			}
		})
	}
}

// BenchmarkRegexp finds placeholders, and inserts values, by the regular
// expression.
func BenchmarkRegexp(b *testing.B) {
	state := runtime.MapState{"city": "Oslo"}
	for _, c := range benchTexts() {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				_ = adkRule.ReplaceAllStringFunc(c.text, func(match string) string {
					value, err := state.Get(strings.TrimSpace(strings.Trim(match, "{}")))
					if err != nil {
						return match
					}
					return fmt.Sprint(value)
				})
			}
		})
	}
}

func BenchmarkTokens(b *testing.B) {
	for _, c := range benchTexts() {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				for range Tokens(c.text, adkBraces) {
					n++
				}
			}
		})
	}
}
