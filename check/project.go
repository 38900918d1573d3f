package check

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// Code is all Go source that can use the keys of a schema.
type Code struct {
	Uses  []Use
	Files []*diag.Source
}

// Project applies the rules that need to know a whole project. Prompts are all
// its template files, with the schema's own file, as for Templates; the caller
// has made sure that nothing is missing in code. The schema's levels apply,
// and so do comments in all these files.
//
// A key of an included schema is left alone: other projects may use it. Of the
// sound part of a schema nothing is said, because what uses a key may stand in
// what is not known.
func Project(s *schema.Schema, prompts []*diag.Source, code Code) diag.List {
	if !s.Sound() {
		return nil
	}
	c := New(s)
	uses := slices.DeleteFunc(append(c.Uses(prompts), code.Uses...), func(u Use) bool { return u.Test })
	var list diag.List
	ledger := newLedger(c, uses)
	for _, k := range s.Keys {
		if k.Span.File != s.File || k.Deprecated != "" || c.Foreign(k.Wire()) {
			continue
		}
		a := ledger.of(k)
		list = append(list, checkUnusedKey(k, a)...)
		list = append(list, checkNeverWritten(k, a)...)
		list = append(list, checkOutputKeyUnread(k, a)...)
		list = append(list, checkMissingInitial(k, a, s.Grammar.Dialect)...)
	}
	return c.suppressProject(s.Check.Apply(list), append(slices.Clone(prompts), code.Files...))
}

// account is what is known of the uses of one key.
type account struct {
	reads   []Use // of the very key
	writes  []Use
	clears  []Use
	unset   []Use // by the creation of a session
	loaded  bool  // by a snapshot of the whole state
	guessed bool  // mentioned where it is not known what is done with it

	mayBeRead    bool // by a use of a key that is known only at run time
	mayBeWritten bool

	mayBeSetLater bool // than when a session is created
}

// ledger sorts the uses by key.
type ledger struct {
	byKey   map[*schema.Key]*account
	partial []Use
}

func newLedger(c *Checker, uses []Use) *ledger {
	l := &ledger{byKey: map[*schema.Key]*account{}}
	for _, k := range c.schema.Keys {
		l.byKey[k] = &account{}
	}
	for _, u := range uses {
		switch k := c.declares(u.Key); {
		case k != nil:
			l.byKey[k].add(u)
		case u.Partial:
			l.partial = append(l.partial, u)
		case u.Kind != Mention:
			l.misspelt(c, u)
		}
	}
	return l
}

// misspelt takes the use of a key that is not declared for one of those that
// may be meant: that finding is made, and comes first.
func (l *ledger) misspelt(c *Checker, u Use) {
	for _, k := range c.keys.suggest(u.Key).keys {
		l.byKey[k].guessed = true
	}
}

// declares returns the key that a name stands for, an old one included.
func (c *Checker) declares(wire string) *schema.Key {
	if k := c.Key(wire); k != nil {
		return k
	}
	for _, k := range c.schema.Keys {
		if slices.Contains(k.RenamedFrom, wire) {
			return k
		}
	}
	return nil
}

func (a *account) add(u Use) {
	switch {
	case u.reads():
		a.reads = append(a.reads, u)
	case u.writes():
		a.writes = append(a.writes, u)
	case u.Kind == Clear:
		a.clears = append(a.clears, u)
	case u.Kind == Loaded:
		a.loaded = true
	case u.Kind == Unset:
		a.unset = append(a.unset, u)
	default:
		a.guessed = true
	}
}

// of returns the account of a key, with what uses of unknown keys add to it.
func (l *ledger) of(k *schema.Key) *account {
	a := l.byKey[k]
	for _, u := range l.partial {
		if !u.mayBe(k) {
			continue
		}
		a.mayBeRead = a.mayBeRead || u.reads()
		a.mayBeWritten = a.mayBeWritten || u.writes()
		a.mayBeSetLater = a.mayBeSetLater || u.writes() && u.Kind != Begin
	}
	return a
}

// written reports whether anybody may give the key a value.
func (a *account) written(k *schema.Key) bool {
	return len(a.writes) > 0 || a.guessed || a.mayBeWritten || k.Default != nil || len(k.WrittenBy) > 0
}
