package main

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/internal/files"
	"github.com/seed92179c4c/stategen/internal/remember"
	"github.com/seed92179c4c/stategen/schema/load"
)

// record is what a run of generate read and what it left behind. While both
// are the same, another run would do nothing. Paths are as the run used them.
type record struct {
	Inputs   map[string]remember.Sum // schemas, and all that they name
	Packages []recordedPackage
}

type recordedPackage struct {
	Schema, Dir string
	Package     string                  // its name
	Files       map[string]remember.Sum // by name in Dir
}

// lastRecord is where the record of the last run is kept for these schemas and
// the current folder.
func lastRecord(schemas []string) remember.Entry[*record] {
	dir, err := os.Getwd()
	if err != nil {
		return remember.Entry[*record]{}
	}
	return remember.In[*record](cacheFolder("generate"), append([]string{dir}, schemas...), nil)
}

// newRecord is the record of a run that has generated what is planned.
func newRecord(in *inputs, plans []*plan) *record {
	r := &record{Inputs: in.sums}
	for _, p := range plans {
		r.Packages = append(r.Packages, recordedPackage{p.schema, p.dir, p.pkg, p.files})
	}
	return r
}

// holds reports whether everything is still as it was.
func (r *record) holds() bool {
	for path, was := range r.Inputs {
		if remember.SumOfFile(path) != was {
			return false
		}
	}
	return !slices.ContainsFunc(r.Packages, recordedPackage.changed)
}

func (p recordedPackage) changed() bool {
	for name, was := range p.Files {
		if remember.SumOfFile(filepath.Join(p.Dir, name)) != was {
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

// plans are those of a run that changes nothing.
func (r *record) plans() []*plan {
	var plans []*plan
	for _, p := range r.Packages {
		plans = append(plans, &plan{schema: p.Schema, dir: p.Dir, files: p.Files})
	}
	return plans
}

// inputs notes what is read through it.
type inputs struct {
	sums map[string]remember.Sum
	torn bool // whether a file changed between two times that it was read
}

func newInputs() *inputs { return &inputs{sums: map[string]remember.Sum{}} }

// through notes what is read by a function. No inputs note nothing.
func (i *inputs) through(read load.ReadFile) load.ReadFile {
	if i == nil {
		return read
	}
	return func(path string) ([]byte, error) { return i.note(path, read) }
}

func (i *inputs) note(path string, read load.ReadFile) ([]byte, error) {
	content, err := read(path)
	is := remember.Sum("")
	if err == nil {
		is = remember.SumOf(content)
	}
	if was, again := i.sums[path]; again && was != is {
		i.torn = true
	}
	i.sums[path] = is
	return content, err
}
