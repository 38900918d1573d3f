package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/gomodules"
)

// checkTargets is what a request asks to check.
type checkTargets struct {
	jobs  []*promptJob     // one for each schema
	parts []gomodules.Part // folders of Go packages
}

// checkTargets sorts the patterns into schemas, packages and prompts.
func (w *Workspace) checkTargets(ctx context.Context, r CheckRequest) (*checkTargets, error) {
	t := &checkTargets{}
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
		if err := w.target(ctx, t, arg, r.Schema); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (w *Workspace) target(ctx context.Context, t *checkTargets, arg, given string) error {
	root, recursive := strings.CutSuffix(filepath.ToSlash(arg), "/...")
	isDir, err := w.isFolder(filepath.FromSlash(root))
	switch {
	case arg == "-":
		text, err := w.readStdin(ctx)
		if err != nil {
			return fmt.Errorf("reading %s: %w", stdinName, err)
		}
		return w.addPrompt(t, stdinName, text, given)
	case err != nil:
		return err
	case isDir:
		return w.addFolder(ctx, t, filepath.FromSlash(root), recursive)
	case arg == given || filepath.Base(arg) == schemaName:
		t.job(filepath.Clean(arg)).all = true
		return nil
	case filepath.Ext(arg) == ".go":
		return fmt.Errorf("%s is Go source and no prompt; name its folder, %s", arg, filepath.ToSlash(filepath.Dir(arg)))
	}
	text, err := w.disk().Read(arg)
	if err != nil {
		return err
	}
	return w.addPrompt(t, filepath.Clean(arg), text, given)
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
func (w *Workspace) addPrompt(t *checkTargets, name string, text []byte, given string) error {
	if check.IsAgentConfig(name) && check.IsSchema(text) {
		t.job(name).all = true
		return nil
	}
	path := given
	if path == "" {
		var err error
		if path, err = w.nearestSchema(name); err != nil {
			return err
		}
	}
	j := t.job(filepath.Clean(path))
	j.prompts = append(j.prompts, diag.NewSource(name, text))
	return nil
}

// addFolder adds the schema and the Go package in a folder, or all below it.
// One of them has to be there. Files are named as those of packages are,
// wherever the folder is.
func (w *Workspace) addFolder(ctx context.Context, t *checkTargets, dir string, recursive bool) error {
	if filepath.IsAbs(dir) {
		dir = filepath.FromSlash(shown(dir))
	}
	paths, err := w.foldersSchemas(ctx, dir, recursive)
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
		return fmt.Errorf("no %s and no Go package %s; %s", schemaName, where, w.elsewhere(dir))
	}
	return nil
}

// foldersSchemas lists the schemas in or below a folder; there may be none.
func (w *Workspace) foldersSchemas(ctx context.Context, dir string, recursive bool) ([]string, error) {
	if recursive {
		return walkSchemas(ctx, dir)
	}
	path := filepath.Join(dir, schemaName)
	if err := w.disk().Exists(path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return nil, err
	}
	return []string{path}, nil
}
