// Package comment finds the comments that are addressed to stategen: in the languages that
// prompts and schemas are written in. The checker heeds them,
// and what renders a prompt leaves them out.
package comment

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// The verbs of comments.
const (
	Ignore = "ignore" // silences a rule on a line
	Text   = "text"   // names placeholders that are text
)

// Comment is one comment. Its offsets count bytes of the text that was searched.
type Comment struct {
	Verb       string
	Mark, Body [2]int // "stategen:ignore", and what follows it on the line, without the comment's end
	Whole      [2]int // in a prompt: with its opening and its end, which may be on other lines
	Alone      bool   // on its line
}

// In returns the body.
func (c Comment) In(text string) string { return text[c.Body[0]:c.Body[1]] }

// mark begins each comment.
const (
	name = "stategen"
	mark = name + ":"
)

// Has reports whether a text can have comments; it costs next to nothing.
func Has(text string) bool { return next(text, 0) >= 0 }

// next finds the mark from an offset on.
func next(text string, at int) int {
	at, end := colon(text, at, func(before string) bool { return strings.HasSuffix(before, name) })
	switch end {
	case found:
		return at - len(mark)
	case dense:
		if n := strings.Index(text[at:], mark); n >= 0 {
			return at + n
		}
	}
	return -1
}

// Resembles reports whether a text may have what somebody meant as a comment: our name
// in one of its usual spellings, with a colon behind it. It costs little.
func Resembles(text string) bool {
	at, end := colon(text, 0, func(before string) bool {
		before = strings.TrimRight(before, " \t")
		return slices.ContainsFunc(spellings, func(name string) bool { return strings.HasSuffix(before, name) })
	})
	return end == found || end == dense &&
		slices.ContainsFunc(spellings, func(name string) bool { return strings.Contains(text[at:], name) })
}

var spellings = []string{name, "Stategen", "StateGen", "STATEGEN"}

// outcome is how a search for a colon ended.
type outcome int

const (
	none  outcome = iota
	found         // behind the colon
	dense         // where there are so many that looking at each is not the quickest
)

// colon finds the first colon from an offset on that comes behind what is asked for.
// Prose has few colons, and to look at each is the quickest. In JSON they are dense.
func colon(text string, at int, fits func(before string) bool) (int, outcome) {
	const few, often = 16, 64
	for colons := 1; ; colons++ {
		n := strings.IndexByte(text[at:], ':')
		if n < 0 {
			return at, none
		}
		at += n + 1
		if fits(text[:at-1]) {
			return at, found
		}
		if colons > at/often+few {
			return at, dense
		}
	}
}

// Find returns the comments of a text, in order, in linear time. A mark counts
// where a comment begins, and where a line does.
func Find(text string) []Comment {
	f := finder{text: text}
	for at := next(text, 0); at >= 0; at = next(text, f.at) {
		f.at = at + len(mark)
		for _, verb := range []string{Ignore, Text} {
			if strings.HasPrefix(text[f.at:], verb) {
				f.add(verb, at)
				break
			}
		}
	}
	return f.list
}

type finder struct {
	text       string
	at         int // what is before was searched
	start, end int // of the line read last
	list       []Comment
}

// add takes a comment apart if the mark begins one.
func (f *finder) add(verb string, at int) {
	f.moveTo(at)
	behind := at + len(mark) + len(verb)
	if behind < f.end && !strings.ContainsRune(" \t-*#%", rune(f.text[behind])) {
		return // another word
	}
	open := f.opening(at)
	if open == at && len(strings.TrimLeft(f.text[f.start:at], " \t")) > 0 {
		return
	}
	end, closed := f.end, f.end
	if m := closing().FindStringIndex(f.text[behind:f.end]); m != nil && !lineOpening().MatchString(f.text[open:at]) {
		end, closed = behind+m[0], behind+m[1]
	}
	c := Comment{Verb: verb, Mark: [2]int{at, behind}, Body: [2]int{behind, end}}
	c.Alone = isBlank(f.text[f.start:open]) && isBlank(f.text[closed:f.end])
	f.list = append(f.list, c)
	f.at = end
}

const byteOrderMark = "\ufeff"

// moveTo finds the line that an offset is on.
func (f *finder) moveTo(at int) {
	if at < f.end {
		return
	}
	f.start = strings.LastIndexByte(f.text[:at], '\n') + 1
	if f.start == 0 && strings.HasPrefix(f.text, byteOrderMark) {
		f.start = len(byteOrderMark)
	}
	f.end = len(f.text)
	if n := strings.IndexByte(f.text[at:], '\n'); n >= 0 {
		f.end = at + n
	}
	if f.text[f.end-1] == '\r' {
		f.end--
	}
}

// opening returns where the comment of a mark opens on its line; at the mark
// itself if it does not.
func (f *finder) opening(at int) int {
	before := strings.TrimRight(f.text[f.start:at], " \t")
	if html, found := strings.CutSuffix(before, "<!--"); found { // what most prompts have, without the expression
		return f.start + len(html)
	}
	if before == "" {
		return at
	}
	near := max(0, len(before)-longestOpening)
	if m := opening().FindStringIndex(before[near:]); m != nil {
		return f.start + near + m[0]
	}
	return at
}

// longestOpening is enough for any opening, and keeps the time for a line with
// many marks linear.
const longestOpening = 40

// opening is the beginning of a comment in HTML, Go, YAML, Jinja,
// text/template, JSP, ERB, SQL, INI and TeX, or inside a long one.
var opening = pattern(`(?:<!--|\{{0,2}-?[ \t]*/\*+|//+|\{#-?|<%--|<%#|#+|--+|;+|%+|\*)$`)

// lineOpening begins a comment that only the line ends.
var lineOpening = pattern(`^(?://|#|-|;|%)`)

// closing is the end of the others.
var closing = pattern(`--%?>|\*+/[ \t]*-?\}{0,2}|-?#\}|%>`)

// pattern is compiled when it is asked for: most programs never do.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

func isBlank(text string) bool { return strings.Trim(text, " \t") == "" }
