package survey

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// What a dict has, and the state of a context hasn't; and functions that fail if they are given
// one. Newer releases of ADK 2 have some of these.
var (
	dictMethods = map[string]bool{"keys": true, "values": true, "items": true, "clear": true, "copy": true, "pop": true, "popitem": true}
	ofDicts     = map[string]bool{"dict": true, "list": true, "len": true, "sorted": true, "set": true, "tuple": true}
)

// asDict notes what begins at a token, if it takes the state of a context for a dict.
func (r *checker) asDict(i int) {
	switch word := r.Word(i); {
	case r.Tokens[i].Kind == syntax.String:
	case word == "**" && (r.Word(i-1) == "(" || r.Word(i-1) == "," || r.Word(i-1) == "{"):
		r.dictAt(i+1, i, "**")
	case word == "for":
		in := i + 1
		for in < i+mostTargets && (r.Tokens[min(in, len(r.Tokens)-1)].Kind == syntax.Name && r.Word(in) != "in" || strings.Contains("(,)", r.Word(in)) && r.Word(in) != "") {
			in++
		}
		if r.Word(in) == "in" {
			r.dictAt(in+1, i, "for")
		}
	case word == "del" && r.Tokens[i].Line == i:
		r.deletes(i)
	case r.Word(i+1) != "(":
	case word == "to_dict" && r.Word(i-1) == "." && r.Word(i-2) == "state":
		r.toDict(i)
	case dictMethods[word] && r.Word(i-1) == ".":
		if owner, ok := r.OwnerOf(i); ok {
			r.dictIs(owner, i, word+"()")
		}
	case ofDicts[word] && r.Word(i-1) != "." && r.Word(i-1) != "def":
		if v := r.Value(i + 2); v.End == r.Closing(i+1) {
			r.dictIs(v, i, word+"(…)")
		}
	}
}

// deletes notes del context.state[key], which begins at a token.
func (r *checker) deletes(i int) {
	dotted, open := r.Dotted(i + 1)
	if r.Word(open) != "[" {
		return
	}
	if next := r.Word(r.Closing(open) + 1); next == "" || next == "," {
		r.dictIs(syntax.Value{Kind: syntax.Reference, Name: dotted, First: i + 1, End: open}, i, "del")
	}
}

// toDict notes session.state.to_dict(), of which the method is at a token, if a service returned the
// session: its state is a dict.
func (r *checker) toDict(method int) {
	state := method - 2
	if !r.project.IsReturned(r.Scope, state) || !r.project.Search(names.MostBody) || r.isTestedFirst(state) {
		return
	}
	sure := true
	for _, v := range r.Reaching(r.Word(state-2), state) {
		for _, at := range r.project.AsksFor(r.Scope, v) {
			there := r.project.Scope(at.In)
			owner, _ := there.OwnerOf(at.At)
			known, is := r.project.IsSessionService(there, owner, there.Word(at.At))
			if !is {
				return
			}
			sure = sure && known
		}
	}
	r.misuse(DictAsState, method, method, "", sure)
}

// isTestedFirst reports whether the function around asks what kind of thing a state is, or goes on
// where it lacks something.
func (r *checker) isTestedFirst(state int) bool {
	words := r.Word(state-2) + ".state"
	return r.InBody(r.Around(state).Def, func(i int) bool { return r.Word(i) == "AttributeError" || asksAbout(r.Scope, i, words) })
}

// asksAbout reports whether the call at a token asks what kind of thing an expression is.
func asksAbout(s *names.Scope, i int, words string) bool {
	switch s.Word(i) {
	case "hasattr", "isinstance", "getattr", "type":
		return s.Word(i+1) == "(" && s.Words(s.Value(i+2)) == words
	}
	return false
}

// mostTargets is how many words of a loop's names are looked at.
const mostTargets = 12

