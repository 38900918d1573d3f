package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// RootVariable is the environment variable by which a user names the folder that
// nothing may lead out of, where it is not the one that OfFolder finds.
const RootVariable = "STATEGENROOT"

// Project is a folder that nothing may lead out of: neither "..", nor a link. It
// is safe for concurrent use.
type Project struct {
	dir     string // without links
	root    *os.Root
	overlay Overlay
}

// Of returns the project of the folder in which a file is.
func Of(file string) (*Project, error) { return OfFolder(filepath.Dir(file)) }

// OfFolder returns the project of a folder: the nearest one, of those where it
// really is and above, with a .git, so that what a repository holds can be
// shared in it; without one, that with a go.work, or else a go.mod; or else the
// folder itself.
func OfFolder(dir string) (*Project, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if dir, err = Real(dir); err != nil {
		return nil, err
	}
	at, err := rootOf(dir)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(at)
	if err != nil {
		return nil, err
	}
	return &Project{dir: at, root: root}, nil
}

func rootOf(dir string) (string, error) {
	root, err := marked(dir)
	if root == "" {
		root = dir
	}
	return root, err
}

// marked is the folder that something says is a project's, or empty.
func marked(dir string) (string, error) {
	if named := os.Getenv(RootVariable); named != "" {
		abs, err := filepath.Abs(named)
		if err != nil {
			return "", err
		}
		return filepath.EvalSymlinks(abs)
	}
	for _, marker := range []string{".git", "go.work", "go.mod"} {
		for at := dir; ; at = filepath.Dir(at) {
			if _, err := os.Lstat(filepath.Join(at, marker)); err == nil {
				return at, nil
			}
			if at == filepath.Dir(at) {
				break
			}
		}
	}
	return "", nil
}

// Close lets go of the project's folder at once. One that is not closed lets go of it when the
// garbage collector comes by, which may be late for who opens many.
func (p *Project) Close() { _ = p.root.Close() }

// Dir is the project's folder, without links.
func (p *Project) Dir() string { return p.dir }

// Read returns the content of a regular file of no more than Limit bytes in the
// project, by its path from the working folder. It is a *fs.PathError that
// errors.Is ErrOutside if the path or a link leads elsewhere. A text that has not been
// saved is read in place of what the file holds.
func (p *Project) Read(path string) ([]byte, error) {
	if text, ok, err := p.unsaved(path); ok {
		return text, err
	}
	f, err := p.open(path)
	if err != nil {
		return nil, err
	}
	return readAll(f, path)
}

// open tries the way as it is written first: it is seldom one of links that the
// root does not follow.
func (p *Project) open(path string) (*os.File, error) {
	if abs, err := filepath.Abs(path); err == nil {
		if rel, err := filepath.Rel(p.dir, abs); err == nil && filepath.IsLocal(rel) {
			if f, err := p.root.OpenFile(rel, os.O_RDONLY|nonblock, 0); err == nil {
				return f, nil
			}
		}
	}
	rel, err := p.Rel(path)
	if err != nil {
		return nil, err
	}
	f, err := p.root.OpenFile(rel, os.O_RDONLY|nonblock, 0)
	return f, under(path, err)
}

// ErrOutside is the error of a path that leads out of a project.
var ErrOutside = errors.New("it leads out of the project")

// Rel is the path from the project's folder to the place where a path leads. What
// it names need not exist.
func (p *Project) Rel(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	at, err := Real(abs)
	if err != nil {
		return "", under(path, err)
	}
	if !holds(p.dir, at) {
		return "", outside(path, p.dir)
	}
	return filepath.Rel(p.dir, at)
}

// under is an error under the name that the caller knows.
func under(path string, err error) error {
	var known *fs.PathError
	if errors.As(err, &known) {
		return &fs.PathError{Op: known.Op, Path: path, Err: known.Err}
	}
	return err
}

// MkdirAll makes a folder in the project, and those above it.
func (p *Project) MkdirAll(dir string) error {
	rel, err := p.Rel(dir)
	if err != nil || rel == "." {
		return err
	}
	return under(dir, p.root.MkdirAll(rel, 0o777))
}

// Stage writes new content for a file of the project beside its place. If the
// path is a link, that is the file which it leads to.
func (p *Project) Stage(path string, content []byte) (*Staged, error) {
	rel, err := p.Rel(path)
	if err != nil {
		return nil, err
	}
	s, err := stage(p.root, rel, content)
	return s, under(path, err)
}

// Create makes a file that must not exist yet, not as a link either, and the
// folders above it.
func (p *Project) Create(path string, content []byte) error {
	dir := filepath.Dir(path)
	if err := p.MkdirAll(dir); err != nil {
		return err
	}
	rel, err := p.Rel(dir)
	if err != nil {
		return err
	}
	f, err := p.root.OpenFile(filepath.Join(rel, filepath.Base(path)), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return under(path, err)
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}

// Remove removes a file, or a link to one and not what it leads to.
func (p *Project) Remove(path string) error {
	rel, err := p.Rel(filepath.Dir(path))
	if err != nil {
		return err
	}
	return under(path, p.root.Remove(filepath.Join(rel, filepath.Base(path))))
}
