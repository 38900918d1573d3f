package diag

import "strings"

// Indefinite returns the name of a type, or another word of code, with its article. A
// leading u is most often spoken as in uint, uuid and url.
func Indefinite(name string) string {
	if name != "" && strings.IndexByte("aeioAEIO", name[0]) >= 0 {
		return "an " + name
	}
	return "a " + name
}
