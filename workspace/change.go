package workspace

import (
	"path/filepath"

	"github.com/seed92179c4c/stategen/internal/atomicfile"
	"github.com/seed92179c4c/stategen/internal/files"
)

// Change is a file to write, or to remove.
type Change struct {
	Path   string
	Before []byte // nil: there is no such file
	After  []byte // nil: it is removed

	project *files.Project // that nothing is written outside of; nil: that of the path
	newIn   string         // the folder of whose project this is a new file; empty: it may exist
}

// Write makes the changes. It stages all content beside its place before it moves
// any there, so that a full disk or a folder that can't be written to leaves all
// files as they were; each file is replaced as a whole. It is an error that
// errors.Is ErrOutside if a path leads out of its project, and one that errors.Is
// fs.ErrExist if a file is there that a call has found missing and was to create.
//
// It takes no account of unsaved texts: who has an editor gives it the changes
// instead.
func Write(changes ...Change) error {
	written := make([]*atomicfile.File, len(changes))
	defer func() {
		for _, s := range written {
			if s != nil {
				s.Discard()
			}
		}
	}()
	for i, c := range changes {
		if c.After == nil || c.newIn != "" {
			continue
		}
		var err error
		if written[i], err = c.stage(); err != nil {
			return err
		}
	}
	for i, c := range changes {
		if err := c.commit(written[i]); err != nil {
			return err
		}
	}
	return nil
}

func (c Change) stage() (*atomicfile.File, error) {
	if c.project == nil {
		project, err := files.Of(c.Path)
		if err != nil {
			return nil, err
		}
		return project.Stage(c.Path, c.After)
	}
	if err := c.project.MkdirAll(filepath.Dir(c.Path)); err != nil {
		return nil, err
	}
	return c.project.Stage(c.Path, c.After)
}

func (c Change) commit(s *atomicfile.File) error {
	switch {
	case s != nil:
		return s.Commit()
	case c.newIn != "":
		return files.Create(c.newIn, c.Path, c.After)
	}
	return c.project.Remove(c.Path)
}
