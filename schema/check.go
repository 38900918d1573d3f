package schema

import "github.com/seed92179c4c/stategen/diag"

// Check is what the schema says about checking.
type Check struct {
	Templates []Glob
	Rules     map[string]RuleLevel
}

// Glob is a pattern of template files, relative to the schema's folder.
type Glob struct {
	Pattern string
	Span    diag.Span
}

// RuleLevel is a rule's severity in this project.
type RuleLevel struct {
	Level string // "off", "warning" or "error"
	Span  diag.Span
}

// Apply gives findings the severity that check.rules sets for their rules,
// and leaves out those of rules that are off.
func (c Check) Apply(list diag.List) diag.List {
	var kept diag.List
	for _, d := range list {
		switch c.Rules[d.ID].Level {
		case "off":
			continue
		case "warning":
			d.Severity = diag.Warning
		case "error":
			d.Severity = diag.Error
		}
		kept = append(kept, d)
	}
	return kept
}
