package reading

// OtherNames lists all other names under which values of the key may be, as the
// schema has them.
func (k *Key) OtherNames() []string { return k.moves.Names }

// Find returns the key that a stored key belongs to, its wire of today, and the name as the schema has it if it is
// another name of the key. A key that is declared itself is no other name. Nil: none.
func (r *Schema) Find(stored string) (k *Key, wire, name string) {
	if k := r.Key(stored); k != nil {
		return k, stored, ""
	}
	if m, ok := r.index.Moved(stored); ok && m.Key != nil {
		return r.byKey[m.Key], m.Wire, m.Name
	}
	return nil, stored, ""
}
