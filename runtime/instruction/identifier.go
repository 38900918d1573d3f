package instruction

import (
	"unicode"
	"unicode/utf8"
)

func isIdentifier(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return isUnicodeIdentifier(s)
		}
		if !inIdentifier[s[i]] {
			return false
		}
	}
	return s != "" && !isDigit(s[0])
}

// inIdentifier holds the ASCII letters, digits and the underscore.
var inIdentifier = func() (table [256]bool) {
	for c := range utf8.RuneSelf {
		table[c] = c == '_' || unicode.IsLetter(rune(c)) || isDigit(byte(c))
	}
	return table
}()

// beginsIdentifier reports whether the first byte of a text leaves it possible
// that it is an identifier.
func beginsIdentifier(c byte) bool {
	return c >= utf8.RuneSelf || inIdentifier[c] && !isDigit(c)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isUnicodeIdentifier(s string) bool {
	for i, r := range s {
		if !unicode.IsLetter(r) && r != '_' && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}
