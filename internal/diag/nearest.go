package diag

import "strings"

// Nearest returns the candidates that name was probably meant to be, if any
// are near enough: a wrong suggestion is worse than none. Letter case and
// separators don't count, and what is left differs by as few added,
// missing, wrong or swapped neighbouring letters as possible. Of
// candidates that are equally near all are returned, in their order, since
// nobody knows which was meant.
func Nearest(name string, candidates []string) []string {
	var best []string
	least := -1
	for _, c := range candidates {
		d, ok := slip(name, c)
		switch {
		case !ok || least >= 0 && d > least:
		case d == least:
			best = append(best, c)
		default:
			best, least = []string{c}, d
		}
	}
	return best
}

// Near reports whether a was probably meant to be b.
func Near(a, b string) bool {
	_, ok := slip(a, b)
	return ok
}

const (
	lettersPerSlip = 3   // one in three may be wrong
	longestName    = 100 // bytes; longer names are not typing mistakes, and comparing is quadratic
)

// slip returns the distance between two names; false if they are different
// words.
func slip(a, b string) (int, bool) {
	if a == "" || b == "" || len(a) > longestName || len(b) > longestName {
		return 0, false
	}
	x, y := []rune(Fold(a)), []rune(Fold(b))
	longer := max(len(x), len(y))
	if longer == 0 || max(len(x)-len(y), len(y)-len(x))*lettersPerSlip > longer {
		return 0, false
	}
	d := distance(x, y)
	return d, d*lettersPerSlip <= longer
}

// distance is that of the optimal string alignment: the fewest letters to add,
// leave out, replace or swap with their neighbour, none of them twice.
func distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row = last, row, before
		row[0] = i
		for j := 1; j <= len(b); j++ {
			wrong := 1
			if a[i-1] == b[j-1] {
				wrong = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+wrong)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}

// Fold drops what people mix up in a name: letter case, separators and spaces.
func Fold(name string) string { return strings.ToLower(separators.Replace(name)) }

var separators = strings.NewReplacer("_", "", "-", "", ":", "", ".", "", " ", "")
