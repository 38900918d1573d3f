package audit_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/workspace"
)

var update = flag.Bool("update", false, `rewrite the files "want"`)

const names = ` in (?<in>[a-z]+(?:, [a-z]+)*)`

var (
	announced = regexp.MustCompile(`(?://|#) (error|warning) ([a-z-]+)(?: x(\d+))?(?:` + names + `)?(?:: ([^#]*[^# ]))?`)
	lineIn    = regexp.MustCompile(`(?m)^.*((?://|#)` + names + `)$`)
	fileIn    = regexp.MustCompile(`^(.*)` + names + `$`)
)

var updating sync.Mutex

// planted is an archive in testdata/projects, or a variant of it: "# in a, b" behind a line, and "in a, b" behind the
// name of a file or a finding that is announced, say that only the variants a and b have it. Text behind a colon is
// what the finding says, or a part of that.
type planted struct {
	archive, variant string
	files            []txtar.File
	want             *txtar.File // all that is said, where comments don't announce what is found
}

// TestProjects holds that audits find what comments in each project announce, how often, too, and nothing else, or
// say what the file "want" has.
func TestProjects(t *testing.T) {
	t.Setenv("GOMODCACHE", t.TempDir()) // nothing is downloaded: stand-ins are read
	t.Setenv("GOFLAGS", "-modcacherw")
	together := t.TempDir()
	write(t, together, txtar.File{Name: "go.mod", Data: []byte("module example.com\n\ngo 1.24\n\nrequire google.golang.org/adk/v2 v2.99.0\n")})
	ofGo := audit(together)
	archives, err := filepath.Glob("testdata/projects/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal(err, len(archives))
	}
	for _, path := range archives {
		for _, p := range projects(t, path) {
			dir, planted := filepath.Join(together, p.name()), ofGo
			if !p.isGo() {
				dir = t.TempDir()
				planted = audit(dir)
			}
			write(t, dir, p.files...)
			t.Run(p.name(), func(t *testing.T) {
				t.Parallel()
				r, err := planted()
				if err != nil {
					t.Fatal(err)
				}
				if len(p.files) == 0 {
					t.Fatal("it has no files")
				}
				wantDoubt(t, r, dir)
				if p.want != nil {
					p.wantSaid(t, said(r, dir))
					return
				}
				wantFindings(t, found(r, dir), p.announced())
			})
		}
	}
}

// audit is one audit of a folder, for whoever asks.
func audit(dir string) func() (*workspace.Audited, error) {
	return sync.OnceValues(func() (*workspace.Audited, error) {
		return new(workspace.Workspace).Audit(context.Background(), []string{dir + "/..."})
	})
}

