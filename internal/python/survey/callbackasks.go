package survey

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// Asked is a name that a callback looks for in what ** takes.
type Asked struct {
	Name       string
	Start, End int
}

// asks are the names that a callback looks for in what ** takes, and that ADK never gives to it: each is
// all that a variable gets.
func (r *checker) asks(f names.Callable) (list []Asked) {
	rest := slices.IndexFunc(f.Params, func(p syntax.Parameter) bool { return p.Star == "**" })
	if rest < 0 || f.Def < 0 || !r.project.Search(names.MostBody) || !r.isOnlyCallback(f) {
		return nil
	}
	name, given, in := f.Params[rest].Name, r.namesGivenTo(f), f.In
	others := in.InBody(f.Def, func(i int) bool {
		if i <= in.Closing(f.At+1) || in.Word(i) != name || in.Word(i-1) == "." {
			return false
		}
		l := askedAt(in, i)
		isGet := in.Word(i+1) == "." && in.Word(i+2) == "get"
		if l != nil && !slices.Contains(given, l.Text) && isAll(in, i) && !isBoundAgain(f, i-2) {
			list = append(list, Asked{l.Text, l.Start, l.End})
		}
		return !isGet && (l == nil || in.Word(in.Closing(i+1)+1) == "=") && in.Word(i-1) != "**"
	})
	if others {
		return nil
	}
	return list
}

// opening is the bracket of what is taken out of a dict whose name is at a token.
func opening(f *names.File, i int) int {
	if f.Word(i+1) == "." {
		return i + 3
	}
	return i + 1
}

// askedAt is the text in dict.get("…") or dict["…"], whose name is at a token; nil: it is neither.
func askedAt(f *names.File, i int) *syntax.Literal {
	if f.Word(i+1) != "[" && (f.Word(i+1) != "." || f.Word(i+2) != "get" || f.Word(i+3) != "(") {
		return nil
	}
	if v := f.Value(opening(f, i) + 1); v.Kind == syntax.Text {
		return v.Literal
	}
	return nil
}

// isAll reports whether a variable gets what is taken out of a dict, whose name is at a token, and nothing else of it.
func isAll(f *names.File, i int) bool {
	shut := f.Closing(opening(f, i))
	if f.Word(i-1) != "=" || f.Tokens[i].Line != i-2 || f.Word(shut+1) != "" {
		return false
	}
	return !slices.ContainsFunc(f.Tokens[i+1:shut], func(t syntax.Token) bool { return f.Text[t.Start:t.End] == f.Word(i) })
}

// isBoundAgain reports whether a variable of a function, which gets a value at a token, may get another
// one elsewhere: other than by what * takes, which is nothing.
func isBoundAgain(f names.Callable, at int) bool {
	in, star := f.In, ""
	if i := slices.IndexFunc(f.Params, func(p syntax.Parameter) bool { return p.Star == "*" }); i >= 0 {
		star = f.Params[i].Name
	}
	return in.InBody(f.Def, func(i int) bool {
		isBound := i != at && in.Word(i) == in.Word(at) && in.Word(i-1) != "." && (in.Word(i+1) == "=" || in.Word(i+1) == ":=" || in.Word(i+1) == ",")
		return isBound && in.Opens[i] < 0 && (star == "" || in.Word(i+2) != star || in.Word(i+3) != "[")
	})
}

// namesGivenTo are the names by which ADK gives its arguments to a function, and those of its parameters.
func (r *checker) namesGivenTo(f names.Callable) (given []string) {
	for _, p := range f.Params {
		given = append(given, p.Name)
	}
	for _, p := range r.project.NamesOf(f.In.Word(f.At)) {
		given = append(given, callbackArguments[callbackOf(p.In, p.At)]...)
	}
	return given
}

// isOnlyCallback reports whether nothing but agents is seen to get a function.
func (r *checker) isOnlyCallback(f names.Callable) bool {
	named := r.project.NamesOf(f.In.Word(f.At))
	return len(named) > 0 && !slices.ContainsFunc(named, func(p names.Place) bool {
		_, is := r.project.Scope(f.In).CallAt(p, f.Def)
		return is != names.Unrelated && p.In.Word(p.At-1) != "return" && callbackOf(p.In, p.At) == ""
	})
}

// callbackOf is the argument that takes callbacks, of which a name is all, or an item; empty: there is none.
func callbackOf(f *names.File, i int) string {
	if open := f.Opens[i]; open > 0 && f.Word(open) == "[" && f.Word(i+1) != "(" {
		i = open
	}
	if f.Word(i-1) != "=" || callbackArguments[f.Word(i-2)] == nil {
		return ""
	}
	return f.Word(i - 2)
}
