package python

import (
	"slices"
	"strings"
)

// reader finds what a file says about state.
type reader struct {
	*scope
	aliases map[string]alias // names that stand for a state
	given   map[given]bool   // arguments that were read
	passed  bool             // only what is done with the aliases is read
}

func newReader(p *project, f *file) *reader {
	return &reader{scope: &scope{f, p}, aliases: map[string]alias{}, given: map[given]bool{}}
}

func (r *reader) read() {
	r.shownToClients()
	r.posted()
	if !r.speaksOfADK() {
		return
	}
	r.span(0, r.plain)
}

// shownToClients notes that AG-UI sends the whole state to what people look at.
func (r *reader) shownToClients() {
	if r.hasImport(func(from imported) bool { return from.module == "ag_ui_adk" }) {
		r.project.found.Whole = append(r.project.found.Whole, Unread{Path: r.path, What: "client of AG-UI", Reads: true})
	}
}

// span reads a part of the file, with what is in its strings.
func (r *reader) span(from, to int) {
	r.each(from, to, func(i int) bool {
		r.token(i)
		return true
	})
}

// token reads what begins at a token.
func (r *reader) token(i int) {
	switch word := r.word(i); {
	case r.tokens[i].kind != name || r.isImport(i):
	case r.passed && r.word(i-1) == ".":
	case r.isState(i):
		r.state(i)
	case r.passed:
	case (word == "format" || word == "replace") && r.word(i-1) == "." && r.word(i+1) == "(":
		r.replaced(i)
	case word == "getattr" && r.word(i+1) == "(":
		r.fetched(i + 1)
	case word == "inject_session_state" && r.word(i+1) == "(" && r.word(i-1) != "def":
		r.injected(i + 1)
	case ofServices[word] && r.word(i-1) == "." && r.word(i+1) == "(":
		if word == "create_session" {
			r.createsSessions()
			r.begins(i + 1)
		}
	case word == "state_delta" && r.word(i-1) == "." && r.word(i+1) == "[":
		r.subscript(i + 1)
	case r.word(i+1) == "=" && (r.word(i-1) == "(" || r.word(i-1) == ","):
		r.argument(i, word)
	case r.tokens[i].line == i && (r.word(i+1) == "=" || r.word(i+1) == ":"):
		r.attribute(i, word)
	case r.word(i+1) == "(" && !r.ofResult(i+1):
		r.unpacked(i)
	}
}

// speaksOfADK reports whether a file's states are ADK's: it imports it, or names one
// of its contexts, or a session service.
func (f *file) speaksOfADK() bool {
	return f.adk || slices.ContainsFunc([]string{"tool_context", "callback_context", "session_service"}, func(s string) bool { return strings.Contains(f.text, s) })
}

// injected reads a template that a program gives to ADK by itself.
func (r *reader) injected(open int) {
	template, ok := r.argumentOf(open, "template")
	if !ok {
		template = r.value(open + 1)
	}
	if v, ok := r.argumentOf(open, "use_jinja2"); ok && r.word(v.first) != "False" {
		r.unread(template, "instruction") // Jinja's, which has other placeholders and may read any key
		return
	}
	r.instruction(template, "instruction", "", true)
}

// replaced notes that a program replaces something in a text: name.format(…).
func (r *reader) replaced(method int) {
	first := method - 2
	for n := 0; n < mostDicts && r.word(first-1) == "."; n++ {
		first -= 2
	}
	if first < 0 || r.tokens[first].kind != name {
		return
	}
	dotted, _ := r.dotted(first)
	owner := strings.TrimSuffix(dotted, "."+r.word(method))
	if l := r.known(value{kind: reference, name: owner, first: first, end: method - 1}, 0); l != nil {
		r.project.replaced[l] = true
	}
	if strings.HasSuffix(owner, ".instruction") {
		r.project.allReplaced = true
	}
}

func (r *reader) createsSessions() {
	if list := r.project.found.Sessions; len(list) == 0 || list[len(list)-1] != r.path {
		r.project.found.Sessions = append(list, r.path)
	}
}

