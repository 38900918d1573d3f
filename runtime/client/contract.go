package client

import "github.com/seed92179c4c/stategen/runtime/typed"

// Contract says what clients may see and set. It never changes, and is safe for concurrent
// use. A nil one lets clients see and set nothing.
type Contract struct {
	rules    []*rule // in the order of the schema
	single   map[string]*rule
	former   map[string]*rule // single keys by their other names
	families []*rule
}

// NewContract returns the contract of the declared keys that clients see.
func NewContract(keys ...Declared) *Contract {
	c := &Contract{single: make(map[string]*rule), former: make(map[string]*rule)}
	for _, k := range keys {
		r := k.rule()
		c.rules = append(c.rules, r)
		if r.family != nil {
			c.families = append(c.families, r)
			continue
		}
		c.single[r.name] = r
		if r.moves != nil {
			for _, name := range r.moves.Names {
				c.former[name] = r
			}
		}
	}
	return c
}

// find returns the rule of a key; nil if clients don't see it.
func (c *Contract) find(key string) *rule {
	if c == nil {
		return nil
	}
	if r := c.single[key]; r != nil {
		return r
	}
	for _, r := range c.families {
		if r.family.Has(key) {
			return r
		}
	}
	return nil
}

// Merges reports whether a client's value of a key is merged into what is there.
func (c *Contract) Merges(key string) bool {
	r := c.find(key)
	return r != nil && r.merge != nil
}

// findStored is find of a key as it is stored: it may have one of its other names. It
// returns today's.
func (c *Contract) findStored(name string) (key string, r *rule) {
	if r := c.find(name); r != nil || c == nil {
		return name, r
	}
	if r := c.former[name]; r != nil {
		return r.name, r
	}
	for _, r := range c.families {
		if key, ok := r.family.Find(name); ok {
			return key, r
		}
	}
	return "", nil
}

// movesOf says where else the values of a key may be; nil if nowhere.
func (r *rule) movesOf(key string) *typed.Moves {
	if r.family != nil {
		return r.family.Moves(key)
	}
	return r.moves
}
