package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// recognizer tells what is a state in a file, and what is done with it, and notes nothing.
type recognizer struct {
	*names.Scope
	project *project
	aliases map[string]alias // names that stand for a state
}

// reader finds what a file says about state.
type reader struct {
	*recognizer
	given  map[given]bool // arguments that were read
	passed bool           // only what is done with the aliases is read
}

func newReader(p *project, f *names.File) *reader {
	return &reader{recognizer: &recognizer{p.Scope(f), p, map[string]alias{}}, given: map[given]bool{}}
}

func (r *reader) read() {
	r.project.shownToClients(r.File)
	before := r.project.found.said()
	r.posted()
	if adk.UsedBy(r.File) {
		r.span(0, r.Plain)
		return
	}
	r.project.replacements(r.Scope)
	if r.remote(); r.project.found.said() > before {
		r.project.found.Remote = append(r.project.found.Remote, r.Path)
	}
}

// span reads a part of the file, with what is in its strings.
func (r *reader) span(from, to int) {
	r.Each(from, to, func(i int) bool {
		r.token(i)
		return true
	})
}

// token reads what begins at a token.
func (r *reader) token(i int) {
	switch word := r.Word(i); {
	case r.Tokens[i].Kind != syntax.Name || r.IsImport(i):
	case r.passed && r.Word(i-1) == ".":
	case r.isState(i):
		r.state(i)
	case r.passed:
	case (word == "format" || word == "replace") && r.Word(i-1) == "." && r.Word(i+1) == "(":
		r.project.replaces(r.Scope, i)
	case word == "getattr" && r.Word(i+1) == "(":
		r.fetched(i + 1)
	case word == "inject_session_state" && r.Word(i+1) == "(" && r.Word(i-1) != "def":
		r.injected(i + 1)
	case adk.IsServiceMethod(word) && r.Word(i-1) == "." && r.Word(i+1) == "(":
		if word == "create_session" {
			r.project.createsSessions(r.File, i)
			r.begins(i + 1)
		}
	case word == "state_delta" && r.Word(i-1) == "." && r.Word(i+1) == "[":
		r.subscript(i + 1)
	case r.Word(i+1) == "=" && (r.Word(i-1) == "(" || r.Word(i-1) == ","):
		r.argument(i, word)
	case r.Tokens[i].Line == i && (r.Word(i+1) == "=" || r.Word(i+1) == ":"):
		r.attribute(i, word)
	case r.Word(i+1) == "(" && !r.ofResult(i+1):
		r.unpacked(i)
	}
}

// injected reads a template that a program gives to ADK by itself.
func (r *reader) injected(open int) {
	template, ok := r.Keyword(open, "template")
	if !ok {
		template = r.Value(open + 1)
	}
	if v, ok := r.Keyword(open, "use_jinja2"); ok && r.Word(v.First) != "False" {
		r.unread(template, ofInstruction) // Jinja's, which has other placeholders and may read any key
		return
	}
	r.instruction(template, ofInstruction, "", true)
}

// createsSessions notes the call of create_session whose name is at a token, if that may be ADK's, which takes
// all arguments by name.
func (p *project) createsSessions(f *names.File, method int) {
	_, isADKs := f.Keyword(method+1, "app_name")
	if f.Word(method-2) == "self" || f.Word(method-4) == "super" || !isADKs && !strings.Contains(f.Words(f.Part(method+2, f.Closing(method+1))), "**") {
		return
	}
	if list := p.found.Sessions; len(list) == 0 || list[len(list)-1] != f.Path {
		p.found.Sessions = append(list, f.Path)
	}
}

// isState reports whether a name is the state of a session, or stands for one.
func (r *recognizer) isState(i int) bool {
	if r.Word(i-1) != "." {
		return r.isAlias(i)
	}
	if r.Word(i) != "state" || i < 2 || r.Tokens[i-2].Kind != syntax.Name {
		return false
	}
	if r.Others[r.Word(i-2)] {
		return false
	}
	return adk.IsOwner(r.Word(i-2)) || r.project.IsReturned(r.Scope, i)
}

func (r *recognizer) isAlias(i int) bool {
	return r.Host(i) < r.aliases[r.Word(i)].end && r.Word(i+1) != "=" // neither an argument's name nor assigned again
}

// state reads what is done with a state.
func (r *reader) state(i int) {
	switch r.Word(i + 1) {
	case "[":
		r.subscript(i + 1)
	case ".":
		r.method(i + 2)
	default:
		if !r.membership(i) && !r.alias(i) && !r.copiesAsDict(i) && !r.isTested(i) && !r.pass(i) && !r.isHelped(i) {
			r.whole(i)
		}
	}
}

// whole notes a state that is read, or given to a function, with all that is in it.
func (r *reader) whole(i int) {
	if r.Word(i+1) == "=" || r.isLogged(i) || r.isCarriedOn(i) {
		return
	}
	callee := ""
	if open := r.Opens[i]; open > 0 && r.Word(open) == "(" && r.Word(i+1) != ":" {
		callee = r.Word(open - 1)
	}
	r.project.found.Whole = append(r.project.found.Whole, Unread{
		Path: r.Path, Start: r.Tokens[i].Start, End: r.Tokens[i].End, What: "state", Reads: true, Client: r.isShown(i), Store: adk.InOwnService(r.Scope, i),
		Writes: !r.aliases[r.Word(i)].copied && callee != "" && !names.OnlyReads(callee) && (r.Word(i+1) == "," || r.Word(i+1) == ")") || r.isHandedOut(i),
	})
}

