package breaking

import (
	"cmp"
	"iter"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/schema"
)

// This file draws texts that one pattern matches and another may not: by chance, but the
// same each time, so that a difference far from any edge is found as well.

const (
	patternDraws = 400
	patternWork  = 2_000_000   // of one pattern's draws, in positions looked at
	allWork      = 300_000_000 // of all; then there are as few draws as can be
	plainTexts   = 12
)

// patternTexts are texts that a string's pattern matches: some that the other form takes,
// and if there are any, ones that it refuses for its pattern or its length.
func (m *maker) patternTexts(from, to form) []string {
	if to.typ.Kind != schema.String {
		to.Pattern = nil
	}
	if from.Pattern == nil && to.Pattern == nil {
		return nil
	}
	id := from.id() + "\x00" + to.id()
	texts, known := m.patterns[id]
	if !known {
		texts = m.drawTexts(from, to)
		m.patterns[id] = texts
	}
	return texts
}

func (m *maker) drawTexts(from, to form) []string {
	takes, taken := matcher(from), matcher(to)
	counts := append(lengths(from, to), repetitions(from, to)...)
	var both, other []string
	for _, f := range []form{from, to} {
		if f.Pattern == nil {
			continue
		}
		for text := range m.draws(f.Pattern.Expr, counts) {
			switch {
			case !takes(text):
			case taken(text):
				both = append(both, text)
			default:
				other = append(other, text)
			}
		}
	}
	return append(plainest(both), plainest(other)...)
}

// repetitions are the numbers in the patterns of both forms, such as 2 and 4 of {2,4}, and those beyond.
func repetitions(from, to form) (list []int) {
	for _, f := range []form{from, to} {
		if f.Pattern == nil {
			continue
		}
		for _, number := range numbers.FindAllString(f.Pattern.Expr, -1) {
			if n, err := strconv.Atoi(number); err == nil {
				list = append(list, n, n+1)
			}
		}
	}
	return inRange(list, longText)
}

var numbers = regexp.MustCompile(`\d+`)

// plainest are the shortest of some texts, each once.
func plainest(texts []string) []string {
	slices.SortFunc(texts, func(a, b string) int { return cmp.Or(len(a)-len(b), cmp.Compare(a, b)) })
	texts = slices.Compact(texts)
	return texts[:min(len(texts), plainTexts)]
}

// matcher reports of texts whether they are of a string's form.
func matcher(f form) func(string) bool {
	pattern := regexp.MustCompile("")
	if f.Pattern != nil {
		pattern = regexp.MustCompile(f.Pattern.Expr) // which the schema's loader has compiled
	}
	return func(text string) bool {
		n := utf8.RuneCountInString(text)
		fits := (f.MinLength == nil || n >= f.MinLength.N) && (f.MaxLength == nil || n <= f.MaxLength.N)
		return fits && pattern.MatchString(text)
	}
}

// draws yields texts that a pattern matches, the plainest first, and as many with more around
// them: it need not match a text from its beginning to its end.
func (m *maker) draws(expr string, counts []int) iter.Seq[string] {
	return func(yield func(string) bool) {
		re, err := syntax.Parse(expr, syntax.Perl)
		if err != nil {
			return
		}
		r := rand.New(rand.NewPCG(1, 2))
		size, work := len(re.Simplify().String()), 0
		d := &drawing{counts: counts, n: func(int) int { return 0 }}
		for i := 0; i < patternDraws && work < patternWork && (m.work+work < allWork || i < 10); i++ {
			d.text = nil
			d.draw(re)
			work += (len(d.text) + 1) * size
			around := []rune("a0 A_-.é\n")
			before, behind := string(around[d.n(len(around))]), string(around[d.n(len(around))])
			for _, text := range []string{string(d.text), before + string(d.text), string(d.text) + behind} {
				if !yield(text) {
					return
				}
			}
			d.n = r.IntN
		}
		m.work += work
	}
}

// drawing is the drawing of one text.
type drawing struct {
	text   []rune
	n      func(n int) int // what decides: one of the first n numbers
	counts []int           // of repetitions that may matter
}

// draw adds what an expression matches.
func (d *drawing) draw(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		d.text = append(d.text, re.Rune...)
	case syntax.OpCharClass:
		d.class(re.Rune)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		d.class([]rune("az09  AZéé\n\n"))
	case syntax.OpConcat, syntax.OpCapture:
		for _, part := range re.Sub {
			d.draw(part)
		}
	case syntax.OpAlternate:
		d.draw(re.Sub[d.n(len(re.Sub))])
	case syntax.OpStar:
		d.repeat(re.Sub[0], 0, longText)
	case syntax.OpPlus:
		d.repeat(re.Sub[0], 1, longText)
	case syntax.OpQuest:
		d.repeat(re.Sub[0], 0, 1)
	case syntax.OpRepeat:
		most := re.Max
		if most < 0 {
			most = longText
		}
		d.repeat(re.Sub[0], re.Min, most)
	}
}

// class adds a character of ranges: one at an edge, or any.
func (d *drawing) class(ranges []rune) {
	if len(ranges) == 0 {
		return
	}
	i := d.n(len(ranges)/2) * 2
	low, high := ranges[i], ranges[i+1]
	switch d.n(4) {
	case 0:
		d.text = append(d.text, low)
	case 1:
		d.text = append(d.text, high)
	default:
		d.text = append(d.text, low+rune(d.n(int(high-low)+1)))
	}
}

// repeat adds what an expression matches, so often as a length or the other pattern may ask for.
func (d *drawing) repeat(part *syntax.Regexp, least, most int) {
	counts := append([]int{least, least + 1, least + 12}, d.counts...)
	n := max(least, min(most, counts[d.n(len(counts))]))
	for range n {
		if len(d.text) < longText {
			d.draw(part)
		}
	}
}
