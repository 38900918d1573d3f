package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// checkTargets is what a command line asks to check.
type checkTargets struct {
	jobs     []*promptJob // one for each schema
	packages []string     // patterns of the go command
}

// targets sorts the arguments into schemas, packages and prompts.
func (o *checkOptions) targets(args []string, stdin io.Reader) (*checkTargets, error) {
	t := &checkTargets{}
	if len(args) == 0 {
		path := o.schema
		if path == "" {
			found, err := findSchemas(nil)
			if err != nil {
				return nil, err
			}
			path = found[0]
		}
		t.job(filepath.Clean(path)).all = true
		return t, nil
	}
	for _, arg := range args {
		if err := o.target(t, arg, stdin); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (o *checkOptions) target(t *checkTargets, arg string, stdin io.Reader) error {
	root, recursive := strings.CutSuffix(filepath.ToSlash(arg), "/...")
	info, err := os.Stat(filepath.FromSlash(root))
	switch {
	case arg == "-":
		return o.addPrompt(t, stdinName, stdin)
	case err != nil:
		return err
	case info.IsDir():
		return t.addFolder(filepath.FromSlash(root), recursive)
	case arg == o.schema || filepath.Base(arg) == schemaName:
		t.job(filepath.Clean(arg)).all = true
		return nil
	}
	f, err := os.Open(arg)
	if err != nil {
		return err
	}
	defer f.Close()
	return o.addPrompt(t, filepath.Clean(arg), f)
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

// addPrompt reads a prompt and finds the schema that governs it.
func (o *checkOptions) addPrompt(t *checkTargets, name string, r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return fmt.Errorf("reading %s: %w", name, err)
	}
	path := o.schema
	if path == "" {
		if path, err = nearestSchema(name); err != nil {
			return err
		}
	}
	j := t.job(filepath.Clean(path))
	j.prompts = append(j.prompts, diag.NewSource(name, text))
	return nil
}

// addFolder adds the schema and the Go package in a folder, or all below it.
// One of them has to be there.
func (t *checkTargets) addFolder(dir string, recursive bool) error {
	paths, err := foldersSchemas(dir, recursive)
	if err != nil {
		return err
	}
	for _, path := range paths {
		t.job(path).all = true
	}
	if inModule(dir) && hasPackages(dir, recursive) {
		t.packages = append(t.packages, packagePattern(dir, recursive))
		return nil
	}
	if len(paths) == 0 {
		where := "in " + dir
		if recursive {
			where = "in or below " + dir
		}
		return fmt.Errorf("no %s and no Go package %s; %s", schemaName, where, elsewhere(dir))
	}
	return nil
}

// packagePattern is what the go command calls a folder, or all below it.
func packagePattern(dir string, recursive bool) string {
	pattern := filepath.ToSlash(filepath.Clean(dir))
	switch {
	case pattern == ".":
	case !filepath.IsAbs(dir):
		pattern = "./" + pattern
	}
	if recursive {
		pattern = strings.TrimSuffix(pattern, "/") + "/..."
	}
	return pattern
}

// foldersSchemas lists the schemas in or below a folder; there may be none.
func foldersSchemas(dir string, recursive bool) ([]string, error) {
	if recursive {
		return walkSchemas(dir)
	}
	path := filepath.Join(dir, schemaName)
	if _, err := os.Stat(path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return nil, err
	}
	return []string{path}, nil
}

// inModule reports whether the go command would find a go.mod for a folder.
func inModule(dir string) bool {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return false
	}
	for {
		if _, err := os.Stat(filepath.Join(abs, "go.mod")); err == nil {
			return true
		}
		parent := filepath.Dir(abs)
		if parent == abs {
			return false
		}
		abs = parent
	}
}

func hasGoFiles(dir string) bool { return hasPackages(dir, false) }

// hasPackages reports whether a folder has Go source, or if recursive any below
// it that the go command looks into.
func hasPackages(dir string, recursive bool) bool {
	found := false
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != dir && (!recursive || skipFolder(d.Name())):
			return filepath.SkipDir
		case !d.IsDir() && strings.HasSuffix(d.Name(), ".go"):
			found = true
			return filepath.SkipAll
		}
		return nil
	})
	return found || err != nil // the go command says what is wrong
}