// isHandedOut reports whether the state of a context is returned, or given to an attribute.
func (r *recognizer) isHandedOut(i int) bool {
	line, first := r.Tokens[i].Line, r.FirstOf(i)
	if r.Word(i+1) != "" || first < 0 || !adk.IsContext(r.Word(i-2)) {
		return false
	}
	return first == line+1 && r.Word(line) == "return" || r.Word(first-1) == "=" && r.Word(line+1) == "."
}

// isLogged reports whether only the names of a state's keys are asked for, its type or its length, or
// an attribute, or all of it goes to a log, which is for people.
func (r *recognizer) isLogged(i int) bool {
	if r.Word(i+1) == "." && r.Word(i+2) == "keys" {
		return true
	}
	for n, open := 0, r.Opens[i]; n < mostDicts; n++ {
		if open < 0 {
			if i < r.Plain {
				return false
			}
			i = r.Host(i)
			open = r.Opens[i]
			continue
		}
		switch callee := r.Word(open - 1); {
		case r.Word(open) != "(":
		case callee == "type", callee == "len", callee == "getattr", adk.IsLogging(callee) && r.Word(open-2) == "." && isLogger(r.Word(open-3)):
			return true
		}
		open = r.Opens[open]
	}
	return false
}

func isLogger(word string) bool {
	word = strings.ToLower(word)
	return strings.Contains(word, "logg") || strings.TrimLeft(word, "_") == "log"
}

// isTested reports whether a state is only asked whether it is one, or is empty.
func (r *recognizer) isTested(i int) bool {
	if open := r.Opens[i]; open > 0 && r.Word(open) == "(" && (r.Word(open-1) == "isinstance" || r.Word(open-1) == "hasattr") {
		return true
	}
	switch r.Word(i + 1) {
	case "is":
		return true
	case ":", "and", "else":
		switch r.Word(r.StartOf(i) - 1) {
		case "if", "elif", "while", "and", "not":
			return true
		}
	}
	return false
}

// membership reads "key" in state.
func (r *reader) membership(i int) bool {
	at := r.StartOf(i) - 1
	if r.Word(at) != "in" || at < 1 {
		return false
	}
	if r.Word(at-1) == "not" {
		at--
	}
	switch {
	case at < 1:
	case r.Tokens[at-1].Kind == syntax.String:
		r.isMember(r.ValueOf(at-1), i)
	case r.Tokens[at-1].Kind == syntax.Name:
		return r.namedMember(at-1, i)
	}
	return true
}

// namedMember reads KEY in state, of which the last words are at two tokens. A loop takes all keys.
func (r *reader) namedMember(last, state int) bool {
	first := last
	for n := 0; n < mostDicts && r.Word(first-1) == "."; n++ {
		first -= 2
	}
	if first < 0 || r.Word(first-1) == "for" || r.Word(first-1) == "," {
		return false
	}
	dotted, _ := r.Dotted(first)
	r.isMember(syntax.Value{Kind: syntax.Reference, Name: dotted, First: first, End: last + 1}, state)
	return true
}

// isMember notes that a key is looked for in the state at a token.
func (r *reader) isMember(key syntax.Value, state int) {
	before := len(r.project.found.Uses)
	r.use(GetOr, key, "")
	own := r.isChangeable(state) && r.stays(key.First, state+1, key)
	for i := before; i < len(r.project.found.Uses); i++ {
		r.project.found.Uses[i].Own = own
	}
}

// subscript reads state[key], from its bracket on.
func (r *reader) subscript(open int) {
	key := r.Value(open + 1)
	shut := r.Closing(open)
	if key.End != shut {
		key = syntax.Value{First: open + 1, End: shut}
	}
	if r.isDeleted(open) {
		r.use(Delete, key, "")
		return
	}
	before := len(r.project.found.Uses)
	defer func() { r.describe(before, open-1) }()
	switch next := r.Word(shut + 1); {
	case next == "=" && open < r.Plain:
		r.written(Set, key, r.Value(shut+2))
		if uses := r.project.found.Uses; len(uses) == before+1 {
			uses[before].Merge = r.merges(uses[before].Key.Text, shut+2)
		}
	case len(next) > 1 && strings.HasSuffix(next, "=") && !strings.Contains("== != <= >= :=", next):
		r.use(Get, key, "")
		before := len(r.project.found.Uses)
		r.use(Set, key, "")
		for i := range r.project.found.Uses[before:] {
			set := &r.project.found.Uses[before+i]
			set.Merge = isInterrupted(r.File, set.Key.Text, shut, r.ExprEnd(shut+2))
		}
	case r.ChangesValue(shut+1) && !isKept(r.File, open-1):
		r.use(Mutate, key, "")
		r.changedInPlace(open, key)
	default:
		r.use(Get, key, "")
	}
}

