package workspace

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/internal/files"
)

// Change is a file to write, or to remove.
type Change struct {
	Path   string
	Before []byte // nil: there is no such file
	After  []byte // nil: it is removed

	project *files.Project // that nothing is written outside of; nil: that of the path
	isNew   bool           // whether it is an error if the file is there
}

// Replace is the change that gives a file which a user has named a text; nil: it has that already.
func (w *Workspace) Replace(path string, text []byte) (*Change, error) {
	p, err := w.disk().OfNamed(path)
	if err != nil {
		return nil, err
	}
	return replaced(p, path, text)
}

// replaced compares a text with that of a file of a project.
func replaced(p *files.Project, path string, text []byte) (*Change, error) {
	before, err := p.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		before, err = nil, nil
	}
	if err != nil || before != nil && bytes.Equal(before, text) {
		return nil, err
	}
	return &Change{Path: path, Before: before, After: text, project: p}, nil
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
	written := make([]*files.Staged, len(changes))
	defer func() {
		for _, s := range written {
			if s != nil {
				s.Discard()
			}
		}
	}()
	changes = slices.Clone(changes)
	for i := range changes {
		var err error
		if written[i], err = changes[i].stage(); err != nil {
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

// stage finds the project, and writes what can't be written in place beside it.
func (c *Change) stage() (_ *files.Staged, err error) {
	if c.project == nil {
		c.project, err = files.Overlay(nil).OfNamed(c.Path)
	} else if c.After != nil {
		err = c.project.MkdirAll(filepath.Dir(c.Path))
	}
	if err != nil || c.After == nil || c.isNew {
		return nil, err
	}
	return c.project.Stage(c.Path, c.After)
}

func (c *Change) commit(s *files.Staged) error {
	switch {
	case s != nil:
		return s.Commit()
	case c.isNew:
		return c.project.Create(c.Path, c.After)
	}
	return c.project.Remove(c.Path)
}
