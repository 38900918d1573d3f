package clients

import (
	"regexp"
	"strings"
)

// setsState is before the keys that a client gives to a session: state: {key: …}, in what it sends.
var (
	setsState = regexp.MustCompile(`(?:^|[\s{(,])(?:["']?(?:initialState|initial_state|stateDelta|state_delta|state)["']?\s*:|(?:stateDelta|state_delta)\s*=)\s*\{`)
	entry     = regexp.MustCompile(`^\s*(?:([A-Za-z_$][\w$]*)|"([^"\n]+)"|'([^'\n]+)')\s*[:,}]`)
)

// How much is read of what a file gives to sessions.
const (
	mostSets  = 100
	mostState = 4000 // bytes
)

// SetIn are the keys that a text of a client gives to sessions.
func SetIn(text string) (keys []string) {
	for _, at := range setsState.FindAllStringIndex(text, mostSets) {
		keys = append(keys, entries(text[at[1]:min(len(text), at[1]+mostState)])...)
	}
	return keys
}

// entries are the names in an object, whose text begins behind its brace.
func entries(text string) (names []string) {
	depth, quote := 0, byte(0)
	for i := range len(text) {
		c := text[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
			continue
		case isQuote(c):
			quote = c
		case strings.IndexByte("{[(", c) >= 0:
			depth++
		case strings.IndexByte("}])", c) >= 0:
			depth--
		}
		if depth < 0 {
			return names
		}
		if depth == 0 && (i == 0 || c == ',') {
			from := i
			if c == ',' {
				from++
			}
			if m := entry.FindStringSubmatch(text[from:min(len(text), from+longest)]); m != nil {
				names = append(names, m[1]+m[2]+m[3])
			}
		}
	}
	return names
}
