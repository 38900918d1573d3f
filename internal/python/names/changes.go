package names

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// ChangesOf lists the places that change what a name stands for: name[key] = and
// name.update(…).
func (f *File) ChangesOf(want string) []int {
	if f.changes == nil {
		f.findChanges()
	}
	return f.changes[want]
}

// ChangesAfter lists the places that change a value, or what else the name stands for that its line
// assigns it to.
func (f *File) ChangesAfter(v syntax.Value) []int { return f.ChangesOf(f.Word(f.Tokens[v.First].Line)) }

func (f *File) findChanges() {
	f.changes = map[string][]int{}
	for i, t := range f.Tokens {
		if t.Kind != syntax.Name || f.Word(i-1) == "." {
			continue
		}
		switch next := f.Word(i + 1); {
		case next == "[" && f.ChangesValue(i+1), next == "." && f.ChangesValue(i+1):
			f.changes[f.Word(i)] = append(f.changes[f.Word(i)], i)
		}
	}
}

// ChangesValue reports whether what follows a key changes the value in place: an
// assignment to a part of it, or a method that does so.
func (f *File) ChangesValue(i int) bool {
	for f.Word(i) == "[" {
		i = f.Closing(i) + 1
		if next := f.Word(i); next == "=" || len(next) == 2 && next[1] == '=' && strings.Contains("+-*/|", next[:1]) {
			return true
		}
	}
	return f.Word(i) == "." && mutators[f.Word(i+1)] && f.Word(i+2) == "("
}

// mutators change a list, a set or a dict in place.
var mutators = map[string]bool{
	"append": true, "extend": true, "insert": true, "remove": true, "pop": true, "clear": true, "sort": true, "reverse": true,
	"add": true, "discard": true, "update": true, "setdefault": true, "popitem": true,
}

// Changes reports whether a method changes a list, a set or a dict in place.
func Changes(method string) bool { return mutators[method] }

// HandsOn reports whether the name at a token gives what it stands for to something that may store
// it.
func (f *File) HandsOn(i int) bool {
	before, next, open := f.Word(i-1), f.Word(i+1), f.Opens[i]
	switch {
	case before == ".", next == "[", next == ".", f.Tokens[i].Line == i:
		return false
	case before == "in", before == "if", before == "elif", before == "while", before == "not":
		return false
	case open < 1:
		return true
	case before == ":" && f.Word(open) == "{":
		return f.Word(f.Tokens[i].Line) != "return" || f.Word(open-1) != "return"
	}
	return next == "=" || f.Word(open) != "(" || !OnlyReads(f.Word(open-1))
}

// readers are functions that look at a state and do nothing else.
var readers = map[string]bool{
	"print": true, "len": true, "dict": true, "str": true, "repr": true, "dumps": true, "pprint": true, "deepcopy": true, "bool": true,
	"hasattr": true, "isinstance": true, "list": true, "sorted": true, "debug": true, "info": true,
}

// OnlyReads reports whether a function looks at what it is given and does nothing else, by its name.
func OnlyReads(callee string) bool { return readers[callee] }
