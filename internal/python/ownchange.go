package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// change is a statement that changes a key or a name, and what it is changed to.
type change struct {
	name     string // empty: the key
	from, to int
}

// changeAt is the change that the statement at a token makes; false: it does something else.
func (o *ownRead) changeAt(s int) (c change, ok bool) {
	if o.Tokens[s].Kind != syntax.Name {
		return c, false
	}
	if o.Word(s) == "del" {
		_, open := o.Dotted(s + 1)
		shut := o.Closing(open)
		return change{from: shut, to: shut}, o.Word(open) == "[" && o.isChangeable(open-1) && o.isKey(o.keyIn(open)) && o.isEnd(shut+1)
	}
	_, next := o.Dotted(s)
	switch method := o.Word(next - 1); {
	case next == s+1 && o.Word(next) != "(" && !o.isChangeable(s):
		return o.changes(change{name: o.Word(s)}, next, true)
	case o.Word(next) == "[" && o.isChangeable(next-1):
		return o.changes(c, o.Closing(next)+1, o.isKey(o.keyIn(next)))
	case o.Word(next) == "(" && o.isChangeable(next-3) && (method == "setdefault" || method == "pop" || method == "get"):
		shut, isKey := o.Closing(next), o.isKey(o.keyIn(next))
		if method != "get" && o.isEnd(shut+1) {
			return change{from: next + 1, to: shut}, isKey
		}
		return o.changes(c, shut+1, isKey && o.Word(shut+1) != "=")
	case o.Word(next) == "(" && o.isChangeable(next-3):
		shut := o.Closing(next)
		return change{from: next + 1, to: shut}, method == "update" && o.isOnlyKey(next+1) && o.isEnd(shut+1)
	case next == s+3 && o.Word(next) == "(":
		return o.changes(change{name: o.Word(s)}, s+1, true)
	}
	return c, false
}

// isOnlyKey reports whether the dict that is all of what a method gets, from a token on, has the key and no
// other.
func (o *ownRead) isOnlyKey(first int) bool {
	if o.Word(first) != "{" || !o.look(o.Closing(first)-first) {
		return false
	}
	v := o.Value(first)
	if len(v.Entries) != 1 || len(v.Rest) > 0 || !o.isKey(v.Entries[0].Key) {
		return false
	}
	end := v.Entries[0].Value.End
	if o.Word(end) == "," {
		end++
	}
	return end == o.Closing(first) && o.Word(end+1) == ")"
}

// changes is a change of what ends before a token, if that is what is meant.
func (o *ownRead) changes(c change, next int, is bool) (change, bool) {
	if !is {
		return c, false
	}
	c.from = next
	if c.name != "" && o.Word(next) == ":" {
		next = o.ExprEnd(next + 1)
	}
	for o.Word(next) == "[" {
		next = o.Closing(next) + 1
	}
	switch word := o.Word(next); {
	case word == "=" || len(word) > 1 && strings.HasSuffix(word, "=") && !strings.Contains("== != <= >= :=", word):
		c.to = o.ExprEnd(next + 1)
	case word == "." && o.ChangesValue(next):
		c.from, c.to = next+3, o.Closing(next+2)
		return c, o.isEnd(c.to + 1)
	default:
		return c, false
	}
	return c, o.look(c.to-next) && o.isEnd(c.to)
}

// isEnd reports whether a statement and its line end before a token.
func (o *ownRead) isEnd(i int) bool { return i < len(o.Tokens) && o.Tokens[i].Kind == syntax.Newline }
