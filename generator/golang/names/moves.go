package names

import (
	"strings"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema"
)

// moves names what the moves of a key or a field need. Ident is the Go name of
// that, and of the object that it is in. Functions of the user's must not be taken
// in declared.
func (b *builder) moves(m plan.Moves, ident string, declared *namespace, of owner) Moves {
	named, claimed := Moves{Moves: m}, map[string]bool{}
	for _, o := range m.Older {
		older := Older{Older: o, GoType: b.types.of(o.Type)}
		if o.Convert == schema.ConvertGo {
			from := "From" + word(older.GoType)
			older.Func, older.Var = unexported(ident)+from, "convert"+ident+from
			if !claimed[older.Func] {
				claimed[older.Func] = true
				b.claim(declared, older.Func, of)
			}
		}
		named.Older = append(named.Older, older)
	}
	return named
}

// unexported begins an exported name with a word in lower case: userID, apiKey.
func unexported(ident string) string {
	first := schema.Words(ident)[0]
	return strings.ToLower(first) + strings.TrimPrefix(ident, first)
}
