package reading

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/prompt/internal/wording"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// EinoField is what eino reads in the braces of a placeholder or a group.
func (r *Reading) EinoField(tok instruction.Token) (instruction.EinoField, error) {
	return instruction.ReadEinoField(r.Text[tok.Start+1 : max(tok.End-1, tok.Start+1)])
}

// EinoPrefixed returns the key with the prefix of a scope that was meant by what eino
// reads as a key and a format; empty for any other placeholder.
func (r *Reading) EinoPrefixed(ph *Placeholder) string {
	field, err := r.EinoField(ph.Token)
	if err != nil || ph.Angle || len(field.Path) != 1 {
		return ""
	}
	wire := ph.Wire + ":" + field.Format
	if r.Keys.Exact(wire) != nil || ph.Key == nil && wording.IsScopePrefix(ph.Wire) && wording.IsName(field.Format) {
		return wire
	}
	return ""
}

// EinoLater reports whether a file is a template of another language with single
// braces first, so that eino may never see them.
func (r *Reading) EinoLater() bool {
	return r.Loose && strings.Contains(r.Text, "%}") && statement.MatchString(r.Text)
}

// EinoLooksUp reports whether braces with a name in them that no placeholder could have
// are those of a declared key all the same: eino takes any name.
func (r *Reading) EinoLooksUp(field instruction.EinoField) bool {
	return len(field.Path) > 0 && (r.Keys.Find(field.Path[0]) != nil || r.Keys.Foreign(field.Path[0]))
}
