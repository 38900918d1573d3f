package workspace

import (
	"path"
	"strings"

	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/diag"
)

// programParts says which files may be parts of one program: those that import each
// other, that are in one folder, or below the folder of a root agent.
type programParts map[string]string

func partsOf(files []*diag.Source, python pythonagents.Found) programParts {
	p := programParts{}
	for _, f := range files {
		p.join(f.Name, path.Dir(f.Name)+"/")
	}
	for _, pair := range python.Imports {
		p.join(pair[0], pair[1])
	}
	for _, root := range python.Roots {
		dir := path.Dir(root) + "/"
		if dir == "./" {
			dir = ""
		}
		for _, f := range files {
			if strings.HasPrefix(f.Name, dir) {
				p.join(f.Name, root)
			}
		}
	}
	return p
}

// find is what stands for all that a name is joined with.
func (p programParts) find(name string) string {
	for p[name] != "" && p[name] != name {
		name = p[name]
	}
	return name
}

func (p programParts) join(a, b string) {
	if a, b = p.find(a), p.find(b); a != b {
		p[a] = b
	}
}

// of lists the one program of a file.
func (p programParts) of(file string) []string { return []string{"python:" + p.find(file)} }
