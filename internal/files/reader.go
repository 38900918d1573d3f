package files

import (
	"path/filepath"
	"sync"
)

// Reader reads files of many projects, and finds each project once. It is safe
// for concurrent use; the zero value is ready.
type Reader struct {
	Overlay Overlay // texts that have not been saved

	mu       sync.Mutex
	byFolder map[string]*Project
}

// Read reads a file within the project of the folder that it is named in.
func (r *Reader) Read(path string) ([]byte, error) { return r.ReadFor(path, path) }

// ReadFor reads a file within the project of another one, which speaks of it.
func (r *Reader) ReadFor(owner, path string) ([]byte, error) {
	p, err := r.project(filepath.Dir(owner))
	if err != nil {
		return nil, err
	}
	return p.Read(path)
}

// Holds reports whether a path leads to a place in the project of another file,
// which speaks of it.
func (r *Reader) Holds(owner, path string) bool {
	p, err := r.project(filepath.Dir(owner))
	if err != nil {
		return false
	}
	_, err = p.Rel(path)
	return err == nil
}

func (r *Reader) project(dir string) (*Project, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p := r.byFolder[dir]; p != nil {
		return p, nil
	}
	p, err := r.Overlay.OfFolder(dir)
	if err != nil {
		return nil, err
	}
	if r.byFolder == nil {
		r.byFolder = map[string]*Project{}
	}
	for _, known := range r.byFolder {
		if known.dir == p.dir { // or each folder would hold a descriptor open
			_ = p.root.Close()
			p = known
			break
		}
	}
	r.byFolder[dir] = p
	return p, nil
}
