package reading

import (
	"regexp"
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

// reach is how far from the word "state" its key is looked for.
const reach = 60

const quotedName = "(?:'([\\w:]+)'|\"([\\w:]+)\"|`([\\w:]+)`)"

var (
	// keyAfter is what follows the word: " key 'x'", " under the key 'x'", " as `x`".
	keyAfter = regexp.MustCompile(`^\s+(?:(?:keys?|variable|field|entry)\s+|(?:variable|field|entry)?\s*` +
		`(?:under|as|with|at)\s+(?:the\s+)?(?:(?:key|name|variable|field)\s+)?)(?:called\s+|named\s+)?\(?` + quotedName)
	// keyBefore is what precedes it: "'x' from the session ", "`x` key stored in the ".
	keyBefore = regexp.MustCompile(quotedName + `(?:\s+(?:key|value|variable|field|is|are|stored|saved|kept|present|available|found))*` +
		`\s+(?:in|from)\s+(?:the\s+)?(?:current\s+|shared\s+|agent'?s?\s+)?(?:session(?:'s)?\s+)?$`)
	// keyWordAfter and nameBefore are around the word in "the 'x' state key".
	keyWordAfter = regexp.MustCompile(`^\s+(?:key|variable|field)\b`)
	nameBefore   = regexp.MustCompile(quotedName + `\s+(?:session\s+)?$`)
	// fromState is what makes a sentence one about reading, whatever else it asks for.
	fromState = regexp.MustCompile(`(?i)\bfrom\s+(?:the\s+)?(?:current\s+|shared\s+|agent'?s?\s+)?(?:session(?:'s)?\s+)?$`)
	toState   = regexp.MustCompile(`(?i)\b(?:to|into)\s+(?:the\s+)?(?:current\s+|shared\s+|agent'?s?\s+)?(?:session(?:'s)?\s+)?$`)
	ofSession = regexp.MustCompile(`(?i)(?:session(?:'s)?|agent'?s?|shared)\s+$`)
	writes    = regexp.MustCompile(`(?i)\b(?:saves?|stores?|writes?|puts?|records?|logs?|updates?|appends?|adds?|sets?|keeps?|persists?|` +
		`caches?|clears?|deletes?|removes?|will|gets?|automatically)\b`)
	byTools = regexp.MustCompile(`(?i)\b(?:tools?|functions?|calls?|callbacks?)\b|\w\(`)
)

// stateKeys finds the names in quotes that sentences tell the model to read from the
// state. Those that it is to write, and those that tools take care of, are none.
func (r *reader) stateKeys() {
	for at := 0; ; {
		n := strings.Index(r.text[at:], "state")
		if n < 0 {
			return
		}
		start := at + n
		at = start + len("state")
		if !isWord(r.text, start, at) {
			continue
		}
		if !r.spend(1, start) {
			return
		}
		k, before, ok := stateKey(r.text, start, at)
		if !ok {
			continue
		}
		if !r.spend(sentenceSteps, start) {
			return
		}
		if isRead(r.text, k, before) && !isBelowWrites(r.text, k) {
			r.add(k)
		}
	}
}

// isWord reports whether no letter touches a part of a text.
func isWord(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return !isWordRune(before) && !isWordRune(after)
}

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// stateKey reads around text[start:end], the word "state". Before is what the word, or the key, follows.
func stateKey(text string, start, end int) (k StateKey, before string, ok bool) {
	before, after := text[max(0, start-reach):start], text[end:min(len(text), end+reach)]
	k = StateKey{Start: start, End: end}
	if m := keyAfter.FindStringSubmatchIndex(after); m != nil {
		k.Name, k.End = firstGroup(after, m), end+m[1]
		if m := ofSession.FindStringIndex(before); m != nil {
			k.Start -= len(before) - m[0]
		}
	} else if m := keyBefore.FindStringSubmatchIndex(before); m != nil {
		k.Name, k.Start = firstGroup(before, m), start-len(before)+m[0]
	} else if m := nameBefore.FindStringSubmatchIndex(before); m != nil && keyWordAfter.MatchString(after) {
		k.Name, k.Start = firstGroup(before, m), start-len(before)+m[0]
		k.End += len(keyWordAfter.FindString(after))
		before = before[:m[0]]
	} else {
		return k, before, false
	}
	return k, before, true
}

// isRead reports whether the sentence of a key, which follows before, tells the model to read it.
func isRead(text string, k StateKey, before string) bool {
	switch {
	case toState.MatchString(before), byTools.MatchString(around(text, k, sentenceEnd)):
		return false
	case fromState.MatchString(before):
		return true
	}
	return !writes.MatchString(strings.ReplaceAll(around(text, k, clauseEnd), "will be available", ""))
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

// longestSentence bounds how much of a text is looked at for one word.
const longestSentence = 300

var (
	sentenceEnd = regexp.MustCompile(`[.!?]\s|\n\s*\n|\n\s*(?:[-*+]|\d+[.)])\s`)
	clauseEnd   = regexp.MustCompile(`[.!?;:,]\s|\n\s*\n|\n\s*(?:[-*+]|\d+[.)])\s`)
)

// around is the sentence, or the clause, that speaks of a key.
func around(text string, k StateKey, end *regexp.Regexp) string {
	before, after := text[max(0, k.Start-longestSentence):k.Start], text[k.End:min(len(text), k.End+longestSentence)]
	if all := end.FindAllStringIndex(before, -1); len(all) > 0 {
		before = before[all[len(all)-1][1]:]
	}
	if m := end.FindStringIndex(after); m != nil {
		after = after[:m[0]]
	}
	return before + text[k.Start:k.End] + after
}

// mostItems is more keys than a list for a model has.
const mostItems = 30

const keyWords = `(?:\s+(?:the|following|these|session|shared|state|\w+\.state|keys?|fields?|variables?|names?|in|under))`

var (
	// item begins a line of a list.
	item = regexp.MustCompile(`^\s*(?:[-*+•]|\d+[.)])\s`)
	// writesList ends in what a list of keys to write follows: "Store results in:", "Update these state keys:".
	writesList = regexp.MustCompile(`(?i)\b(?:stor(?:es?|ing)|sav(?:es?|ing)|writ(?:es?|ing)|puts?|records?|persists?|sets?|updates?)` +
		`(?:(?:\s+[\w'-]+){0,5}?\s+(?:in|into|to|under|as)` + keyWords + `*|` + keyWords + `+)\s*[*_]*:[*_]*\s*$`)
	readsList = regexp.MustCompile(`(?i)\b(?:from|according|based|refer|respon(?:d|se)|using)\b`)
)

// isBelowWrites reports whether a key is in a list below a line that asks for values to be written.
func isBelowWrites(text string, k StateKey) bool {
	before := text[max(0, k.Start-mostItems*reach):k.Start]
	for n := 0; n < mostItems; n++ {
		from := strings.LastIndexByte(before, '\n') + 1
		line := strings.TrimRight(before[from:], " \t\r")
		if n > 0 && strings.HasSuffix(strings.TrimRight(line, "*_"), ":") {
			return writesList.MatchString(line) && !readsList.MatchString(line)
		}
		if !item.MatchString(before[from:]) && (n == 0 || line != "") || from == 0 {
			return false
		}
		before = before[:from-1]
	}
	return false
}
