package workspace

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/gomodules"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source/configs"
)

// checkTargets is what a request asks to check.
type checkTargets struct {
	*Workspace
	schema string           // that is given for all; empty: none is
	jobs   []*promptJob     // one for each schema
	parts  []gomodules.Part // folders of Go packages
}

// checkTargets sorts the patterns into schemas, packages and prompts.
func (w *Workspace) checkTargets(ctx context.Context, r CheckRequest) (*checkTargets, error) {
	t := &checkTargets{Workspace: w, schema: r.Schema}
	if err := named(append(slices.Clone(r.Patterns), r.Schema, r.Baseline)...); err != nil {
		return nil, err
	}
	if len(r.Patterns) == 0 {
		path := r.Schema
		if path == "" {
			found, err := w.Schemas(ctx, nil)
			if err != nil {
				return nil, err
			}
			path = found[0]
		}
		t.job(filepath.Clean(path)).all = true
		return t, nil
	}
	for _, arg := range r.Patterns {
		if err := t.target(ctx, arg); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (t *checkTargets) target(ctx context.Context, arg string) error {
	root, recursive := strings.CutSuffix(filepath.ToSlash(arg), "/...")
	isDir, err := t.disk().isFolder(filepath.FromSlash(root))
	switch {
	case arg == "-":
		text, err := t.stdin(ctx)
		if err != nil {
			return fmt.Errorf("reading %s: %w", stdinName, err)
		}
		return t.addPrompt(stdinName, text)
	case err != nil:
		return err
	case isDir:
		return t.addFolder(ctx, filepath.FromSlash(root), recursive)
	case arg == t.schema || filepath.Base(arg) == schemaName:
		t.job(filepath.Clean(arg)).all = true
		return nil
	case filepath.Ext(arg) == ".go":
		return fmt.Errorf("%s is Go source and no prompt; name its folder, %s", arg, filepath.ToSlash(filepath.Dir(arg)))
	}
	text, err := t.disk().Read(arg)
	if err != nil {
		return t.addUnread(filepath.Clean(arg), err)
	}
	return t.addPrompt(filepath.Clean(arg), text)
}

// addUnread notes a prompt that can't be read.
func (t *checkTargets) addUnread(name string, err error) error {
	j, none := t.governing(name)
	if none != nil {
		return err
	}
	j.unread = append(j.unread, project.Unreadable(name, err))
	return nil
}

// governing returns the job of the schema that governs a prompt.
func (t *checkTargets) governing(name string) (*promptJob, error) {
	path := t.schema
	if path == "" {
		var err error
		if path, err = t.disk().nearestSchema(name); err != nil {
			return nil, err
		}
	}
	return t.job(filepath.Clean(path)), nil
}

// job returns the job of a schema.
func (t *checkTargets) job(schema string) *promptJob {
	for _, j := range t.jobs {
		if j.schema == schema {
			return j
		}
	}
	j := &promptJob{schema: schema}
	t.jobs = append(t.jobs, j)
	return j
}

// addPrompt reads a prompt and finds the schema that governs it. A schema under
// another name than the usual one is none.
func (t *checkTargets) addPrompt(name string, text []byte) error {
	if configs.Is(name) && configs.IsSchema(text) {
		t.job(name).all = true
		return nil
	}
	j, err := t.governing(name)
	if err != nil {
		return err
	}
	j.prompts = append(j.prompts, diag.NewSource(name, text))
	return nil
}

// addFolder adds the schema and the Go package in a folder, or all below it.
// One of them has to be there. Files are named as those of packages are,
// wherever the folder is.
func (t *checkTargets) addFolder(ctx context.Context, dir string, recursive bool) error {
	if filepath.IsAbs(dir) {
		dir = filepath.FromSlash(shown(dir))
	}
	paths, err := t.disk().foldersSchemas(ctx, dir, recursive)
	if err != nil {
		return err
	}
	for _, path := range paths {
		t.job(path).all = true
	}
	parts, err := gomodules.Parts(ctx, dir, recursive)
	if err != nil {
		return err
	}
	t.parts = append(t.parts, parts...)
	if len(paths) == 0 && len(parts) == 0 {
		where := "in " + dir
		if recursive {
			where = "in or below " + dir
		}
		return fmt.Errorf("nothing was checked: no %s and no Go package %s; %s; name prompts by their files", schemaName, where, t.disk().elsewhere(dir))
	}
	return nil
}
