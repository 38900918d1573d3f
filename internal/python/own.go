package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// ownRead follows the value that is read under a key, as far as it goes nowhere but back under the key, or
// only decides whether the key is set or removed.
type ownRead struct {
	*recognizer
	key   syntax.Value
	text  *syntax.Literal // of the key, if it is known
	names map[string]bool // that have the value, or one that is made of it
	steps int             // how many tokens were looked at
}

// What is looked at for one read, and for all.
const (
	mostOwnNames = 5
	mostOwnGiven = 200 // values of one name, in a file
	mostOwnSteps = 4 * names.MostBody
	mostOwn      = 20_000_000
)

// readsForItself reports whether the value that is read from the state at a token goes nowhere else.
func (r *recognizer) readsForItself(state int) bool {
	open := state + 1
	if r.Word(open) == "." {
		open += 2
	}
	first := r.FirstOf(state)
	return first >= 0 && r.isChangeable(state) && (r.Word(open) == "(" || !r.isTried(state)) && r.stays(first, r.Closing(open)+1, r.keyIn(open))
}

// isTried reports whether something is done where the key is missing that is read at a token.
func (r *recognizer) isTried(i int) bool {
	in := r.Around(i)
	for n, line := 0, in.Opener; n < names.MostBlocks && line > in.Def; n, line = n+1, r.Around(line).Opener {
		if end := r.EndOf(line); r.Word(line) == "try" && slices.Contains([]string{r.Word(end + 1), r.Word(end + 2)}, "KeyError") {
			return true
		}
	}
	return false
}

// reads reports whether one of the uses since one reads a key.
func (r *recognizer) reads(since int) bool {
	return slices.ContainsFunc(r.project.found.Uses[since:], func(u Use) bool { return u.Kind.reads() })
}

// stays is readsForItself of an expression that reads a key.
func (r *recognizer) stays(first, end int, key syntax.Value) bool {
	o := &ownRead{recognizer: r, key: key, text: r.KeyText(key), names: map[string]bool{}}
	return r.Around(r.Host(first)).Def >= 0 && o.stays(first, end)
}

// keyIn is the key in the bracket at a token.
func (r *recognizer) keyIn(open int) syntax.Value {
	key := r.Value(open + 1)
	if shut := r.Closing(open); r.Word(open) == "[" && key.End != shut {
		key = syntax.Value{First: open + 1, End: shut}
	}
	return key
}

// isChangeable reports whether the name at a token is that of a state, or of a delta, and of no copy.
func (r *recognizer) isChangeable(i int) bool {
	if r.Word(i-1) != "." && r.aliases[r.Word(i)].copied {
		return false
	}
	return i >= 0 && r.Tokens[i].Kind == syntax.Name && (r.isState(i) || r.Word(i) == "state_delta" && r.Word(i-1) == ".")
}

// isKey reports whether an expression is the key. That of a loop, which gives values to keys that have none, is
// not: prompts are what needs them.
func (o *ownRead) isKey(v syntax.Value) bool {
	if l := o.KeyText(v); l != nil && o.text != nil {
		return l.Text == o.text.Text && !strings.Contains(l.Text, syntax.Unknown)
	}
	if o.Words(v) != o.Words(o.key) {
		return false
	}
	def := o.Around(v.First).Def
	isFixed := v.Kind == syntax.Reference && def >= 0 && o.IsParameter(def, v.Name) && len(o.Assigns[v.Name]) == 0
	return isFixed && o.Around(o.key.First).Def == def || o.Tokens[v.First].Line == o.Tokens[o.key.First].Line
}

// look reports whether some more tokens may be looked at.
func (o *ownRead) look(tokens int) bool {
	o.steps += max(0, tokens)
	o.project.own += max(0, tokens)
	return o.steps <= mostOwnSteps && o.project.own <= mostOwn
}

// stays reports whether the value of an expression goes nowhere else.
func (o *ownRead) stays(first, end int) bool {
	if !o.look(1) || !o.givesParts(end) {
		return false
	}
	at, s := o.Host(first), o.statement(o.Host(first))
	if from, to, ok := o.entryAround(first); ok {
		return o.keepsIn(first, from, to, false)
	}
	if word := o.Word(s); word == "if" || word == "elif" {
		colon := o.ExprEnd(s + 1)
		return at < colon && o.keepsIn(first, s+1, colon, true) && o.onlyChanges(s)
	}
	c, ok := o.changeAt(s)
	switch {
	case !ok:
		return false
	case at == s:
		return c.name == ""
	}
	return at >= c.from && o.keepsIn(first, c.from, c.to, false) && (c.name == "" || o.follow(c.name, o.Around(s).Def))
}

