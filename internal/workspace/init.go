package workspace

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// The files of a new project: a schema that generates, and a prompt that passes
// the check.
//
//go:embed starter
var starter embed.FS

// Init returns the files that begin a project in a folder: a commented schema,
// and a prompt that passes the check. It is an error if one of them exists.
func (w *Workspace) Init(dir string) ([]Change, error) {
	if err := named(dir); err != nil {
		return nil, err
	}
	root, err := fs.Sub(starter, "starter")
	if err != nil {
		return nil, err
	}
	var files []Change
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(root, name)
		files = append(files, Change{Path: filepath.Join(dir, filepath.FromSlash(name)), After: content, isNew: true})
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if err := w.disk().Exists(f.Path); err == nil {
			return nil, fmt.Errorf("%s exists already; init overwrites nothing", f.Path)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return files, nil
}
