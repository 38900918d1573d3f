package reading

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// StateKey is a name that a sentence says the state has: text[Start:End] is all that
// says so, as in: session state under 'draft'.
type StateKey struct {
	Name       string
	Start, End int
}

const (
	anyQuoted  = `(?:'([^'\n]+)'|"([^"\n]+)")`
	quotedName = "(?:'([\\w:]+)'|\"([\\w:]+)\"|`([\\w:]+)`)"
	ofAgent    = `(?:the\s+)?(?:current\s+|shared\s+|agent'?s?\s+)?`
	writable   = "(?:the\\s+)?[`'\"]?(?:[\\w.]+\\.)?$"
)

// What names a key of the state.
var (
	// codeForm is state['x'] and state.get('x'), and fieldForm session.state.x outside of braces, or a call.
	codeForm  = regexp.MustCompile(`\bstate(?:\[\s*` + anyQuoted + `\s*\]|\.get\(\s*` + anyQuoted + `[^)\n]*\))`)
	fieldForm = regexp.MustCompile(`(?:^|[^\w.{])((?:session|context|ctx)\.state\.([A-Za-z_]\w*))(?:\(|\b)`)
	// proseForm is "session state under the key 'x'", "'x' from the session state" and "'x' session state key".
	proseForm = regexp.MustCompile(`(?:(?i:\b(?:session(?:'s)?|agent'?s?|shared)\s+))?\bstate\s+` +
		`(?:(?:keys?|variable|field|entry)\s+|(?:variable|field|entry)?\s*(?:under|as|with|at)\s+(?:the\s+)?` +
		`(?:(?:key|name|variable|field)\s+)?)(?:called\s+|named\s+)?\(?` + quotedName +
		`|` + quotedName + `(?:\s+(?:key|value|variable|field|is|are|stored|saved|kept|present|available|found))*` +
		`\s+(?:in|from)\s+` + ofAgent + `(?:session(?:'s)?\s+)?state\b` +
		`|` + quotedName + `\s+(?:session\s+)?state\s+(?:key|variable|field)\b`)
)

// What tells whether a sentence asks for a value to be written.
var (
	assigned = regexp.MustCompile(`^[ \t]*[-+*/|]?=[^=]`)
	set      = regexp.MustCompile(`(?i)\b(?:sets?|updates?|clears?|deletes?)\s+` + writable)
	into     = regexp.MustCompile(`(?i)\b(?:to|into|in)\s+` + writable)
	toState  = regexp.MustCompile(`(?i)\b(?:to|into)\s+` + ofAgent + `$`)
	from     = regexp.MustCompile(`(?i)\bfrom\s+` + ofAgent + `$`)
	writes   = regexp.MustCompile(`(?i)\b(?:saves?|stores?|writes?|puts?|records?|logs?|updates?|appends?|adds?|sets?|` +
		`keeps?|persists?|caches?|clears?|deletes?|removes?|will|gets?|automatically)\b`)
	byTools = regexp.MustCompile(`(?i)\b(?:tools?|functions?|calls?|callbacks?)\b|\w\(`)
)

// What ends a sentence, or a part of one.
var (
	sentenceEnd = regexp.MustCompile(`[.!?]\s|\n\s*\n|\n\s*(?:[-*+]|\d+[.)])\s`)
	clauseEnd   = regexp.MustCompile(`[.!?;:,]\s|\n\s*\n|\n\s*(?:[-*+]|\d+[.)])\s`)
)

// These bound the work for one text, and are far more than any prompt needs.
const (
	mostSentences   = 1000 // that have the word "state"
	longestSentence = 300  // before the word, and behind it
)

// Read finds where the sentences of a text tell the model to read keys of the state. Those that it is to write, and
// those that tools take care of, are none. Any word in quotes may be taken for one: only those count that are known
// to be keys.
func Read(text string) (list []StateKey) {
	const word = "state"
	hasQuotes := slices.ContainsFunc([]byte("'\"`"), func(quote byte) bool { return strings.IndexByte(text, quote) >= 0 })
	if !hasQuotes && !strings.Contains(text, "."+word) {
		return nil // most prompts: looking for a byte is several times as fast as looking for a word
	}
	for at, n := 0, 0; n < mostSentences; n++ {
		i := strings.Index(text[at:], word)
		if i < 0 {
			break
		}
		start, end := around(text, at+i, at+i+len(word), sentenceEnd)
		start = max(start, at)
		at = end
		keys := keysIn(text[start:end])
		for i := range keys {
			keys[i].Start, keys[i].End = start+keys[i].Start, start+keys[i].End
		}
		list = append(list, keys...)
	}
	return list
}

// around is the sentence, or the clause, that text[start:end] is in.
func around(text string, start, end int, boundary *regexp.Regexp) (from, to int) {
	from, to = max(0, start-longestSentence), min(len(text), end+longestSentence)
	if all := boundary.FindAllStringIndex(text[from:start], -1); len(all) > 0 {
		from += all[len(all)-1][1]
	}
	if m := boundary.FindStringIndex(text[end:to]); m != nil {
		to = end + m[0]
	}
	return from, to
}

// keysIn finds the keys that a sentence tells the model to read.
func keysIn(sentence string) (list []StateKey) {
	for _, m := range codeForm.FindAllStringSubmatchIndex(sentence, -1) {
		if isCodeRead(sentence, m[0], m[1]) {
			list = append(list, StateKey{firstGroup(sentence, m), m[0], m[1]})
		}
	}
	for _, m := range fieldForm.FindAllStringSubmatchIndex(sentence, -1) {
		if sentence[m[3]:m[1]] != "(" && isCodeRead(sentence, m[2], m[3]) {
			list = append(list, StateKey{sentence[m[4]:m[5]], m[2], m[3]})
		}
	}
	for _, m := range proseForm.FindAllStringSubmatchIndex(sentence, -1) {
		if isProseRead(sentence, m[0], m[1]) {
			list = append(list, StateKey{firstGroup(sentence, m), m[0], m[1]})
		}
	}
	return list
}

// isCodeRead reports whether a sentence does not ask for a value to be written to what sentence[start:end] says in
// code, nor may do so in a language other than English.
func isCodeRead(sentence string, start, end int) bool {
	from, to := around(sentence, start, end, clauseEnd)
	before := sentence[:start]
	isAbroad := func(r rune) bool { return r >= utf8.RuneSelf && unicode.IsLetter(r) }
	switch {
	case strings.ContainsFunc(sentence[from:to], isAbroad), assigned.MatchString(sentence[end:]), set.MatchString(before):
		return false
	}
	return !into.MatchString(before) || !writes.MatchString(sentence[from:start])
}

// isProseRead reports the same of what sentence[start:end] says in words, where tools are not the ones to read it.
func isProseRead(sentence string, start, end int) bool {
	before, said := sentence[:start], sentence[start:end]
	isOfState := strings.HasSuffix(said, "state") // as in: 'x' from the state
	switch {
	case !isOfState && toState.MatchString(before), byTools.MatchString(sentence):
		return false
	case !isOfState && from.MatchString(before), isOfState && strings.Contains(said, " from "):
		return true
	}
	start, end = around(sentence, start, end, clauseEnd)
	return !writes.MatchString(strings.ReplaceAll(sentence[start:end], "will be available", ""))
}

// firstGroup is the first group of a match that is there.
func firstGroup(text string, match []int) string {
	for i := 2; i < len(match); i += 2 {
		if match[i] >= 0 {
			return text[match[i]:match[i+1]]
		}
	}
	return ""
}
