package statelint_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/check/statelint"
	"github.com/seed92179c4c/stategen/diag"
)

var update = flag.Bool("update", false, "rewrite the expected texts of golden cases")

// stubs is how the go command finds the packages in testdata/src.
func stubs(t *testing.T) statelint.CheckOptions {
	t.Helper()
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	return statelint.CheckOptions{
		Dir: filepath.Join(dir, "src"),
		Env: append(os.Environ(), "GOPATH="+dir, "GO111MODULE=off", "GOWORK=off", "GOFLAGS="),
	}
}

func run(t *testing.T, o statelint.CheckOptions, patterns ...string) statelint.Report {
	t.Helper()
	r, err := statelint.Check(patterns, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// cut returns what a finding's span marks in its file.
func cut(t *testing.T, r statelint.Report, d diag.Diagnostic) string {
	t.Helper()
	src := r.Sources[d.Span.File]
	if src == nil {
		t.Fatalf("no source %q of: %s", d.Span.File, d.Message)
	}
	return string(src.Text[d.Span.Start:d.Span.End])
}

func cuts(t *testing.T, r statelint.Report, id string) []string {
	t.Helper()
	var list []string
	for _, d := range r.Findings {
		if d.ID == id {
			list = append(list, cut(t, r, d))
		}
	}
	return list
}

func TestSpansMarkTheKeyInTheFile(t *testing.T) {
	want := []string{
		"bad_const", "bad_multibyte", "bad_escaped", `bad_\x73pelt`, "bad_raw", "bad_tail", "bad_raw_tail",
		"bad_format", "bad_argument", `bad_" + "split`,
		"ungültig", "bad_raw_key", `user:" + "bad_joined`, "bad_paren",
	}
	if got := cuts(t, run(t, stubs(t), "booking/spans"), "undeclared-key"); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestOwnRuntime(t *testing.T) {
	want := []string{
		"bad_constant", "bad_get", `names.Built("1")`, "bad_set", "bad_create", "bad_literal", "bad_index", "bad_delta_set", "bad_actions", "bad_map", "bad_inject", "bad_wrapped",
	}
	r := run(t, statelint.CheckOptions{}, "./testdata/own")
	if got := cuts(t, r, "undeclared-key"); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if got := cuts(t, r, "type-assertion-mismatch"); !slices.Equal(got, []string{"int"}) {
		t.Errorf("assertions: got %q", got)
	}
	if got := cuts(t, r, "text-comment"); len(got) > 0 {
		t.Errorf("comments that the runtime regards are reported: %q", got)
	}
}

// Findings in other packages and in embedded files keep their own places.
func TestFindingsAcrossFiles(t *testing.T) {
	r := run(t, stubs(t), "booking/instructions", "booking/keys")
	var files []string
	for _, d := range r.Findings {
		if name := filepath.Base(d.Span.File); !slices.Contains(files, name) {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	if want := []string{"instructions.go", "keys.go", "loaded.md", "runtime.go", "single.md"}; !slices.Equal(files, want) {
		t.Errorf("findings in %q, want %q", files, want)
	}
}

// The whole report of the stub packages, as people read it.
func TestReport(t *testing.T) {
	r := run(t, stubs(t), "booking/...")
	var out bytes.Buffer
	if err := diag.WriteText(&out, r.Findings, r.Sources, diag.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	out.WriteString("\nnot checked:\n")
	for _, n := range r.NotChecked {
		src := r.Sources[n.Span.File]
		out.WriteString(n.Span.File + ": " + string(src.Text[n.Span.Start:n.Span.End]) + ": " + n.Reason + "\n")
	}
	golden := filepath.Join("testdata", "report.txt")
	if *update {
		if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != string(want) {
		t.Errorf("the report differs from %s; -update rewrites it:\n%s", golden, firstDifference(got, string(want)))
	}
}

func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			end := min(i+6, len(a))
			return "got:\n" + strings.Join(a[i:end], "\n") + "\nwant:\n" + strings.Join(b[min(i, len(b)):min(i+6, len(b))], "\n")
		}
	}
	return "it is shorter"
}
