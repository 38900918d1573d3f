package python

import "strings"

// located is an expression in a file.
type located struct {
	in    *file
	value value
}

// found is the text of a key, and the token at which it is used.
type found struct {
	in      *file
	literal *Literal
	at      int
}

// How much is followed: the items of one list, how deeply functions call each other, what
// one parameter may be, and all keys that are found so.
const (
	mostItems = 100
	mostCalls = 3
	mostFound = 1000
	mostExtra = 20_000
)

// mayBe is what a parameter of a function may stand for.
type mayBe struct {
	list []found
	all  bool
}

// parameterOf is one of a function's.
type parameterOf struct {
	in   *file
	def  int
	name string
}

// possible lists the keys that a name may stand for, where a loop or the calls of the
// function around it give them to it; all: there are no others.
func (r *reader) possible(key value, deep int) (list []found, all bool) {
	if items, looped := r.items(key); looped {
		return r.eachOf(items, key)
	}
	id := parameterOf{r.file, r.around(min(key.first, len(r.tokens)-1)).def, key.name}
	if known, ok := r.project.params[id]; ok || deep > mostCalls {
		return known.list, known.all
	}
	r.project.params[id] = mayBe{} // to whom asks on the way: nothing is known
	given, all := r.arguments(key)
	for _, g := range given {
		there := newReader(r.project, g.in)
		if l := there.textOf(g.value); l != nil {
			list = append(list, found{g.in, l, g.value.first})
			continue
		}
		more, known := there.possible(g.value, deep+1)
		list, all = append(list, more...), all && known
	}
	if len(list) > mostFound {
		list, all = list[:mostFound], false
	}
	r.project.params[id] = mayBe{list, all}
	return list, all
}

// eachOf are the items of a loop as the keys that a name stands for.
func (r *reader) eachOf(items []located, key value) (list []found, all bool) {
	all = true
	for _, item := range items {
		l := newReader(r.project, item.in).textOf(item.value)
		if l == nil {
			all = false
			continue
		}
		here := *l // at the place that uses it
		here.Path, here.pieces = r.path, nil
		here.Start, here.End = r.place(key)
		list = append(list, found{r.file, &here, key.first})
	}
	return list, all
}

// items are those of the list that a loop around a name takes its values from; false: no
// loop does, or it can't be read.
func (r *reader) items(key value) ([]located, bool) {
	if key.kind != reference || strings.Contains(key.name, ".") {
		return nil, false
	}
	if at := r.comprehension(key); at > 0 {
		return r.itemsOf(at, key.name)
	}
	line := r.tokens[key.first].line
	for n := 0; n < mostDeep && line >= 0; n++ {
		at := line
		if r.word(at) == "async" {
			at++
		}
		if r.word(at) == "for" && r.target(at, key.name) >= 0 {
			if r.isGiven(key.name, line) {
				return nil, false
			}
			return r.itemsOf(at, key.name)
		}
		line = r.around(line).opener
		if r.word(line) == "def" || r.word(line) == "async" && r.word(line+1) == "def" {
			break
		}
	}
	return nil, false
}

// isGiven reports whether something in the block that a line begins, too, gives a value
// to a name.
func (r *reader) isGiven(name string, line int) bool {
	if len(r.assigns[name]) > mostGiven {
		return true
	}
	for _, v := range r.assigns[name] {
		if v.end == 0 || r.isWithin(v.first, line) {
			return true
		}
	}
	return false
}

// isWithin reports whether a token is in the block that a line begins.
func (f *file) isWithin(i, line int) bool {
	for n := 0; n < mostDeep && i >= 0; n++ {
		if i = f.around(i).opener; i == line {
			return true
		}
	}
	return false
}

// comprehension is the token of the word for that gives values to a name in the brackets
// around it; 0: there is none.
func (r *reader) comprehension(key value) int {
	open := r.opens[key.first]
	for n := 0; n < mostDicts && open >= 0; n++ {
		for i := key.end; i < r.closing(open) && i-key.end < mostMerged; i++ {
			if r.opens[i] == open && r.word(i) == "for" && r.target(i, key.name) >= 0 {
				return i
			}
		}
		open = r.opens[open]
	}
	return 0
}

// target says which of the targets of a loop a name is; -1: none.
func (r *reader) target(at int, name string) int {
	n := 0
	for i := at + 1; i < at+mostGiven && r.word(i) != "" && r.word(i) != "in"; i++ {
		switch r.word(i) {
		case name:
			return n
		case ",":
			n++
		}
	}
	return -1
}

// itemsOf are the items that the loop at a token gives to a name.
func (r *reader) itemsOf(at int, name string) ([]located, bool) {
	n, targets := r.target(at, name), 1
	in := at + 1
	for ; in < at+mostGiven && r.word(in) != "in"; in++ {
		if r.word(in) == "," {
			targets++
		}
	}
	if r.word(in) != "in" || in+1 >= len(r.tokens) {
		return nil, false
	}
	list, end := r.operand(in+1, 0)
	list.first, list.end = in+1, end
	switch r.word(end) {
	case ":", "]", ")", "}", "if", "for":
	default:
		return nil, false
	}
	pairs := false
	if list.kind == call {
		method := list.name[strings.LastIndexByte(list.name, '.')+1:]
		pairs = method == "items"
		owner, ok := strings.CutSuffix(list.name, "."+method)
		if !ok || !pairs && method != "keys" {
			return nil, false
		}
		list.kind, list.name = reference, owner
	}
	in2, to, ok := r.resolve(list)
	if !ok || to.kind == none || len(r.changesOf(list.name)) > 0 || len(in2.changesOf(in2.word(in2.tokens[to.first].line))) > 0 && in2 != r.file {
		return nil, false
	}
	if pairs && n != 0 {
		return nil, false
	}
	return in2.elements(to, pairs || targets == 1, n)
}

// elements are those of a list, a set, or the keys of a dict, or of each a part.
func (f *file) elements(v value, whole bool, part int) (list []located, all bool) {
	open := v.first
	if shut := f.closing(open); f.pairs[open] == 0 || shut+1 != v.end {
		return nil, false
	}
	for i := open + 1; i < f.closing(open); i++ {
		if len(list) == mostItems || f.word(i) == "*" || f.word(i) == "**" {
			return list, false
		}
		e := f.valueIn(i, 1)
		if f.word(e.end) == ":" {
			i = f.valueIn(e.end+1, 1).end
		} else {
			i = e.end
		}
		if !whole {
			if e = f.partOf(e, part); e.end == 0 {
				return list, false
			}
		}
		list = append(list, located{f, e})
	}
	return list, true
}

// partOf is one of the parts of a tuple; nothing if it has fewer.
func (f *file) partOf(v value, part int) value {
	if f.word(v.first) != "(" && f.word(v.first) != "[" {
		return value{}
	}
	i := v.first + 1
	for ; part > 0 && i < f.closing(v.first); part-- {
		i = f.exprEnd(i) + 1
	}
	if i >= f.closing(v.first) {
		return value{}
	}
	return f.valueIn(i, 1)
}
