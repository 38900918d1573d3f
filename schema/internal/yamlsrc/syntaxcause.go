package yamlsrc

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// cause is a better account of a mistake than the parser's: where the slip
// was made, and how to fix it.
type cause struct {
	at diag.Span
	explanation
}

// findCause looks at the lines around a mistake for slips that are common in
// schemas. It returns false when it knows none.
func (f *File) findCause(wrong *mistake) (cause, bool) {
	for _, find := range []func(*mistake) (cause, bool){
		f.tabCause, f.aliasCause, f.patternCause, f.commentCause, f.slipCause, f.nameCause, f.depthCause,
	} {
		if c, ok := find(wrong); ok {
			return c, true
		}
	}
	return cause{}, false
}

func (f *File) tabCause(wrong *mistake) (cause, bool) {
	at := wrong.at
	ok := at.Start < at.End && f.Src.Text[at.Start] == '\t'
	return cause{at, yamlProblems[tabProblem]}, ok
}

// lineStart returns the offset at which the line of an offset begins.
func (f *File) lineStart(offset int) int {
	return bytes.LastIndexByte(f.Src.Text[:offset], '\n') + 1
}

// found makes a cause of a part of a line.
func (f *File) found(from int, part []int, problem, hint string) (cause, bool) {
	return cause{f.Span(from+part[0], from+part[1]), explanation{problem, hint}}, true
}

// aliasCause finds the * of an alias that is none; the parser fails after it.
func (f *File) aliasCause(wrong *mistake) (cause, bool) {
	m := unknownAnchor.FindStringSubmatch(wrong.message)
	if m == nil {
		return cause{}, false
	}
	alias := "*" + m[1]
	star := bytes.LastIndex(f.Src.Text[:wrong.at.End], []byte(alias))
	if star < 0 {
		return cause{}, false
	}
	return f.found(star, []int{0, len(alias)}, explainYAML(wrong.message).problem, "a text that begins with * needs quotes")
}

var unknownAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced$`)

// slips are common slips within a line. The mistake lies within what the
// expression finds, and its first group is the part to show; a hint can use the
// groups.
var slips = []struct {
	line *regexp.Regexp
	explanation
}{
	{ // a key that begins with a parameter, as in {city}_note
		regexp.MustCompile(`^[ \t]*(\{\w+\}[^\s:"'{}]+(?:\{\w+\}[^\s:"'{}]*)*)[ \t]*:.*`),
		explanation{"a key that begins with { needs quotes", `write "$1"`},
	},
	{
		regexp.MustCompile(`^[ \t]*((user|app|temp):[ \t]+([\pL_{][^\s:#]*)):([ \t]+[^#]*[^#\s])?`),
		explanation{"a scope and its key are written without a space between them", "write $2:$3:$4, without a space"},
	},
	{
		regexp.MustCompile(`[{,][ \t]*((\w+:)([\[{][^\[\]{}]*[\]}]?))`),
		explanation{"a space is missing after the colon", "write $2 $3"},
	},
	{
		regexp.MustCompile(`[\w"']:[ \t]+([^\s"'{}\[\],#&*!|>%@` + "`" + `][^{}\[\],#]*?:[ \t][^{}\[\],#]*)`),
		explanation{"a text that contains a colon needs quotes", "put it in double quotes"},
	},
	{ // a placeholder
		regexp.MustCompile(`:[ \t]+((?:[^\s"'\[\]{},#][^"'{}\[\]#]*)?\{[\w:?. ]+\}[^,}#]*)`),
		explanation{"a text that contains braces needs quotes here", "put it in double quotes"},
	},
}

func (f *File) slipCause(wrong *mistake) (cause, bool) {
	from := f.lineStart(wrong.at.Start)
	line, at := f.Src.Text[from:f.LineEnd(from)], wrong.at.Start-from
	for _, s := range slips {
		for _, m := range s.line.FindAllSubmatchIndex(line, -1) {
			if m[2] <= at && at <= m[1] {
				hint := s.line.Expand(nil, []byte(s.hint), line, m)
				return f.found(from, m[2:4], s.problem, diag.Shorten(string(hint)))
			}
		}
	}
	return cause{}, false
}

