package reading

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// References are the keys that a text speaks of.
type References struct {
	Keys []StateKey
	// Unread is the offset from which on not all of the text was read; its length: all was.
	Unread int
}

// mostSteps bounds the work for one text, which is far more than any prompt needs: so many words
// are looked at, or sentences read, each of which is as much work as sentenceSteps words.
const (
	mostSteps     = 100_000
	sentenceSteps = 400
	mostSentences = mostSteps/sentenceSteps + 1 // one more than can be read, so that it is known where reading ends
)

// reader reads the sentences of one text.
type reader struct {
	References
	text string
	left int // steps
}

// spend takes steps for what is at an offset; false: there are none left.
func (r *reader) spend(steps, at int) bool {
	if r.left < steps {
		r.left = 0
		r.Unread = min(r.Unread, at)
		return false
	}
	r.left -= steps
	return true
}

func (r *reader) add(k StateKey) { r.Keys = append(r.Keys, k) }

// Read finds where the sentences of a text speak of keys of the state. Any word in quotes may be taken for one: only
// those count that are known to be keys.
func Read(text string) References {
	r := reader{text: text, References: References{Unread: len(text)}, left: mostSteps}
	r.prose()
	return r.References
}

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

// isWritten reports whether a sentence asks for a value to be written to a key, or may do so in a language
// other than English.
func isWritten(text string, k StateKey) bool {
	before := text[max(0, k.Start-reach):k.Start]
	isAbroad := func(r rune) bool { return r >= utf8.RuneSelf && unicode.IsLetter(r) }
	if strings.ContainsFunc(around(text, k, clauseEnd), isAbroad) {
		return true
	}
	if isBelowWrites(text, k) || set.MatchString(before) {
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

// word is what everything has that speaks of the state.
const word = "state"

// Of the eight letters in a number, these are the first seven.
const (
	letters   = 0x0101010101010101
	firstBits = 0x0080808080808080
)

// Mentions reports whether a text has the word "state". strings.Contains would stop at every s, as
// there is one in every second word of English: this only stops where a t follows.
func Mentions(text string) bool {
	const step, part = 4 * 7, 4*7 + len(word)
	for ; len(text) >= part; text = text[step:] {
		if noStart(text)&noStart(text[7:])&noStart(text[14:])&noStart(text[21:]) != firstBits &&
			strings.Contains(text[:part], word) {
			return true
		}
	}
	return strings.Contains(text, word)
}

// noStart has a bit for each of the first seven letters of a text that isn't an s before a t.
func noStart(text string) uint64 {
	w := uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
	w &= 0x7f * letters // so that no sum below carries
	return (((w ^ 's'*letters) | (w>>8 ^ 't'*letters)) + 0x7f*letters) & firstBits
}
