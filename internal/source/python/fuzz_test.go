package python_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/internal/source/python"
)

// FuzzRead holds that any text is read, and that what is found lies within it.
func FuzzRead(f *testing.F) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range archives {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range txtar.Parse(text).Files {
			f.Add(string(file.Data))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		within := func(s diag.Span) {
			if s.File != "a.py" && s.File != "b.py" || s.Start < 0 || s.End < s.Start || s.File == "a.py" && s.End > len(text) {
				t.Errorf("%v is no place in %d bytes", s, len(text))
			}
		}
		found := python.Read(prompt.ForADK().UsesIn, []*diag.Source{
			diag.NewSource("a.py", []byte(text)),
			diag.NewSource("b.py", []byte("from google.adk.agents import Agent\nfrom a import *\nimport a\n\nroot_agent = Agent(instruction=a.X)\n")),
		})
		for _, u := range found.Uses {
			within(u.Span)
		}
		for _, o := range found.Open {
			within(o.Span)
		}
		for _, x := range found.Texts {
			for at := range len(x.Text) + 1 {
				within(diag.Span{File: x.File, Start: x.At(at), End: x.At(at)})
			}
		}
		for _, d := range found.Findings {
			within(d.Span)
			for _, r := range d.Related {
				within(r.Span)
			}
		}
		for _, u := range found.Units {
			within(u.Place)
		}
	})
}

// TestDeep holds that deep and long files are read in time and space that grow with their size.
func TestDeep(t *testing.T) {
	const many = 20_000
	for _, text := range []string{
		"x = " + strings.Repeat("(", many), "x = " + strings.Repeat("-", many) + "1", "x = " + strings.Repeat("a.", many) + "b",
		"x = " + strings.Repeat("a+b-", many) + "c", "x = " + strings.Repeat("f'{", many), "x = " + strings.Repeat("lambda: ", many),
		"x = " + strings.Repeat("a if b else ", many) + "c", "x = " + strings.Repeat("not ", many) + "c", strings.Repeat("@a\n", many),
		strings.Repeat("tool_context.state['a'] = tool_context.state['b']\n", many/10), strings.Repeat("x = x\n", many),
		"x" + strings.Repeat("(1)", many), "x" + strings.Repeat("[1]", many), strings.Repeat("if a:\n", many), strings.Repeat("state = state.state\n", many/10),
	} {
		python.Read(prompt.ForADK().UsesIn, []*diag.Source{diag.NewSource("a.py", []byte("import google.adk\n\n\ndef f(tool_context):\n    "+text+"\n"))})
		python.Read(prompt.ForADK().UsesIn, []*diag.Source{diag.NewSource("a.py", []byte("import google.adk\n"+text+"\n"))})
	}
}
