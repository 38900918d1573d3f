package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/files"
	"github.com/seed92179c4c/stategen/internal/gomodules"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/statelint"
)

// checkGo checks Go packages, each in its module. The error is one of modules
// that could not be loaded; what was found in the others is reported.
// A schema that a prompt's job has found wrong is found wrong again; sorting
// makes that one finding.
func (c *checking) checkGo(ctx context.Context, parts []gomodules.Part) error {
	c.noteOutside(parts)
	var reports []statelint.Report
	var errs []error
	groups := gomodules.Groups(ctx, parts)
	for _, g := range groups {
		report, err := checkGroup(g, statelint.CheckOptions{
			Options: statelint.Options{Schema: c.Schema, Unsaved: c.Unsaved},
			Context: ctx, Dir: g.Dir, Env: g.Env, Workspace: g.Workspace, Cache: c.cache("check"), Doing: c.doing,
		})
		if errors.Is(err, statelint.ErrNoPackages) {
			c.note(diag.Span{File: shown(g.Parts[0].GoFiles[0])}, "the build leaves out this file, and all others below "+shown(g.Dir))
			err = nil
		}
		if err == nil {
			reports = append(reports, report)
			continue
		}
		err = fmt.Errorf("%s can't be loaded, so its code was not checked: %w", nameOf(g), err)
		if slices.ContainsFunc(g.Parts, func(p gomodules.Part) bool { return c.matters(ctx, p) }) {
			errs = append(errs, err)
		} else {
			c.note(diag.Span{File: shown(filepath.Join(g.Dir, "go.mod"))}, err.Error())
		}
	}
	all := statelint.Join(reports)
	if len(reports) == len(groups) {
		c.noteStateless(groups, all)
	}
	c.add(all)
	if len(reports) < len(groups) {
		clear(c.projects) // the keys may have uses in what was not loaded
	}
	maps.DeleteFunc(c.projects, func(schema string, _ project.Code) bool { return c.governsMore(ctx, schema, parts) })
	return errors.Join(errs...)
}

// noteStateless notes code that has a schema and uses no state that is known: a
// framework that isn't looks the same as code without mistakes.
func (c *checking) noteStateless(groups []gomodules.Group, r statelint.Report) {
	if r.Packages == 0 || len(r.Uses)+len(r.Prompts)+len(r.NotChecked)+len(r.Ungoverned)+len(r.Findings)+len(c.NotChecked) > 0 {
		return
	}
	c.note(diag.Span{File: shown(filepath.Join(groups[0].Dir, "go.mod"))},
		"no package here uses a state that stategen knows; functions of your own can be listed under check.sinks in the schema")
}

// checkGroup checks a group unless one of its files is something that the go command could wait
// for forever, such as a named pipe.
func checkGroup(g gomodules.Group, o statelint.CheckOptions) (statelint.Report, error) {
	if err := regular(g); err != nil {
		return statelint.Report{}, err
	}
	return statelint.Check(g.Patterns, o)
}

// regular returns an error if one of a group's files is something that the go command
// could wait for forever.
func regular(g gomodules.Group) error {
	for _, p := range g.Parts {
		for _, odd := range p.Odd {
			if info, err := os.Lstat(odd); err == nil {
				return files.Regular(shown(odd), info)
			}
		}
	}
	return nil
}

// governsMore reports whether Go files below a schema, and of no other, belong to
// a module that was not looked at: its keys may have uses there.
func (c *checking) governsMore(ctx context.Context, schema string, parts []gomodules.Part) bool {
	dir := filepath.Dir(schema)
	if slices.ContainsFunc(parts, func(p gomodules.Part) bool { return p.Recursive && isIn(dir, p.Dir) }) {
		return false // all modules below were looked at
	}
	below, err := gomodules.Parts(ctx, dir, true)
	return err != nil || slices.ContainsFunc(below, func(p gomodules.Part) bool {
		known := slices.ContainsFunc(parts, func(asked gomodules.Part) bool { return asked.Root == p.Root })
		return !known && slices.ContainsFunc(p.GoFiles, func(file string) bool {
			nearest, err := c.disk().nearestSchema(file)
			return err != nil || nearest == schema
		})
	})
}

func isIn(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// noteOutside notes Go files that belong to no module.
func (c *checking) noteOutside(parts []gomodules.Part) {
	for _, p := range parts {
		if p.Root == "" {
			c.note(diag.Span{File: shown(p.First())},
				"there is no go.mod in its folder or above, so the go command does not know this package")
		}
	}
}

func (c *checking) add(report statelint.Report) {
	c.Findings = append(c.Findings, report.Findings...)
	maps.Copy(c.Sources, report.Sources)
	c.Packages += report.Packages
	c.uses = append(c.uses, report.Uses...)
	for _, p := range report.Prompts {
		c.prompts[p] = true
	}
	for _, p := range report.Projects {
		c.projects[p.Schema] = p.Code
	}
	for _, n := range report.NotChecked {
		c.note(n.Span, n.Reason)
	}
	for _, n := range report.Ungoverned {
		c.note(n.Span, n.Reason)
	}
	c.ungoverned = append(c.ungoverned, report.Ungoverned...)
}

// nameOf names the modules of a group.
func nameOf(g gomodules.Group) string {
	if len(g.Workspace) > 0 {
		return "the Go workspace in " + shown(g.Dir)
	}
	return "the Go module in " + shown(g.Dir)
}

// shown is a path as the user would write it.
func shown(path string) string {
	if dir, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(dir, path); err == nil && len(rel) <= len(path) {
			path = rel
		}
	}
	return filepath.ToSlash(path)
}

// matters reports whether it is an error that a part can't be loaded.
func (c *checking) matters(ctx context.Context, p gomodules.Part) bool {
	return !p.Nested || c.concerns(ctx, p)
}

// concerns reports whether packages of a part are checked against a schema: one is
// given for all, is in, above or below the folder, or is named in a file.
func (c *checking) concerns(ctx context.Context, p gomodules.Part) bool {
	if c.Schema != "" {
		return true
	}
	if _, err := c.disk().nearestSchema(filepath.Join(p.Dir, schemaName)); err == nil {
		return true
	}
	below, err := c.disk().foldersSchemas(ctx, p.Dir, p.Recursive)
	return err != nil || len(below) > 0 || slices.ContainsFunc(p.GoFiles, c.namesSchema)
}

func (c *checking) namesSchema(file string) bool {
	text, err := c.disk().Read(file)
	return err == nil && bytes.Contains(text, []byte(statelint.Directive))
}
