package comments

import (
	"go/doc/comment"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/header"
)

// Doc is the doc comment of a declaration: what it is, the schema's own words
// on it, and what to use instead.
func Doc(says, doc, deprecated string) string {
	intro, rest, links := userText(doc)
	blocks := append([]block{wrap(says + " " + intro)}, rest...)
	if strings.TrimSpace(deprecated) != "" {
		blocks = append(blocks, wrap("Deprecated: "+header.Printable(deprecated)))
	}
	return join(append(blocks, links...)...)
}

// userText turns text of a schema into the paragraphs, lists and code blocks of
// a doc comment. Nothing in it is a directive to tools. Intro is the
// text of the first paragraph, as a sentence; it is empty if the text begins
// with something else. The targets of links come last.
func userText(text string) (intro string, rest, links []block) {
	text = header.Printable(strings.ReplaceAll(text, "\r\n", "\n"))
	text = buildMark.ReplaceAllString(text, `${1}"+build"`)
	var p comment.Parser
	// A first line that is not indented keeps the parser from taking away the
	// indentation of all others.
	doc := p.Parse("It.\n\n" + laidOut(text))
	content := doc.Content[1:]
	for i, b := range content {
		if first, ok := b.(*comment.Paragraph); ok && i == 0 {
			intro = sentence(harmless(singleLine(first.Text)), len(content) == 1 || isText(content[1]))
			continue
		}
		rest = append(rest, docBlock(b)...)
	}
	return intro, rest, linkBlocks(doc.Links)
}

func docBlock(b comment.Block) []block {
	switch b := b.(type) {
	case *comment.Paragraph:
		return []block{wrap(harmless(singleLine(b.Text)))}
	case *comment.Heading:
		return []block{wrap("# " + singleLine(b.Text))}
	case *comment.Code:
		return []block{indented("\t", "\t", dedented(b.Text))}
	case *comment.List:
		return listBlocks(b)
	}
	return nil
}

// linkBlocks returns the targets of links as gofmt arranges them: first those
// that the text uses.
func linkBlocks(links []*comment.LinkDef) []block {
	var used, unused block
	for _, link := range links {
		line := "[" + link.Text + "]: " + link.URL
		if link.Used {
			used = append(used, line)
		} else {
			unused = append(unused, line)
		}
	}
	return []block{used, unused}
}

// listBlocks returns one block, or one for each item where the text has blank
// lines between them.
func listBlocks(l *comment.List) []block {
	const others = "    "
	var list []block
	apart := l.BlankBetween()
	for i, it := range l.Items {
		mark := "  - "
		if it.Number != "" {
			mark = " " + it.Number + ". "
		}
		for j, b := range it.Content {
			p, ok := b.(*comment.Paragraph)
			if !ok {
				continue
			}
			if j > 0 {
				mark = others
			}
			lines := indented(mark, others, wrap(singleLine(p.Text)))
			if i+j > 0 && !apart {
				list[len(list)-1] = append(list[len(list)-1], lines...)
				continue
			}
			list = append(list, lines)
		}
	}
	return list
}

func indented(first, others string, lines []string) block {
	var b block
	for i, line := range lines {
		switch {
		case line == "":
			b = append(b, "")
		case i == 0:
			b = append(b, first+line)
		default:
			b = append(b, others+line)
		}
	}
	return b
}

// dedented returns the lines of code without their common indentation.
func dedented(code string) []string {
	lines := strings.Split(strings.TrimRight(code, "\n"), "\n")
	for {
		common := ""
		for _, line := range lines {
			if line != "" && (common == "" || line[:1] == common) {
				common = line[:1]
			} else if line != "" {
				return lines
			}
		}
		if common != " " && common != "\t" {
			return lines
		}
		for i, line := range lines {
			lines[i] = strings.TrimPrefix(line, common)
		}
	}
}

// singleLine returns text as it appears in a comment, on one line.
func singleLine(text []comment.Text) string {
	var p comment.Printer
	lines := p.Comment(&comment.Doc{Content: []comment.Block{&comment.Paragraph{Text: text}}})
	return strings.Join(strings.Fields(string(lines)), " ")
}

func isText(b comment.Block) bool {
	switch b.(type) {
	case *comment.Paragraph, *comment.Heading:
		return true
	}
	return false
}

var (
	// marker matches the start of paragraphs that mean something to tools.
	marker = regexp.MustCompile(`^(Deprecated|[A-Z]+\([^)]*\)):`)
	// buildMark matches the start of comments that tools take for build constraints.
	buildMark = regexp.MustCompile(`(?m)^([ \t]*)\+build\b`)
)

func harmless(paragraph string) string {
	if marker.MatchString(paragraph) {
		return strings.Replace(paragraph, ":", " :", 1)
	}
	return paragraph
}

var (
	listItem  = regexp.MustCompile(`^ {0,3}(?:[-*+•]|[0-9]{1,3}[.)])[ \t]+\S`)
	codeStart = regexp.MustCompile(`^(?:\t| {4})`)
)

// laidOut indents the lists of a text as doc comments have them, where Markdown
// would see a list, and removes the indentation of continuation lines.
func laidOut(text string) string {
	lines := strings.Split(text, "\n")
	inList, inCode := false, false
	before := ""
	for i, line := range lines {
		bare := strings.TrimLeft(line, " \t")
		starts := strings.TrimSpace(before) == ""
		before = line
		switch {
		case bare == "":
			continue
		case codeStart.MatchString(line) && (starts || inCode) && !inList:
			inCode = true
			continue
		case listItem.MatchString(line):
			lines[i], inList, inCode = "  "+bare, true, false
		case inList && (!starts || line != bare):
			lines[i] = "    " + bare
		default:
			lines[i], inList, inCode = bare, false, false
		}
	}
	return strings.Join(lines, "\n")
}

// sentence starts a text with a capital and, if ends is set, ends it with a
// full stop. A name, or what may be one, stays as it is.
func sentence(text string, ends bool) string {
	word, _, _ := strings.Cut(text, " ")
	if proseWord.MatchString(word) {
		letters := strings.TrimRight(word, ",;:.!?")
		text = names.Title(letters) + text[len(letters):]
	}
	if ends && lacksStop(text) {
		text += "."
	}
	return text
}

// lacksStop reports whether a text ends in a word, perhaps in brackets or
// quotes.
func lacksStop(text string) bool {
	const closing = ")]}\"'`"
	last, _ := utf8.DecodeLastRuneInString(text)
	if strings.ContainsRune(closing, last) {
		inner := strings.TrimRight(text, closing)
		return inner != "" && !strings.ContainsRune(".!?…", []rune(inner)[len([]rune(inner))-1])
	}
	return unicode.Is(unicode.Latin, last) || unicode.IsDigit(last)
}

// proseWord is a word of prose in lower case.
var proseWord = regexp.MustCompile(`^[a-z]+(?:['’-][a-z]+)*[,;:.!?]?$`)
