package schema

import (
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

// nearest returns the candidate that name was probably meant to be. Letter
// case and underscores count for little, and a word has to share most of its
// letters: a wrong suggestion is worse than none.
func nearest(name string, candidates []string) (string, bool) {
	const longest = 100 // a name beyond this is no typo, and comparing is quadratic
	if name == "" || len(name) > longest {
		return "", false
	}
	folded := fold(name)
	best, bestScore := "", 0.0
	for _, c := range candidates {
		if len(c) > longest {
			continue
		}
		if score := similarity(folded, fold(c)); score > bestScore {
			best, bestScore = c, score
		}
	}
	return best, bestScore >= nearEnough
}

const nearEnough = 0.6

func similarity(a, b string) float64 {
	if a == b {
		return 1
	}
	if sameLetters(a, b) {
		return 0.9
	}
	if len([]rune(a)) <= 3 && levenshtein.Distance(a, b, nil) > 1 {
		return 0
	}
	return levenshtein.Similarity(a, b, nil)
}

// sameLetters finds letters that changed places, which edit distance counts
// double.
func sameLetters(a, b string) bool {
	x, y := []rune(a), []rune(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// misspells returns whether a mapping has a field that was probably meant to
// be this one; that is reported as an unknown field already.
func (n *node) misspells(field string) bool {
	for _, key := range n.keys {
		if key.text != field && similarity(fold(key.text), fold(field)) >= nearEnough {
			return true
		}
	}
	return false
}

func fold(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
}

// oneOf lists alternatives for a message: a, b or c.
func oneOf(words []string) string {
	words = slices.Clone(words)
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// didYouMean hints at the nearest candidate, or else at all of them if they
// are few.
func (f finding) didYouMean(name string, candidates []string) finding {
	if near, ok := nearest(name, candidates); ok {
		return f.hint("did you mean %s?", quote(near))
	}
	if len(candidates) > 0 && len(candidates) <= 25 {
		return f.hint("write %s", oneOf(candidates))
	}
	return f
}
