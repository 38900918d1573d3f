package reading

import (
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// EinoField is what eino reads in the braces of a placeholder or a group.
func (r *Reading) EinoField(tok instruction.Token) (instruction.EinoField, error) {
	return instruction.ReadEinoField(r.Text[tok.Start+1 : max(tok.End-1, tok.Start+1)])
}

// EinoPrefixed returns the key with the prefix of a scope that was meant by what eino
// reads as a key and a format; empty for any other placeholder.
func (r *Reading) EinoPrefixed(ph *Placeholder) string {
	if !r.Dialect.CountsBraces || ph.Angle {
		return ""
	}
	field, err := r.EinoField(ph.Token)
	if err != nil || len(field.Path) != 1 {
		return ""
	}
	wire := ph.Wire + ":" + field.Format
	if r.Keys.Exact(wire) != nil || ph.Key == nil && IsScopePrefix(ph.Wire) && IsName(field.Format) {
		return wire
	}
	return ""
}

// EinoLooksUp reports whether braces with a name in them that no placeholder could have
// are those of a declared key all the same: eino takes any name.
func (r *Reading) EinoLooksUp(field instruction.EinoField) bool {
	return len(field.Path) > 0 && (r.Keys.Find(field.Path[0]) != nil || r.Keys.Foreign(field.Path[0]))
}

// Eino reads Python's format strings.
var eino = Dialect{Dialect: instruction.Eino, Framework: "eino", CountsBraces: true}

// EinoReachesInto reports whether eino can look into values of a key.
func EinoReachesInto(k *schema.Key) bool {
	return k.Encoding != schema.JSONString && !k.Type.Plain()
}
