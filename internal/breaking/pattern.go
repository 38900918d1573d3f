package breaking

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/schema"
)

// This file finds texts that one pattern matches and another doesn't: it walks the
// states that both can be in at once, shortest texts first, with one character of
// each range that either tells apart.

const (
	patternSteps = 3_000
	patternWork  = 2_000_000   // of one search, in positions looked at
	allWork      = 300_000_000 // of all; then a search is as short as can be
	plainTexts   = 12
)

// patternTexts are texts that a string's pattern matches: some, and if there are
// any, ones that the other form refuses for its pattern or its length.
func (m *maker) patternTexts(from, to form) []string {
	if from.Pattern == nil && (to.Pattern == nil || to.typ.Kind != schema.String) {
		return nil
	}
	id := fmt.Sprint(constraints(from.Constraints), "\x00", to.typ.Kind == schema.String, constraints(to.Constraints))
	texts, known := m.patterns[id]
	if p, ok := newMachine(from, to); ok && !known {
		p.steps = min(patternSteps, patternWork/p.cost())
		if m.work > allWork {
			p.steps = min(p.steps, 10)
		}
		m.work += p.steps * p.cost()
		texts = p.search()
		m.patterns[id] = texts
	}
	return texts
}

// cost is what one step of a search may cost.
func (m *machine) cost() int {
	n := 1
	for _, prog := range m.progs {
		if prog != nil {
			n += len(prog.Inst)
		}
	}
	return n * len(m.alphabet)
}

// machine is two patterns that read one text.
type machine struct {
	progs    [2]*syntax.Prog // nil: matches every text
	from, to form
	alphabet []rune
	highest  int // lengths beyond are not told apart
	steps    int // at most
}

func newMachine(from, to form) (*machine, bool) {
	m := &machine{from: from, to: to}
	other := to.Pattern
	if to.typ.Kind != schema.String {
		other = nil
	}
	for i, p := range []*schema.Pattern{from.Pattern, other} {
		if p == nil {
			continue
		}
		re, err := syntax.Parse(p.Expr, syntax.Perl)
		if err != nil {
			return nil, false
		}
		if m.progs[i], err = syntax.Compile(re.Simplify()); err != nil {
			return nil, false
		}
	}
	m.alphabet = alphabet(m.progs)
	for _, f := range []form{from, to} {
		for _, limit := range []*schema.Limit{f.MinLength, f.MaxLength} {
			if limit != nil && limit.N < 100 {
				m.highest = max(m.highest, limit.N+1)
			}
		}
	}
	return m, true
}

// alphabet is a character of each range that the programs tell apart.
func alphabet(progs [2]*syntax.Prog) []rune {
	list := []rune("a0 A_-.xZ9é\n")
	for _, prog := range progs {
		if prog == nil {
			continue
		}
		for _, inst := range prog.Inst {
			for i, r := range inst.Rune {
				list = append(list, r, r+rune(i%2), r+1-rune(i%2)*2)
				for f := unicode.SimpleFold(r); f != r && inst.Op == syntax.InstRune; f = unicode.SimpleFold(f) {
					list = append(list, f)
				}
			}
		}
	}
	var kept []rune
	for _, r := range list {
		if r > 0 && r <= unicode.MaxRune && (r < 0xD800 || r > 0xDFFF) && !slices.Contains(kept, r) && len(kept) < 80 {
			kept = append(kept, r)
		}
	}
	return kept
}

// configuration is what both programs can be in after a text.
type configuration struct {
	threads [2][]uint32 // before the positions that read nothing are followed
	matched [2]bool
	last    rune // -1: none
	text    string
	length  int
}

func (m *machine) search() []string {
	start := configuration{last: -1}
	seen, queue := map[string]bool{}, []configuration{start}
	var found []string
	var differs, long, short bool
	for steps := 0; len(queue) > 0 && steps < m.steps; steps++ {
		at := queue[0]
		queue = queue[1:]
		if m.ends(at, 0) && m.fits(m.from, at.length) {
			other := !m.ends(at, 1)
			over := m.to.typ.Kind == schema.String && !m.fits(m.to, at.length)
			if len(found) < plainTexts || other && !differs || over && at.length > 0 && !(long && short) {
				found = append(found, at.text)
			}
			differs = differs || other
			long, short = long || over && at.length > 1, short || over
		}
		if differs && len(found) > plainTexts && steps > m.steps/4 {
			break
		}
		for _, r := range m.alphabet {
			next := m.step(at, r)
			if m.progs[0] != nil && !next.matched[0] && len(next.threads[0]) == 0 && m.anchored() {
				continue
			}
			if id := next.identity(m.highest); !seen[id] {
				seen[id] = true
				queue = append(queue, next)
			}
		}
	}
	return found
}

// anchored reports whether a match of the first pattern must begin where the text does.
func (m *machine) anchored() bool { return m.progs[0].StartCond()&syntax.EmptyBeginText != 0 }

func (m *machine) fits(f form, length int) bool {
	return (f.MinLength == nil || length >= f.MinLength.N) && (f.MaxLength == nil || length <= f.MaxLength.N)
}

// ends reports whether a program matches a text that ends here.
func (m *machine) ends(at configuration, i int) bool {
	if m.progs[i] == nil || at.matched[i] {
		return true
	}
	_, matched := m.follow(i, at, -1)
	return matched
}

// follow follows the positions that read nothing, before the next character.
func (m *machine) follow(i int, at configuration, next rune) (positions []uint32, matched bool) {
	prog, context := m.progs[i], syntax.EmptyOpContext(at.last, next)
	seen := make([]bool, len(prog.Inst))
	var visit func(pc uint32)
	visit = func(pc uint32) {
		if seen[pc] {
			return
		}
		seen[pc] = true
		inst := &prog.Inst[pc]
		switch inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			visit(inst.Out)
			visit(inst.Arg)
		case syntax.InstCapture, syntax.InstNop:
			visit(inst.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^context == 0 {
				visit(inst.Out)
			}
		case syntax.InstMatch:
			matched = true
		case syntax.InstFail:
		default:
			positions = append(positions, pc)
		}
	}
	for _, pc := range at.threads[i] {
		visit(pc)
	}
	visit(uint32(prog.Start)) // a match may begin anywhere
	return positions, matched
}

func (m *machine) step(at configuration, r rune) configuration {
	next := configuration{last: r, text: at.text + string(r), length: at.length + 1, matched: at.matched}
	for i, prog := range m.progs {
		if prog == nil || at.matched[i] {
			continue
		}
		positions, matched := m.follow(i, at, r)
		next.matched[i] = matched
		for _, pc := range positions {
			if prog.Inst[pc].MatchRune(r) && !matched {
				next.threads[i] = append(next.threads[i], prog.Inst[pc].Out)
			}
		}
		slices.Sort(next.threads[i])
	}
	return next
}

// identity tells configurations apart that can go on differently.
func (c configuration) identity(highest int) string {
	var b strings.Builder
	for i, threads := range c.threads {
		for _, pc := range threads {
			b.WriteRune(rune(pc))
		}
		b.WriteRune(0x10FFF0 + rune(i))
		if c.matched[i] {
			b.WriteByte('m')
		}
	}
	b.WriteRune(rune(min(c.length, highest)))
	if c.last == '\n' || c.last < 0 {
		b.WriteByte('n')
	} else if syntax.IsWordChar(c.last) {
		b.WriteByte('w')
	}
	return b.String()
}