func write(t *testing.T, dir string, files ...txtar.File) {
	t.Helper()
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// projects are an archive's variants, or all of it.
func projects(t *testing.T, path string) (list []planted) {
	t.Helper()
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	variants := map[string]bool{"": true}
	for _, f := range a.Files {
		for re, text := range map[*regexp.Regexp]string{announced: string(f.Data), lineIn: string(f.Data), fileIn: f.Name} {
			for _, m := range re.FindAllStringSubmatch(text, -1) {
				for name := range strings.SplitSeq(m[re.SubexpIndex("in")], ", ") {
					variants[name] = true
				}
			}
		}
	}
	if len(variants) > 1 {
		delete(variants, "") // what all have
	}
	for _, name := range slices.Sorted(maps.Keys(variants)) {
		list = append(list, variant(path, a, name))
	}
	return list
}

func variant(path string, a *txtar.Archive, name string) planted {
	p := planted{archive: path, variant: name}
	for i, f := range a.Files {
		if m := fileIn.FindStringSubmatch(f.Name); m != nil {
			if !p.isOf(m[2]) {
				continue
			}
			f.Name = m[1]
		}
		if f.Name == "want" {
			p.want = &a.Files[i]
			continue
		}
		f.Data = []byte(lineIn.ReplaceAllStringFunc(string(f.Data), func(line string) string {
			m := lineIn.FindStringSubmatch(line)
			if !p.isOf(m[2]) {
				return ""
			}
			return strings.TrimSuffix(line, m[1])
		}))
		p.files = append(p.files, f)
	}
	return p
}

func (p planted) name() string {
	return filepath.Join(strings.TrimSuffix(filepath.Base(p.archive), ".txtar"), p.variant)
}

// isOf reports whether a project is one of those that are named, all of them if none is.
func (p planted) isOf(names string) bool {
	return names == "" || slices.Contains(strings.Split(names, ", "), p.variant)
}

// isGo reports whether a project is Go code of no module of its own: all that is, is type-checked at once.
func (p planted) isGo() bool {
	has := func(name string) bool {
		return slices.ContainsFunc(p.files, func(f txtar.File) bool { return strings.HasSuffix(f.Name, name) })
	}
	return has(".go") && !has("go.mod")
}

// finding is one that was made, or is announced.
type finding struct{ at, says string }

// announced lists the findings that comments announce.
func (p planted) announced() (list []finding) {
	for _, f := range p.files {
		for n, line := range strings.Split(string(f.Data), "\n") {
			for _, m := range announced.FindAllStringSubmatch(line, -1) {
				times, _ := strconv.Atoi(m[3])
				for range max(times, 1) {
					if p.isOf(m[4]) {
						list = append(list, finding{fmt.Sprintf("%s:%d %s %s", f.Name, n+1, m[1], m[2]), m[5]})
					}
				}
			}
		}
	}
	return list
}

// found lists what was found in a folder.
func found(r *workspace.Audited, dir string) (list []finding) {
	for _, d := range r.Findings {
		if name, below := in(dir, d.Span.File); below {
			src := r.Sources[d.Span.File]
			line, of := src.Position(d.Span.Start).Line, "; of "+strconv.Quote(string(src.Text[d.Span.Start:d.Span.End]))
			list = append(list, finding{fmt.Sprintf("%s:%d %s %s", name, line, d.Severity, d.ID), d.Message + "; " + d.Hint + of})
		}
	}
	return list
}

// wantDoubt holds that an audit's errors are certain, and its warnings likely.
func wantDoubt(t *testing.T, r *workspace.Audited, dir string) {
	t.Helper()
	for _, d := range r.Findings {
		if _, below := in(dir, d.Span.File); below && d.Likely != (d.Severity == diag.Warning) {
			t.Errorf("%s in %s is a %s, and likely: %t: %s", d.ID, d.Span.File, d.Severity, d.Likely, d.Message)
		}
	}
}

// in is the name of a file in a folder, if it is there.
func in(dir, file string) (string, bool) {
	file, _ = filepath.Abs(file)
	name, err := filepath.Rel(dir, file)
	return filepath.ToSlash(name), err == nil && filepath.IsLocal(name)
}

// wantFindings compares what was found with what comments announce.
func wantFindings(t *testing.T, got, want []finding) {
	t.Helper()
	for _, f := range got {
		i := slices.IndexFunc(want, func(w finding) bool { return w.at == f.at && strings.Contains(f.says, w.says) })
		if i < 0 {
			t.Errorf("not announced: %s: %s", f.at, f.says)
			continue
		}
		want = slices.Delete(want, i, i+1)
	}
	for _, w := range want {
		t.Errorf("not found: %s: %s", w.at, w.says)
	}
}

// said is all that an audit says.
func said(r *workspace.Audited, dir string) string {
	var b strings.Builder
	at := func(s diag.Span) string {
		name, _ := in(dir, s.File)
		p := r.Sources[s.File].Position(s.Start)
		return fmt.Sprintf("%s:%d:%d", name, p.Line, p.Column)
	}
	for _, d := range r.Findings {
		fmt.Fprintf(&b, "%s: %s: %s [%s]\n", at(d.Span), d.Severity, d.Message, d.ID)
		if d.Hint != "" {
			fmt.Fprintf(&b, "\thint: %s\n", d.Hint)
		}
		for _, other := range d.Related {
			fmt.Fprintf(&b, "\t%s: %s\n", at(other.Span), other.Message)
		}
	}
	for _, p := range r.Problems {
		fmt.Fprintln(&b, strings.NewReplacer(dir+"/", "", dir, ".").Replace(p))
	}
	return b.String()
}

func (p planted) wantSaid(t *testing.T, got string) {
	t.Helper()
	if got == string(p.want.Data) {
		return
	}
	if !*update {
		t.Errorf("got:\n%s\nwant:\n%s", got, p.want.Data)
		return
	}
	updating.Lock()
	defer updating.Unlock()
	a, err := txtar.ParseFile(p.archive)
	if err == nil {
		i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == p.want.Name })
		a.Files[i].Data = []byte(got)
		err = os.WriteFile(p.archive, txtar.Format(a), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
