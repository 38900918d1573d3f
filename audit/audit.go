package audit

import "github.com/seed92179c4c/stategen/diag"

// Findings says what is wrong in a project: errors where that is certain, warnings
// where it is likely, whose hints say what would settle it.
func (p Project) Findings() diag.List {
	return p.Found.Sort()
}
