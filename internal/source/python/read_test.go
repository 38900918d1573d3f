package python_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python"
)

var (
	update    = flag.Bool("update", false, `rewrite the files "want"`)
	announced = regexp.MustCompile(`# (error|warning) ([a-z-]+)(?: x(\d))?(?:: ([^#]*[^# \n]))?`)
)

// TestRead holds what the Python files of each archive say: the file "want" lists uses, texts, units, open places and
// programs, and comments announce the findings of their lines: "# error missing-await", perhaps with a part of what is said.
func TestRead(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal(err, len(archives))
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var files []*diag.Source
			want := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
			for i, f := range a.Files {
				if i != want {
					files = append(files, diag.NewSource(f.Name, f.Data))
				}
			}
			p := printer{files: map[string]*diag.Source{}}
			for _, f := range files {
				p.files[f.Name] = f
			}
			found := python.Read(prompt.ForADK().UsesIn, files)
			p.wantFindings(t, found.Findings)
			got := p.list(found)
			if *update && want >= 0 {
				a.Files[want].Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if want >= 0 && got != string(a.Files[want].Data) {
				t.Errorf("it says\n%s\nand not\n%s", got, a.Files[want].Data)
			}
		})
	}
}

type printer struct {
	files map[string]*diag.Source
	b     strings.Builder
}

func (p *printer) at(s diag.Span) string {
	src := p.files[s.File]
	return fmt.Sprintf("%s:%d %s", s.File, src.Position(s.Start).Line, src.Text[s.Start:s.End])
}

// wantFindings compares findings with those that comments announce.
func (p *printer) wantFindings(t *testing.T, found diag.List) {
	t.Helper()
	want := map[string][]string{} // parts of messages, by place and rule
	for name, src := range p.files {
		for i, line := range strings.Split(string(src.Text), "\n") {
			for _, m := range announced.FindAllStringSubmatch(line, -1) {
				at := fmt.Sprintf("%s:%d %s %s", name, i+1, m[1], m[2])
				want[at] = append(want[at], m[4])
			}
		}
	}
	for _, d := range found.Sort() {
		at := fmt.Sprintf("%s:%d %s %s", d.Span.File, p.files[d.Span.File].Position(d.Span.Start).Line, d.Severity, d.ID)
		n := slices.IndexFunc(want[at], func(part string) bool { return strings.Contains(d.Message+"; "+d.Hint, part) })
		if n < 0 {
			t.Errorf("%s is found: %s; %s", at, d.Message, d.Hint)
			continue
		}
		want[at] = slices.Delete(want[at], n, n+1)
	}
	for at, left := range want {
		for _, part := range left {
			t.Errorf("%s is not found: %s", at, part)
		}
	}
}

var kinds = []string{"get", "set", "clear", "output", "placeholder", "loaded", "mention", "begin", "unset"}

var types = []string{"", "string", "bool", "int", "float", "list", "object"}

func (p *printer) list(found source.Found) string {
	for _, u := range found.Uses {
		p.line(p.at(u.Span), kinds[u.Kind], quote(u.Key), types[u.Type], word(u.Required, "required"), word(u.Merge, "merge"), word(u.Test, "test"), fallback(u))
	}
	for _, x := range found.Texts {
		p.line("text", quote(x.Text), x.Agent, word(x.Partial, "partial"), word(x.Test, "test"))
	}
	for _, o := range found.Open {
		p.line("open", p.at(o.Span), word(o.Reads, "reads"), word(o.Writes, "writes"), word(o.Whole, "whole"), word(o.Test, "test"))
	}
	for _, u := range found.Units {
		p.unit(u)
	}
	var files []string
	for name, programs := range found.Programs {
		files = append(files, fmt.Sprintln("program", name, strings.Join(programs, " ")))
	}
	slices.Sort(files)
	return p.b.String() + strings.Join(files, "")
}

func (p *printer) unit(u *source.Unit) {
	var parts []string
	for _, part := range u.Parts {
		parts = append(parts, []string{"has", "sub-agent", "next"}[part.Kind]+" "+part.Unit.Name)
	}
	for _, use := range u.Uses {
		parts = append(parts, kinds[use.Kind]+" "+use.Key)
	}
	for _, open := range u.Open {
		parts = append(parts, "open "+p.at(open))
	}
	p.line("unit", u.Kind.String(), u.Name, u.Runs.String(), "{"+strings.ReplaceAll(strings.Join(parts, "; "), source.UnknownPart, "…")+"}")
}

func (p *printer) line(words ...string) {
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	p.b.WriteString(strings.Join(words, " ") + "\n")
}

func quote(text string) string {
	return fmt.Sprintf("%q", strings.ReplaceAll(text, source.UnknownPart, "…"))
}

func word(is bool, w string) string {
	if is {
		return w
	}
	return ""
}

func fallback(u source.Use) string {
	if u.Fallback == nil {
		return ""
	}
	return "or " + u.Fallback.String()
}
