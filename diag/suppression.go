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
	for at := 0; ; {
		i := bytes.Index(src.Text[at:], []byte(ignoreMark))
		if i < 0 {
			break
		}
		at += i + len(ignoreMark)
		if c, ok := readComment(src, at-len(ignoreMark)); ok {
			list = append(list, c.suppression(src))
			alone[c.line] = alone[c.line] || c.alone
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

// comment is a line of the file, taken apart around the mark.
type comment struct {
	line  int
	mark  int    // offset in the file
	body  []byte // what stands behind the mark, without the comment's end
	alone bool
}

// opening is the beginning of a comment in HTML, Go, YAML, Jinja,
// text/template, JSP, ERB, SQL, INI and TeX, or inside a long one.
var opening = regexp.MustCompile(`(?:<!--|\{{0,2}-?[ \t]*/\*+|//+|\{#-?|<%--|<%#|#+|--+|;+|%+|\*)[ \t]*$`)

// lineOpening begins a comment that only the line ends.
var lineOpening = regexp.MustCompile(`^(?://|#|-|;|%)`)

// closing is the end of the others.
var closing = regexp.MustCompile(`--%?>|\*+/[ \t]*-?\}{0,2}|-?#\}|%>`)

func readComment(src *Source, mark int) (comment, bool) {
	c := comment{line: src.Position(mark).Line, mark: mark}
	line := src.Line(c.line)
	start := src.Offset(Position{Line: c.line, Column: 1})
	before, behind := line[:mark-start], line[mark-start+len(ignoreMark):]
	if len(behind) > 0 && bytes.IndexByte([]byte(" \t-*#%"), behind[0]) < 0 {
		return c, false // another word
	}
	open := len(before)
	if m := opening.FindIndex(before); m != nil {
		open = m[0]
	} else if len(bytes.TrimSpace(before)) > 0 {
		return c, false
	}
	c.body, behind = behind, nil
	if m := closing.FindIndex(c.body); m != nil && !lineOpening.Match(before[open:]) {
		c.body, behind = c.body[:m[0]], c.body[m[1]:]
	}
	before = before[:open]
	c.alone = len(bytes.TrimSpace(before)) == 0 && len(bytes.TrimSpace(behind)) == 0
	return c, true
}

// words are the rule and the reason behind a mark.
var words = regexp.MustCompile(`^[ \t]+(\S+)(?:[ \t]+(\S.*?))?[ \t]*$`)

func (c comment) suppression(src *Source) Suppression {
	end := c.mark + len(ignoreMark)
	s := Suppression{
		Line:     c.line,
		Mark:     Span{File: src.Name, Start: c.mark, End: end},
		RuleSpan: Span{File: src.Name, Start: end, End: end},
	}
	if m := words.FindSubmatchIndex(c.body); m != nil {
		s.Rule = string(c.body[m[2]:m[3]])
		s.Reason = string(c.body[max(m[4], 0):max(m[5], 0)])
		s.RuleSpan.Start, s.RuleSpan.End = end+m[2], end+m[3]
	}
	return s
}
