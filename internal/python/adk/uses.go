package adk

import (
	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// HandedOn are where what a name stands for is given to functions, returned, or stored. What ADK's
// services do with it is known.
func (p *Project) HandedOn(f *names.File, want string) []int {
	u := p.usesIn(f)
	if u.handed == nil {
		u.handed = map[string][]int{}
		for i := range f.Plain {
			if f.Tokens[i].Kind == syntax.Name && goesOn(f, i) {
				u.handed[f.Word(i)] = append(u.handed[f.Word(i)], i)
			}
		}
	}
	return u.handed[want]
}

// goesOn reports whether what the name at a token stands for is handed on there.
func goesOn(f *names.File, i int) bool {
	if !valueFrom[f.Word(i-1)] || !valueTo[f.Word(i+1)] {
		return false
	}
	open := f.Opens[i]
	switch {
	case open < 0:
		line := f.Word(f.Tokens[i].Line)
		return line != "global" && line != "nonlocal" && line != "import" && line != "from" && line != "del"
	case f.Word(open) != "(":
		return true
	}
	callee := f.Word(open - 1)
	return !names.OnlyReads(callee) && !IsServiceMethod(callee) && !logging[callee] && !conditions[callee] && f.Word(open-2) != "def"
}

// logging are the methods of loggers.
var logging = map[string]bool{"debug": true, "info": true, "warning": true, "error": true, "exception": true, "critical": true, "log": true}

// UsesOf are where the state is taken of what a name stands for, or a method of it is called.
func (p *Project) UsesOf(f *names.File, want string) []int {
	u := p.usesIn(f)
	if u.asked == nil {
		u.asked = map[string][]int{}
		for i, t := range f.Tokens {
			if t.Kind == syntax.Name && f.Word(i+1) == "." && f.Word(i-1) != "." && (f.Word(i+2) == "state" || f.Word(i+3) == "(") {
				u.asked[f.Word(i)] = append(u.asked[f.Word(i)], i)
			}
		}
	}
	return u.asked[want]
}

// What may stand before and after a value that is all of an argument, an element or an assignment, or
// one of two; and what may stand before a condition.
var (
	valueFrom = map[string]bool{
		"=": true, ":=": true, "return": true, "yield": true, "(": true, ",": true, "[": true, "{": true, "*": true, ":": true, "or": true, "else": true,
	}
	valueTo    = map[string]bool{"": true, ",": true, ")": true, "]": true, "}": true, "or": true, "if": true, "else": true}
	conditions = map[string]bool{"if": true, "elif": true, "while": true, "not": true, "and": true, "assert": true}
)

// IsLogging reports whether a method is one of loggers.
func IsLogging(method string) bool { return logging[method] }
