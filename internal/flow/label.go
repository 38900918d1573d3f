package flow

import (
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/internal/source"
)

// line is a text on one line: what is no character that can be seen is a space.
func line(text string) string {
	text = strings.Map(func(r rune) rune {
		if r != ' ' && !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	return strings.Join(strings.Fields(text), " ")
}

// shortened is a text of at most so many characters.
func shortened(text string, most int) string {
	runes := []rune(line(text))
	if len(runes) <= most {
		return string(runes)
	}
	return string(runes[:most-1]) + "…"
}

// title is what a picture writes on a node.
func (n Node) title() string {
	name := shortened(n.Name, 48)
	switch {
	case n.Kind == Cluster && n.Size > 0:
		return name + " (" + plural(n.Size, "node") + ")"
	case n.runs() != source.ByModel:
		return name + " (" + n.runs().String() + ")"
	}
	return name
}

// neutral draws what is no plain letter, digit or one of a few signs in another way.
func neutral(text, signs string, other func(rune) string) string {
	var b strings.Builder
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(signs, r) {
			b.WriteRune(r)
		} else {
			b.WriteString(other(r))
		}
	}
	return b.String()
}