// isState reports whether a name is the state of a session, or stands for one.
func (r *reader) isState(i int) bool {
	if r.word(i-1) != "." {
		return r.isAlias(i)
	}
	if r.word(i) != "state" || i < 2 || r.tokens[i-2].kind != name {
		return false
	}
	if r.others[r.word(i-2)] {
		return false
	}
	return isOwner(r.word(i-2)) || r.isReturned(i)
}

// isOwner reports whether a name is that of a context or a session.
func isOwner(word string) bool {
	word = strings.ToLower(word)
	return strings.Contains(word, "context") || strings.Contains(word, "session") || word == "ctx"
}

func (r *reader) isAlias(i int) bool {
	return r.host(i) < r.aliases[r.word(i)].end && r.word(i+1) != "=" // neither an argument's name nor assigned again
}

// state reads what is done with a state.
func (r *reader) state(i int) {
	switch r.word(i + 1) {
	case "[":
		r.subscript(i + 1)
	case ".":
		r.method(i + 2)
	default:
		if !r.membership(i) && !r.alias(i) && !r.isTested(i) && !r.pass(i) && !r.isHelped(i) {
			r.whole(i)
		}
	}
}

// readers are functions that look at a state and do nothing else.
var readers = map[string]bool{
	"print": true, "len": true, "dict": true, "str": true, "repr": true, "dumps": true, "pprint": true, "deepcopy": true, "bool": true,
	"hasattr": true, "isinstance": true, "list": true, "sorted": true, "debug": true, "info": true,
}

// whole notes a state that is read, or given to a function, with all that is in it.
func (r *reader) whole(i int) {
	if r.word(i+1) == "=" || r.isLogged(i) || r.isCarriedOn(i) {
		return
	}
	callee := ""
	if open := r.opens[i]; open > 0 && r.word(open) == "(" && r.word(i+1) != ":" {
		callee = r.word(open - 1)
	}
	r.project.found.Whole = append(r.project.found.Whole, Unread{
		Path: r.path, Start: r.tokens[i].start, End: r.tokens[i].end, What: "state", Reads: true,
		Writes: !r.aliases[r.word(i)].copied && callee != "" && !readers[callee] && (r.word(i+1) == "," || r.word(i+1) == ")") || r.isHandedOut(i),
	})
}

// isHandedOut reports whether the state of a context is returned, or given to an attribute.
func (r *reader) isHandedOut(i int) bool {
	line, first := r.tokens[i].line, r.firstOf(i)
	owner := strings.ToLower(r.word(i - 2))
	if r.word(i+1) != "" || first < 0 || !strings.Contains(owner, "context") && owner != "ctx" {
		return false
	}
	return first == line+1 && r.word(line) == "return" || r.word(first-1) == "=" && r.word(line+1) == "."
}

// isLogged reports whether only the names of a state's keys are asked for, its type or its length, or
// an attribute, or all of it goes to a log, which is for people.
func (r *reader) isLogged(i int) bool {
	if r.word(i+1) == "." && r.word(i+2) == "keys" {
		return true
	}
	for n, open := 0, r.opens[i]; n < mostDicts; n++ {
		if open < 0 {
			if i < r.plain {
				return false
			}
			i = r.host(i)
			open = r.opens[i]
			continue
		}
		switch callee := r.word(open - 1); {
		case r.word(open) != "(":
		case callee == "type", callee == "len", callee == "getattr", logging[callee] && r.word(open-2) == "." && isLogger(r.word(open-3)):
			return true
		}
		open = r.opens[open]
	}
	return false
}

func isLogger(word string) bool {
	word = strings.ToLower(word)
	return strings.Contains(word, "logg") || strings.TrimLeft(word, "_") == "log"
}

// logging are the methods of loggers.
var logging = map[string]bool{"debug": true, "info": true, "warning": true, "error": true, "exception": true, "critical": true, "log": true}

