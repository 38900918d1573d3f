package lsp

import (
	"fmt"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/workspace"
)

// generateFor has the packages generated of the schemas that a saved file is an input of,
// if the client wants that.
func (s *session) generateFor(path string) {
	now := s.snapshot()
	if !now.options.GenerateOnSave {
		return
	}
	inputOf := map[string]bool{}
	for schema, l := range now.looks {
		d := now.docs[path]
		inputOf[schema] = l.Generates(path) || d != nil && l.Generates(d.real)
	}
	if nearest, err := now.space.NearestSchema(path); err == nil && nearest == path {
		inputOf[path] = true // it may be new
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for schema, is := range inputOf {
		if is {
			s.toSurvey.generate[schema] = true
			signal(s.toSurvey.wake)
		}
	}
}

// generate generates one package from what is saved, as the command would: what other
// buffers hold is not in it. All of its files are replaced, or none.
func (s *session) generate(schema string) {
	saved := &workspace.Workspace{Cache: s.options.Cache}
	g, err := saved.Generate(s.ctx, []string{schema})
	wrote := false
	if err == nil && !g.Findings.HasErrors() {
		err = g.Write(func(p *workspace.Package) { wrote = wrote || len(p.Changes) > 0 })
	}
	switch {
	case s.ctx.Err() != nil:
	case err != nil:
		s.show(SeverityError, "nothing was generated: "+err.Error())
	case g.Findings.HasErrors():
		l, _ := saved.Look(s.ctx, schema, nil)
		s.refuse(l, g)
	case wrote:
		s.everythingChanged()
	}
}

// refuse says why nothing was generated. What is wrong with a text is a diagnostic of it
// already, and is only noted; the rest, such as another package in the folder, is shown.
func (p *peer) refuse(l *workspace.Look, g *workspace.Generated) {
	known := map[finding]bool{}
	if l != nil {
		for _, d := range l.Findings {
			known[identify(named(d))] = true
		}
	}
	for _, d := range g.Findings.Sort() {
		if d = named(d); d.Severity == diag.Error && !known[identify(d)] {
			p.show(SeverityWarning, fmt.Sprintf("nothing was generated from %s: %s", d.Span.File, d.Message))
			return
		}
	}
	p.notify("window/logMessage", map[string]any{"type": SeverityWarning, "message": "stategen: nothing was generated from a schema with errors"})
}
