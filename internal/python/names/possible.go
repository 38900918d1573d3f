package names

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// Expression is an expression in a file.
type Expression struct {
	In    *File
	Value syntax.Value
}

// Key is the text of a key, and the token at which it is used.
type Key struct {
	In      *File
	Literal *syntax.Literal
	At      int
	Chosen  bool // the program takes one of several when it runs
}

// mostFound is how many keys one parameter may be.
const mostFound = 1000

// mayBe is what a parameter of a function may stand for.
type mayBe struct {
	list []Key
	all  bool
}

// ParameterOf is one of a function's.
type ParameterOf struct {
	In   *File
	Def  int
	Name string
}

// PossibleKeys lists the keys that a name may stand for, where a loop or the calls of the
// function around it give them to it, or of which an expression chooses one; all: there are no others.
func (s *Scope) PossibleKeys(key syntax.Value, deep int) (list []Key, all bool) {
	if items, looped := s.items(key); looped {
		return s.eachOf(items, key)
	}
	if texts, all, ok := s.choice(key, deep); ok {
		for _, l := range texts[:min(len(texts), mostFound)] {
			one := s.usedAt(l, key)
			one.Chosen = len(texts) > 1 || !all
			list = append(list, one)
		}
		return list, all && len(texts) <= mostFound
	}
	id := ParameterOf{s.File, s.Around(key.First).Def, key.Name}
	if known, ok := s.Project.params[id]; ok || deep > MostCalls {
		return known.list, known.all
	}
	s.Project.params[id] = mayBe{} // to whom asks on the way: nothing is known
	given, all := s.Arguments(key)
	for _, g := range given {
		there := s.Project.Scope(g.In)
		if l := there.KeyText(g.Value); l != nil {
			list = append(list, Key{In: g.In, Literal: l, At: g.Value.First})
			continue
		}
		if g.Value.Kind == syntax.None {
			continue // it is no key
		}
		more, known := there.PossibleKeys(g.Value, deep+1)
		list, all = append(list, more...), all && known
	}
	if len(list) > mostFound {
		list, all = list[:mostFound], false
	}
	s.Project.params[id] = mayBe{list, all}
	return list, all
}

// eachOf are the items of a loop as the keys that a name stands for.
func (s *Scope) eachOf(items []Expression, key syntax.Value) (list []Key, all bool) {
	all = true
	for _, item := range items {
		l := s.Project.Scope(item.In).KeyText(item.Value)
		if l == nil {
			all = false
			continue
		}
		list = append(list, s.usedAt(l, key))
	}
	return list, all
}

// usedAt is a key at the place that uses it.
func (s *Scope) usedAt(l *syntax.Literal, key syntax.Value) Key {
	here := *l
	here.Path, here.Pieces = s.Path, nil
	here.Start, here.End = s.Span(key)
	return Key{In: s.File, Literal: &here, At: key.First}
}

// items are those of the list that a loop around a name takes its values from; false: no
// loop does, or it can't be read.
func (s *Scope) items(key syntax.Value) ([]Expression, bool) {
	at := s.LoopOf(key)
	if at < 0 {
		return nil, false
	}
	return s.itemsOf(at, key.Name)
}

// LoopOf is the word for of the loop or the comprehension around a name that alone gives values to it;
// -1: there is none.
func (s *Scope) LoopOf(key syntax.Value) int {
	if key.Kind != syntax.Reference || strings.Contains(key.Name, ".") {
		return -1
	}
	if at := s.comprehension(key); at > 0 {
		return at
	}
	line := s.Tokens[key.First].Line
	for n := 0; n < MostBlocks && line >= 0; n++ {
		at := line
		if s.Word(at) == "async" {
			at++
		}
		if s.Word(at) == "for" && s.Target(at, key.Name) >= 0 {
			if s.IsGiven(key.Name, line) {
				return -1
			}
			return at
		}
		line = s.Around(line).Opener
		if s.Word(line) == "def" || s.Word(line) == "async" && s.Word(line+1) == "def" {
			break
		}
	}
	return -1
}

