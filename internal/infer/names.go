package infer

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/runtime"
)

// rename gives a key the next of the Go names that it may have instead of its
// own; false when all have been tried.
func (k *Key) rename() bool {
	names := k.otherNames()
	next := slices.Index(names, k.goName) + 1
	if next == len(names) {
		return false
	}
	k.goName = names[next]
	return true
}

func (k *Key) otherNames() []string {
	var names []string
	plain := k.plainGoName()
	if k.scope == runtime.ScopeSession {
		names = append(names, "Session"+plain)
	}
	names = append(names, plain+"Key")
	for n := 2; n < 10; n++ {
		names = append(names, fmt.Sprintf("%sKey%d", plain, n))
	}
	return names
}

// plainGoName writes the letters and digits of a key as one exported name.
func (k *Key) plainGoName() string {
	var b strings.Builder
	upper := true
	for _, r := range strings.ReplaceAll(k.wire, hole, "") {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			upper = true
			continue
		case b.Len() == 0 && !unicode.IsUpper(unicode.ToUpper(r)):
			b.WriteString("X") // an exported name begins with a capital letter
		}
		if upper {
			r = unicode.ToUpper(r)
		}
		b.WriteRune(r)
		upper = false
	}
	return b.String()
}
