package code

import (
	"regexp"
	"strings"
)

// longestEdge is how much of a line's beginning and end says whether it is code: no line of code is
// longer than both.
const longestEdge = 2000

// readCodeLine reports whether a line is code, and whether it makes code of the
// lines around it.
func readCodeLine(line string) (code, spreads bool) {
	if len(line) > 2*longestEdge {
		line = line[:longestEdge] + " … " + line[len(line)-longestEdge:]
	}
	if !strings.ContainsAny(line, "()=&|<$'\"") && !opensBlock(line) {
		return false, false // most of prose, which is to be fast
	}
	if codeLine.MatchString(line) {
		return true, true
	}
	if tags := markup.FindAllString(line, -1); len(tags) > 0 {
		return true, leavesOpen(tags)
	}
	return interpolation.MatchString(line), false
}

func opensBlock(line string) bool {
	line = strings.TrimRight(line, " \t\r\n\f")
	return strings.HasSuffix(line, "{") || strings.HasSuffix(line, ":")
}

// codeLine is a line that is hardly prose.
var codeLine = regexp.MustCompile(strings.Join([]string{
	`\)\s*=>|=>\s*[({]\s*$|\w\s*=>\s*\(`,
	`\w\s*(?:[!=]==|&&|\|\|)\s*[\w!("'{<\[]`,
	`\w\(.*\);\s*$`,
	`\)\s*\{\s*$`,
	`^\s*\}?\)+[;,]?\s*$`,
	`^\s*(?:export\s+)?(?:const|let|var)\s+[\w{\[].*=`,
	`^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\b.*\(`,
	`^\s*(?:func|def)\s+(?:\w+\s*)?\(`,
	`^\s*(?:export\s+)?(?:class|interface)\s+\w+.*[{:]\s*$`,
	`^\s*import\s.*\sfrom\s+['"]`,
	`^\s*(?:if|for|while|switch)\s*\(`,
	`^\s*return\s*[(<{]`,
	`\b[fF](?:"[^"]*\{|'[^']*\{)`,
	`\b(?:print|printf|println|Printf|Sprintf|Println|format|log|echo|render)\(`,
	`<[A-Z]\w*(?:\s+\w+=[{"']|\s*/>)|</?>`, // JSX; without attributes it can be XML
}, "|"))

// interpolation is ${x}, $"{x}" and a={x}, whose lines alone are code.
var interpolation = regexp.MustCompile(`\$[{"]|\w={`)

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
