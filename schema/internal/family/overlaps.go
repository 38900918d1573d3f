package family

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/schema"
)

// overlap is two families to which one key could belong.
type overlap struct {
	A, B *schema.Key
	Key  string // a shortest one
}

// Overlaps finds the families of which two stand for one key. Only families
// whose texts before the first parameter agree can do so, so they are compared
// in the order of these texts, in which it puts the families. It is not complete when that took more than a
// number of steps.
func Overlaps(families []*schema.Key, steps int) (found []overlap, complete bool) {
	prefix := map[*schema.Key]string{}
	for _, k := range families {
		prefix[k] = k.Literals()[0]
	}
	slices.SortStableFunc(families, func(a, b *schema.Key) int { return strings.Compare(prefix[a], prefix[b]) })
	c := newComparer(steps)
	for i, a := range families {
		for _, b := range families[i+1:] {
			if !strings.HasPrefix(prefix[b], prefix[a]) {
				break
			}
			if key, ok := c.commonKey(a, b); ok && a.Wire() != b.Wire() {
				found = append(found, overlap{a, b, key})
			}
		}
	}
	return found, c.steps >= 0
}

// comparer looks for keys that two families share, and gives up when it has
// taken its number of steps.
type comparer struct {
	steps    int
	matchers map[*schema.Key]Matcher
}

func newComparer(steps int) *comparer {
	return &comparer{steps: steps, matchers: map[*schema.Key]Matcher{}}
}

func (cmp *comparer) matcher(k *schema.Key) Matcher {
	m, ok := cmp.matchers[k]
	if !ok {
		m = NewMatcher(k)
		cmp.matchers[k] = m
	}
	return m
}

// commonKey finds a shortest key that belongs to both families, by running
// their matchers side by side.
func (cmp *comparer) commonKey(a, b *schema.Key) (string, bool) {
	cmp.steps -= len(a.Name) + len(b.Name)
	type pair struct{ a, b State }
	type way struct {
		from pair
		char rune
	}
	ma, mb := cmp.matcher(a), cmp.matcher(b)
	alphabet := letters(a, b)
	start := pair{}
	ways := map[pair]way{start: {}}
	queue := []pair{start}
	for len(queue) > 0 && cmp.steps >= 0 {
		at := queue[0]
		queue = queue[1:]
		if ma.Done(at.a) && mb.Done(at.b) {
			var key []rune
			for at != start {
				key = append(key, ways[at].char)
				at = ways[at].from
			}
			slices.Reverse(key)
			return string(key), true
		}
		cmp.steps -= len(alphabet)
		for _, c := range alphabet {
			nextA, okA := ma.Next(at.a, c)
			nextB, okB := mb.Next(at.b, c)
			next := pair{nextA, nextB}
			if _, seen := ways[next]; okA && okB && !seen {
				ways[next] = way{at, c}
				queue = append(queue, next)
			}
		}
	}
	return "", false
}

// letters lists the characters that matter to the two families: those they
// spell out, and one other.
func letters(a, b *schema.Key) []rune {
	chars := []rune(strings.Join(a.Literals(), "") + strings.Join(b.Literals(), ""))
	other := 'x'
	for slices.Contains(chars, other) {
		other++
	}
	slices.Sort(chars)
	return append([]rune{other}, slices.Compact(chars)...)
}
