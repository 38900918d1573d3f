package project

import (
	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/schema"
)

// Checker applies the rules of one schema to files. It is not safe for concurrent
// use.
type Checker struct {
	*prompt.Checker
	schema *schema.Schema
}

// New prepares a Checker, as prompt.New does.
func New(s *schema.Schema) *Checker { return &Checker{Checker: prompt.New(s), schema: s} }
