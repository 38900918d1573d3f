package workspace

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/internal/cache"
	"github.com/seed92179c4c/stategen/internal/files"
	"github.com/seed92179c4c/stategen/schema/load"
)

// record is what a run of generate has read and written. While both
// are the same, another run would do nothing. Paths are as the run used them.
type record struct {
	Inputs   map[string]cache.Sum // schemas, and all that they name
	Packages []recordedPackage
}

type recordedPackage struct {
	Schema, Dir string
	Package     string               // its name
	Files       map[string]cache.Sum // by name in Dir
}

// lastRecord is where the record of the last run is kept, for these
// schemas and the working folder. With unsaved texts there is none: a record is
// compared with what the disk has.
func (w generating) lastRecord(schemas []string) cache.Entry[*record] {
	dir, err := os.Getwd()
	if err != nil || len(w.Unsaved) > 0 {
		return cache.Entry[*record]{}
	}
	return cache.In[*record](w.cache("generate"), append([]string{dir}, schemas...), nil)
}

// newRecord is the record of a run that has written the packages.
func newRecord(in *inputs, packages []*Package) *record {
	r := &record{Inputs: in.sums}
	for _, p := range packages {
		r.Packages = append(r.Packages, recordedPackage{p.Schema, p.Dir, p.Name, p.files})
	}
	return r
}

// valid reports whether everything is still as it was.
func (r *record) valid() bool {
	for path, was := range r.Inputs {
		if cache.SumOfFile(path) != was {
			return false
		}
	}
	return !slices.ContainsFunc(r.Packages, recordedPackage.changed)
}

func (p recordedPackage) changed() bool {
	for name, was := range p.Files {
		if cache.SumOfFile(filepath.Join(p.Dir, name)) != was {
			return true
		}
	}
	if _, beside := packageIn(p.Dir, p.Files); beside != "" && beside != p.Package {
		return true
	}
	project, err := files.Of(p.Schema)
	if err != nil {
		return true
	}
	orphans, err := findOrphans(project, p.Dir, p.Files)
	return err != nil || len(orphans) > 0
}

// packages are those of a run that changes nothing.
func (r *record) packages() []*Package {
	var list []*Package
	for _, p := range r.Packages {
		list = append(list, &Package{Schema: p.Schema, Dir: p.Dir, Name: p.Package, files: p.Files})
	}
	return list
}

// inputs notes what is read through it.
type inputs struct {
	sums map[string]cache.Sum
	torn bool // whether a file changed between two times that it was read
}

func newInputs() *inputs { return &inputs{sums: map[string]cache.Sum{}} }

// through notes what is read by a function. No inputs note nothing.
func (i *inputs) through(read load.ReadFile) load.ReadFile {
	if i == nil {
		return read
	}
	return func(path string) ([]byte, error) { return i.note(path, read) }
}

func (i *inputs) note(path string, read load.ReadFile) ([]byte, error) {
	content, err := read(path)
	is := cache.Sum("")
	if err == nil {
		is = cache.SumOf(content)
	}
	if was, again := i.sums[path]; again && was != is {
		i.torn = true
	}
	i.sums[path] = is
	return content, err
}
