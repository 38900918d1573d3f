package evidence

import (
	"bytes"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/check"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/report"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/sources"
)

// Python is what Python files say about state keys.
type Python struct {
	Files    int // that import ADK
	Evidence []Evidence
	Unread   []report.NotChecked
}

// ReadPython gathers what Python files say. Types are those that Go has for the values.
func ReadPython(src *sources.Reader, files []string) Python {
	var p Python
	var list []*diag.Source
	for _, file := range files {
		f := src.Open(file)
		if f == nil {
			continue
		}
		if reason := notPython(f.Text); reason != "" {
			p.Unread = append(p.Unread, report.NotChecked{Span: diag.Span{File: f.Name}, Reason: reason})
			continue
		}
		list = append(list, f)
	}
	found := python.Read(list)
	p.Files = found.Files
	for _, u := range found.Uses {
		p.Evidence = append(p.Evidence, fromPython(u))
	}
	checker := check.New(emptySchema())
	for _, t := range found.Texts {
		if t.Partial {
			continue
		}
		for _, u := range checker.UndeclaredIn(t) {
			u.Test = t.Test
			p.Evidence = append(p.Evidence, Evidence{Use: u, Presence: presenceOf(u)})
		}
	}
	for _, o := range found.Open {
		if !o.Test && !o.Whole {
			p.Unread = append(p.Unread, report.NotChecked{Span: o.Span, Reason: o.Reason})
		}
	}
	return p
}

// notPython says why a file is not read.
func notPython(text []byte) string {
	switch {
	case len(text) > check.MaxPromptSize:
		return "this file is larger than any that people write, so it was not read"
	case bytes.IndexByte(text, 0) >= 0:
		return "this file is not text, so it was not read"
	}
	return ""
}

func fromPython(u source.Use) Evidence {
	e := Evidence{Use: u, Fallback: u.Fallback}
	if t := pythonTypes[u.Type]; t != nil {
		e.Types = []types.Type{t}
	}
	if u.Kind == source.Output && u.Type != source.String {
		e.Kind = source.Set // an output schema makes something else of the answer
	}
	switch {
	case u.Kind != source.Get:
	case u.Required:
		e.Presence = Demanded
	default:
		e.Presence = Tolerated
	}
	return e
}

var anything = types.NewInterfaceType(nil, nil)

var pythonTypes = map[source.Type]types.Type{
	source.String: types.Typ[types.String],
	source.Int:    types.Typ[types.Int],
	source.Float:  types.Typ[types.Float64],
	source.Bool:   types.Typ[types.Bool],
	source.List:   types.NewSlice(anything),
	source.Object: types.NewMap(types.Typ[types.String], anything),
}
