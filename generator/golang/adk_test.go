package golang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// TestTextNeverBecomesCodeForADK gives the template texts that try to leave their
// comment or literal: what is declared stays the same.
func TestTextNeverBecomesCodeForADK(t *testing.T) {
	want := []string{"init", "For", "Get", "Set", "Merge", "All", "dropped", "ofRun", "SetDelta", "AppendDelta", "Plugin",
		"WorkflowSchema", "workflowSchema", "AProvider", "BProvider", "runOf", "live", "isMerged"}
	for _, text := range []string{
		"plain", "*/ func injected() {}", "\nfunc injected() {}\n", "`\nfunc injected() {}\n`", "\"\nfunc injected() {}",
		"{{.Package}}", "{{end}}", "\r\nfunc injected() {}", "\u2028func injected() {}", "//go:embed x", "\n//go:build ignore\n", "\x00\xff",
	} {
		s := &schema.Schema{Package: "p", Targets: []schema.Target{{Name: "adk"}}, Grammar: instruction.Grammar{Brace: true}}
		s.Instructions = []*schema.Instruction{
			{Name: text, GoName: "A", Doc: text, Text: text}, {Name: text, GoName: "B", Text: "{artifact.x}"},
		}
		s.Keys = []*schema.Key{{
			Scope: runtime.ScopeSession, Name: text, GoName: "Count", Type: &schema.Type{Kind: schema.Int}, Merge: schema.MergeSum,
			Default: &schema.Value{Data: int64(0)}, Doc: text,
		}}
		p, problems := names.New(plan.New(s), "", text)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		for i, file := range []string{"adk/v1", "adk"} {
			f, err := adapters[file](p)
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			want := slices.DeleteFunc(slices.Clone(want), func(name string) bool {
				return (name == "dropped" || strings.HasSuffix(name, "orkflowSchema")) && i == 0
			})
			if got := declared(t, f.Content); !slices.Equal(got, want) {
				t.Errorf("%q: declared are %q\n%s", text, got, f.Content)
			}
		}
	}
}

// declared lists what a file declares, and checks that its comments mean
// nothing to tools.
func declared(t *testing.T, source []byte) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "adk_gen.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if c.Text != "//" && !strings.HasPrefix(c.Text, "// ") {
				t.Errorf("comment %q", c.Text)
			}
		}
	}
	var list []string
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			list = append(list, d.Name.Name)
		case *ast.GenDecl:
			if d.Tok == token.VAR || d.Tok == token.CONST {
				list = append(list, d.Specs[0].(*ast.ValueSpec).Names[0].Name)
			}
		}
	}
	return list
}

// TestNothingMerges checks that a schema without merged keys has an adapter.
func TestNothingMerges(t *testing.T) {
	p, _ := names.New(plan.New(&schema.Schema{Package: "p"}), "", "stategen.yaml")
	f, err := adapters["adk"](p)
	if err != nil || !strings.Contains(string(f.Content), "\treturn false\n}\n") {
		t.Errorf("%v\n%s", err, f.Content)
	}
}
