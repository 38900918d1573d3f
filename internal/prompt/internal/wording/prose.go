package wording

import (
	"regexp"
	"slices"
	"strings"
)

var proseForm = regexp.MustCompile(`\bstate(?:\[\s*(?:'([^'\n]+)'|"([^"\n]+)")\s*\]|\.get\(\s*(?:'([^'\n]+)'|"([^"\n]+)")[^)\n]*\))`)

// fieldForm is session.state.x outside of braces, or the call of a method of that name.
var fieldForm = regexp.MustCompile(`(?:^|[^\w.{])((?:session|context|ctx)\.state\.([A-Za-z_]\w*))(?:\(|\b)`)

// prose finds where the text speaks of keys of the state: state['x'], session.state.x, and sentences
// such as "in the session state under 'x'".
func (r *reader) prose() {
	text := r.text
	if follows(text, '.', ".state") {
		for _, m := range fieldForm.FindAllStringSubmatchIndex(text, mostSentences) {
			if text[m[3]:m[1]] != "(" {
				r.mention(StateKey{Name: text[m[4]:m[5]], Start: m[2], End: m[3]})
			}
		}
	}
	if !slices.ContainsFunc([]byte("'\"`"), func(quote byte) bool { return strings.IndexByte(text, quote) >= 0 }) {
		return // most prompts: looking for a byte is several times as fast as looking for a word
	}
	if follows(text, '[', "state") || follows(text, '(', "state.get") {
		for _, m := range proseForm.FindAllStringSubmatchIndex(text, mostSentences) {
			r.mention(StateKey{Name: firstGroup(text, m), Start: m[0], End: m[1]})
		}
	}
	r.stateKeys()
}

// mention adds a key unless its sentence asks for a value to be written.
func (r *reader) mention(k StateKey) {
	if r.spend(sentenceSteps, k.Start) && !assigned.MatchString(r.text[k.End:]) && !isWritten(r.text, k) {
		r.add(k)
	}
}

// assigned is behind what is given a value.
var assigned = regexp.MustCompile(`^[ \t]*[-+*/|]?=[^=]`)

// What stands before what is written to: "set ", or, where a sentence has such a verb
// further up, "to " and "in ".
var (
	set   = regexp.MustCompile("(?i)\\b(?:sets?|updates?|clears?|deletes?)\\s+(?:the\\s+)?[`'\"]?(?:[\\w.]+\\.)?$")
	setIn = regexp.MustCompile("(?i)\\b(?:to|into|in)\\s+(?:the\\s+)?[`'\"]?(?:[\\w.]+\\.)?$")
)

// isWritten reports whether a sentence asks for a value to be written to a key.
func isWritten(text string, k StateKey) bool {
	before := text[max(0, k.Start-reach):k.Start]
	if isWrittenAbroad(text, k) || isBelowWrites(text, k) || set.MatchString(before) {
		return true
	}
	return setIn.MatchString(before) && writes.MatchString(around(text, StateKey{Start: k.Start, End: k.Start}, clauseEnd))
}

// follows reports whether the byte follows the word anywhere. Looking for
// a rare byte first is several times as fast as looking for the word.
func follows(text string, c byte, word string) bool {
	for i := 0; ; i++ {
		n := strings.IndexByte(text[i:], c)
		if n < 0 {
			return false
		}
		if i += n; strings.HasSuffix(text[:i], word) {
			return true
		}
	}
}
