package schema

// textOffsets returns a function from an offset in a scalar's text to the
// place in the file where that byte is written.
func (n *node) textOffsets() func(int) int {
	return func(offset int) int {
		span := n.sub(offset, offset)
		return span.Start
	}
}
