package reading

import (
	"path"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// FollowsJoint reports whether what comes before an offset is joined to a brace there
// by code, as in a={b.c}, ${b.c} and \ref{b.c}.
func FollowsJoint(text string, offset int) bool {
	const longestJoint = 40
	return joint.MatchString(text[max(0, offset-longestJoint):offset])
}

var joint = regexp.MustCompile(`(?:[=$#%@^_\\]|\\[A-Za-z]+\*?(?:\[[^\]]*\])?)$`)

// Lines tells code from prose.
type Lines struct {
	all    bool   // the file is source code
	starts []int  // offset of each line
	code   []bool // of each line
	fenced []bool // of each line: between fences, whatever it is
	spans  Ranges // between backticks
}

// codeFiles are the endings of source code.
var codeFiles = []string{
	".ts", ".tsx", ".js", ".jsx", ".mjs", ".vue", ".svelte", ".html", ".htm", ".css", ".py", ".go", ".rs", ".rb",
	".java", ".kt", ".cs", ".php", ".sh", ".tex",
}

// New reads a text. The file's name says whether all of it is source code.
func New(file, text string) *Lines {
	c := &Lines{all: slices.Contains(codeFiles, strings.ToLower(path.Ext(file)))}
	if c.all {
		return c
	}
	at, fence, begun := 0, "", 0
	paragraph, spreads := 0, false // where the paragraph begins, and whether a line makes code of all of it
	for line := range strings.Lines(text) {
		c.starts = append(c.starts, at)
		opened, wasIn := fenceMark.FindString(line), fence != ""
		switch {
		case wasIn && closesFence(line, fence):
			c.unlessCode(text, begun)
			fence = ""
		case !wasIn && opened != "":
			fence, begun = strings.TrimLeft(opened, quoteMarks), len(c.code)
		}
		isFenced := wasIn || opened != ""
		isCode, isStrong := isCodeLine(line)
		c.fenced = append(c.fenced, isFenced)
		c.code = append(c.code, isFenced || isCode || spreads)
		switch {
		case isFenced || strings.TrimSpace(line) == "":
			paragraph, spreads = len(c.code), false
		case isStrong && !spreads:
			for i := paragraph; i < len(c.code); i++ {
				c.code[i] = true
			}
			spreads = true
		}
		if !isFenced {
			c.quote(line, at)
		}
		at += len(line)
	}
	return c
}

// unlessCode treats a block between fences, from the line of that index to the last one, as prose if
// it names no language of code and none of its lines looks like code: prompts delimit what
// they give to the model this way.
func (c *Lines) unlessCode(text string, first int) {
	block := text[c.starts[first]:]
	opening, _, _ := strings.Cut(block, "\n")
	language := strings.TrimSpace(fenceMark.ReplaceAllString(opening, ""))
	if !slices.Contains(noLanguages, strings.ToLower(language)) {
		return
	}
	inside := text[c.starts[first+1]:c.starts[len(c.starts)-1]]
	for line := range strings.Lines(inside) {
		if isCode, _ := isCodeLine(line); isCode {
			return
		}
	}
	for i := first; i < len(c.code); i++ {
		c.code[i] = false
	}
}

// noLanguages are what a fence says that holds no code.
var noLanguages = []string{"", "text", "txt", "plain", "plaintext", "prompt", "markdown", "md"}

// quoteMarks may precede a fence.
const quoteMarks = " \t>"

var fenceMark = regexp.MustCompile("^[ \t>]*(?:```+|~~~+)")

func closesFence(line, fence string) bool {
	line = strings.TrimSpace(strings.TrimLeft(line, quoteMarks))
	return strings.HasPrefix(line, fence) && strings.Trim(line, fence[:1]) == ""
}

// quote notes what is between backticks in a line.
func (c *Lines) quote(line string, at int) {
	for _, m := range backticks.FindAllStringIndex(line, -1) {
		if span := strings.Trim(line[m[0]:m[1]], "`"); span[0] == '{' && strings.IndexAny(span, "} ") == len(span)-1 {
			continue // nothing but a placeholder, and no object
		}
		c.spans = append(c.spans, [2]int{at + m[0], at + m[1]})
	}
}

var backticks = regexp.MustCompile("`[^`]+`|``.+?``")

// Hold reports whether what is at an offset is code.
func (c *Lines) Hold(offset int) bool {
	line := sort.SearchInts(c.starts, offset+1) - 1
	return c.all || c.spans.Hold(offset) || line >= 0 && c.code[line]
}

// IsLine reports whether the line at an offset is code, or between fences.
// What is between backticks on a line of prose is not.
func (c *Lines) IsLine(offset int) bool {
	line := sort.SearchInts(c.starts, offset+1) - 1
	return c.all || line >= 0 && (c.code[line] || c.fenced[line])
}

// longestEdge is how much of a line's beginning and end says whether it is code: no line of code is
// longer than both.
const longestEdge = 2000

// isCodeLine reports whether a line is code, and whether it makes code of its paragraph.
func isCodeLine(line string) (is, spreads bool) {
	if len(line) > 2*longestEdge {
		line = line[:longestEdge] + " … " + line[len(line)-longestEdge:]
	}
	if !strings.ContainsAny(line, "()=&|<$'\"") && !opensBlock(line) {
		return false, false // most of prose, which is to be fast
	}
	spreads = codeLine.MatchString(line)
	return spreads || interpolation.MatchString(line) || markup.MatchString(line), spreads
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

// Ranges are parts of a text, each from the first offset to before the second.
type Ranges [][2]int

// Hold reports whether an offset is in one of them.
func (r Ranges) Hold(offset int) bool {
	i, _ := slices.BinarySearchFunc(r, offset, func(part [2]int, offset int) int { return part[1] - offset })
	return i < len(r) && r[i][0] <= offset
}

// InCode reports whether a group is part of code, where braces with a name in
// them mean something else: in a block or a paragraph of it, between backticks,
// or after what code joins to a brace.
func (r *Reading) InCode(tok instruction.Token) bool {
	return FollowsJoint(r.Text, tok.Start) || r.Lines().Hold(tok.Start)
}

// Lines tells code from prose in the text, once.
func (r *Reading) Lines() *Lines {
	if r.code == nil {
		r.code = New(r.Name, r.Text)
	}
	return r.code
}
