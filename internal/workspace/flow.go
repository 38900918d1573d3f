package workspace

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/gomodules"
	"github.com/seed92179c4c/stategen/internal/rules/graph"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/configs"
	"github.com/seed92179c4c/stategen/internal/source/python"
	"github.com/seed92179c4c/stategen/internal/statelint"
	"github.com/seed92179c4c/stategen/schema"
)

// Flowed is the graph of a schema, and what it was made of.
type Flowed struct {
	Schema   *schema.Schema
	Graph    *flow.Graph
	Findings diag.List    // warnings of the schema, and packages that do not compile
	Sources  diag.Sources // the files that were read, by the names that findings have
	Problems []string     // which modules the Go code was read without, in words
}

// lacks reports whether there may be uses of keys that the graph doesn't have, since a package does
// not compile, or modules are missing.
func (f *Flowed) lacks() bool {
	return len(f.Problems) > 0 || slices.ContainsFunc(f.Findings, func(d diag.Diagnostic) bool { return d.ID == project.NotChecked.ID })
}

// Flow makes the graph of who writes and reads the keys of a schema: that of the working folder
// if path is empty, and otherwise the one for all packages, whichever is nearer. Path names it as
// for Schemas. Patterns name folders of Go packages as for Check; none means all below the
// schema's folder. Prompts are those that the schema names.
func (w *Workspace) Flow(ctx context.Context, path string, patterns []string) (*Flowed, error) {
	s, loaded, err := w.one(ctx, path)
	if err != nil {
		return nil, err
	}
	given := ""
	if path != "" {
		given = s.File
	}
	return flowing{w, given, patterns}.graph(ctx, s, loaded)
}

// flowing is the making of one graph.
type flowing struct {
	*Workspace
	given    string   // the schema for all packages, if there is one
	patterns []string // of folders of Go packages; none: all below the schema's folder
}

// graph makes the graph of a schema.
func (w flowing) graph(ctx context.Context, s *schema.Schema, loaded Loaded) (*Flowed, error) {
	f := &Flowed{Schema: s, Findings: loaded.Findings, Sources: loaded.Sources}
	prompts, err := w.disk().matchTemplates(ctx, f.Schema)
	if err != nil {
		return nil, err
	}
	for _, src := range prompts.files {
		f.Sources[src.Name] = src
	}
	facts := flow.Facts{Sources: f.Sources}
	checker := project.New(f.Schema)
	declared, uses := agentsIn(checker, prompts.files, checker.Uses(append(prompts.files, f.Sources[f.Schema.File])))
	facts.Prompts = uses
	if len(w.patterns) == 0 {
		w.patterns = []string{filepath.ToSlash(filepath.Dir(f.Schema.File)) + "/..."}
	}
	done := w.doing("reading Go packages")
	facts.Units, err = w.units(ctx, f)
	done()
	if err != nil {
		return nil, err
	}
	facts.Units = slices.Concat(facts.Units, declared)
	f.Graph = flow.Build(f.Schema, facts)
	return f, nil
}

// agentsIn are the agents, tools and callbacks in configurations and Python files, and the uses that none of them has.
func agentsIn(c *project.Checker, files []*diag.Source, uses []source.Use) (units []*source.Unit, rest []source.Use) {
	inPython := slices.DeleteFunc(slices.Clone(files), func(f *diag.Source) bool { return !python.Is(f.Name) })
	found, _ := configs.Read(c.UsesIn, files) // check says what can't be read
	units = append(found.Units, python.Read(c.UsesIn, inPython).Units...)
	has := map[diag.Span]bool{}
	for _, u := range units {
		for _, use := range u.Uses {
			has[use.Span] = true
		}
	}
	return units, slices.DeleteFunc(uses, func(u source.Use) bool { return has[u.Span] })
}

// units finds who uses keys in Go packages.
func (w flowing) units(ctx context.Context, f *Flowed) ([]*source.Unit, error) {
	t := &checkTargets{Workspace: w.Workspace, schema: f.Schema.File}
	for _, p := range w.patterns {
		if err := t.target(ctx, p); err != nil {
			return nil, err
		}
	}
	var all []*source.Unit
	for _, g := range gomodules.Groups(ctx, t.parts) {
		found, err := statelint.Trace(f.Schema.File, g.Patterns, statelint.CheckOptions{
			Options: statelint.Options{Schema: w.given, Unsaved: w.Unsaved}, Context: ctx, Dir: g.Dir, Env: g.Env, Workspace: g.Workspace,
		})
		if errors.Is(err, statelint.ErrNoPackages) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s can't be loaded: %w", nameOf(g), err)
		}
		if found.Problem != "" {
			f.Problems = append(f.Problems, withoutModules(nameOf(g), found.Problem))
		}
		all = append(all, found.Units...)
		f.Findings = append(f.Findings, found.Findings...)
		maps.Copy(f.Sources, found.Sources)
	}
	return all, nil
}

// flowFindings applies the rules on graphs that the schema turns on, if all of its code was
// checked.
func (c *checking) flowFindings(ctx context.Context, j *promptJob, s *schema.Schema, own *diag.Source) (diag.List, error) {
	path, err := filepath.Abs(j.schema)
	if err != nil {
		return nil, err
	}
	wanted := func(r diag.Rule) bool {
		level := s.Check.Rules[r.ID].Level
		return level != "" && level != "off"
	}
	if code, whole := c.projects[path]; !whole || code.Idle || !slices.ContainsFunc(diag.RulesOn(diag.OnAgents), wanted) {
		return nil, nil
	}
	folders := slices.DeleteFunc(slices.Clone(c.Patterns), func(p string) bool {
		isDir, err := c.disk().isFolder(filepath.FromSlash(strings.TrimSuffix(filepath.ToSlash(p), "/...")))
		return err != nil || !isDir
	})
	f, err := flowing{c.Workspace, c.Schema, folders}.graph(ctx, s, Loaded{Sources: maps.Clone(c.Sources)})
	if err != nil || f.lacks() {
		return nil, err
	}
	maps.Copy(c.Sources, f.Sources)
	return project.New(s).Flow(graph.Find(f.Graph, f.Sources), own), nil
}
