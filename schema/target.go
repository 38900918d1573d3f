package schema

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// Target is what is generated: a language, or a framework for which Go has an adapter.
type Target struct {
	Name string // one of those below, "adk" (v2), "adk/v1", "eino" or "trpc"
	Span diag.Span
}

// The targets that are no adapters. Zod adds to what TypeScript writes.
const (
	TargetGo         = "go"
	TargetTypeScript = "typescript"
	TargetZod        = "zod"
)

// IsAdapter reports whether the target joins the Go package with a framework.
func (t Target) IsAdapter() bool {
	return t.Name != TargetGo && t.Name != TargetTypeScript && t.Name != TargetZod
}

// HasTarget reports whether the schema names a target.
func (s *Schema) HasTarget(name string) bool {
	return slices.ContainsFunc(s.Targets, func(t Target) bool { return t.Name == name })
}

// GeneratesGo reports whether a Go package is generated: without targets, with the target
// go, and with that of any adapter.
func (s *Schema) GeneratesGo() bool {
	return len(s.Targets) == 0 || s.HasTarget(TargetGo) || slices.ContainsFunc(s.Targets, Target.IsAdapter)
}

// GeneratesTypeScript reports whether a TypeScript file is generated.
func (s *Schema) GeneratesTypeScript() bool {
	return s.HasTarget(TargetTypeScript) || s.HasTarget(TargetZod)
}
