package wording

import (
	"regexp"
	"strings"
)

// ofForm are words for what an answer or an element is to look like.
var ofForm = regexp.MustCompile(`(?i)\b(?:forms?|format\w*|templates?|examples?|e\.g|such as|as follows|syntax|schema|structured?|pattern|` +
	`outputs?|respon\w+|repl(?:y|ies)|returns?|placeholders?|tags?|elements?|xml|html|json)\b`)

// IsNotation reports whether text[start:end], a name in brackets, may describe the form of something: it
// is a label, or the sentences before it speak of one.
func IsNotation(text string, start, end int) bool {
	return strings.HasPrefix(text[end:], ":") || ofForm.MatchString(text[max(0, start-longestSentence):start])
}
