package reading

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/prompt/internal/code"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// IsEscaped reports whether a dollar or a backslash is in front of braces.
func IsEscaped(tok instruction.Token, text string) bool {
	return !tok.Angle && tok.Start > 0 && (text[tok.Start-1] == '$' || text[tok.Start-1] == '\\')
}

// addEscaped keeps what would be a placeholder of a declared key, or may be one in older releases.
func (r *Reading) addEscaped(tok instruction.Token) {
	if name := tok.Name(r.Text); tok.Kind == instruction.Key {
		r.Escaped = append(r.Escaped, Placeholder{Token: tok, Source: tok.Text(r.Text), Wire: name, Key: r.Keys.Find(name)})
	}
}

// AfterDollar returns the Escaped with a dollar in front of them, in prose: these can be meant as
// amounts, where a backslash means text.
func (r *Reading) AfterDollar() (list []Placeholder) {
	var lines *code.Lines // as if there were no dollars, of which code is known
	for _, ph := range r.Escaped {
		if ph.Usable() && r.Text[ph.Start-1] == '$' {
			if lines == nil {
				lines = code.New(r.Name, strings.ReplaceAll(r.Text, "${", " {"))
			}
			if !lines.Hold(ph.Start) {
				list = append(list, ph)
			}
		}
	}
	return list
}