// describe says of the uses since one whose state it is that they change.
func (r *reader) describe(since, state int) {
	if r.Word(state-1) != "." && r.aliases[r.Word(state)].copied {
		r.ofCopy(since)
		return
	}
	inRun, delta, passed := r.isInRun(state), r.Word(state) == "state_delta", r.isPassed(state)
	own := r.reads(since) && r.readsForItself(state)
	for i := since; i < len(r.project.found.Uses); i++ {
		u := &r.project.found.Uses[i]
		u.InRun, u.Delta, u.Passed = inRun, delta, passed
		u.Seeds = inRun && u.Kind == Set && r.runsAfter(state)
		r.describeCopy(u, state)
		u.Own = own && u.Kind.reads()
		u.Held = (u.Kind == Get || u.Kind == GetOr) && !isKept(r.File, state) && r.changesHeld(state)
	}
}

// describeCopy says of a use whether the state is that of a session which a service has returned.
func (r *recognizer) describeCopy(u *Use, state int) {
	if u.Kind != Set && u.Kind != Get && u.Kind != GetOr || !r.project.IsReturned(r.Scope, state) {
		return
	}
	u.Shared = !r.IsOwn(r.Word(state-2), r.Around(state).Def)
	if u.Copy = u.Kind == Set && !r.isOthers(state); u.Copy {
		u.Handed, u.Reread, u.Run = r.isHandedOn(state), r.isReadAgain(state), r.runOf(state)
	}
}

// isDeleted reports whether del is before the name at a bracket.
func (r *recognizer) isDeleted(open int) bool {
	return r.Word(r.StartOf(open-1)-1) == "del"
}

// method reads state.get(key) and the like, from the method's name on.
func (r *reader) method(i int) {
	if r.Word(i+1) != "(" {
		return
	}
	key := r.Value(i + 2)
	var second syntax.Value
	if r.Word(key.End) == "," {
		second = r.Value(key.End + 1)
	}
	before := len(r.project.found.Uses)
	defer func() { r.describe(before, i-2) }()
	switch r.Word(i) {
	case "get":
		r.use(GetOr, key, second.Type())
		r.fallback(before, second)
	case "setdefault":
		if r.FirstOf(i) != r.Tokens[i].Line || r.Word(r.Closing(i+1)+1) != "" {
			r.use(GetOr, key, "")
		}
		set := len(r.project.found.Uses)
		r.written(Set, key, second)
		for i := range r.project.found.Uses[set:] {
			r.project.found.Uses[set+i].Default = true
		}
	case "pop":
		r.use(GetOr, key, "")
		r.use(Delete, key, "")
	case "update":
		r.delta(Set, key, "state.update")
		r.updatesCopy(i-2, key, before)
	default:
		if !r.copies(i) {
			r.whole(i - 2)
		}
	}
}

// fallback notes the value that the uses since one take for a missing key.
func (r *reader) fallback(since int, v syntax.Value) {
	for i := since; i < len(r.project.found.Uses); i++ {
		r.project.found.Uses[i].Fallback = r.Constant(v)
	}
}

// use adds what is said about a key, or about each that a loop or the calls of a function
// give to a name.
func (r *reader) use(k Kind, key syntax.Value, typ string) {
	if l := r.KeyText(key); l != nil {
		r.add(k, l, typ, key.First)
		return
	}
	list, all := r.PossibleKeys(key, 0)
	if r.project.extra += len(list); r.project.extra > mostExtra {
		list, all = nil, false
	}
	for _, p := range list {
		there, kind := newReader(r.project, p.In), k
		if p.Chosen && k == Get {
			kind = GetOr // another one may be read instead
		}
		there.add(kind, p.Literal, typ, p.At)
	}
	switch {
	case all:
	case (k == Set || k == Initial) && r.isCarried(key):
		r.setsAgain(key, ofKey)
	default:
		r.unread(key, ofKey, k)
		def := r.Around(key.First).Def
		list := r.project.found.Unread
		list[len(list)-1].Given = def >= 0 && r.IsParameter(def, key.Name)
	}
}

func (r *reader) add(k Kind, l *syntax.Literal, typ string, at int) {
	in := r.Around(at)
	r.project.found.Uses = append(r.project.found.Uses, Use{
		Kind: k, Key: l, Type: typ, Func: in.Function, Block: in.Block, Guarded: in.Block != in.Function, Class: r.ClassAround(at),
	})
}

// unread notes a place that can't be read. Without kinds it is an instruction, which
// reads keys.
func (r *reader) unread(v syntax.Value, what string, kinds ...Kind) {
	start, end := r.Span(v)
	u := Unread{Path: r.Path, Start: start, End: end, What: what, Reads: len(kinds) == 0}
	for _, k := range kinds {
		u.Reads = u.Reads || k == Get || k == GetOr || k == Mutate
		u.Writes = u.Writes || k == Set || k == Initial || k == OutputKey || k == Mutate
	}
	r.project.found.Unread = append(r.project.found.Unread, u)
}

// mostExtra is how many keys are found in all that loops and calls give to names.
const mostExtra = 20_000
