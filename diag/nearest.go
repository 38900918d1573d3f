package diag

import (
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

// Nearest returns the candidate that name was probably meant to be, if any is
// near enough: a wrong suggestion is worse than none. Letter case and
// separators don't count. Of candidates that are equally near, the first wins.
func Nearest(name string, candidates []string) (string, bool) {
	best, bestScore := "", 0.0
	for _, c := range candidates {
		if score := similarity(name, c); score > bestScore {
			best, bestScore = c, score
		}
	}
	return best, bestScore >= nearEnough
}

// Near reports whether a was probably meant to be b.
func Near(a, b string) bool { return similarity(a, b) >= nearEnough }

const (
	nearEnough  = 0.6
	longestName = 100 // bytes; what is longer is no slip of the fingers, and comparing is quadratic
)

// similarity is 1 for names that read the same and 0 for different ones.
func similarity(a, b string) float64 {
	if a == "" || b == "" || len(a) > longestName || len(b) > longestName {
		return 0
	}
	a, b = fold(a), fold(b)
	switch {
	case a == b:
		return 1
	case sameLetters(a, b):
		return 0.9
	case len(a) <= 4 && levenshtein.Distance(a, b, nil) > 1:
		return 0
	}
	return levenshtein.Similarity(a, b, nil)
}

// sameLetters finds letters that changed places, which edit distance counts
// double.
func sameLetters(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	x, y := []rune(a), []rune(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

func fold(name string) string { return strings.ToLower(separators.Replace(name)) }

var separators = strings.NewReplacer("_", "", "-", "", ":", "", ".", "", " ", "")
