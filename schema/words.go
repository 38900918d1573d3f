package schema

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words splits a name at whatever is not allowed in an identifier, at
// underscores and where its letter case changes.
func Words(name string) []string {
	var out []string
	for _, part := range strings.FieldsFunc(name, IsSeparator) {
		out = append(out, splitCase([]rune(part))...)
	}
	return out
}

// IsSeparator reports whether a character stands between words, and is part of none.
func IsSeparator(r rune) bool {
	return r == '_' || r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// splitCase splits "HTTPServerID" into HTTP, Server, ID.
func splitCase(runes []rune) []string {
	var out []string
	start := 0
	for i := 1; i < len(runes); i++ {
		lowerToUpper := !unicode.IsUpper(runes[i-1]) && unicode.IsUpper(runes[i])
		endOfAcronym := unicode.IsUpper(runes[i-1]) && unicode.IsUpper(runes[i]) &&
			i+1 < len(runes) && unicode.IsLower(runes[i+1]) && !isPluralEnd(runes, i+1)
		if lowerToUpper || endOfAcronym {
			out = append(out, string(runes[start:i]))
			start = i
		}
	}
	return append(out, string(runes[start:]))
}

// isPluralEnd reports whether runes[i] is the lone s of "IDs".
func isPluralEnd(runes []rune, i int) bool {
	return runes[i] == 's' && (i+1 == len(runes) || unicode.IsUpper(runes[i+1]))
}

// Title begins a word with a capital letter.
func Title(word string) string {
	first, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(first)) + word[size:]
}
