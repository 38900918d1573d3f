package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
)

// large is a client in a project with a schema of 1,000 keys and a prompt of 100 KB, both open.
func large(b *testing.B) *testClient {
	b.Helper()
	var schema strings.Builder
	schema.WriteString("version: 1\ncheck: {templates: [\"*.md\"]}\nkeys:\n")
	for i := range 1000 {
		fmt.Fprintf(&schema, "  user:key_%d: {type: string, optional: true, doc: The key with the number %d.}\n", i, i)
	}
	prompt := "{user:key_0?}\n" + strings.Repeat("Weather in {user:key_17?} for {user:key_998?}, said in a few words.\n", 1500)
	c := beginWith(b, "-- stategen.yaml --\n"+schema.String()+"-- one.md --\n"+prompt, `{"goSource":"save"}`)
	c.diagnostics()
	c.open("one.md", prompt)
	c.open("stategen.yaml", schema.String())
	c.diagnostics()
	return c
}

// await waits for the findings in the version of a file that is the last one.
func (c *testClient) await(name string) {
	for want := fmt.Sprintf("%s %d", name, c.versions[name]); <-c.came != want; {
	}
}

// BenchmarkKeystroke is from a keystroke to the findings.
func BenchmarkKeystroke(b *testing.B) {
	for name, at := range map[string]string{"one.md": `{"line":0,"character":6}`, "stategen.yaml": `{"line":500,"character":60}`} {
		what := map[string]string{"one.md": "prompt", "stategen.yaml": "schema"}[name]
		b.Run(what, func(b *testing.B) {
			c := large(b)
			defer cputime.Report(b)()
			for i := 0; b.Loop(); i++ {
				text, end := "x", at
				if i%2 == 1 {
					text, end = "", strings.Replace(strings.Replace(at, `:6}`, `:7}`, 1), `:60}`, `:61}`, 1)
				}
				c.edit(name, fmt.Sprintf(`{"range":{"start":%s,"end":%s},"text":%q}`, at, end, text))
				c.await(name)
			}
		})
	}
}

// BenchmarkComplete is from a brace to what is offered.
func BenchmarkComplete(b *testing.B) {
	c := large(b)
	c.edit("one.md", `{"range":{"start":{"line":700,"character":0},"end":{"line":700,"character":0}},"text":"{"}`)
	c.await("one.md")
	params := fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":700,"character":1}}`, URI(c.dir+"/one.md"))
	defer cputime.Report(b)()
	for b.Loop() {
		var list CompletionList
		c.call("textDocument/completion", params, &list)
		if len(list.Items) != 1000 {
			b.Fatal(len(list.Items))
		}
	}
}

// BenchmarkHover is from a question about a placeholder to what is known of its key: of texts that
// are as they were, and right after a keystroke in the prompt.
func BenchmarkHover(b *testing.B) {
	for _, typing := range []bool{false, true} {
		b.Run(map[bool]string{false: "again", true: "typing"}[typing], func(b *testing.B) {
			c := large(b)
			params := fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":700,"character":16}}`, URI(c.dir+"/one.md"))
			defer cputime.Report(b)()
			for i := 0; b.Loop(); i++ {
				if typing {
					text, end := "x", 0
					if i%2 == 1 {
						text, end = "", 1
					}
					c.edit("one.md", fmt.Sprintf(`{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":%d}},"text":%q}`, end, text))
				}
				var found Hover
				c.call("textDocument/hover", params, &found)
				if !strings.Contains(found.Contents.Value, "The key with the number 17") {
					b.Fatal(found)
				}
				if typing {
					c.await("one.md")
				}
			}
		})
	}
}