// patternCause finds a pattern inside braces whose own brackets or braces YAML
// takes for a list or a mapping.
func (f *File) patternCause(wrong *mistake) (cause, bool) {
	from := f.lineStart(wrong.at.Start)
	line := f.Src.Text[from:f.LineEnd(from)]
	m := flowPattern.FindIndex(line)
	if m == nil || wrong.at.Start < from+m[1] {
		return cause{}, false
	}
	end := m[1] + patternEnd(line[m[1]:])
	pattern := string(line[m[1]:end])
	if wrong.at.Start > from+end || !strings.ContainsAny(pattern, "[]{}") {
		return cause{}, false
	}
	return f.found(from, []int{m[1], end}, "a pattern with brackets or braces needs quotes inside {…}",
		"write pattern: '"+diag.Shorten(strings.ReplaceAll(pattern, "'", "''"))+"'")
}

var flowPattern = regexp.MustCompile(`[{,][ \t]*pattern:[ \t]+`)

// patternEnd returns the length of the pattern that a text begins with: up to
// a comma or a closing brace outside its own brackets.
func patternEnd(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case depth == 0 && (c == ',' || c == '}'):
			return len(bytes.TrimRight(text[:i], " \t"))
		case bytes.IndexByte([]byte("[{("), c) >= 0:
			depth++
		case bytes.IndexByte([]byte("]})"), c) >= 0:
			depth--
		}
	}
	return len(bytes.TrimSpace(text))
}

// commentCause finds a text inside brackets that a comment cuts short, along
// with the closing bracket. The parser may fail on the next line only.
func (f *File) commentCause(wrong *mistake) (cause, bool) {
	if !strings.HasPrefix(wrong.message, "did not find expected ','") {
		return cause{}, false
	}
	from, above := f.linePair(wrong)
	for _, start := range []int{from, above} {
		if m := cutByComment.FindSubmatchIndex(f.Src.Text[start:f.LineEnd(start)]); m != nil {
			return f.found(start, m[2:4], `" #" begins a comment, which takes the end of this text`, "put the text in double quotes")
		}
	}
	return cause{}, false
}

var cutByComment = regexp.MustCompile(`^(?:[^"'#]|\w'|\S#|"[^"]*"|'[^']*')*[:,\[][ \t]+[^\s"'#{}\[\],][^"#{}\[\],]*[ \t](#.*[}\]])`)

// nameCause finds a name without a colon on the line before, which the parser
// took for the beginning of a longer name.
func (f *File) nameCause(wrong *mistake) (cause, bool) {
	from, above := f.linePair(wrong)
	m := nameAndType.FindSubmatchIndex(f.Src.Text[above:max(above, from-1)])
	if m == nil || wrong.message != colonProblem && wrong.message != noColonProblem {
		return cause{}, false
	}
	return f.found(above, m[2:4], "a colon is missing after this name", "write name: value")
}

// depthCause finds a field that is deeper than the one above, which has
// its value already.
func (f *File) depthCause(wrong *mistake) (cause, bool) {
	from, above := f.linePair(wrong)
	m := fieldName.FindSubmatchIndex(f.Src.Text[from:f.LineEnd(from)])
	n := fieldName.FindSubmatchIndex(f.Src.Text[above:max(above, from-1)])
	if m == nil || n == nil || m[2] <= n[2] || wrong.message != colonProblem {
		return cause{}, false
	}
	return f.found(from, m[2:4], "this field is indented deeper than the one above, which has its value already", "indent both the same")
}

// linePair returns where the line of a mistake and the one above begin.
func (f *File) linePair(wrong *mistake) (from, above int) {
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
