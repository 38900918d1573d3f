package statelint

import (
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// Join makes one report of those of several modules. A schema whose code is in
// more than one of them is among the projects if each has shown all it has.
func Join(reports []Report) Report {
	if len(reports) == 1 {
		return reports[0]
	}
	all := Report{Sources: map[string]*diag.Source{}, known: projectsKnown{partial: map[string]bool{}}}
	for _, r := range reports {
		all.Findings = append(all.Findings, r.Findings...)
		maps.Copy(all.Sources, r.Sources)
		all.NotChecked = append(all.NotChecked, r.NotChecked...)
		all.Ungoverned = append(all.Ungoverned, r.Ungoverned...)
		all.Prompts = append(all.Prompts, r.Prompts...)
		all.Uses = append(all.Uses, r.Uses...)
		all.Packages += r.Packages
		all.known.join(r.known)
	}
	slices.Sort(all.Prompts)
	all.Prompts = slices.Compact(all.Prompts)
	all.Findings = all.Findings.Sort()
	slices.SortFunc(all.NotChecked, compareNotChecked)
	all.NotChecked = slices.Compact(all.NotChecked)
	all.Projects = all.known.used()
	return all
}

func (k *projectsKnown) join(other projectsKnown) {
	maps.Copy(k.partial, other.partial)
	for _, p := range other.whole {
		i := slices.IndexFunc(k.whole, func(known Project) bool { return known.Schema == p.Schema })
		if i < 0 {
			k.whole = append(k.whole, p)
			continue
		}
		code := &k.whole[i].Code
		code.Files = append(slices.Clip(code.Files), p.Code.Files...)
		code.Uses = append(slices.Clip(code.Uses), p.Code.Uses...)
		code.Sinks = maps.Clone(code.Sinks)
		joinSinks(code.Sinks, p.Code.Sinks)
	}
}
