package evidence

import (
	"go/types"
	"sync"
)

// ReturnedMaps are functions whose results become state in other packages than
// their own. A first run finds them, a second one looks into them. They are safe
// for concurrent use.
type ReturnedMaps struct {
	mu     sync.Mutex
	wanted map[string]int  // by full name: which result
	in     map[string]bool // the packages that have them
	served map[string]bool // those that were looked into
}

// NewReturnedMaps knows of none.
func NewReturnedMaps() *ReturnedMaps {
	return &ReturnedMaps{wanted: map[string]int{}, in: map[string]bool{}, served: map[string]bool{}}
}

// Found reports whether there are any.
func (m *ReturnedMaps) Found() bool { return len(m.wanted) > 0 }

// In reports whether a package has some.
func (m *ReturnedMaps) In(path string) bool { return m.in[path] }

// ask notes that a function's result is state, and reports whether it was looked into.
func (m *ReturnedMaps) ask(fn *types.Func, result int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wanted[fn.FullName()] = result
	if fn.Pkg() != nil {
		m.in[fn.Pkg().Path()] = true
	}
	return m.served[fn.FullName()]
}

// serve returns which result of a function is state; it is looked into now.
func (m *ReturnedMaps) serve(fn *types.Func) (result int, wanted bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if result, wanted = m.wanted[fn.FullName()]; wanted {
		m.served[fn.FullName()] = true
	}
	return result, wanted
}
