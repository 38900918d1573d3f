package words

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// Enumerate lists a few words.
func Enumerate(words []string) string {
	const most = 3
	if len(words) > most {
		words = append(slices.Clone(words[:most-1]), fmt.Sprintf("%d more", len(words)-most+1))
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Keys lists a few keys.
func Keys(names []string) string {
	var quoted []string
	for _, name := range names {
		quoted = append(quoted, diag.Quote(name))
	}
	return Enumerate(quoted)
}

// Placeholders lists those of a few keys.
func Placeholders(names []string) string {
	var shown []string
	for _, name := range names {
		shown = append(shown, "{"+name+"}")
	}
	return Enumerate(shown)
}

// One chooses between words for one name and for several.
func One(names []string, single, several string) string {
	if len(names) > 1 {
		return several
	}
	return single
}

// MostShown is how many other places a finding shows.
const MostShown = 3
