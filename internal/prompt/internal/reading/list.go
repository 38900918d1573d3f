package reading

import (
	"regexp"
	"strings"
)

// mostItems is more keys than a list for a model has.
const mostItems = 30

// bareName is a key without quotes in a sentence: a word with an underscore is no other word.
const bareName = "[A-Za-z][\\w:]*_\\w+"

var (
	// listForm is what begins a list of keys to read: "INPUT from session state includes:", "Read from
	// state: ", "Inputs available in state:", "have access to the session state which contains:".
	listForm = regexp.MustCompile(`(?i)(?:^|[\s*#_([])(?:(?:inputs?|reads?|retrieve|get|take|load|use)\s+(?:(?:the|you|need|following|values|these|this|data|information|keys|it|them|available|expected|provided|stored)\s+)*(?:\(\s*)?(?:from|in)|have\s+access\s+to)` +
		`\s+(?:the\s+)?(?:current\s+|shared\s+)?(?:session[\s.])?state(?:\s+keys?)?(?:\s+(?:(?:which|that)\s+)?(?:includes?|contains?|has|holds|are)(?:\s+the\s+following(?:\s+\w+)?)?)?\s*\)?[*_]*:[*_]*`)
	// listItem is a key of a list, in quotes or not, on a line of its own or behind a comma.
	listItem = regexp.MustCompile(`^[ \t]*(?:\n[ \t]*)?(?:(?:[-*+•]|\d+[.)])[ \t]+)?[*_]{0,2}(?:` + quotedName + `|([\w:]*\w))[*_]{0,2}(?:[ \t]*\([^()\n]*\))?`)
	// nextItem is what is between the items of one line, and restOfItem what a line says of its key.
	nextItem   = regexp.MustCompile(`^[ \t]*(?:,(?:[ \t\n]*(?:and|or)\b)?|(?:and|or)\b)`)
	restOfItem = regexp.MustCompile(`^[ \t]*(?:(?::|[-–—] )[^\n]*)?\n[ \t]*(?:[-*+•]|\d+[.)])[ \t]`)
	// fromKey is "x_output (from state key)", and keyList "either x_1 or x_2 state keys".
	fromKey = regexp.MustCompile("\\b(" + bareName + ")[`'\"*]*\\s+\\((?:read\\s+|taken\\s+)?from\\s+(?:the\\s+)?(?:session\\s+)?state(?:\\s+keys?)?\\)")
	keyList = regexp.MustCompile("\\b(?:" + bareName + "[`'\"*]*(?:,\\s+(?:or\\s+|and\\s+)?|\\s+or\\s+|\\s+and\\s+)[`'\"*]*)*" + bareName + "[`'\"*]*\\s+(?:session\\s+)?state\\s+keys?\\b" +
		"|\\bstate\\s+keys?\\s+\\(" + bareName + "(?:,\\s+(?:or\\s+|and\\s+)?" + bareName + ")*\\)")
	aName = regexp.MustCompile("\\b" + bareName + "\\b")
)

// listed finds the keys that lists tell the model to read from the state, each where it stands.
func (r *reader) listed() {
	text := r.text
	if !strings.Contains(text, "state") {
		return
	}
	for _, m := range listForm.FindAllStringIndex(text, mostSentences) {
		if r.spend(sentenceSteps, m[0]) {
			r.Keys = append(r.Keys, items(text, m[1])...)
		}
	}
	for _, m := range fromKey.FindAllStringSubmatchIndex(text, mostSteps+1) {
		if r.spend(1, m[0]) {
			r.add(StateKey{Name: text[m[2]:m[3]], Start: m[2], End: m[3]})
		}
	}
	if !strings.Contains(text, "state key") {
		return
	}
	for _, l := range keyList.FindAllStringIndex(text, mostSentences) {
		if !r.spend(sentenceSteps, l[0]) {
			return
		}
		whole := StateKey{Start: l[0], End: l[1]}
		if clause := around(text, whole, clauseEnd); isWritten(text, whole) || writes.MatchString(clause) || byTools.MatchString(clause) {
			continue
		}
		for _, m := range aName.FindAllStringIndex(text[l[0]:l[1]], -1) {
			r.add(StateKey{Name: text[l[0]+m[0] : l[0]+m[1]], Start: l[0] + m[0], End: l[0] + m[1]})
		}
	}
}

// items are the keys of the list that begins at an offset.
func items(text string, at int) (found []StateKey) {
	for len(found) < mostItems {
		rest := text[at:min(len(text), at+longestSentence)]
		m := listItem.FindStringSubmatchIndex(rest)
		if m == nil {
			return found
		}
		name := firstGroup(rest, m)
		start := at + strings.Index(rest, name)
		found = append(found, StateKey{Name: name, Start: start, End: start + len(name)})
		at += m[1]
		rest = text[at:min(len(text), at+longestSentence)]
		if next := nextItem.FindString(rest); next != "" {
			at += len(next)
		} else if line := restOfItem.FindString(rest); line != "" {
			at += strings.LastIndexByte(line, '\n')
		} else {
			return found
		}
	}
	return found
}
