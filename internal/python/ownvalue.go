package python

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// keepsIn reports whether what is at a token stays in the expression that is from one token to another: no
// function gets it that may do something with it, and nothing else is done because of it.
func (o *ownRead) keepsIn(at, from, to int, decides bool) bool {
	if !o.look(to - from) {
		return false
	}
	for i := from; i < to; i++ {
		switch o.Word(i) {
		case "await", "yield", "lambda", ":=":
			return false
		case "if", "or", "and", "for":
			decides = true
		}
	}
	return !o.isGiven(at, from) && (!decides || o.isHarmless(from, to))
}

// isGiven reports whether a function gets what is at a token, in an expression that begins at another.
func (o *ownRead) isGiven(at, from int) bool {
	for range mostDicts {
		open := o.Opens[at]
		switch {
		case open < 0 && at >= o.Plain:
			at = o.Host(at)
			continue
		case open < from && at < o.Plain:
			return false
		case o.isCall(open) && (!makers[o.Word(open-1)] || o.Word(open-2) == "." && !ofModules[o.Word(open-1)]):
			return true
		}
		at = open
	}
	return true
}

// isCall reports whether a bracket begins the arguments of a call.
func (o *ownRead) isCall(open int) bool {
	if o.Word(open) != "(" || open < 1 {
		return false
	}
	before := o.Word(open - 1)
	return before == ")" || before == "]" || o.Tokens[open-1].Kind == syntax.Name && !operators[before]
}

// isHarmless reports whether an expression has only calls that it doesn't matter whether they are made.
func (o *ownRead) isHarmless(from, to int) bool {
	return o.look(to-from) && o.Each(from, to, func(i int) bool {
		if word := o.Word(i); word == "await" || word == "yield" || word == "lambda" || word == ":=" {
			return false
		}
		before := o.Word(i - 1)
		return !o.isCall(i) || makers[before] || parts[before] && o.Word(i-2) == "." || times[before]
	})
}

// givesParts reports whether what follows a value takes parts of it, and calls no method that may do
// something with it.
func (o *ownRead) givesParts(end int) bool {
	for {
		switch {
		case o.Word(end) == "[":
			end = o.Closing(end) + 1
		case o.Word(end) == "." && o.Word(end+2) == "(":
			if !parts[o.Word(end+1)] && !o.ChangesValue(end) {
				return false
			}
			end = o.Closing(end+2) + 1
		case o.Word(end) == ".":
			end += 2
		default:
			return o.Word(end) != "("
		}
	}
}

// isChangedInPlace reports whether a function changes what one of its names stands for, which may be
// something that others have, too.
func (o *ownRead) isChangedInPlace(name string, def int, given []syntax.Value) bool {
	places := o.ChangesOf(name)
	return !o.look(len(places)+len(given)) ||
		slices.ContainsFunc(given, func(v syntax.Value) bool { return v.End == 0 }) ||
		slices.ContainsFunc(places, func(i int) bool { return o.Around(o.Host(i)).Def == def })
}

// isNew reports whether nothing but the key has what the expression at a token stands for.
func (o *ownRead) isNew(first int) bool {
	end := o.ExprEnd(first)
	if !o.look(end-first) || !o.isNewOperand(first) {
		return false
	}
	for i := first; i < end; i++ {
		if word := o.Word(i); (word == "or" || word == "and" || word == "else") && !o.isNewOperand(i+1) {
			return false
		}
		if shut, ok := o.Pairs[i]; ok && shut > i && (i > first || o.Word(i) != "(") {
			i = shut
		}
	}
	return true
}

// isNewOperand is isNew of one operand.
func (o *ownRead) isNewOperand(i int) bool {
	for o.Word(i) == "(" {
		i++
	}
	word := o.Word(i)
	if o.Tokens[i].Kind != syntax.Name {
		return word != "*" && word != ""
	}
	if word == "None" || word == "True" || word == "False" || word == "not" || o.names[word] {
		return true
	}
	_, next := o.Dotted(i)
	method := o.Word(next - 1)
	switch {
	case o.Word(next) == "[":
		return o.isChangeable(next-1) && o.isKey(o.keyIn(next))
	case o.Word(next) != "(":
		return false
	case o.isChangeable(next-3) && (method == "get" || method == "setdefault" || method == "pop"):
		return o.isKey(o.keyIn(next))
	}
	return makers[method] || times[method] || parts[method] && method != "get" && method != "pop" && method != "setdefault"
}

// operators are words before a parenthesis that call nothing.
var operators = map[string]bool{"and": true, "or": true, "not": true, "in": true, "is": true, "if": true, "else": true, "for": true, "return": true}

// makers are functions that make values of others and do nothing else.
var makers = map[string]bool{
	"int": true, "float": true, "str": true, "bool": true, "list": true, "dict": true, "set": true, "tuple": true, "frozenset": true, "len": true,
	"sorted": true, "reversed": true, "enumerate": true, "zip": true, "range": true, "min": true, "max": true, "sum": true, "abs": true, "round": true,
	"any": true, "all": true, "isinstance": true, "type": true, "repr": true, "deepcopy": true, "copy": true, "dumps": true, "loads": true, "join": true,
}

// ofModules are those that belong to modules.
var ofModules = map[string]bool{"deepcopy": true, "copy": true, "dumps": true, "loads": true, "join": true}

// parts are methods of texts, lists and dicts that make other values of them.
var parts = map[string]bool{
	"get": true, "items": true, "keys": true, "values": true, "copy": true, "index": true, "count": true, "union": true, "difference": true,
	"strip": true, "lstrip": true, "rstrip": true, "lower": true, "upper": true, "title": true, "replace": true, "split": true, "splitlines": true,
	"startswith": true, "endswith": true, "format": true, "join": true, "pop": true, "setdefault": true, "isdigit": true,
}

// times are functions that make times, and ids that are new, or ask for a setting.
var times = map[string]bool{
	"now": true, "utcnow": true, "getenv": true, "today": true, "time": true, "isoformat": true, "strftime": true, "timestamp": true, "uuid4": true, "uuid1": true,
}
