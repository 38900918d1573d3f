package python

import "strings"

// reader finds what a file says about state.
type reader struct {
	*file
	project *project
	aliases map[string]int // names that stand for a state, up to the token where a block ends
	given   map[given]bool // arguments that were read
	blocks  map[int]int    // the first tokens of lines, and where their blocks end
	places  map[int]around // likewise, and what is around them
}

func (r *reader) read() {
	if !r.speaksOfADK() {
		return
	}
	for i := range r.tokens {
		switch word := r.word(i); {
		case r.tokens[i].kind != name:
		case word == "state_delta" && r.word(i-1) == "." && r.word(i+1) == "[":
			r.subscript(i + 1)
		case r.isState(i):
			r.state(i)
		case r.word(i+1) == "=" && (r.word(i-1) == "(" || r.word(i-1) == ","):
			r.argument(i, word)
		}
	}
}

// speaksOfADK reports whether a file's states are ADK's: it imports it, or names one
// of its contexts.
func (r *reader) speaksOfADK() bool {
	return r.adk || strings.Contains(r.text, "tool_context") || strings.Contains(r.text, "callback_context")
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
	owner := strings.ToLower(r.word(i - 2))
	return strings.Contains(owner, "context") || strings.Contains(owner, "session") || owner == "ctx"
}

func (r *reader) isAlias(i int) bool {
	return i < r.aliases[r.word(i)] && r.word(i+1) != "=" // neither an argument's name nor assigned again
}

