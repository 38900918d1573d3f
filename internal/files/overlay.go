package files

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Overlay is texts that have not been saved, by absolute path: they are read in
// place of what the files hold. Nothing of it is ever written. The nil Overlay is
// the disk alone.
type Overlay map[string][]byte

// Text returns the unsaved text of a file.
func (o Overlay) Text(path string) ([]byte, bool) {
	if len(o) == 0 {
		return nil, false
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, false
	}
	if text, ok := o[abs]; ok {
		return text, true
	}
	at, err := Real(abs)
	if err != nil {
		return nil, false
	}
	text, ok := o[at]
	return text, ok
}

// Exists is nil if there is a file or folder, on the disk or as unsaved text.
func (o Overlay) Exists(path string) error {
	if _, ok := o.Text(path); ok {
		return nil
	}
	_, err := os.Stat(path)
	return err
}

// Read is Read for a file that may have unsaved text.
func (o Overlay) Read(path string) ([]byte, error) {
	if text, ok := o.Text(path); ok {
		return text, nil
	}
	return Read(path)
}

// Of is Of for a project with unsaved texts.
func (o Overlay) Of(file string) (*Project, error) { return o.OfFolder(filepath.Dir(file)) }

// OfFolder is OfFolder for a project with unsaved texts.
func (o Overlay) OfFolder(dir string) (*Project, error) {
	p, err := OfFolder(dir)
	if err != nil {
		return nil, err
	}
	p.overlay = o
	return p, nil
}

// unsaved is the unsaved text of a file of the project. The rules on what leads
// out of it are those of files.
func (p *Project) unsaved(path string) (text []byte, ok bool, err error) {
	if text, ok = p.overlay.Text(path); !ok {
		return nil, false, nil
	}
	if _, err := p.Rel(path); err != nil {
		return nil, true, err
	}
	if len(text) > Limit {
		return nil, true, tooLong(path)
	}
	return text, true, nil
}

// Nearest looks for a file in a folder and those above it, and returns its path,
// which begins as the folder's does; it is fs.ErrNotExist if there is none.
func (o Overlay) Nearest(dir, name string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		path := filepath.Join(dir, name)
		if _, unsaved := o.Text(path); unsaved || isFile(path) {
			return path, nil
		}
		parent := filepath.Dir(abs)
		if parent == abs {
			return "", fs.ErrNotExist
		}
		abs, dir = parent, filepath.Join(dir, "..")
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}
