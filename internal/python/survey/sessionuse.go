package survey

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// sessionRead is what is read of a session: keys, or without keys all of its state, or its events.
type sessionRead struct {
	start, end int
	keys       []string
	events     bool
}

// readAt is what is read of the state or the events of a session, whose name is at a token; false: they
// are changed, or only tested.
func (r *checker) readAt(i int) (read sessionRead, ok bool) {
	if i < 2 || r.Word(i-3) == "." || r.Tokens[i-2].Kind != syntax.Name {
		return read, false
	}
	next := r.Word(i + 1)
	read = sessionRead{start: r.Tokens[i].Start, end: r.Tokens[i].End, events: r.Word(i) == "events"}
	if next == "=" || next == "is" || len(next) == 2 && next[1] == '=' && next != "==" || r.Word(i-3) == "del" || r.isOnlyTested(i) {
		return read, false
	}
	method := r.Word(i + 2)
	switch at := r.memberAt(i); {
	case next == "[" && !read.events:
		if r.ChangesValue(i+1) || r.Word(r.Closing(i+1)+1) == "=" {
			return read, false
		}
		return r.keysAt(read, r.Value(i+2))
	case next == "." && r.Word(i+3) == "(":
		if method == "get" && !read.events {
			return r.keysAt(read, r.Value(i+4))
		}
		return read, !names.Changes(method)
	case at >= 0 && !read.events:
		return r.keysAt(read, r.ValueOf(at))
	}
	return read, true
}

// memberAt is the key in: key in session.state, of which the last word is at a token; -1: there is none.
func (r *checker) memberAt(i int) int {
	at := i - 4
	if r.Word(at) == "not" {
		at--
	}
	if at < 0 || r.Word(i-3) != "in" || r.Opens[i] != r.Opens[at] {
		return -1
	}
	before := r.Word(at - 1)
	if r.Tokens[at].Kind == syntax.String || r.Tokens[at].Kind == syntax.Name && before != "for" && before != "," && before != "." {
		return at
	}
	return -1
}

// isOnlyTested reports whether a state is only asked whether it is there, or is empty.
func (r *checker) isOnlyTested(i int) bool {
	if open := r.Opens[i]; open > 0 && (r.Word(open-1) == "hasattr" || r.Word(open-1) == "isinstance") {
		return true
	}
	before := []string{"if", "elif", "while", "and", "not", "or"}
	return slices.Contains([]string{":", "and", "else"}, r.Word(i+1)) && slices.Contains(before, r.Word(i-3))
}

// keysAt adds the keys that an expression may be; false: it may be others.
func (r *checker) keysAt(read sessionRead, key syntax.Value) (sessionRead, bool) {
	read.start, read.end = r.Span(key)
	if l := r.KeyText(key); l != nil {
		if l.Verbatim() {
			read.start, read.end = l.At(0), l.At(max(0, len(l.Text)-1))+1
		}
		read.keys = []string{l.Text}
		return read, !strings.Contains(l.Text, syntax.Unknown)
	}
	list, _ := r.PossibleKeys(key, 0)
	for _, k := range list[:min(len(list), names.MostGiven)] {
		read.keys = append(read.keys, k.Literal.Text)
	}
	return read, len(list) > 0
}

// done is what code does with a session that may change it.
type done uint8

const (
	nothing done = iota
	handed       // something gets it, or its state
	changed      // it is another one then, or has events or keys of a run
)

// doneWith is what is done with a session between two tokens of a function.
func (r *checker) doneWith(name string, from, to int) (most done) {
	for i := from; i < to; i++ {
		switch {
		case r.Word(i) == "get_session" && r.Word(i-1) == ".":
			return changed
		case r.Word(i) == name && r.Word(i-1) != ".":
			most = max(most, r.doneAt(i))
		}
	}
	return most
}

