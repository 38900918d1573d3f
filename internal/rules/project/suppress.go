package project

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// Suppress returns list without the findings that comments in the file
// suppress, and with findings about the comments themselves. All of list must
// be in the file. Comments about the rules of Project are left to Project.
func (c *Checker) Suppress(src *diag.Source, list diag.List) diag.List {
	comments, faults := c.suppressions(src)
	isForProject := func(s diag.Suppression) bool { return isProjectRule(s.Rule) || isFlowRule(s.Rule) }
	comments = slices.DeleteFunc(comments, isForProject)
	return append(c.silence(src, comments, list), faults...)
}

// suppressOf is Suppress for the findings of some rules, in any file.
func (c *Checker) suppressOf(rules func(id string) bool, list diag.List, files []*diag.Source) diag.List {
	byFile := map[string]diag.List{}
	for _, d := range list {
		byFile[d.Span.File] = append(byFile[d.Span.File], d)
	}
	var kept diag.List
	for _, src := range files {
		if src == nil {
			continue
		}
		comments, _ := c.suppressions(src) // Suppress reports the faults
		comments = slices.DeleteFunc(comments, func(s diag.Suppression) bool { return !rules(s.Rule) })
		kept = append(kept, c.silence(src, comments, byFile[src.Name])...)
		delete(byFile, src.Name)
	}
	for _, rest := range byFile {
		kept = append(kept, rest...)
	}
	return kept.Sort()
}

// silence removes what the comments suppress, and reports those that
// suppress nothing.
func (c *Checker) silence(src *diag.Source, comments []diag.Suppression, list diag.List) diag.List {
	used := map[silenced]bool{} // of what there is a comment on
	for _, s := range comments {
		used[silenced{s.Rule, s.Line}] = false
	}
	kept := slices.DeleteFunc(list, func(d diag.Diagnostic) bool {
		at := silenced{d.ID, src.Position(d.Span.Start).Line}
		_, ok := used[at]
		if ok {
			used[at] = true
		}
		return ok
	})
	for _, s := range comments {
		if !used[silenced{s.Rule, s.Line}] && !c.schema.Partial { // else a mistake in the schema may hide the finding
			kept = c.about(kept, s.Unneeded())
		}
	}
	return kept
}

// silenced is what a comment applies to.
type silenced struct {
	rule string
	line int
}

// suppressions reads the comments of a file, and reports those that are invalid.
func (c *Checker) suppressions(src *diag.Source) (comments []diag.Suppression, faults diag.List) {
	read := diag.Suppressions
	if c.isInstruction(src.Name) {
		read = diag.PromptSuppressions
	}
	found := read(src)
	if len(found) == 0 {
		return nil, nil
	}
	own, known := Rules().IDs(), ruleNames()
	for _, s := range found {
		if src.Name == c.schema.File && s.Rule != "" && !slices.Contains(own, s.Rule) {
			continue // about the schema itself
		}
		d, ok := s.Fault(known)
		if ok {
			faults = c.about(faults, d)
			continue
		}
		comments = append(comments, s)
	}
	return comments, faults
}

// isInstruction reports whether a file is the template of an instruction.
func (c *Checker) isInstruction(name string) bool {
	return slices.ContainsFunc(c.schema.Instructions, func(in *schema.Instruction) bool {
		return in.File != "" && in.Source == name
	})
}

// about adds a finding about a file or a suppression, at the level that the schema sets.
func (c *Checker) about(list diag.List, d diag.Diagnostic) diag.List {
	severity, on := c.Severity(d.ID, d.Severity)
	if !on {
		return list
	}
	d.Severity = severity
	return append(list, d)
}

// isFlowRule reports whether a rule is for the graph alone. Such a rule is off unless check.rules
// gives it a level: what source shows of agents may not be all.
func isFlowRule(id string) bool { return diag.IsOn(diag.OnAgents, id) }

// Flow settles findings on the graph: the schema's levels, and comments in its own file.
func (c *Checker) Flow(list diag.List, own *diag.Source) diag.List {
	list = slices.DeleteFunc(list, func(d diag.Diagnostic) bool { return !c.isOn(d.ID) })
	return c.suppressOf(isFlowRule, c.schema.Check.Apply(list), []*diag.Source{own})
}

// isOn reports whether the schema gives a rule a level, of one that is off otherwise.
func (c *Checker) isOn(id string) bool {
	level := c.schema.Check.Rules[id].Level
	return level != "" && level != "off"
}

// isProjectRule reports whether a rule is for Project alone.
func isProjectRule(id string) bool { return diag.IsOn(diag.OnProjects, id) }
