package comment

import "strings"

// Cuts returns the parts of a prompt to leave out so that none of its comments is left, in
// order. Comments that are alone on a line take their line along, others the blanks
// that kept them apart from the text.
func Cuts(text string, list []Comment) [][2]int {
	var cuts [][2]int
	for _, c := range list {
		n := len(cuts)
		if n > 0 && (c.Whole[0] <= cuts[n-1][1] || isBlank(text[cuts[n-1][1]:c.Whole[0]])) {
			cuts[n-1][1] = max(cuts[n-1][1], c.Whole[1])
			continue
		}
		cuts = append(cuts, c.Whole)
	}
	for i, c := range cuts {
		cuts[i] = widen(text, c)
	}
	return cuts
}

// widen adds the line's break or the blanks around a comment.
func widen(text string, cut [2]int) [2]int {
	start := len(strings.TrimRight(text[:cut[0]], " \t"))
	end := len(text) - len(strings.TrimLeft(text[cut[1]:], " \t"))
	first := start == 0 || text[start-1] == '\n' || text[:start] == byteOrderMark
	lineEnd := strings.HasPrefix(text[end:], "\n") || strings.HasPrefix(text[end:], "\r\n")
	switch {
	case first && lineEnd:
		return [2]int{start, end + strings.IndexByte(text[end:], '\n') + 1}
	case lineEnd || end == len(text):
		return [2]int{start, end}
	case start < cut[0] || first:
		return [2]int{cut[0], end}
	}
	return cut
}

// Placeholders returns the names in the braces of a text comment.
func (c Comment) Placeholders(text string) []string { return Names(c.In(text)) }

// Names returns what a text has in braces, without braces, blanks and mark.
func Names(text string) []string {
	var names []string
	for rest := text; ; {
		_, behind, ok := strings.Cut(rest, "{")
		if !ok {
			return names
		}
		name, after, ok := strings.Cut(behind, "}")
		if !ok {
			return names
		}
		name = strings.TrimSpace(name[strings.LastIndexByte(name, '{')+1:])
		names = append(names, strings.TrimSuffix(name, "?"))
		rest = after
	}
}
