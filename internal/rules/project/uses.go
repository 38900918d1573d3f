package project

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
)

// Uses returns the uses of keys in template files and in the instructions of
// the schema itself, in no particular order.
func (c *Checker) Uses(files []*diag.Source) []source.Use {
	var uses []source.Use
	for _, f := range c.files(files) {
		for _, t := range f.texts {
			uses = append(uses, c.UsesIn(t)...)
		}
		uses = append(uses, f.uses...)
	}
	return uses
}
