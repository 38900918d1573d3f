package reference

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/schema"
)

// Input is what a reference is made of.
type Input struct {
	Schema  *schema.Schema
	Graph   *flow.Graph
	Sources diag.Sources
	// Accessors tells what a key is called in Go, and how its getter is declared.
	Accessors func(*schema.Key) (name, getter string)
	// Path is a file's path as it is shown, with slashes; Source is where a line of it is to
	// be found: {path} and {line} are filled in. A relative one begins at the folder of
	// the first page.
	Path   func(file string) string
	Source string
}

// Link is a place and where it is to be found.
type Link struct{ Text, Target string }

type builder struct {
	Input
	index   index
	anchors map[string]bool
}

func (b *builder) file(name string) Link {
	path := b.Path(name)
	return Link{path, strings.TrimSuffix(b.target(path, 0), "#L0")}
}

func (b *builder) place(p flow.Place) Link {
	path := b.Path(p.File)
	return Link{fmt.Sprintf("%s:%d", path, p.Line), b.target(path, p.Line)}
}

// target fills in the address of a line.
func (b *builder) target(path string, line int) string {
	escaped := (&url.URL{Path: path}).EscapedPath()
	return strings.NewReplacer("{path}", escaped, "{line}", fmt.Sprint(line)).Replace(b.Source)
}

func isAlnum(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// anchor is a name for a part of a page, and of its file, that no other part has: not
// even where files don't tell upper from lower case.
func (b *builder) anchor(kind, name string) string {
	var out strings.Builder
	for _, c := range []byte(name) {
		switch {
		case isAlnum(c) || c == '_':
			out.WriteByte(c)
		case c == ':':
			out.WriteByte('.')
		default:
			out.WriteByte('-')
		}
	}
	base := kind + "-" + strings.Trim(out.String(), "-.")
	id := base
	for n := 2; b.anchors[strings.ToLower(id)]; n++ {
		id = fmt.Sprintf("%s-%d", base, n)
	}
	b.anchors[strings.ToLower(id)] = true
	return id
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// typeAnchor is that of a named type, whose name is a Go identifier.
func typeAnchor(name string) string { return "type-" + name }
