package breaking

import (
	"maps"

	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/schema"
)

// fieldsAt is of how many fields values are made, by the depth that is left.
var fieldsAt = []int{0, 1, 2, 3, 4, 8, most}

const (
	depth    = 6    // of values inside values
	most     = 40   // values, or fields, inside of which others are made
	longText = 2000 // longest text that is made for a length
	longList = 300
)

// maker makes values, and remembers those of objects.
type maker struct {
	reader   *reading.Schema
	bases    map[[2]*schema.Named]map[string]any // nil: too large
	samples  map[string]any                      // by the forms
	items    map[string][]any                    // of distinct values, by the forms
	patterns map[string][]string
	work     int  // on patterns
	tooLarge bool // whether a value was, since somebody last looked
}

func newMaker() *maker {
	return &maker{
		reader: reading.New(&schema.Schema{}), bases: map[[2]*schema.Named]map[string]any{}, patterns: map[string][]string{},
		samples: map[string]any{}, items: map[string][]any{},
	}
}

func withField(o map[string]any, name string, v any) any {
	if o == nil {
		return nil // too large
	}
	o = maps.Clone(o)
	o[name] = v
	return o
}

func withoutField(o map[string]any, name string) any {
	if o == nil {
		return nil
	}
	o = maps.Clone(o)
	delete(o, name)
	return o
}

// orNil is an object, or nil for one that was too large.
func orNil(o map[string]any) any {
	if o == nil {
		return nil
	}
	return o
}