// state reads what is done with a state.
func (r *reader) state(i int) {
	switch r.word(i + 1) {
	case "[":
		r.subscript(i + 1)
	case ".":
		r.method(i + 2)
	default:
		if !r.membership(i) && !r.alias(i) {
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
	if r.word(i+1) == "=" {
		return
	}
	callee := ""
	if open := r.opens[i]; open > 0 && r.word(open) == "(" && r.word(i+1) != ":" {
		callee = r.word(open - 1)
	}
	r.project.found.Whole = append(r.project.found.Whole, Unread{
		Path: r.path, Start: r.tokens[i].start, End: r.tokens[i].end, What: "state", Reads: true,
		Writes: callee != "" && !readers[callee] && (r.word(i+1) == "," || r.word(i+1) == ")"),
	})
}

// alias notes NAME = context.state, for the rest of the block.
func (r *reader) alias(i int) bool {
	if r.tokens[min(i+1, len(r.tokens)-1)].kind != newline {
		return false
	}
	first := r.tokens[i].line
	if r.word(first+1) != "=" && r.word(first+1) != ":" || first+1 >= i {
		return false
	}
	r.aliases[r.word(first)] = r.blockEnd(first)
	return true
}

// blockEnd returns the token at which the block around a line ends.
func (r *reader) blockEnd(line int) int {
	if r.blocks == nil {
		r.findBlocks()
	}
	return r.blocks[line]
}

// findBlocks finds the end of each line's block: the next line with a smaller indent.
func (r *reader) findBlocks() {
	r.blocks = map[int]int{}
	var open []int
	for i, t := range r.tokens {
		if t.line != i {
			continue
		}
		for len(open) > 0 && r.tokens[open[len(open)-1]].indent > t.indent {
			r.blocks[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
		open = append(open, i)
	}
	for _, line := range open {
		r.blocks[line] = len(r.tokens)
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
	if at > 0 && r.tokens[at-1].kind == str {
		r.use(GetOr, r.value1(at-1), "")
	}
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
	switch next := r.word(shut + 1); {
	case next == "=":
		before := len(r.project.found.Uses)
		r.use(Set, key, r.value(shut+2).typ())
		if uses := r.project.found.Uses; len(uses) > before {
			uses[before].Copy = r.isReturned(open - 1)
			uses[before].Merge = r.merges(uses[before].Key.Text, shut+2)
		}
	case len(next) > 1 && strings.HasSuffix(next, "=") && !strings.Contains("== != <= >= :=", next):
		r.use(Get, key, "")
		before := len(r.project.found.Uses)
		r.use(Set, key, "")
		if uses := r.project.found.Uses; len(uses) > before {
			uses[before].Merge = true
		}
	case r.changesValue(shut + 1):
		r.use(Mutate, key, "")
	default:
		r.use(Get, key, "")
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
func (r *reader) changesValue(i int) bool {
	for r.word(i) == "[" {
		i = r.closing(i) + 1
		if next := r.word(i); next == "=" || len(next) == 2 && next[1] == '=' && strings.Contains("+-*/|", next[:1]) {
			return true
		}
	}
	return r.word(i) == "." && mutators[r.word(i+1)] && r.word(i+2) == "("
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
	switch r.word(i) {
	case "get":
		r.use(GetOr, key, second.typ())
		r.fallback(key, second)
	case "setdefault":
		r.use(GetOr, key, "")
		r.use(Set, key, second.typ())
	case "pop":
		r.use(GetOr, key, "")
		r.use(Delete, key, "")
	case "update":
		r.delta(Set, key, "state.update")
	default:
		r.whole(i - 2)
	}
}

// fallback notes the value that the last use takes for a missing key.
func (r *reader) fallback(key, v value) {
	uses := r.project.found.Uses
	if r.keyOf(key) != nil && len(uses) > 0 {
		uses[len(uses)-1].Fallback = r.constant(v)
	}
}

// delta reads a dict of keys.
func (r *reader) delta(k Kind, v value, what string) {
	in, to, ok := r.project.resolve(r.file, v)
	if ok && to.kind == none {
		return
	}
	if !ok || to.kind != dict || in != r.file && v.kind != reference {
		r.unread(v, what, k)
		return
	}
	there := &reader{file: in, project: r.project}
	for _, e := range to.entries {
		there.use(k, e.key, e.value.typ())
	}
}

// prefixes are ADK's names of the scopes.
var prefixes = map[string]string{"APP_PREFIX": "app:", "USER_PREFIX": "user:", "TEMP_PREFIX": "temp:"}

// use adds what is said about a key.
func (r *reader) use(k Kind, key value, typ string) {
	l := r.keyOf(key)
	if l == nil {
		l = r.partial(key)
	}
	if l == nil {
		r.unread(key, "state key", k)
		return
	}
	in := r.around(key.first)
	r.project.found.Uses = append(r.project.found.Uses, Use{
		Kind: k, Key: l, Type: typ, Func: in.function, Block: in.block, Guarded: in.block != in.function,
	})
}

// partial is the text of a key that is one f-string, with Unknown for what is in braces;
// nil: it is none, or nothing of it is known.
func (r *reader) partial(key value) *Literal {
	if key.end != key.first+1 || key.end > len(r.tokens) || r.tokens[key.first].kind != str {
		return nil
	}
	t := r.tokens[key.first]
	o := openingAt(r.text, t.start)
	if !strings.EqualFold(o.prefix, "f") || !strings.HasSuffix(r.text[o.body:t.end], o.quote) {
		return nil
	}
	body := r.text[o.body : t.end-len(o.quote)]
	if strings.Contains(body, "{{") || strings.Contains(body, "}}") || strings.Contains(body, `\\`) {
		return nil
	}
	var b strings.Builder
	for at := 0; at < len(body); {
		next := strings.IndexByte(body[at:], '{')
		if next < 0 {
			b.WriteString(body[at:])
			break
		}
		b.WriteString(body[at:at+next] + Unknown)
		at = fieldEnd(body, at+next+1, o.quote, 0)
	}
	if strings.ReplaceAll(b.String(), Unknown, "") == "" {
		return nil
	}
	return &Literal{Text: b.String(), Path: r.path, Start: t.start, End: t.end}
}

// keyOf is the text of a key where it is used; nil: it can't be read.
func (r *reader) keyOf(key value) *Literal {
	if l := r.prefixed(key); l != nil {
		return l
	}
	_, to, ok := r.project.resolve(r.file, key)
	if !ok || to.kind != text {
		return nil
	}
	if key.kind == text {
		return to.literal
	}
	l := *to.literal // at the place that uses it
	l.Path, l.pieces = r.path, nil
	l.Start, l.End = r.place(key)
	return &l
}

// prefixed reads State.USER_PREFIX + "name".
func (r *reader) prefixed(key value) *Literal {
	if key.end-key.first < 3 || key.end > len(r.tokens) {
		return nil
	}
	dotted, next := r.dotted(key.first)
	prefix := prefixes[dotted[strings.LastIndexByte(dotted, '.')+1:]]
	if prefix == "" || r.word(next) != "+" || next+2 != key.end || r.tokens[next+1].kind != str {
		return nil
	}
	l, _ := r.literal(next + 1)
	if l == nil {
		return nil
	}
	l.Text, l.pieces = prefix+l.Text, nil
	return l
}

func (r *reader) place(v value) (start, end int) {
	last := min(max(v.first, v.end-1), len(r.tokens)-1)
	return r.tokens[min(v.first, last)].start, r.tokens[last].end
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

// isReturned reports whether the state at a token is that of a variable which only gets
// sessions that a service returns.
func (r *reader) isReturned(state int) bool {
	owner := r.word(state - 2)
	if r.word(state) != "state" || r.word(state-1) != "." || r.word(state-3) == "." || r.bound[owner] || len(r.assigns[owner]) == 0 {
		return false
	}
	for _, v := range r.assigns[owner] {
		if !r.asksForSession(v) {
			return false
		}
	}
	return true
}

// asksForSession reports whether an expression is x.get_session(…) or x.create_session(…).
func (r *reader) asksForSession(v value) bool {
	i := v.first
	if r.word(i) == "await" {
		i++
	}
	_, next := r.dotted(i)
	method := r.word(next - 1)
	return (method == "get_session" || method == "create_session") && r.word(next-2) == "." && r.word(next) == "(" &&
		r.closing(next)+1 == v.end
}
