package workspace

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/audit"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/gomodules"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/statelint"
)

// Audited is what an audit found, and what it looked at.
type Audited struct {
	Findings  diag.List
	Sources   diag.Sources
	Packages  int      // Go packages that were read
	Framework int      // of these, those of the framework itself, which were left out
	Python    int      // Python files that import ADK
	Configs   int      // agent configurations
	Problems  []string // what could not be read, in words
	Keys      int      // that are used
	Declared  []string // schemas of the project: what they govern is left out
}

// auditing is an audit as it goes on.
type auditing struct {
	*Workspace
	*Audited
	found   source.Found
	surveys []*statelint.Surveyed
}

// Audit says what is probably wrong with the state of a project that has no schema.
// Patterns name folders, with "/..." for all below; none means "./...". It runs
// nothing of the project, writes no file and uses no network: of Go modules that are
// not downloaded it knows nothing.
func (w *Workspace) Audit(ctx context.Context, patterns []string) (*Audited, error) {
	if err := named(patterns...); err != nil {
		return nil, err
	}
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	a := &auditing{Workspace: w, Audited: &Audited{Sources: diag.Sources{}}}
	var err error
	if a.Declared, err = w.disk().schemasAt(ctx, patterns); err != nil {
		return nil, err
	}
	patterns = slices.Compact(slices.DeleteFunc(slices.Sorted(slices.Values(patterns)), a.isGoverned))
	if len(patterns) == 0 {
		return a.Audited, nil
	}
	parts, err := partsOf(ctx, patterns)
	if err != nil {
		return nil, err
	}
	files, err := agentFilesOf(ctx, patterns)
	if err != nil {
		return nil, err
	}
	done := w.doing("reading Go packages")
	err = a.readGo(ctx, parts)
	done()
	if err != nil {
		return nil, err
	}
	if err := a.readFiles(ctx, files); err != nil {
		return nil, err
	}
	used := audit.Draft(a.found.Uses)
	for _, s := range a.surveys {
		found, err := s.Against(used)
		if err != nil {
			return nil, err
		}
		a.found.Findings = append(a.found.Findings, found...)
		maps.Copy(a.Sources, s.Sources)
	}
	a.found.Governed = a.governed()
	a.Findings, a.Keys = audit.Findings(a.found, a.Sources)
	return a.Audited, ctx.Err()
}

// readGo surveys Go packages, module by module.
func (a *auditing) readGo(ctx context.Context, parts []gomodules.Part) error {
	groups := gomodules.Groups(ctx, parts)
	for _, p := range parts {
		if p.Root == "" {
			a.Problems = append(a.Problems, fmt.Sprintf("the Go code in %s has no go.mod, so it was not read", shown(p.Dir)))
		}
	}
	for _, g := range groups {
		o := statelint.CheckOptions{
			Options: statelint.Options{Unsaved: a.Unsaved}, Context: ctx, Dir: g.Dir, Env: offline(g.Env), Workspace: g.Workspace,
		}
		if err := a.survey(ctx, g, o); err != nil {
			return err
		}
	}
	return nil
}

// survey reads the packages of one module or workspace. What can't be loaded is said,
// and the others are audited.
func (a *auditing) survey(ctx context.Context, g gomodules.Group, o statelint.CheckOptions) error {
	err := regular(g)
	var s *statelint.Surveyed
	if err == nil {
		s, err = statelint.Survey(g.Patterns, o)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, statelint.ErrNoPackages):
		return nil
	case err != nil:
		a.Problems = append(a.Problems, fmt.Sprintf("%s can't be loaded, so its code was not audited: %s", nameOf(g), lastLine(err.Error())))
		return nil
	}
	if s.Problem != "" {
		a.Problems = append(a.Problems, withoutModules(nameOf(g), s.Problem))
	}
	a.surveys = append(a.surveys, s)
	a.Packages += s.Packages - s.GovernedPackages
	a.Framework += s.Framework
	for _, b := range s.Broken {
		if s.Governed[b.Span.File] != "" {
			continue
		}
		at := s.Sources[b.Span.File].Position(b.Span.Start)
		a.Problems = append(a.Problems, fmt.Sprintf("%s:%d:%d: not audited to its end: %s", b.Span.File, at.Line, at.Column, b.Reason))
	}
	a.found.Add(s.Source)
	return nil
}

// offline is the environment of a go command that asks nobody for modules or
// toolchains, and changes no go.mod; nil is that of the process.
func offline(env []string) []string {
	if env == nil {
		env = os.Environ()
	}
	flags := ""
	for _, v := range env {
		if value, ok := strings.CutPrefix(v, "GOFLAGS="); ok {
			flags = strings.ReplaceAll(value, "-mod=mod", "")
		}
	}
	return append(env[:len(env):len(env)], "GOPROXY=off", "GOTOOLCHAIN=local", "GOFLAGS="+flags)
}

// withoutModules says of code that was read what is missing.
func withoutModules(code, missing string) string {
	return code + " was read without the modules that it needs: " + lastLine(missing)
}

// lastLine is the last line of what the go command said.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}