// isTested reports whether a state is only asked whether it is one, or is empty.
func (r *reader) isTested(i int) bool {
	if open := r.opens[i]; open > 0 && r.word(open) == "(" && (r.word(open-1) == "isinstance" || r.word(open-1) == "hasattr") {
		return true
	}
	before := i
	for r.word(before-1) == "." {
		before -= 2
	}
	switch r.word(i + 1) {
	case "is":
		return true
	case ":", "and", "else":
		switch r.word(before - 1) {
		case "if", "elif", "while", "and", "not":
			return true
		}
	}
	return false
}

// blockEnd returns the token at which the block around a line ends.
func (f *file) blockEnd(line int) int {
	if f.blocks == nil {
		f.findBlocks()
	}
	return f.blocks[line]
}

// findBlocks finds the end of each line's block: the next line with a smaller indent.
func (f *file) findBlocks() {
	f.blocks = map[int]int{}
	var open []int
	for i, t := range f.tokens {
		if t.line != i {
			continue
		}
		for len(open) > 0 && f.tokens[open[len(open)-1]].indent > t.indent {
			f.blocks[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
		open = append(open, i)
	}
	for _, line := range open {
		f.blocks[line] = f.plain
	}
}

// membership reads "key" in state.
func (r *reader) membership(i int) bool {
	for r.word(i-1) == "." {
		i -= 2
	}
	at := i - 1
	if r.word(at) != "in" || at < 1 {
		return false
	}
	if r.word(at-1) == "not" {
		at--
	}
	switch {
	case at < 1:
	case r.tokens[at-1].kind == str:
		r.use(GetOr, r.value1(at-1), "")
	case r.tokens[at-1].kind == name:
		return r.namedMember(at - 1)
	}
	return true
}

// namedMember reads KEY in state, of which the last word is at a token. A loop takes all keys.
func (r *reader) namedMember(last int) bool {
	first := last
	for n := 0; n < mostDicts && r.word(first-1) == "."; n++ {
		first -= 2
	}
	if first < 0 || r.word(first-1) == "for" || r.word(first-1) == "," {
		return false
	}
	dotted, _ := r.dotted(first)
	r.use(GetOr, value{kind: reference, name: dotted, first: first, end: last + 1}, "")
	return true
}

// value1 is a value of one token.
func (r *reader) value1(i int) value {
	l, _ := r.literal(i)
	if l == nil {
		return value{first: i, end: i + 1}
	}
	return value{kind: text, literal: l, first: i, end: i + 1}
}

// subscript reads state[key], from its bracket on.
func (r *reader) subscript(open int) {
	key := r.value(open + 1)
	shut := r.closing(open)
	if key.end != shut {
		key = value{first: open + 1, end: shut}
	}
	if r.isDeleted(open) {
		r.use(Delete, key, "")
		return
	}
	before := len(r.project.found.Uses)
	defer func() { r.describe(before, open-1) }()
	switch next := r.word(shut + 1); {
	case next == "=" && open < r.plain:
		r.use(Set, key, r.value(shut+2).typ())
		if uses := r.project.found.Uses; len(uses) == before+1 {
			uses[before].Merge = r.merges(uses[before].Key.Text, shut+2)
		}
	case len(next) > 1 && strings.HasSuffix(next, "=") && !strings.Contains("== != <= >= :=", next):
		r.use(Get, key, "")
		before := len(r.project.found.Uses)
		r.use(Set, key, "")
		for i := range r.project.found.Uses[before:] {
			set := &r.project.found.Uses[before+i]
			set.Merge = r.isInterrupted(set.Key.Text, shut, r.exprEnd(shut+2))
		}
	case r.changesValue(shut+1) && !r.isKept(open-1):
		r.use(Mutate, key, "")
		r.changedInPlace(open, key)
	default:
		r.use(Get, key, "")
	}
}

// describe says of the uses since one whose state it is that they change.
func (r *reader) describe(since, state int) {
	if r.word(state-1) != "." && r.aliases[r.word(state)].copied {
		r.ofCopy(since)
		return
	}
	inRun, delta, passed := r.isInRun(state), r.word(state) == "state_delta", r.isPassed(state)
	for i := since; i < len(r.project.found.Uses); i++ {
		u := &r.project.found.Uses[i]
		u.InRun, u.Delta, u.Passed = inRun, delta, passed
		r.describeCopy(u, state)
		u.Held = (u.Kind == Get || u.Kind == GetOr) && !r.isKept(state) && r.changesHeld(state)
	}
}

// describeCopy says of a use whether the state is that of a session which a service has returned.
func (r *reader) describeCopy(u *Use, state int) {
	if u.Kind != Set && u.Kind != Get && u.Kind != GetOr || !r.isReturned(state) {
		return
	}
	u.Shared = !r.isOwn(r.word(state-2), r.around(state).def)
	if u.Copy = u.Kind == Set && !r.isOthers(state); u.Copy {
		u.Handed, u.Reread, u.Run = r.isHandedOn(state), r.isReadAgain(state), r.runOf(state)
	}
}

// isDeleted reports whether del is before the name at a bracket.
func (r *reader) isDeleted(open int) bool {
	i := open - 1
	for r.word(i-1) == "." {
		i -= 2
	}
	return r.word(i-1) == "del"
}

// mutators change a list, a set or a dict in place.
var mutators = map[string]bool{
	"append": true, "extend": true, "insert": true, "remove": true, "pop": true, "clear": true, "sort": true, "reverse": true,
	"add": true, "discard": true, "update": true, "setdefault": true, "popitem": true,
}

// changesValue reports whether what follows a key changes the value in place: an
// assignment to a part of it, or a method that does so.
func (f *file) changesValue(i int) bool {
	for f.word(i) == "[" {
		i = f.closing(i) + 1
		if next := f.word(i); next == "=" || len(next) == 2 && next[1] == '=' && strings.Contains("+-*/|", next[:1]) {
			return true
		}
	}
	return f.word(i) == "." && mutators[f.word(i+1)] && f.word(i+2) == "("
}

// method reads state.get(key) and the like, from the method's name on.
func (r *reader) method(i int) {
	if r.word(i+1) != "(" {
		return
	}
	key := r.value(i + 2)
	var second value
	if r.word(key.end) == "," {
		second = r.value(key.end + 1)
	}
	before := len(r.project.found.Uses)
	defer func() { r.describe(before, i-2) }()
	switch r.word(i) {
	case "get":
		r.use(GetOr, key, second.typ())
		r.fallback(before, second)
	case "setdefault":
		r.use(GetOr, key, "")
		r.use(Set, key, second.typ())
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
func (r *reader) fallback(since int, v value) {
	for i := since; i < len(r.project.found.Uses); i++ {
		r.project.found.Uses[i].Fallback = r.constant(v)
	}
}

// use adds what is said about a key, or about each that a loop or the calls of a function
// give to a name.
func (r *reader) use(k Kind, key value, typ string) {
	if l := r.textOf(key); l != nil {
		r.add(k, l, typ, key.first)
		return
	}
	list, all := r.possible(key, 0)
	if r.project.extra += len(list); r.project.extra > mostExtra {
		list, all = nil, false
	}
	for _, p := range list {
		there := newReader(r.project, p.in)
		there.add(k, p.literal, typ, p.at)
	}
	if !all && (k != Set && k != Initial || !r.isCarried(key)) {
		r.unread(key, "state key", k)
	}
}

func (r *reader) add(k Kind, l *Literal, typ string, at int) {
	in := r.around(at)
	r.project.found.Uses = append(r.project.found.Uses, Use{
		Kind: k, Key: l, Type: typ, Func: in.function, Block: in.block, Guarded: in.block != in.function,
	})
}

// unread notes a place that can't be read. Without kinds it is an instruction, which
// reads keys.
func (r *reader) unread(v value, what string, kinds ...Kind) {
	start, end := r.place(v)
	u := Unread{Path: r.path, Start: start, End: end, What: what, Reads: len(kinds) == 0}
	for _, k := range kinds {
		u.Reads = u.Reads || k == Get || k == GetOr || k == Mutate
		u.Writes = u.Writes || k == Set || k == Initial || k == OutputKey || k == Mutate
	}
	r.project.found.Unread = append(r.project.found.Unread, u)
}
