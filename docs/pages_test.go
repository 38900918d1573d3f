package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const (
	readme = "../README.md"
	start  = "start.md"
)

// isPart reports whether the code of a page goes with what `stategen init` writes, or is cut short.
func isPart(p page) bool { return p.file == readme || p.file == start }

// page is a Markdown file and what stands in its code fences.
type page struct {
	file   string
	text   string
	blocks []block
}

// block is a fenced piece of code.
type block struct {
	lang string
	text string
	line int // of its first line
}

// pages reads the pages that people write: rules.md is generated.
func pages(t *testing.T) []page {
	t.Helper()
	files, err := filepath.Glob("*.md")
	if err != nil || len(files) < 3 {
		t.Fatalf("the pages are missing: %v, %v", files, err)
	}
	var list []page
	for _, file := range append(files, readme) {
		if file == "rules.md" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, page{file, string(text), blocks(string(text))})
	}
	return list
}

// blocks cuts the fenced code out of a page.
func blocks(text string) []block {
	var list []block
	var open *block
	for i, line := range strings.SplitAfter(text, "\n") {
		lang, fence := strings.CutPrefix(strings.TrimRight(line, "\n"), "```")
		switch {
		case fence && open == nil:
			open = &block{lang: lang, line: i + 2}
		case fence:
			list, open = append(list, *open), nil
		case open != nil:
			open.text += line
		}
	}
	return list
}

var link = regexp.MustCompile(`\]\(([^)#:]*)(#[^):]*)?\)`)

func TestLinks(t *testing.T) {
	for _, p := range pages(t) {
		for _, m := range link.FindAllStringSubmatch(p.text, -1) {
			target, anchor := filepath.Join(filepath.Dir(p.file), m[1]), m[2]
			if m[1] == "" {
				target = p.file
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: the link %s leads nowhere", p.file, m[0])
				continue
			}
			if anchor != "" && !hasHeading(t, target, anchor[1:]) {
				t.Errorf("%s: the link %s finds no such heading", p.file, m[0])
			}
		}
	}
}

var notInAnchors = regexp.MustCompile(`[^\pL\pN _-]`)

// hasHeading reports whether a page has a heading with that anchor.
func hasHeading(t *testing.T, file, anchor string) bool {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		title := strings.TrimSpace(strings.TrimLeft(line, "#"))
		slug := strings.ReplaceAll(notInAnchors.ReplaceAllString(strings.ToLower(title), ""), " ", "-")
		if strings.HasPrefix(line, "#") && slug == anchor {
			return true
		}
	}
	return false
}
