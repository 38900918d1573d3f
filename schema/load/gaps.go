package load

import "github.com/seed92179c4c/stategen/schema"

// gaps are what mistakes leave unknown of a schema while it is read.
type gaps struct {
	schema.Unknown
	declared   map[*schema.Key]bool   // keys whose declaration is wrong: their names alone are known
	types      map[*schema.Named]bool // types whose declaration is wrong
	incomplete map[*schema.Named]bool // types without some of their values or fields, because these are wrong
	typeNames  bool                   // some types are not known at all
	levels     bool                   // nor is the severity of rules
}

func newGaps() *gaps {
	return &gaps{declared: map[*schema.Key]bool{}, types: map[*schema.Named]bool{}, incomplete: map[*schema.Named]bool{}}
}

// all is what a file leaves unknown of which a part can't be read.
func (g *gaps) all() {
	g.Keys, g.typeNames, g.Dialect, g.Placeholders, g.levels = true, true, true, true, true
}

// without notes that a field is not known.
func (g *gaps) without(field string) {
	switch field {
	case "keys", "foreign", "removed":
		g.Keys = true
	case "types":
		g.typeNames = true
	case "include":
		g.Keys, g.typeNames = true, true
	case "dialect":
		g.Dialect = true
	case "placeholders":
		g.Placeholders = true
	case "check":
		g.levels = true
	}
}
