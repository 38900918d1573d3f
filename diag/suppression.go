package diag

import (
	"bytes"
	"cmp"
	"regexp"
)

// Suppression is a comment that silences one kind of finding on one line. It
// begins with "stategen:ignore", the rule and a reason:
//
//	{guest} <!-- stategen:ignore undeclared-key the host program sets it -->
//
// Behind text, or before it, the comment silences its own line. Alone on its
// line it silences the next one; of several such lines, each silences the line
// behind the last.
type Suppression struct {
	Rule, Reason string // empty where none is written
	Line         int    // what it silences, counted from 1
	Mark         Span   // "stategen:ignore"
	RuleSpan     Span   // the rule; the end of the mark where none is written
}

// Suppresses reports whether the comment speaks of a finding of the rule on
// that line.
func (s Suppression) Suppresses(rule string, line int) bool { return s.Rule == rule && s.Line == line }

const ignoreMark = "stategen:ignore"

// Suppressions finds the comments of a file, in order. The mark counts where a
// comment begins, in the languages that prompts and schemas are written in,
// and where a line does.
func Suppressions(src *Source) []Suppression {
	var list []Suppression
	alone := map[int]bool{} // lines
	line, start, end := 0, 0, 0
	for at := 0; ; {
		i := bytes.Index(src.Text[at:], []byte(ignoreMark))
		if i < 0 {
			break
		}
		mark := at + i
		if mark >= end {
			line = src.Position(mark).Line
			start, end = src.lineBounds(line)
		}
		c, ok := readComment(src.Text[start:mark], src.Text[mark+len(ignoreMark):end])
		at = mark + len(ignoreMark) + len(c.body)
		if ok {
			list = append(list, c.suppression(src.Name, line, mark))
			alone[line] = alone[line] || c.alone
		}
	}
	moveOn(list, alone)
	return list
}

// moveOn makes the comments that stand alone speak of the line behind them.
func moveOn(list []Suppression, alone map[int]bool) {
	behind := map[int]int{}
	for i := len(list) - 1; i >= 0; i-- {
		line := list[i].Line
		if !alone[line] {
			continue
		}
		if behind[line] == 0 {
			behind[line] = cmp.Or(behind[line+1], line+1)
		}
		list[i].Line = behind[line]
	}
}

// comment is a line of a file, taken apart around the mark.
type comment struct {
	body  []byte // what stands behind the mark, without the comment's end
	alone bool
}

// opening is the beginning of a comment in HTML, Go, YAML, Jinja,
// text/template, JSP, ERB, SQL, INI and TeX, or inside a long one.
var opening = regexp.MustCompile(`(?:<!--|\{{0,2}-?[ \t]*/\*+|//+|\{#-?|<%--|<%#|#+|--+|;+|%+|\*)$`)

// lineOpening begins a comment that only the line ends.
var lineOpening = regexp.MustCompile(`^(?://|#|-|;|%)`)

// closing is the end of the others.
var closing = regexp.MustCompile(`--%?>|\*+/[ \t]*-?\}{0,2}|-?#\}|%>`)

// longestOpening is enough for any opening, and keeps the time for a line with
// many marks linear.
const longestOpening = 40

// readComment reads the comment whose mark stands between the two parts of a
// line; false if it is none.
func readComment(before, behind []byte) (comment, bool) {
	if len(behind) > 0 && bytes.IndexByte([]byte(" \t-*#%"), behind[0]) < 0 {
		return comment{}, false // another word
	}
	before = bytes.TrimRight(before, " \t")
	near := max(0, len(before)-longestOpening)
	var open []byte
	if m := opening.FindIndex(before[near:]); m != nil {
		before, open = before[:near+m[0]], before[near+m[0]:]
	}
	if len(open) == 0 && len(before) > 0 {
		return comment{}, false
	}
	c := comment{body: behind}
	behind = nil
	if m := closing.FindIndex(c.body); m != nil && !lineOpening.Match(open) {
		c.body, behind = c.body[:m[0]], c.body[m[1]:]
	}
	c.alone = len(bytes.TrimSpace(before)) == 0 && len(bytes.TrimSpace(behind)) == 0
	return c, true
}

// words are the rule and the reason behind a mark.
var words = regexp.MustCompile(`^[ \t]+(\S+)(?:[ \t]+(\S.*?))?[ \t]*$`)

func (c comment) suppression(file string, line, mark int) Suppression {
	end := mark + len(ignoreMark)
	s := Suppression{
		Line:     line,
		Mark:     Span{File: file, Start: mark, End: end},
		RuleSpan: Span{File: file, Start: end, End: end},
	}
	if m := words.FindSubmatchIndex(c.body); m != nil {
		s.Rule = string(c.body[m[2]:m[3]])
		s.Reason = string(c.body[max(m[4], 0):max(m[5], 0)])
		s.RuleSpan.Start, s.RuleSpan.End = end+m[2], end+m[3]
	}
	return s
}
