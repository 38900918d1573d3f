package survey

import (
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/names"
)

// isEntryOfState reports whether a text is a key of a dict that is given to a name which speaks of a state,
// or is set in the state of something: c.state["key"] = ….
func isEntryOfState(f *names.File, i int) bool {
	open := f.Opens[i]
	if open > 2 && f.Word(open) == "[" && f.Word(open-1) == "state" && f.Word(open-2) == "." {
		return f.Word(i+1) == "]" && f.Word(i+2) == "="
	}
	isKey := open > 1 && f.Word(i+1) == ":" && (f.Word(i-1) == "{" || f.Word(i-1) == ",")
	return isKey && f.Word(open) == "{" && f.Word(open-1) == "=" && strings.Contains(strings.ToLower(f.Word(open-2)), "state")
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