// doneAt is what is done with the session that the name at a token stands for.
func (r *checker) doneAt(i int) done {
	before, next, open := r.Word(i-1), r.Word(i+1), r.Opens[i]
	isState := next == "." && (r.Word(i+2) == "state" || r.Word(i+2) == "events")
	end := i + 1
	if isState {
		end = i + 3
	}
	switch after := r.Word(end); {
	case isState && after == "=", next == ":=", next != "." && (before == "as" || before == "for" || before == "del"):
		return changed
	case isState && after != "" && !strings.Contains(",)]}", after), next == "." && !isState:
		return nothing
	case open < 0 && (next == "=" || next == "," || before == ","):
		return changed
	case open >= 0 && next == "=": // an argument's name
		return nothing
	case open < 0 && (before == "=" || next == "" && before == "in"):
		return handed
	case open < 0:
		return nothing
	}
	return r.givenAt(open)
}

// givenAt is what becomes of a session that stands in a bracket.
func (r *checker) givenAt(open int) done {
	for n := 0; n < names.MostBrackets && open >= 0; n++ {
		callee := strings.ToLower(r.Word(open - 1))
		switch {
		case r.Word(open) != "(":
		case names.OnlyReads(callee) || adk.IsLogging(callee):
			return nothing
		case slices.ContainsFunc(renewing, func(word string) bool { return strings.Contains(callee, word) }):
			return changed
		}
		open = r.Opens[open]
	}
	return handed
}

// renewing are parts of the names of functions that may bring a session up to date.
var renewing = []string{"append_event", "update", "refresh", "reload", "sync", "merge", "apply", "load", "setattr"}

// isWritten reports whether the function itself may set in a session what is read of it.
func (r *checker) isWritten(s oldSession, read sessionRead) bool {
	if len(read.keys) == 0 {
		return false
	}
	places := r.project.UsesOf(r.File, s.name)
	return !r.project.Search(len(places)) || slices.ContainsFunc(places, func(i int) bool {
		if r.Word(i+2) != "state" || !r.isIn(s, r.Host(i)) {
			return false
		}
		switch r.Word(i + 3) {
		case ".":
			return names.Changes(r.Word(i+4)) && r.Word(i+4) != "pop" && r.Word(i+4) != "clear"
		case "[":
			after := r.Word(r.Closing(i+3) + 1)
			isSet := after == "=" || len(after) == 2 && after[1] == '=' && after != "==" && after != "!="
			key := r.KeyText(r.Value(i + 4))
			return isSet && (key == nil || strings.Contains(key.Text, syntax.Unknown) || slices.Contains(read.keys, key.Text))
		}
		return r.Word(i+3) == "="
	})
}

// isIn reports whether the name of a session may stand for it at a token.
func (r *checker) isIn(s oldSession, at int) bool {
	def := r.Around(at).Def
	return def == s.def || !r.IsOwn(s.name, def) && (s.def < 0 || at > s.def && at < r.EndOf(s.def))
}

// isNew reports whether a session was created without what is read: it has no events, and no keys but
// those that it was given.
func (r *checker) isNew(s oldSession, read sessionRead) bool {
	if !s.isCreated() {
		return false
	}
	there, open := r.project.Scope(s.asked[0].In), s.asked[0].At+1
	if r.isOpen(there.File, open) {
		return false
	}
	state, given := there.Keyword(open, "state")
	in, to, ok := there.Resolve(state)
	switch {
	case read.events, !given || state.Kind == syntax.None:
		return !hasScope(read.keys)
	case !ok || to.Kind != syntax.Dict || len(to.Rest) > 0 || len(in.ChangesAfter(to)) > 0:
		return false
	}
	return !hasScope(read.keys) && !slices.ContainsFunc(to.Entries, func(e syntax.Entry) bool {
		l := r.project.Scope(in).KeyOf(e.Key)
		return l == nil || slices.Contains(read.keys, l.Text)
	})
}

// isCreated reports whether a session is surely one that was created for the function.
func (s oldSession) isCreated() bool {
	return len(s.asked) == 1 && s.asked[0].In.Word(s.asked[0].At) == "create_session"
}

// isOpen reports whether a call has arguments that are not seen, or events.
func (r *checker) isOpen(f *names.File, open int) bool {
	_, hasEvents := f.Keyword(open, "events")
	return hasEvents || strings.Contains(f.Words(f.Part(open+1, f.Closing(open))), "**")
}

// hasScope reports whether keys are the user's or the app's, which a new session has, too.
func hasScope(keys []string) bool {
	return slices.ContainsFunc(keys, func(key string) bool {
		return strings.HasPrefix(key, "user:") || strings.HasPrefix(key, "app:")
	})
}
