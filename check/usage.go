package check

import (
	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/schema"
)

// usage is what is known of the uses of one key.
type usage struct {
	reads   []keys.Use // of the very key
	writes  []keys.Use
	clears  []keys.Use
	unset   []keys.Use // by the creation of a session
	loaded  bool       // by a snapshot of the whole state
	guessed bool       // mentioned where its use is not known

	mayBeRead    bool // by a use of a key that is known only at run time
	mayBeWritten bool

	mayBeSetLater bool // than when a session is created
}

// usageByKey groups the uses by key.
type usageByKey struct {
	byKey   map[*schema.Key]*usage
	partial []keys.Use
}

func newUsageByKey(c *Checker, uses []keys.Use) *usageByKey {
	all := &usageByKey{byKey: map[*schema.Key]*usage{}}
	for _, k := range c.schema.Keys {
		all.byKey[k] = &usage{}
	}
	for _, u := range uses {
		switch k := c.declares(u.Key); {
		case k != nil:
			all.byKey[k].add(u)
		case u.Partial:
			all.partial = append(all.partial, u)
		case u.IsCertain():
			all.misspelt(c, u)
		}
	}
	return all
}

// misspelt counts the use of an undeclared key as one of the keys that may be
// meant: the undeclared key is reported, and has to be fixed first.
func (all *usageByKey) misspelt(c *Checker, u keys.Use) {
	for _, k := range c.Near(u.Key).Keys {
		all.byKey[k].guessed = true
	}
}

// declares returns the key that a name, perhaps another one of its names, refers to.
func (c *Checker) declares(wire string) *schema.Key {
	if k := c.Key(wire); k != nil {
		return k
	}
	m, _ := c.Moved(wire)
	return m.Key
}

func (a *usage) add(u keys.Use) {
	switch {
	case u.Reads():
		a.reads = append(a.reads, u)
	case u.Writes():
		a.writes = append(a.writes, u)
	case u.Kind == keys.Clear:
		a.clears = append(a.clears, u)
	case u.Kind == keys.Loaded:
		a.loaded = true
	case u.Kind == keys.Unset:
		a.unset = append(a.unset, u)
	default:
		a.guessed = true
	}
}

// of returns the usage of a key, with what uses of unknown keys add to it.
func (all *usageByKey) of(k *schema.Key) *usage {
	a := all.byKey[k]
	for _, u := range all.partial {
		if !u.MayBe(k) {
			continue
		}
		a.mayBeRead = a.mayBeRead || u.Reads()
		a.mayBeWritten = a.mayBeWritten || u.Writes()
		a.mayBeSetLater = a.mayBeSetLater || u.Writes() && u.Kind != keys.Begin
	}
	return a
}

// written reports whether anybody may give the key a value.
func (a *usage) written(k *schema.Key) bool {
	return len(a.writes) > 0 || a.guessed || a.mayBeWritten || len(k.WrittenBy) > 0
}
