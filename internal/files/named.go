package files

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Named is an error unless a user who names this path may mean what is there. A
// user may name any place, but knows of a stranger's project only what the path
// says: one that is written as inside of a project has to be there really. It is
// a *fs.PathError that errors.Is ErrOutside if a link leads out.
//
// The project is that of the working folder; of a path elsewhere, the one that
// its own folders say. That all of a project is reached through a link is no
// reason to refuse anything in it.
func Named(path string) error {
	here, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	if here, err = Real(here); err != nil {
		return err
	}
	written := filepath.Clean(path)
	if !filepath.IsAbs(written) {
		written = filepath.Join(here, written)
	}
	root, err := projectAsWritten(here, written)
	if err != nil || !holds(root, written) {
		return err
	}
	if root, err = Real(root); err != nil {
		return under(path, err)
	}
	at, err := Real(written)
	if err != nil {
		return under(path, err)
	}
	if !holds(root, at) {
		return outside(path, root)
	}
	return nil
}

// OfNamed is the project of a file that a user has named, to be read, compared or
// written within it: an error as of Named, and fs.ErrNotExist if a link on the way
// leads nowhere. The file, and folders above it, need not be there.
func (o Overlay) OfNamed(path string) (*Project, error) {
	if err := Named(path); err != nil {
		return nil, err
	}
	dir := filepath.Dir(path)
	for at := path; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(at); err != nil && at != filepath.Dir(at) {
			dir = filepath.Dir(at)
			continue
		}
		if !exists(at) {
			return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		}
		return o.OfFolder(dir)
	}
}

// projectAsWritten is the project's folder in which a path is by the names it is
// written with.
func projectAsWritten(here, path string) (string, error) {
	for _, from := range []string{here, path} {
		if root, err := marked(from); err != nil || root != "" && (holds(root, path) || from == path) {
			return root, err
		}
	}
	if holds(here, path) {
		return here, nil
	}
	return filepath.Dir(path), nil
}

func holds(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

func outside(path, project string) error {
	return &fs.PathError{Op: "open", Path: path, Err: fmt.Errorf("%w %s", ErrOutside, filepath.ToSlash(project))}
}
