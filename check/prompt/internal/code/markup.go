package code

import (
	"regexp"
	"strings"
)

// readCodeLine reports whether a line is code, and whether it makes code of the
// lines around it.
func readCodeLine(line string) (code, spreads bool) {
	if codeLine.MatchString(line) {
		return true, true
	}
	if tags := markup.FindAllString(line, -1); len(tags) > 0 {
		return true, leavesOpen(tags)
	}
	return interpolation.MatchString(line), false
}

// markup is the elements of HTML that prompts show as code. <br> is common in
// prose, and <a> without attributes is a prompt's own tag.
var markup = regexp.MustCompile(
	`</?(?:div|span|p|li|ul|ol|td|tr|th|table|tbody|thead|h[1-6]|button|img|svg|html|nav)(?:\s[^<>]*)?/?>|<a\s[^<>]*>`)

// leavesOpen reports whether tags open an element that they don't close, or
// close one that they don't open.
func leavesOpen(tags []string) bool {
	depth := 0
	for _, tag := range tags {
		switch {
		case strings.HasPrefix(tag, "</"):
			depth--
		case !strings.HasSuffix(tag, "/>") && !strings.HasPrefix(tag, "<img") && !strings.HasPrefix(tag, "<a"):
			depth++
		}
	}
	return depth != 0
}
