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
	for _, find := range []func(*mistake) (cause, bool){f.tabCause, f.aliasCause, f.slipCause} {
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

// slips are common slips within a line. The first group of what the expression finds
// is the part to show; a hint can use the groups. The mistake lies within what it finds, or
// the parser says so in this way on this line or the next.
var slips = []struct {
	line *regexp.Regexp
	says string
	explanation
}{
	{
		regexp.MustCompile(`[{,][ \t]*pattern:[ \t]+([^\s"'#][^"#]*?[\[\]{}][^"#]*?)(?:,[ \t]+\w+:.*)?\}\r?$`), "",
		explanation{"a pattern with brackets or braces needs quotes inside {…}", "put it in single quotes"},
	},
	{
		cutByComment, "did not find expected ','",
		explanation{`" #" begins a comment, which takes the end of this text`, "put the text in double quotes"},
	},
	{ // a key that begins with a parameter, as in {city}_note
		regexp.MustCompile(`^[ \t]*(\{\w+\}[^\s:"'{}]+(?:\{\w+\}[^\s:"'{}]*)*)[ \t]*:.*`), "",
		explanation{"a key that begins with { needs quotes", `write "$1"`},
	},
	{
		regexp.MustCompile(`^[ \t]*((user|app|temp):[ \t]+([\pL_{][^\s:#]*)):([ \t]+[^#]*[^#\s])?`), "",
		explanation{"a scope and its key are written without a space between them", "write $2:$3:$4, without a space"},
	},
	{
		regexp.MustCompile(`[{,][ \t]*((\w+:)([\[{][^\[\]{}]*[\]}]?))`), "",
		explanation{"a space is missing after the colon", "write $2 $3"},
	},
	{
		regexp.MustCompile(`[\w"']:[ \t]+([^\s"'{}\[\],#&*!|>%@` + "`" + `][^{}\[\],#]*?:[ \t][^{}\[\],#]*)`), "",
		explanation{"a text that contains a colon needs quotes", "put it in double quotes"},
	},
	{ // a placeholder
		regexp.MustCompile(`:[ \t]+((?:[^\s"'\[\]{},#][^"'{}\[\]#]*)?\{[\w:?. ]+\}[^,}#]*)`), "",
		explanation{"a text that contains braces needs quotes here", "put it in double quotes"},
	},
	{nameAlone, "mapping values are not allowed in this context", withoutColon},
	{nameAlone, "could not find expected ':'", withoutColon},
}

var (
	cutByComment = regexp.MustCompile(`^(?:[^"'#]|\w'|\S#|"[^"]*"|'[^']*')*` +
		`[:,\[][ \t]+[^\s"'#{}\[\],][^"#{}\[\],]*[ \t](#.*[}\]])`)
	nameAlone    = regexp.MustCompile(`^[ ]*([\pL_][\pL\w{}-]*(?::[\pL\w{}-]+)?)(?:[ \t]+[^\s:#][^:#]*)?[ \t]*\r?$`)
	withoutColon = explanation{"a colon is missing after this name", "write name: value"}
)

func (f *File) slipCause(wrong *mistake) (cause, bool) {
	from := f.lineStart(wrong.at.Start)
	above := f.lineStart(max(0, from-1))
	for _, s := range slips {
		for _, start := range []int{from, above} {
			line, at := f.Src.Text[start:f.LineEnd(start)], wrong.at.Start-start
			for _, m := range s.line.FindAllSubmatchIndex(line, -1) {
				within := s.says == "" && m[2] <= at && at <= m[1]
				if within || s.says != "" && strings.HasPrefix(wrong.message, s.says) {
					hint := s.line.Expand(nil, []byte(s.hint), line, m)
					return f.found(start, m[2:4], s.problem, diag.Shorten(string(hint)))
				}
			}
		}
	}
	return cause{}, false
}
