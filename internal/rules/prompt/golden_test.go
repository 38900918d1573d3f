package prompt_test

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

var update = flag.Bool("update", false, "rewrite the expected texts of golden cases")

// TestGolden runs the cases in a folder: archives with a schema, prompts, and what is found in them. The file want of each is what Text and OutputKey of a checker
// find: a line for each finding, with what is marked, the hint, other places and what
// fixes write behind it. A file output_keys has an output key on each line.
func TestGolden(t *testing.T) {
	cases, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
			if want < 0 {
				t.Fatal("the case has no file want")
			}
			got := found(t, a)
			if *update {
				a.Files[want].Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := string(a.Files[want].Data); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func found(t *testing.T, a *txtar.Archive) string {
	t.Helper()
	r := loaded(t, a)
	c := prompt.New(r.Schema)
	var list diag.List
	for _, text := range texts(a, r) {
		if path.Base(text.File) == "output_keys" {
			list = append(list, outputKeys(c, text)...)
			continue
		}
		list = append(list, c.Text(text)...)
	}
	var b strings.Builder
	for _, d := range list.Sort() {
		fmt.Fprintf(&b, "%s: %s %s %q: %s", place(r.Sources, d.Span), d.Severity, d.ID, r.Sources[d.Span.File].Text[d.Span.Start:d.Span.End], d.Message)
		if d.Hint != "" {
			b.WriteString("; " + d.Hint)
		}
		for _, rel := range d.Related {
			fmt.Fprintf(&b, "; %s %s", place(r.Sources, rel.Span), rel.Message)
		}
		for _, fix := range d.Fixes {
			b.WriteString("; " + fix.Message)
			for _, e := range fix.Edits {
				fmt.Fprintf(&b, ", %q for %q", e.NewText, r.Sources[e.Span.File].Text[e.Span.Start:e.Span.End])
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func place(sources diag.Sources, at diag.Span) string {
	pos := sources[at.File].Position(at.Start)
	return fmt.Sprintf("%s:%d:%d", at.File, pos.Line, pos.Column)
}

// outputKeys is what is found in a text that has an output key on each line.
func outputKeys(c *prompt.Checker, t source.Text) (list diag.List) {
	start := 0
	for line := range strings.Lines(t.Text) {
		at := func(offset int) int { return start + offset }
		list = append(list, c.OutputKey(source.Text{File: t.File, Text: strings.TrimSpace(line), At: at})...)
		start += len(line)
	}
	return list
}

// loaded loads the schema of an archive, which must be right.
func loaded(t *testing.T, a *txtar.Archive) load.Result {
	t.Helper()
	r := load.Schema("stategen.yaml", func(name string) ([]byte, error) {
		for _, f := range a.Files {
			if f.Name == name {
				return f.Data, nil
			}
		}
		return nil, fs.ErrNotExist
	})
	if r.Schema == nil {
		t.Fatal(r.Diagnostics)
	}
	return r
}

// texts are the instructions of the schema, and the other files.
func texts(a *txtar.Archive, r load.Result) (list []source.Text) {
	for _, in := range r.Schema.Instructions {
		list = append(list, source.Text{File: in.Source, Text: in.Text, At: in.At, Compiled: true})
	}
	for _, f := range a.Files {
		r.Sources.Add(f.Name, f.Data)
		isInstruction := func(in *schema.Instruction) bool { return in.Source == f.Name }
		if f.Name != "want" && f.Name != "stategen.yaml" && !slices.ContainsFunc(r.Schema.Instructions, isInstruction) {
			list = append(list, source.Text{File: f.Name, Text: string(f.Data), Loose: true})
		}
	}
	return list
}
