package agentfiles

import (
	"path"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/diag"
)

// programParts says which files may be parts of one program: those that import or name
// each other, that are in one folder, or below the folder of a root agent.
type programParts map[string]string

// linkedParts says which Python files use each other, as far as is seen.
func linkedParts(found pythonagents.Found) programParts {
	p := programParts{}
	p.joinAll(found.Imports)
	return p
}

// apart says of facts in Python which part of a program they are in.
func (p programParts) apart(facts []audit.Fact) []audit.Fact {
	for i, f := range facts {
		if pythonagents.Is(f.Place.File) {
			facts[i].Part = p.find(f.Place.File)
		}
	}
	return facts
}

// loosen says of facts in Python which are in files that belong to no agent, as far as is seen.
func (s *Surveyed) loosen(facts []audit.Fact) []audit.Fact {
	agents := map[string]bool{}
	note := func(file string) { agents[s.parts.find(file)] = true }
	for _, a := range s.survey.Agents {
		note(a.Span.File)
	}
	for _, t := range slices.Concat(s.python.Texts, s.python.Partial) {
		note(t.File)
	}
	for _, f := range slices.Concat(s.python.Roots, s.python.Sessions) {
		note(f)
	}
	for _, c := range s.configs {
		note(c.Name)
	}
	for _, f := range facts {
		if f.Kind == audit.Output {
			note(f.Place.File)
		}
	}
	for i, f := range facts {
		facts[i].Loose = pythonagents.Is(f.Place.File) && !agents[s.parts.find(f.Place.File)]
	}
	return facts
}

func partsOf(python, configs []*diag.Source, found pythonagents.Found) programParts {
	p := programParts{}
	files := slices.Concat(python, configs)
	for _, f := range files {
		p.join(f.Name, path.Dir(f.Name)+"/")
	}
	p.joinAll(found.Imports)
	roots := found.Roots
	for _, c := range configs {
		if isRoot(c.Name) {
			roots = append(roots, c.Name)
		}
	}
	for _, root := range roots {
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

// link joins configurations with what they name, and says which of them name code that is
// not there.
func (p programParts) link(python, configs []*diag.Source) (open []audit.Open) {
	known := map[string]bool{}
	for _, f := range slices.Concat(python, configs) {
		known[f.Name] = true
	}
	for _, c := range configs {
		links := linksOf(c)
		for _, to := range links.paths {
			if known[to] {
				p.join(c.Name, to)
			}
		}
		for _, name := range links.code {
			files := links.files(path.Dir(c.Name), name)
			if i := slices.IndexFunc(files, func(f string) bool { return known[f] }); i >= 0 {
				p.join(c.Name, files[i])
			} else if isADKs(c) {
				open = append(open, audit.Open{Place: diag.Span{File: c.Name}, Reason: "this agent has code that is not here: " + name, Reads: true, Writes: true})
			}
		}
	}
	for i := range open {
		open[i].Programs = p.of(open[i].Place.File)
	}
	return open
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

func (p programParts) joinAll(pairs [][2]string) {
	for _, pair := range pairs {
		p.join(pair[0], pair[1])
	}
}

// program names the one program that a file is part of.
func (p programParts) program(file string) string { return "python:" + p.find(file) }

// of lists that program alone.
func (p programParts) of(file string) []string { return []string{p.program(file)} }
