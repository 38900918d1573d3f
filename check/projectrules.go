package check

import "github.com/seed92179c4c/stategen/diag"

// ProjectRules lists the metadata of the rules that need to know a whole
// project: every prompt, and every Go package that can use a key.
func ProjectRules() diag.Rules {
	return diag.RulesOn(diag.OnProjects)
}

// isProjectRule reports whether a rule is for Project alone.
func isProjectRule(id string) bool {
	_, ok := ProjectRules().Find(id)
	return ok
}