// comprehension is the token of the word for that gives values to a name in the brackets
// around it; 0: there is none.
func (f *File) comprehension(key syntax.Value) int {
	open := f.Opens[key.First]
	for n := 0; n < MostBrackets && open >= 0; n++ {
		for i := key.End; i < f.Closing(open) && i-key.End < MostMerged; i++ {
			if f.Opens[i] == open && f.Word(i) == "for" && f.Target(i, key.Name) >= 0 {
				return i
			}
		}
		open = f.Opens[open]
	}
	return 0
}

// Target says which of the targets of a loop a name is; -1: none.
func (f *File) Target(at int, name string) int {
	n := 0
	for i := at + 1; i < at+MostGiven && f.Word(i) != "" && f.Word(i) != "in"; i++ {
		switch f.Word(i) {
		case name:
			return n
		case ",":
			n++
		}
	}
	return -1
}

// itemsOf are the items that the loop at a token gives to a name.
func (s *Scope) itemsOf(at int, name string) ([]Expression, bool) {
	n, targets := s.Target(at, name), 1
	in := at + 1
	for ; in < at+MostGiven && s.Word(in) != "in"; in++ {
		if s.Word(in) == "," {
			targets++
		}
	}
	if s.Word(in) != "in" || in+1 >= len(s.Tokens) {
		return nil, false
	}
	list, end := s.Operand(in+1, 0)
	list.First, list.End = in+1, end
	switch s.Word(end) {
	case ":", "]", ")", "}", "if", "for":
	default:
		return nil, false
	}
	pairs := false
	if list.Kind == syntax.Call {
		method := list.Name[strings.LastIndexByte(list.Name, '.')+1:]
		pairs = method == "items"
		owner, ok := strings.CutSuffix(list.Name, "."+method)
		if !ok || !pairs && method != "keys" {
			return nil, false
		}
		list.Kind, list.Name = syntax.Reference, owner
	}
	in2, to, ok := s.Resolve(list)
	if pairs && n != 0 {
		return nil, false
	}
	if ok && to.Kind == syntax.Dict && in2 == s.File && s.Around(to.First).Def >= 0 && (pairs || targets == 1) {
		return s.built(list.Name, to)
	}
	if !ok || to.Kind == syntax.None || len(s.ChangesOf(list.Name)) > 0 || len(in2.ChangesAfter(to)) > 0 && in2 != s.File {
		return nil, false
	}
	return in2.Elements(to, pairs || targets == 1, n)
}

// built are the keys of a dict that a function gives to a name of its own, with those that it adds.
func (s *Scope) built(name string, v syntax.Value) (list []Expression, all bool) {
	list, all = s.Elements(v, true, 0)
	def := s.Around(v.First).Def
	all = all && s.Project.Search(MostBody) && !s.InBody(def, func(i int) bool { return s.Word(i) == name && s.HandsOn(i) })
	for _, at := range s.ChangesOf(name) {
		switch key := s.Value(at + 2); {
		case s.Around(at).Def != def:
		case len(list) == MostItems:
			return list, false
		case s.Word(at+1) == "[" && key.End == s.Closing(at+1):
			list = append(list, Expression{s.File, key})
		case s.Word(at+2) == "setdefault":
			list = append(list, Expression{s.File, s.Value(at + 4)})
		case s.Word(at+2) == "update":
			given := s.Value(at + 4)
			more, known := s.Elements(given, true, 0)
			list, all = append(list, more...), all && known && given.Kind == syntax.Dict
		}
	}
	return list, all
}

// Elements are those of a list, a set, or the keys of a dict, or of each a part.
func (f *File) Elements(v syntax.Value, whole bool, part int) (list []Expression, all bool) {
	open := v.First
	if shut := f.Closing(open); f.Pairs[open] == 0 || shut+1 != v.End {
		return nil, false
	}
	for i := open + 1; i < f.Closing(open); i++ {
		if len(list) == MostItems || f.Word(i) == "*" || f.Word(i) == "**" {
			return list, false
		}
		e := f.ValueIn(i, 1)
		if f.Word(e.End) == ":" {
			i = f.ValueIn(e.End+1, 1).End
		} else {
			i = e.End
		}
		if !whole {
			if e = f.PartOf(e, part); e.End == 0 {
				return list, false
			}
		}
		list = append(list, Expression{f, e})
	}
	return list, true
}