// dictAt is about the state whose expression begins at a token, and ends there, too.
func (r *checker) dictAt(first, at int, what string) {
	if r.Tokens[min(first, len(r.Tokens)-1)].Kind != syntax.Name {
		return
	}
	dotted, end := r.Dotted(first)
	switch r.Word(end) {
	case "", ":", ",", ")", "]", "}", "if", "for":
		r.dictIs(syntax.Value{Kind: syntax.Reference, Name: dotted, First: first, End: end}, at, what)
	}
}

func (r *checker) dictIs(state syntax.Value, at int, what string) {
	if state.Kind != syntax.Reference {
		return
	}
	sure, ok := isContexts(r.Scope, state)
	if ok && !isAsked(r.Scope, state) {
		r.misuse(StateAsDict, at, at, what, sure)
	}
}

// asObject notes getattr(context.state, key, default), which never finds a key.
func (r *checker) asObject(i int) {
	state := r.Value(i + 2)
	if state.Kind != syntax.Reference || r.Word(state.End) != "," {
		return
	}
	key := r.Value(state.End + 1)
	l := r.KeyText(key)
	if r.Word(key.End) != "," || l == nil && key.Kind != syntax.Reference || l != nil && (ofStates[l.Text] || dictMethods[l.Text] || strings.HasPrefix(l.Text, "_")) {
		return
	}
	if sure, ok := isContexts(r.Scope, state); ok {
		r.misuse(KeyAsAttribute, i, i, "", sure && l != nil)
	}
}

// ofStates are methods that a state has in some release of ADK, besides the dictMethods.
var ofStates = map[string]bool{"get": true, "update": true, "to_dict": true, "has_delta": true, "setdefault": true}

// isContexts reports whether an expression is the state of a callback's or tool's context: a
// parameter of the function around. It is sure if that is of such a type.
func isContexts(s *names.Scope, state syntax.Value) (sure, ok bool) {
	context, ok := strings.CutSuffix(state.Name, ".state")
	if !ok {
		if state, ok = s.Local(state); ok {
			context, ok = strings.CutSuffix(state.Name, ".state")
		}
	}
	def := s.Around(state.First).Def
	if !ok || def < 0 || state.Kind != syntax.Reference || strings.Contains(context, ".") || s.Others[context] || s.IsGiven(context, def) {
		return false, false
	}
	open := s.NameOf(def) + 1
	for i := open + 1; i < s.Closing(open); i++ {
		if s.Word(i) == context && s.Opens[i] == open && (i == open+1 || s.Word(i-1) == "," || s.Word(i-1) == "*") {
			if s.Word(i+1) == ":" {
				sure = isContext(s, i+2, s.ExprEnd(i+2))
				return sure, sure
			}
			return false, context == "tool_context" || context == "callback_context"
		}
	}
	return false, false
}

// contexts are ADK's classes whose states are such.
var contexts = map[string]bool{"ToolContext": true, "CallbackContext": true}

// isContext reports whether an annotation names one of ADK's contexts, and no type besides.
func isContext(s *names.Scope, from, to int) bool {
	found := false
	for i := from; i < to; i++ {
		word := s.Word(i)
		switch {
		case s.Tokens[i].Kind == syntax.String:
			word = strings.Trim(word, `'"`)
		case s.Tokens[i].Kind != syntax.Name || word == "Optional" || word == "None" || s.Word(i+1) == ".":
			continue
		}
		first := word
		if at := s.FirstOf(i); s.Tokens[i].Kind == syntax.Name && at >= 0 {
			first = s.Word(at)
		}
		module, class := s.Imports[first], word
		if first == word {
			class = module.Name
		}
		if !contexts[class] || module.Level != 0 || !names.IsADK(module.Module) {
			return false
		}
		found = true
	}
	return found
}

// isAsked reports whether the function around asks of a state what it has: then it may be a dict
// where it is used like one.
func isAsked(s *names.Scope, state syntax.Value) bool {
	words := s.Words(state)
	return s.InBody(s.Around(state.First).Def, func(i int) bool {
		if s.Word(i) == "to_dict" {
			owner, ok := s.OwnerOf(i)
			return ok && owner.Name == words
		}
		return asksAbout(s, i, words)
	})
}
