package evidence

// ReturnedMaps are functions whose results become state in other packages than
// their own. A first run finds them, a second one looks into them.
type ReturnedMaps struct {
	wanted map[string]int  // by full name: which result
	served map[string]bool // those that were looked into
}

// NewReturnedMaps knows of none.
func NewReturnedMaps() *ReturnedMaps {
	return &ReturnedMaps{wanted: map[string]int{}, served: map[string]bool{}}
}

// Found reports whether there are any.
func (m *ReturnedMaps) Found() bool { return len(m.wanted) > 0 }
