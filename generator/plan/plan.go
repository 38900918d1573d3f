package plan

import "github.com/seed92179c4c/stategen/schema"

// Plan is a schema with what generated code does decided.
type Plan struct {
	Schema       *schema.Schema
	Keys         []*Key         // in schema order
	Instructions []*Instruction // in schema order
}

// New decides what code generated from a schema does.
func New(s *schema.Schema) *Plan {
	p := &Plan{Schema: s}
	for _, k := range s.Keys {
		p.Keys = append(p.Keys, newKey(k, s))
	}
	for _, in := range s.Instructions {
		p.Instructions = append(p.Instructions, cut(in, s.Grammar, p.Keys))
	}
	return p
}
