package uses_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/snippet"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/uses"
	"golang.org/x/tools/txtar"
)

// TestUses holds which declared keys a snippet uses where no framework takes them, and what is found in
// files that the build leaves out.
func TestUses(t *testing.T) {
	snippet.Golden(t, "testdata", func(t *testing.T, _ *txtar.Archive, p *snippet.Program) string {
		names, at := uses.AccessorNames{}, map[string]string{}
		var places []string
		for _, c := range p.Check(t) {
			names.Add(c.Accessors.ByName())
			for _, u := range c.Uses {
				if u.Kind == source.Mention && c.Schema != nil && keys.New(c.Schema).Find(u.Key) == nil {
					continue
				}
				place := p.Place(u.Site)
				if at[place] == "" {
					places = append(places, place)
				}
				at[place] += shown(u)
			}
		}
		slices.Sort(places)
		text := ""
		for _, place := range places {
			text += place + at[place] + "\n"
		}
		for _, f := range p.Files {
			if strings.HasSuffix(f.Name, "_windows.go") || strings.HasSuffix(f.Name, "_plan9.go") {
				text += f.Name
				for _, u := range names.IgnoredUses(p.Sources, []string{filepath.Join(p.Dir, f.Name), filepath.Join(p.Dir, "stategen.yaml")}) {
					text += shown(u)
				}
				text += "\n"
			}
		}
		return text
	})
}

var kinds = []string{"get", "set", "clear", "output", "placeholder", "loaded", "mention", "begin", "unset", "returned"}

// shown is a use as people read it.
func shown(u source.Use) string {
	text := " | " + kinds[u.Kind] + " " + strings.ReplaceAll(u.Key, follow.HoleMark, "…")
	if u.Merge {
		text += ", merged"
	}
	if u.Whole {
		text += ", whole"
	}
	return text
}
