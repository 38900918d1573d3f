package clients

import (
	"slices"
	"strings"
)

// Search looks for the names of keys in texts, word by word.
type Search struct {
	keys map[string][]string // by their spellings
	ends map[string][]string // by where they begin or end, such as _result
	seen map[string]bool     // words that are known to say nothing
}

// most bounds what is remembered.
const (
	mostSeen = 1 << 16 // words
	longest  = 100     // of a word
	shortest = 5       // of a beginning or end
	mostEnds = 8       // of a key
)

// Said is what a text says.
type Said struct {
	Named  map[string]bool // keys that some word is the name of, as written or in another spelling
	Quoted map[string]bool // those that are in quotes, or the name of an attribute
	Read   map[string]bool // of these, those of several words, or that are taken out of something called a state
	Pieces map[string]bool // those of which a text that is put together has the beginning or the end
	Calls  bool            // whether it calls a server, or has what does so
	Walks  bool            // whether it goes through all that is in a state
}

// NewSearch looks for keys.
func NewSearch(keys []string) *Search {
	s := &Search{keys: map[string][]string{}, ends: map[string][]string{}, seen: map[string]bool{}}
	for _, key := range keys {
		for _, name := range spellings(key) {
			s.keys[name] = append(s.keys[name], key)
		}
		for i, n := 1, 0; i < len(key)-1 && n < mostEnds; i++ {
			if key[i] != '_' {
				continue
			}
			n++
			for _, end := range []string{key[:i+1], key[i:]} {
				if len(end) >= shortest {
					s.ends[end] = append(s.ends[end], key)
				}
			}
		}
	}
	return s
}

// In says what a text says. Words that are known, by their offsets, say nothing.
func (s *Search) In(text string, known func(from, to int) bool) Said {
	r := reading{Search: s, text: text, known: known, named: map[string]bool{}, quoted: map[string]bool{}, read: map[string]bool{}, pieces: map[string]bool{}}
	for i := 0; i < len(text); {
		if !isWordByte(text[i]) {
			i++
			continue
		}
		from := i
		for i < len(text) && isWordByte(text[i]) {
			i++
		}
		if i-from <= longest && !s.seen[text[from:i]] {
			r.word(from, i)
		}
	}
	return Said{
		Named: keysOf(s.keys, r.named), Quoted: keysOf(s.keys, r.quoted), Read: keysOf(s.keys, r.read), Pieces: keysOf(s.ends, r.pieces),
		Calls: r.calls, Walks: r.walks,
	}
}

// keysOf are the keys of names, of which each can have many.
func keysOf(keys map[string][]string, names map[string]bool) map[string]bool {
	all := map[string]bool{}
	for name := range names {
		for _, key := range keys[name] {
			all[key] = true
		}
	}
	return all
}

// reading is a text that is being read.
type reading struct {
	*Search
	text                        string
	known                       func(from, to int) bool
	named, quoted, read, pieces map[string]bool // names, rather than keys
	calls, walks                bool
}

func (r *reading) word(from, to int) {
	word := r.text[from:to]
	lower := strings.ToLower(word)
	isCaller, isWalker := slices.Contains(callers, lower), slices.Contains(walkers, lower)
	r.calls = r.calls || isCaller && !strings.HasPrefix(r.text[to:], ":") // http: is only an address
	r.walks = r.walks || isWalker && walks(r.text, from, to)
	names := r.names(word)
	if len(names) == 0 && len(r.ends[word]) == 0 {
		if !isCaller && !isWalker && len(r.seen) < mostSeen {
			r.seen[word] = true
		}
		return
	}
	if r.known != nil && r.known(from, to) {
		return
	}
	quoted := isQuoted(r.text, from, to)
	for _, name := range names {
		r.named[name] = true
		if quoted {
			r.quoted[name] = true
		}
		if quoted && (strings.Contains(word, "_") || isOfState(r.text[:from])) {
			r.read[name] = true
		}
	}
	if isPiece(r.text, from, to) {
		r.pieces[word] = true
	}
}

// names are the spellings of keys that a word has: also of a - b, written without spaces.
func (s *Search) names(word string) (list []string) {
	name := fold(word)
	if len(s.keys[name]) > 0 {
		return []string{name}
	}
	if strings.Contains(word, "-") {
		for part := range strings.SplitSeq(word, "-") {
			if name := fold(part); len(s.keys[name]) > 0 {
				list = append(list, name)
			}
		}
	}
	return list
}

// isQuoted reports whether a word is all that is in quotes, but for a scope before it, or an attribute.
func isQuoted(text string, from, to int) bool {
	if strings.HasSuffix(text[:from], ".") {
		return true
	}
	before := withoutScope(text[:from])
	return before != "" && to < len(text) && isQuote(before[len(before)-1]) && text[to] == before[len(before)-1]
}

// isOfState reports whether what follows a text is taken out of a state: session.state?.["user:name"].
func isOfState(before string) bool {
	before = before[max(0, len(before)-longest):]
	if takesOne.MatchString(before) {
		return true
	}
	before = withoutScope(before)
	taken := strings.TrimRight(before, ".?![\"'`")
	return len(taken) < len(before) && endsInState(taken)
}

func withoutScope(before string) string {
	for _, scope := range []string{"user:", "app:", "temp:"} {
		before = strings.TrimSuffix(before, scope)
	}
	return before
}

// isPiece reports whether a word is the beginning or end of a text that is put together, as in `${stage}_result`.
func isPiece(text string, from, to int) bool {
	if text[from] == '_' {
		return from > 0 && (text[from-1] == '}' || isQuote(text[from-1]))
	}
	return text[to-1] == '_' && to < len(text) && (text[to] == '$' || text[to] == '{' || text[to] == '%' || isQuote(text[to]))
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

// callers are words of what calls a server.
var callers = []string{
	"fetch", "axios", "ky", "websocket", "eventsource", "xmlhttprequest", "ajax", "httpclient", "http", "dio", "urlsession", "okhttpclient",
	"retrofit", "ktor", "usecoagent", "copilotkit", "useagent", "httpagent",
}

// walkers are words that take all that is in something, before or after it.
var walkers = []string{"keys", "entries", "values", "stringify", "items", "foreach", "in", "of"}

// walks reports whether such a word is about something that is called a state.
func walks(text string, from, to int) bool {
	if before := strings.TrimRight(strings.TrimSuffix(text[:from], "."), "?!"); len(before) < from && endsInState(before) {
		return true
	}
	isCall := strings.HasPrefix(text[to:], "(")
	rest := strings.TrimLeft(text[to:min(len(text), to+longest)], "( \t")
	end := strings.IndexFunc(rest, func(r rune) bool { return r != '.' && r != '?' && r != '!' && (r > 127 || !isWordByte(byte(r))) })
	if end < 0 || !endsInState(rest[:end]) {
		return false
	}
	return isCall || strings.HasPrefix(strings.TrimLeft(rest[end:], " "), ")") || strings.IndexByte("\"'", rest[end]) >= 0
}

// endsInState reports whether a path ends in the name of a state, or of what an event changes of one.
func endsInState(path string) bool {
	return slices.ContainsFunc([]string{"state", "stateDelta", "state_delta"}, func(name string) bool {
		return len(path) >= len(name) && strings.EqualFold(path[len(path)-len(name):], name)
	})
}
