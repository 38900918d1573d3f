package adk

import "github.com/seed92179c4c/stategen/internal/python/names"

// nameUses is what is done with the sessions that the names of a file stand for; nil: it wasn't asked for.
type nameUses struct {
	saved  map[saved]bool   // names that are given to functions which may store them
	handed map[string][]int // names, and where what they stand for is handed on
	asked  map[string][]int // likewise, and where something is asked of it
}

// usesIn is what is done with the names of a file.
func (p *Project) usesIn(f *names.File) *nameUses {
	if p.uses[f] == nil {
		p.uses[f] = &nameUses{}
	}
	return p.uses[f]
}

// Project is a project, and what of ADK its names stand for.
type Project struct {
	*names.Project
	services map[names.ParameterOf]service
	sessions map[names.Place][]names.Place // where services are asked for what a function returns
	uses     map[*names.File]*nameUses
}

// NewProject is a project without files, beside which there may be others with prompts.
func NewProject(texts names.Texts) *Project {
	return &Project{
		Project: names.NewProject(texts), services: map[names.ParameterOf]service{},
		sessions: map[names.Place][]names.Place{}, uses: map[*names.File]*nameUses{},
	}
}
