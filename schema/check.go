package schema

import "github.com/seed92179c4c/stategen/internal/diag"

// Check is what the schema says about checking.
type Check struct {
	Templates []Glob
	Sinks     []Sink
	Rules     map[string]RuleLevel
}

// Glob is a pattern of template files, relative to the schema's folder.
type Glob struct {
	Pattern string
	Span    diag.Span
}

// Sink is a function or field in Go source that takes a key, a text or a map of
// state.
type Sink struct {
	Name  string // path.Func, path.Type.Method or path.Type.Field
	Field bool   // whether it is a field
	Takes SinkKind
	Arg   int // of a function, from 1; 0 for a field
	Value int // the argument that is written under the key, from 1; 0: none
	Span  diag.Span
}

// SinkKind says what a sink takes.
type SinkKind string

// What a sink can take.
const (
	SinkKey    SinkKind = "key" // read, or written if the sink has a value
	SinkClear  SinkKind = "clear"
	SinkOutput SinkKind = "output"
	SinkText   SinkKind = "text"
	SinkMap    SinkKind = "map"
)

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
