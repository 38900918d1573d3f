package reference_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/source"
)

// manyUsers are tools and functions that make a table of several 100,000 cells, even if the tools
// are counted as their agent; each writes and clears one key and reads the next one.
func manyUsers(count int) (schema string, units []*source.Unit, want []string) {
	var text strings.Builder
	text.WriteString("version: 1\npackage: p\nkeys:\n")
	agent := &source.Unit{Kind: source.Agent, Name: "desk"}
	units = append(units, agent)
	for i := range count {
		fmt.Fprintf(&text, "  key_%d: string?\n", i)
		own, next := fmt.Sprint("key_", i), fmt.Sprint("key_", (i+1)%count)
		uses := []source.Use{{Key: next, Kind: source.Get}, {Key: own, Kind: source.Set}, {Key: own, Kind: source.Clear}}
		tool := &source.Unit{Kind: source.Tool, Name: fmt.Sprint("tool", i), Uses: uses}
		host := &source.Unit{Kind: source.Host, Name: fmt.Sprint("main.f", i), Uses: uses}
		units = append(units, tool, host)
		agent.Parts = append(agent.Parts, source.Part{Unit: tool, Kind: source.Has})
		list := own + " WC, " + next + " R"
		if i+1 == count { // keys are in the order of the schema
			list = next + " R, " + own + " WC"
		}
		want = append(want, "tool "+tool.Name+" of desk: "+list, "host "+host.Name+": "+list)
	}
	slices.Sort(want)
	return text.String(), units, want
}

// TestHugeMatrix: where the table would have too many cells, each unit is followed by the
// keys that it uses, and none is left out.
func TestHugeMatrix(t *testing.T) {
	schema, units, want := manyUsers(600)
	r := pages(t, schema, units...)
	for _, split := range []bool{false, true} {
		html, err := r.HTML(split)
		if err != nil {
			t.Fatal(err)
		}
		_, page, _ := strings.Cut(string(html["index.html"]), `<section id="matrix">`)
		_, text, _ := strings.Cut(string(r.Markdown(split)["README.md"]), `<a id="matrix"></a>`)
		for form, got := range map[string][]string{"HTML": listsOfHTML(page), "Markdown": listsOfMarkdown(text)} {
			if !slices.Equal(got, want) {
				t.Errorf("split %t, %s: %d lists, %d wanted: %.300q", split, form, len(got), len(want), got)
			}
		}
		if !strings.Contains(page, "360600 cells") || !strings.Contains(text, "360600 cells") || len(page)+len(text) > 1<<20 {
			t.Errorf("split %t: %d and %d bytes", split, len(page), len(text))
		}
	}
}

func listsOfHTML(page string) (lists []string) {
	key := regexp.MustCompile(`<li data-key="(key_\d+)"><a href="[^"]*key-(key_\d+)(?:\.html)?"><code>(key_\d+)</code></a> ([A-Z]+)</li>`)
	for _, m := range regexp.MustCompile(`(?s)<b>([\w.]+)</b> <span class="what">([\w ]+)</span>\n<ul>(.*?)</ul>`).FindAllStringSubmatch(page, -1) {
		kind, of, _ := strings.Cut(m[2], " ")
		var list []string
		for _, k := range key.FindAllStringSubmatch(m[3], -1) {
			if k[1] == k[2] && k[2] == k[3] {
				list = append(list, k[1]+" "+k[4])
			}
		}
		lists = append(lists, strings.TrimSpace(kind+" "+m[1]+" "+of)+": "+strings.Join(list, ", "))
	}
	slices.Sort(lists)
	return lists
}

func listsOfMarkdown(text string) (lists []string) {
	link := regexp.MustCompile("\\[`(key_\\d+)`\\]\\([^)]*key-key_\\d+(?:\\.md)?\\)")
	for line := range strings.Lines(text) {
		if list, found := strings.CutPrefix(line, "- "); found {
			lists = append(lists, strings.ReplaceAll(strings.TrimSpace(link.ReplaceAllString(list, "$1")), "**", ""))
		}
	}
	slices.Sort(lists)
	return lists
}
