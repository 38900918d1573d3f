package reading

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/code"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/dialect"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/wording"
	"github.com/seed92179c4c/stategen/runtime/comment"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// Source is a text with what decides how it is read.
type Source struct {
	Text    string
	Name    string // of its file, which says what code the text may be; empty: nothing does
	Grammar instruction.Grammar
	Loose   bool // another template language may read it first
	Escapes bool // a dollar or a backslash in front of a placeholder makes it text
	Keys    *keys.Index
}

// Reading is what is in a text.
type Reading struct {
	Source
	Dialect      *dialect.Dialect
	Placeholders []Placeholder
	Escaped      []Placeholder       // in a text that Escapes
	Groups       []instruction.Token // in braces, and no placeholders
	Comments     []comment.Comment   // stategen:text

	code      *code.Lines       // nil: not needed yet
	commented bool              // there may be comments to stategen, or what resembles them
	called    map[string]bool   // what Comments call text
	shown     map[string]bool   // keys in placeholders; nil: not needed yet
	defaults  map[string]string // of keys in groups; nil: not needed yet
}

// Begin forgets the last text, and prepares to read another.
func (r *Reading) Begin(s Source) {
	*r = Reading{
		Source:       s,
		Dialect:      dialect.Of(s.Grammar.Dialect),
		Placeholders: r.Placeholders[:0],
		Escaped:      r.Escaped[:0],
		Groups:       r.Groups[:0],
		commented:    comment.Resembles(s.Text),
	}
}

// LooksLiteral reports whether doubled braces may be meant to keep the name from being
// looked up, which they don't.
func (r *Reading) LooksLiteral(ph *Placeholder) bool {
	opening, closing := ph.Braces()
	return r.Dialect.StripsBraces && !ph.Angle && opening > 1 && closing > 1
}

// FamilyAround returns the family whose name is written out around a
// placeholder: order_{order_id}.
func (r *Reading) FamilyAround(ph *Placeholder) *schema.Key {
	for _, k := range r.Keys.Families() {
		for _, param := range k.Params {
			wire := k.Wire()
			shift := len(wire) - len(k.Name)
			start := ph.Start - param.Start - shift
			if start >= 0 && strings.HasPrefix(r.Text[start:], wire) {
				return k
			}
		}
	}
	return nil
}

// mostGroups bounds how many groups of a text are compared with each.
const mostGroups = 1000

// severalDefaults stands for the defaults of a key that has more than one.
const severalDefaults = ""

// HasOtherDefault reports whether the text has groups of one key with several defaults: examples of
// values.
func (r *Reading) HasOtherDefault(key, value string) bool {
	if r.defaults == nil {
		r.defaults = map[string]string{}
		for _, g := range r.Groups[:min(len(r.Groups), mostGroups)] {
			if k, v, ok := wording.ReadDefault(g, r.Text); ok {
				if known, seen := r.defaults[k]; seen && known != v {
					v = severalDefaults
				}
				r.defaults[k] = v
			}
		}
	}
	known, ok := r.defaults[key]
	return ok && known != value
}

// Shows reports whether a placeholder of the text shows the key.
func (r *Reading) Shows(wire string) bool {
	if r.shown == nil {
		r.shown = map[string]bool{}
		for _, list := range [][]Placeholder{r.Placeholders, r.Escaped} {
			for i := range list {
				r.shown[list[i].Wire] = true
			}
		}
	}
	return r.shown[wire]
}
