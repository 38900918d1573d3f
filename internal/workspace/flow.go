package workspace

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/check"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/flow/rules"
	"github.com/seed92179c4c/stategen/internal/flow/yamlagents"
	"github.com/seed92179c4c/stategen/internal/gomodules"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/source/python"
	"github.com/seed92179c4c/stategen/internal/statelint"
	"github.com/seed92179c4c/stategen/schema"
)

// Flowed is the graph of a schema, and what it was made of.
type Flowed struct {
	Schema   *schema.Schema
	Graph    *flow.Graph
	Findings diag.List    // what is wrong with the schema, and packages that do not compile; with errors there is no graph
	Sources  diag.Sources // the files that were read, by the names that findings have
	Problems []string     // which modules the Go code was read without, in words
}

// lacks reports whether there may be uses of keys that the graph doesn't have, since a package does
// not compile, or modules are missing.
func (f *Flowed) lacks() bool {
	return len(f.Problems) > 0 || slices.ContainsFunc(f.Findings, func(d diag.Diagnostic) bool { return d.ID == check.NotChecked.ID })
}

// Flow makes the graph of who writes and reads the keys of a schema: that of the working folder
// if path is empty, and otherwise the one for all packages, whichever is nearer. Path names it as
// for Schemas. Patterns name folders of Go packages as for Check; none means all below the
// schema's folder. Prompts are those that the schema names.
func (w *Workspace) Flow(ctx context.Context, path string, patterns []string) (*Flowed, error) {
	found, err := w.Schemas(ctx, pattern(path))
	if err != nil {
		return nil, err
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("%s has %d schemas; name one: %s", path, len(found), strings.Join(found, ", "))
	}
	given := ""
	if path != "" {
		given = found[0]
	}
	return flowing{w, given, patterns}.graph(ctx, found[0])
}

// flowing is the making of one graph.
type flowing struct {
	*Workspace
	given    string   // the schema for all packages, if there is one
	patterns []string // of folders of Go packages; none: all below the schema's folder
}

// graph makes the graph of a schema.
func (w flowing) graph(ctx context.Context, path string) (*Flowed, error) {
	loaded, err := w.Load(ctx, []string{path})
	if err != nil {
		return nil, err
	}
	f := &Flowed{Findings: loaded.Findings, Sources: loaded.Sources}
	if loaded.Findings.HasErrors() || len(loaded.Schemas) != 1 {
		return f, nil
	}
	f.Schema = loaded.Schemas[0]
	prompts, err := w.disk().matchTemplates(ctx, f.Schema)
	if err != nil {
		return nil, err
	}
	for _, src := range prompts.files {
		f.Sources[src.Name] = src
	}
	facts := flow.Facts{Sources: f.Sources}
	uses := check.New(f.Schema).Uses(append(prompts.files, f.Sources[f.Schema.File]))
	declared, uses, _ := yamlagents.Find(prompts.files, uses)
	inPython, uses := pythonUnits(prompts.files, uses)
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
	facts.Units = slices.Concat(facts.Units, declared, inPython)
	f.Graph = flow.Build(f.Schema, facts)
	return f, nil
}

// pythonUnits are the agents, tools and callbacks in Python files, and the uses that none of them has.
func pythonUnits(files []*diag.Source, uses []keys.Use) (units []*flow.Unit, rest []keys.Use) {
	units = python.Read(slices.DeleteFunc(slices.Clone(files), func(f *diag.Source) bool { return !python.Is(f.Name) })).Units
	has := map[diag.Span]bool{}
	for _, u := range units {
		for _, use := range u.Uses {
			has[use.Span] = true
		}
	}
	return units, slices.DeleteFunc(uses, func(u keys.Use) bool { return has[u.Span] })
}

// units finds who uses keys in Go packages.
func (w flowing) units(ctx context.Context, f *Flowed) ([]*flow.Unit, error) {
	t := &checkTargets{Workspace: w.Workspace, schema: f.Schema.File}
	for _, p := range w.patterns {
		if err := t.target(ctx, p); err != nil {
			return nil, err
		}
	}
	var all []*flow.Unit
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
	f, err := flowing{c.Workspace, c.Schema, folders}.graph(ctx, j.schema)
	if err != nil || f.Graph == nil || f.lacks() {
		return nil, err
	}
	maps.Copy(c.Sources, f.Sources)
	return check.New(s).Flow(rules.Find(f.Graph, f.Sources), own), nil
}
