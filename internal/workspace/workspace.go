// Package workspace is what each command does, as calls that take values
// and return values: it finds schemas, Go modules and prompts, generates, checks,
// fixes, infers and formats. The command line calls it, and so can an editor's
// server, a test or a page: nothing here knows of flags, terminals, exit codes or
// the process's standard streams.
//
// Paths are as for package os: relative ones count from the working folder, and
// findings name files as the caller's patterns do. A pattern is a file; a folder,
// for what is in it; or "folder/...", for all that is below it, as the go command
// would look for packages there. No pattern means the working folder.
//
// No call but those called Write writes anything, other than to the cache. A call
// returns the files that it would write as values of type Change; Write replaces
// each of them whole, and only within the project that its folder belongs to:
// the repository, Go workspace or module around it. What a project's own files
// name is read within it, too, whatever links say, and no file is waited for.
//
// Calls end with the error of their context when that ends, and so does a go
// command that they have started. A finding is never an error: errors are of
// patterns that match nothing, files that can't be read, and modules that can't
// be loaded. A missing file is an *fs.PathError that errors.Is fs.ErrNotExist, and
// one that leads out of its project is one that errors.Is ErrOutside.
package workspace

import (
	"io"
	"maps"
	"path/filepath"
	"strings"

	"github.com/seed92179c4c/stategen/internal/files"
)

// Workspace is what the calls need to know of the world. The zero value is the
// disk, without a cache. Calls change nothing in it, so that one value is safe for
// concurrent use, as far as Stdin and Progress are.
type Workspace struct {
	// Unsaved is the texts that an editor has not saved, by absolute path: schemas,
	// included files, prompts and Go files. They are read in place of what the
	// files hold, and are found by name and as schemas that are near, even if
	// there is no such file yet; patterns and folders find what the disk has. They
	// must not change during a call.
	Unsaved map[string][]byte
	// Cache is a folder for what a later call need not find out again; empty:
	// nothing is kept. It says nothing that is not compared with the files first.
	Cache string
	// Stdin is what the pattern "-" reads; nil: nothing is in it.
	Stdin io.Reader
	// Progress is told what a call begins that may take seconds, and what it
	// returns is called once that is over. It may be nil.
	Progress func(doing string) (done func())
}

// ErrOutside is the error of a path that leads out of the project.
var ErrOutside = files.ErrOutside

// disk is the files with the unsaved texts in front of them.
type disk struct{ files.Overlay }

func (w *Workspace) disk() disk { return disk{w.Unsaved} }

// with is the same workspace with one more unsaved text.
func (w *Workspace) with(path string, text []byte) (*Workspace, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	more := *w
	more.Unsaved = maps.Clone(w.Unsaved)
	if more.Unsaved == nil {
		more.Unsaved = map[string][]byte{}
	}
	more.Unsaved[abs] = text
	return &more, nil
}

// cache is the folder for what one kind of call keeps.
func (w *Workspace) cache(kind string) string {
	if w.Cache == "" {
		return ""
	}
	return filepath.Join(w.Cache, kind)
}

// doing tells of work that may take seconds.
func (w *Workspace) doing(what string) (done func()) {
	if w.Progress == nil {
		return func() {}
	}
	return w.Progress(what)
}

// named is an error if something that a user names is written as inside of a
// project and a link leads out of it.
func named(patterns ...string) error {
	for _, p := range patterns {
		if p == "" || p == "-" {
			continue
		}
		if err := files.Named(filepath.FromSlash(strings.TrimSuffix(filepath.ToSlash(p), "/..."))); err != nil {
			return err
		}
	}
	return nil
}
