package project

import "github.com/seed92179c4c/stategen/internal/diag"

// isProjectRule reports whether a rule is for Project alone.
func isProjectRule(id string) bool { return diag.IsOn(diag.OnProjects, id) }
