package schema

// constraints reads the limits of a key or a field.
func (l *loader) constraints(n *node, t *Type) Constraints {
	var c Constraints
	if t == nil {
		return c
	}
	return c
}
