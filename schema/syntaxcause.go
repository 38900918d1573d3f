package schema

import (
	"bytes"
	"regexp"

	"github.com/seed92179c4c/stategen/diag"
)

// cause is a better account of a mistake than the parser's: where the slip
// was made, and how to mend it.
type cause struct {
	at diag.Span
	explanation
}

// findCause looks at the lines around a mistake for slips that are common in
// schemas. It returns false when it knows none.
func (f *file) findCause(wrong *mistake) (cause, bool) {
	for _, find := range []func(*mistake) (cause, bool){
		f.tabCause, f.aliasCause, f.familyCause, f.colonCause, f.braceCause, f.nameCause, f.depthCause,
	} {
		if c, ok := find(wrong); ok {
			return c, true
		}
	}
	return cause{}, false
}

func (f *file) tabCause(wrong *mistake) (cause, bool) {
	at := wrong.at
	ok := at.Start < at.End && f.src.Text[at.Start] == '\t'
	return cause{at, yamlProblems[tabProblem]}, ok
}

// lineStart returns the offset at which the line of an offset begins.
func (f *file) lineStart(offset int) int {
	return bytes.LastIndexByte(f.src.Text[:offset], '\n') + 1
}

// found makes a cause of a part of a line.
func (f *file) found(from int, part []int, problem, hint string) (cause, bool) {
	return cause{f.span(from+part[0], from+part[1]), explanation{problem, hint}}, true
}

// aliasCause finds the * of an alias that is none; the parser fails behind it.
func (f *file) aliasCause(wrong *mistake) (cause, bool) {
	m := unknownAnchor.FindStringSubmatch(wrong.message)
	if m == nil {
		return cause{}, false
	}
	alias := "*" + m[1]
	star := bytes.LastIndex(f.src.Text[:wrong.at.End], []byte(alias))
	if star < 0 {
		return cause{}, false
	}
	return f.found(star, []int{0, len(alias)}, explainYAML(wrong.message).problem, "a text that begins with * needs quotes")
}

var unknownAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced$`)

// familyCause finds a key that begins with a parameter, as in {city}_note.
func (f *file) familyCause(wrong *mistake) (cause, bool) {
	from := f.lineStart(wrong.at.Start)
	m := familyName.FindSubmatchIndex(f.src.Text[from:f.lineEnd(from)])
	if m == nil || wrong.at.Start < from+m[2] {
		return cause{}, false
	}
	return f.found(from, m[2:4], "a key that begins with { needs quotes", "write "+quote(string(f.src.Text[from+m[2]:from+m[3]])))
}

var familyName = regexp.MustCompile(`^[ \t]*(\{\w+\}[^\s:"'{}]+(?:\{\w+\}[^\s:"'{}]*)*)[ \t]*:`)

// colonCause finds a text without quotes that holds a colon.
func (f *file) colonCause(wrong *mistake) (cause, bool) {
	from := f.lineStart(wrong.at.Start)
	for _, m := range textWithColon.FindAllSubmatchIndex(f.src.Text[from:f.lineEnd(from)], -1) {
		if from+m[2] <= wrong.at.Start && wrong.at.Start < from+m[3] {
			return f.found(from, m[2:4], "a text that holds a colon needs quotes", "put it in double quotes")
		}
	}
	return cause{}, false
}

var textWithColon = regexp.MustCompile(`[\w"']:[ \t]+([^\s"'{}\[\],#&*!|>%@` + "`" + `][^{}\[\],#]*?:[ \t][^{}\[\],#]*)`)

// braceCause finds a text without quotes that holds a placeholder.
func (f *file) braceCause(wrong *mistake) (cause, bool) {
	from := f.lineStart(wrong.at.Start)
	m := textWithBraces.FindSubmatchIndex(f.src.Text[from:f.lineEnd(from)])
	if m == nil || wrong.at.Start < from+m[2] || wrong.at.Start > from+m[3] {
		return cause{}, false
	}
	return f.found(from, m[2:4], "a text that holds braces needs quotes here", "put it in double quotes")
}

var textWithBraces = regexp.MustCompile(`:[ \t]+((?:[^\s"'\[\]{},#][^"'{}\[\]#]*)?\{[\w:?. ]+\}[^,}#]*)`)

// nameCause finds a name without a colon on the line before, which the parser
// took for the beginning of a longer name.
func (f *file) nameCause(wrong *mistake) (cause, bool) {
	from, above := f.lines2(wrong)
	m := nameAndType.FindSubmatchIndex(f.src.Text[above:max(above, from-1)])
	if m == nil || wrong.message != colonProblem && wrong.message != noColonProblem {
		return cause{}, false
	}
	return f.found(above, m[2:4], "a colon is missing behind this name", "write name: value")
}

// depthCause finds a field that stands deeper than the one above, which has
// its value already.
func (f *file) depthCause(wrong *mistake) (cause, bool) {
	from, above := f.lines2(wrong)
	m := fieldName.FindSubmatchIndex(f.src.Text[from:f.lineEnd(from)])
	n := fieldName.FindSubmatchIndex(f.src.Text[above:max(above, from-1)])
	if m == nil || n == nil || m[2] <= n[2] || wrong.message != colonProblem {
		return cause{}, false
	}
	return f.found(from, m[2:4], "this field stands deeper than the one above, which has its value already", "indent both alike")
}

// lines2 returns where the line of a mistake and the one above begin.
func (f *file) lines2(wrong *mistake) (from, above int) {
	from = f.lineStart(wrong.at.Start)
	return from, f.lineStart(max(0, from-1))
}

const (
	colonProblem   = "mapping values are not allowed in this context"
	noColonProblem = "could not find expected ':'"
)

var (
	fieldName   = regexp.MustCompile(`^[ ]*([\pL\w:"'{}-]+):[ \t]+\S`)
	nameAndType = regexp.MustCompile(`^[ ]*([\pL_][\pL\w{}-]*(?::[\pL\w{}-]+)?)(?:[ \t]+[^\s:#][^:#]*)?[ \t]*\r?$`)
)