// entryAround is the value of the entry that a token is in, in state.update({key: value}) or
// state_delta={key: value}, if that is of the key.
func (o *ownRead) entryAround(i int) (from, to int, ok bool) {
	i = o.Host(i)
	for range mostDicts {
		open := o.Opens[i]
		if open < 2 || o.Word(open) != "{" {
			i = max(open, 0)
			continue
		}
		isUpdate := o.Word(open-1) == "(" && o.Word(open-2) == "update" && o.isChangeable(open-4)
		if !isUpdate && (o.Word(open-1) != "=" || o.Word(open-2) != "state_delta") || !o.look(o.Closing(open)-open) {
			return 0, 0, false
		}
		for _, e := range o.Value(open).Entries {
			if e.Value.First <= i && i < e.Value.End {
				return e.Value.First, e.Value.End, o.isKey(e.Key)
			}
		}
		return 0, 0, false
	}
	return 0, 0, false
}

// statement is where the statement begins that a token is in: in its line, or behind a colon there.
func (o *ownRead) statement(i int) int {
	s := o.Tokens[i].Line
	if !openers[o.Word(s)] {
		return s
	}
	if colon := o.ExprEnd(s + 1); o.look(colon-s) && o.Word(colon) == ":" && colon < i {
		return colon + 1
	}
	return s
}

// openers are words that a block begins with.
var openers = map[string]bool{"if": true, "elif": true, "else": true, "for": true, "while": true, "with": true, "try": true, "finally": true, "except": true}

// follow reports whether what a name of a function stands for goes nowhere else.
func (o *ownRead) follow(name string, def int) bool {
	if o.names[name] {
		return true
	}
	end := o.EndOf(def)
	if len(o.names) == mostOwnNames || len(o.Assigns[name]) > mostOwnGiven || end-def > names.MostBody || !o.look(end-def) {
		return false
	}
	given, ok := o.GivenIn(name, def)
	if !ok {
		return false
	}
	o.names[name] = true
	if o.isChangedInPlace(name, def, given) && slices.ContainsFunc(given, func(v syntax.Value) bool { return v.End > 0 && !o.isNew(v.First) }) {
		return false
	}
	return o.Each(def+1, end, func(i int) bool {
		switch {
		case o.Tokens[i].Kind != syntax.Name || o.Word(i-1) == ".":
			return true
		case o.Word(i) == "locals" || o.Word(i) == "vars" || o.Word(i) == "eval" || o.Word(i) == "exec":
			return false
		case o.Word(i) != name || o.Opens[i] >= 0 && o.Word(i+1) == "=":
			return true
		case o.Around(o.Host(i)).Def != def:
			return false
		case o.statement(o.Host(i)) == i:
			_, changed := o.changeAt(i)
			return changed
		}
		return o.isCounted(i) || o.stays(i, i+1)
	})
}

// isCounted reports whether a log only gets the length of what is at a token.
func (o *ownRead) isCounted(i int) bool {
	counted := false
	for range mostDicts {
		open := o.Opens[i]
		switch {
		case open < 0 && i < o.Plain:
			return false
		case open < 0:
			i = o.Host(i)
			continue
		case o.Word(open) == "(" && o.Word(open-1) == "len":
			counted = true
		default:
			return counted && adk.IsLogging(o.Word(open-1)) && o.Word(open-2) == "." && isLogger(o.Word(open-3))
		}
		i = open
	}
	return false
}

// onlyChanges reports whether the blocks of a condition, and what follows if it isn't met, do nothing but
// change the key and what has its value.
func (o *ownRead) onlyChanges(line int) bool {
	for range names.MostGiven {
		end := o.EndOf(line)
		if end-line > names.MostBody || !o.look(end-line) {
			return false
		}
		for i := line; i < end; i++ {
			if o.Tokens[i].Line == i && o.Tokens[i].Kind != syntax.Newline && !o.onlyChangesAt(i) {
				return false
			}
		}
		word := o.Word(end)
		if word != "elif" && word != "else" || o.Tokens[end].Indent != o.Tokens[line].Indent {
			return true
		}
		line = end
	}
	return false
}

// onlyChangesAt is onlyChanges of one line.
func (o *ownRead) onlyChangesAt(s int) bool {
	switch o.Word(s) {
	case "pass":
		return o.isEnd(s + 1)
	case "if", "elif", "else":
		colon := o.ExprEnd(s + 1)
		if o.Word(colon) != ":" || !o.isHarmless(s+1, colon) {
			return false
		}
		return o.isEnd(colon+1) || o.onlyChangesAt(colon+1)
	}
	c, ok := o.changeAt(s)
	return ok && o.isHarmless(c.from, c.to) && (c.name == "" || o.follow(c.name, o.Around(s).Def))
}
