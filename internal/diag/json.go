package diag

import (
	"encoding/json"
	"io"
)

type jsonPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

type jsonSpan struct {
	File  string       `json:"file"`
	Start jsonPosition `json:"start"`
	End   jsonPosition `json:"end"`
}

type jsonRelated struct {
	Span    *jsonSpan `json:"span,omitempty"`
	Message string    `json:"message"`
}

type jsonEdit struct {
	Span    *jsonSpan `json:"span"`
	NewText string    `json:"newText"`
}

type jsonFix struct {
	Message string     `json:"message"`
	Certain bool       `json:"certain"` // else a suggestion
	Edits   []jsonEdit `json:"edits"`
}

type jsonDiagnostic struct {
	ID       string        `json:"id"`
	Severity string        `json:"severity"`
	Certain  bool          `json:"certain"` // else likely
	Span     *jsonSpan     `json:"span,omitempty"`
	Message  string        `json:"message"`
	Args     jsonArgs      `json:"args,omitempty"`
	Hint     string        `json:"hint,omitempty"`
	Related  []jsonRelated `json:"related,omitempty"`
	Fixes    []jsonFix     `json:"fixes,omitempty"`
}

// jsonArgs are the arguments of a message, by their names.
type jsonArgs map[string]string

func argsOf(list []Arg) jsonArgs {
	args := jsonArgs{}
	for _, a := range list {
		args[a.Name] = a.Value
	}
	return args
}

// jsonVersion is that of the format. It grows when something that was there is
// called otherwise, means something else, or is gone; not when something is added.
const jsonVersion = 1

// WriteJSON writes findings as one JSON object with the version of the format
// and the list "diagnostics".
// Lines and columns count from 1, columns in code points; offsets are bytes
// from 0. It returns the first error of w.
func WriteJSON(w io.Writer, list List, sources Sources) error {
	out := struct {
		Version     int              `json:"version"`
		Diagnostics []jsonDiagnostic `json:"diagnostics"`
	}{Version: jsonVersion, Diagnostics: make([]jsonDiagnostic, 0, len(list))}
	for _, d := range list {
		out.Diagnostics = append(out.Diagnostics, sources.jsonDiagnostic(d))
	}
	return encode(w, out)
}

func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func (s Sources) jsonDiagnostic(d Diagnostic) jsonDiagnostic {
	j := jsonDiagnostic{
		ID: d.ID, Severity: d.Severity.String(), Certain: !d.Likely, Span: s.jsonSpan(d.Span), Message: d.Message, Args: argsOf(d.Args), Hint: d.Hint,
	}
	for _, r := range d.Related {
		j.Related = append(j.Related, jsonRelated{Span: s.jsonSpan(r.Span), Message: r.Message})
	}
	for _, f := range d.Fixes {
		fix := jsonFix{Message: f.Message, Certain: f.Certain}
		for _, e := range f.Edits {
			fix.Edits = append(fix.Edits, jsonEdit{Span: s.jsonSpan(e.Span), NewText: e.NewText})
		}
		j.Fixes = append(j.Fixes, fix)
	}
	return j
}

func (s Sources) jsonSpan(span Span) *jsonSpan {
	if span.IsZero() {
		return nil
	}
	return &jsonSpan{
		File:  span.File,
		Start: s.jsonPosition(span.File, span.Start),
		End:   s.jsonPosition(span.File, span.End),
	}
}

func (s Sources) jsonPosition(file string, offset int) jsonPosition {
	at := s.position(file, offset)
	return jsonPosition{Line: at.Line, Column: at.Column, Offset: offset}
}

// position is the place of an offset in a file; 1:1 in a file that was not
// read.
func (s Sources) position(file string, offset int) Position {
	if src := s[file]; src != nil {
		return src.Position(offset)
	}
	return Position{Line: 1, Column: 1}
}
