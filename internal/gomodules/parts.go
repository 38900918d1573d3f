// Package gomodules finds the Go modules that folders belong to. It says what one go command can
// look at together, which works in one module, or in those of one workspace.
package gomodules

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Part is a folder of one module, with all below it if Recursive says so, as
// far as that is of the same module. All paths are absolute.
type Part struct {
	Root      string // the folder of go.mod; empty: there is none
	Dir       string
	Recursive bool
	Nested    bool     // of a module within the folder that was asked for
	GoFiles   []string // tests too
	// Odd are those that are no regular files: the go command opens them, and
	// waits for whoever writes to a pipe.
	Odd []string
}

// First is the first Go file, odd if there are no others.
func (p Part) First() string { return slices.Concat(p.GoFiles, p.Odd)[0] }

// Parts splits a folder, or all below it, by module. It does not go where Go
// does not look for packages. What has no Go files is left out.
func Parts(ctx context.Context, dir string, recursive bool) ([]Part, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	w := walk{ctx: ctx, recursive: recursive}
	if err := w.folder(Part{Root: Root(dir), Dir: dir, Recursive: recursive}); err != nil {
		return nil, err
	}
	return w.parts, nil
}

// Root returns the nearest folder with a go.mod, of an absolute path and those
// above it; empty if there is none.
func Root(dir string) string { return nearest(dir, "go.mod") }

// IsModule reports whether a folder is the root of a module.
func IsModule(dir string) bool { return hasFile(dir, "go.mod") }

// nearest returns the nearest folder with a file of a name, of dir and those
// above it; empty if there is none.
func nearest(dir, name string) string {
	for !hasFile(dir, name) {
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
	return dir
}

func hasFile(dir, name string) bool {
	info, err := os.Stat(filepath.Join(dir, name))
	return err == nil && !info.IsDir()
}

type walk struct {
	ctx       context.Context
	recursive bool
	parts     []Part
}

// folder adds a part, and then those of modules within.
func (w *walk) folder(p Part) error {
	var nested []string
	err := Walk(w.ctx, p.Dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != p.Dir:
			return w.enter(path, &nested)
		case d.Type()&(fs.ModeNamedPipe|fs.ModeSocket|fs.ModeDevice) != 0 && strings.HasSuffix(path, ".go"):
			p.Odd = append(p.Odd, path)
		case !d.IsDir() && strings.HasSuffix(path, ".go"):
			p.GoFiles = append(p.GoFiles, path)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(p.GoFiles)+len(p.Odd) > 0 {
		w.parts = append(w.parts, p)
	}
	for _, dir := range nested {
		if err := w.folder(Part{Root: dir, Dir: dir, Recursive: true, Nested: true}); err != nil {
			return err
		}
	}
	return nil
}

// enter decides whether a folder is of the same part.
func (w *walk) enter(dir string, nested *[]string) error {
	switch {
	case !w.recursive:
		return filepath.SkipDir
	case IsModule(dir):
		*nested = append(*nested, dir)
		return filepath.SkipDir
	}
	return nil
}
