package project

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/schema"
)

// usage is what is known of the uses of one key.
type usage struct {
	key     *schema.Key
	reads   []source.Use // of the very key
	writes  []source.Use
	clears  []source.Use
	lost    bool         // set where no session stores it
	unset   []source.Use // by the creation of a session
	loaded  bool         // by a snapshot of the whole state
	guessed bool         // perhaps read or written, where its use is not known
	named   bool         // mentioned in such a place

	mayBeRead     bool // by a use of a key that is known only at run time
	mayBeWritten  bool // likewise, by one of which a part is known
	anyIsWritten  bool // likewise, by one of which nothing is
	mayBeSetLater bool // than when a session is created
}

// usageByKey groups the uses by key.
type usageByKey struct {
	checker *Checker
	code    Code
	byKey   map[*schema.Key]*usage
	partial []source.Use
	written *Names          // of the keys that are set
	meant   map[string]bool // keys that findings about others name
}

func newUsageByKey(c *Checker, uses []source.Use, code Code) *usageByKey {
	all := &usageByKey{checker: c, code: code, byKey: map[*schema.Key]*usage{}, meant: map[string]bool{}}
	for _, k := range c.schema.Keys {
		all.byKey[k] = &usage{key: k}
	}
	for _, u := range uses {
		switch k := c.declares(u.Key); {
		case k != nil:
			all.byKey[k].add(u)
		case u.Partial:
			all.addPartial(u)
		case u.IsCertain() && !c.schema.Drafted:
			all.misspelt(c, u)
		}
	}
	all.written = NewNames()
	for _, k := range c.schema.Keys {
		a := all.byKey[k]
		a.guessed = a.guessed || a.named && !c.schema.Drafted // of a draft's, uses of unknown keys tell
		if len(a.writes) > 0 && len(k.Params) == 0 {
			all.written.Add(k.Wire())
		}
	}
	return all
}

// addPartial notes a use of a key with a part that is not known. Whoever writes a file decides how many there are: of
// too many, all keys may be set and read.
func (all *usageByKey) addPartial(u source.Use) {
	const most = 1000
	same := func(o source.Use) bool { return o.Key == u.Key && o.Kind == u.Kind && o.Named == u.Named }
	switch {
	case len(all.partial) > most || slices.ContainsFunc(all.partial, same):
	case len(all.partial) == most:
		u.Key, u.Named = source.UnknownPart, false
		u.Kind = source.Get
		all.partial = append(all.partial, u)
		u.Kind = source.Set
		all.partial = append(all.partial, u)
	default:
		all.partial = append(all.partial, u)
	}
}

// drafted reports whether nobody wrote the schema.
func (all *usageByKey) drafted() bool { return all.checker.schema.Drafted }

// misspelt counts the use of an undeclared key as one of the keys that may be
// meant: the undeclared key is reported, and has to be fixed first.
func (all *usageByKey) misspelt(c *Checker, u source.Use) {
	for _, k := range c.Suggest(u.Key).Keys {
		all.byKey[k].guessed = true
	}
}

// declares returns the key that a name, perhaps another one of its names, refers to.
func (c *Checker) declares(wire string) *schema.Key {
	if k := c.Find(wire); k != nil {
		return k
	}
	m, _ := c.Moved(wire)
	return m.Key
}

func (a *usage) add(u source.Use) {
	switch {
	case u.Reads():
		a.reads = append(a.reads, u)
	case u.Lost:
		a.lost = true
	case u.Writes():
		a.writes = append(a.writes, u)
	case u.Kind == source.Clear:
		a.clears = append(a.clears, u)
	case u.Kind == source.Loaded:
		a.loaded = true
	case u.Kind == source.Unset:
		a.unset = append(a.unset, u)
	default:
		a.named = true
	}
}

// of returns the usage of a key, with what uses of unknown keys add to it.
func (all *usageByKey) of(k *schema.Key) *usage {
	a := all.byKey[k]
	for _, u := range all.partial {
		if !u.MayBe(k) || u.Named && !a.named {
			continue
		}
		a.mayBeRead = a.mayBeRead || u.Reads()
		a.mayBeSetLater = a.mayBeSetLater || u.Writes() && u.Kind != source.Begin
		if u.Key == source.UnknownPart {
			a.anyIsWritten = a.anyIsWritten || u.Writes()
		} else {
			a.mayBeWritten = a.mayBeWritten || u.Writes()
		}
	}
	return a
}

// written reports whether anybody may give the key a value, as far as parts of keys are known.
func (a *usage) written(k *schema.Key) bool {
	return len(a.writes) > 0 || a.guessed || a.mayBeWritten || k.WrittenOutside()
}

// unread reports whether nothing can read the key.
func (a *usage) unread() bool {
	seen := a.loaded || a.guessed || a.mayBeRead || a.key.Client.CanRead()
	return len(a.reads) == 0 && !seen
}
