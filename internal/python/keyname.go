package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// KeyName is a field of an f-string that puts a name of its own into a text, where a value
// would stand.
type KeyName struct {
	Path       string
	Start, End int // with its braces
	Field      string
	Key        string
}

// How many names of one text are found, and how much of it around one is looked at.
const mostNames, mostLabel = 100, 300

// KeyNames are the names of keys that stand in an instruction as if they were values: alone in a
// line or behind a colon, where nothing says that it is a name. The same constant is what a key
// is set by.
func (f *Found) KeyNames(p Prompt) (list []KeyName) {
	for _, n := range p.Literal.Fields {
		if len(list) < mostNames && f.sets(n.Constant) && showsValue(p.Literal, n) {
			list = append(list, KeyName{n.Path, n.Start, n.End, n.Name, n.Text})
		}
	}
	return list
}

// showsValue reports whether a value would stand where a name is.
func showsValue(l *syntax.Literal, n syntax.Field) bool {
	to := n.From + len(n.Text)
	if to > len(l.Text) || l.Text[n.From:to] != n.Text {
		return false // the text has changed since
	}
	line, _, _ := strings.Cut(l.Text[to:min(to+mostLabel, len(l.Text))], "\n")
	before := l.Text[max(0, n.From-mostLabel):n.From]
	start := strings.LastIndexByte(before, '\n') + 1
	label := strings.TrimSpace(before[start:])
	switch {
	case label == "":
		label = labelAbove(before[:start])
	case !strings.HasSuffix(strings.TrimRight(label, "*_` "), ":"):
		return false
	}
	return strings.TrimSpace(line) == "" && label != "" && !saysName(label)
}

// sets reports whether a key is set by a constant.
func (f *Found) sets(constant *syntax.Literal) bool {
	if f.setBy == nil {
		f.setBy = map[*syntax.Literal]bool{}
		for _, u := range f.Uses {
			f.setBy[u.Key.Constant] = f.setBy[u.Key.Constant] || u.Kind == Set || u.Kind == Initial || u.Kind == OutputKey
		}
	}
	return f.setBy[constant]
}

// labelAbove is the last line of a text that has words, if it ends with a colon.
func labelAbove(text string) string {
	for n := 0; n < mostAbove; n++ {
		text = strings.TrimRight(text, "` \t\r\n")
		line := strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
		if line != "" {
			if !strings.HasSuffix(strings.TrimRight(line, "*_ "), ":") {
				return ""
			}
			return line
		}
	}
	return ""
}

// mostAbove is how many lines above a name are looked at.
const mostAbove = 3

// saysName reports whether a label asks for a name, rather than showing a value.
func saysName(label string) bool {
	label = strings.ToLower(label)
	for _, word := range []string{"key", "name", "variable", "field", "save", "store", "stored", "write", "output", "call", "tool", "agent", "type", "id", "option", "one of", "format", "return", "respond", "use"} {
		if i := strings.Index(label, word); i >= 0 && (i == 0 || !syntax.IsNameByte(label[i-1])) {
			return true
		}
	}
	return false
}
