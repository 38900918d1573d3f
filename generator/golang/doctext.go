package golang

import (
	"go/doc/comment"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
)

// docComment is the doc comment of a declaration: what it is, the schema's own words on it, and what to use instead.
// The words become the paragraphs, lists and code blocks of a doc comment; nothing in them is a directive to tools. A
// first paragraph goes on with the sentence that says what it is.
func docComment(says, doc, deprecated string) string {
	text := plan.Printable(strings.ReplaceAll(doc, "\r\n", "\n"))
	text = buildMark.ReplaceAllString(text, `${1}"+build"`)
	var parser comment.Parser
	// A first line that is not indented keeps the parser from taking away the
	// indentation of all others.
	d := parser.Parse("It.\n\n" + laidOut(text))
	d.Content = d.Content[1:]
	if len(d.Content) > 0 {
		if first, ok := d.Content[0].(*comment.Paragraph); ok {
			says += " " + sentence(harmless(singleLine(first.Text)), len(d.Content) == 1 || isText(d.Content[1]))
			d.Content = d.Content[1:]
		}
	}
	rewrap(d.Content)
	d.Content = slices.Insert(d.Content, 0, paragraph(says))
	if strings.TrimSpace(deprecated) != "" {
		d.Content = append(d.Content, paragraph("Deprecated: "+plan.Printable(deprecated)))
	}
	var printer comment.Printer
	return slashed(strings.TrimSuffix(string(printer.Comment(d)), "\n"))
}

// rewrap breaks the lines of paragraphs anew, those of lists included.
func rewrap(blocks []comment.Block) {
	for _, b := range blocks {
		switch b := b.(type) {
		case *comment.Paragraph:
			b.Text = paragraph(harmless(singleLine(b.Text))).(*comment.Paragraph).Text
		case *comment.List:
			b.ForceBlankBefore = true
			for _, item := range b.Items {
				rewrap(item.Content)
			}
		}
	}
}

func paragraph(text string) comment.Block {
	return &comment.Paragraph{Text: []comment.Text{comment.Plain(wrap(text))}}
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
