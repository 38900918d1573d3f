package uses_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/snippet"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"golang.org/x/tools/txtar"
)

// TestUses holds which declared keys a snippet uses where no framework takes them.
func TestUses(t *testing.T) {
	snippet.Golden(t, "testdata", func(t *testing.T, _ *txtar.Archive, p *snippet.Program) string {
		at := map[string]string{}
		var places []string
		for _, c := range p.Check(t) {
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
