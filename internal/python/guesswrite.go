package python

import (
	"regexp"
	"strings"
)

// mayBeSet are texts that code may set as keys of a state which is not seen to be one: those of dicts whose
// names speak of a state, such as update(state_updates={…}), and what texts for people say of a state.
func (f *file) mayBeSet(known map[place]bool) (list []Guess) {
	if !strings.Contains(f.text, "state") {
		return nil
	}
	for i, t := range f.tokens {
		if t.kind != str || known[place{f, t.start}] {
			continue
		}
		if l, _ := f.literal(i); l != nil && f.isEntryOfState(i) {
			list = append(list, Guess{Path: f.path, Start: l.Start, End: l.End, Key: l.Text, Written: true})
		}
		for _, key := range documentedIn(f.word(i)) {
			list = append(list, Guess{Path: f.path, Start: t.start, End: t.end, Key: key, Written: true, Optional: true})
		}
	}
	return list
}

// isEntryOfState reports whether a text is a key of a dict that is given to a name which speaks of a state,
// or is set in the state of something: c.state["key"] = ….
func (f *file) isEntryOfState(i int) bool {
	open := f.opens[i]
	if open > 2 && f.word(open) == "[" && f.word(open-1) == "state" && f.word(open-2) == "." {
		return f.word(i+1) == "]" && f.word(i+2) == "="
	}
	isKey := open > 1 && f.word(i+1) == ":" && (f.word(i-1) == "{" || f.word(i-1) == ",")
	return isKey && f.word(open) == "{" && f.word(open-1) == "=" && strings.Contains(strings.ToLower(f.word(open-2)), "state")
}

// What texts say of keys: 'key' in session state, and lists below "state variables:".
var (
	saidInState = regexp.MustCompile("['\"`]([A-Za-z]\\w*)['\"`] in (?:the )?(?:session|initial) state\\b")
	listOfState = regexp.MustCompile(`(?i)\bstate (?:variables|keys)[^\n:]*:[ \t]*\n((?:[ \t]*[-*] [^\n]*\n)+)`)
	listedName  = regexp.MustCompile("(?m)^[ \\t]*[-*] [`'\"]?([A-Za-z]\\w*)")
)

// documentedIn are the keys that a text says a state may have.
func documentedIn(text string) (keys []string) {
	if !strings.Contains(text, "state") {
		return nil
	}
	for _, m := range saidInState.FindAllStringSubmatch(text, -1) {
		keys = append(keys, m[1])
	}
	for _, list := range listOfState.FindAllStringSubmatch(text, -1) {
		for _, m := range listedName.FindAllStringSubmatch(list[1], -1) {
			keys = append(keys, m[1])
		}
	}
	return keys
}
