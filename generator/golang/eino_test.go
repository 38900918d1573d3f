package golang

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// TestTextNeverBecomesCodeForEino gives the template texts that try to leave their comment, and
// an instruction with an artifact.
func TestTextNeverBecomesCodeForEino(t *testing.T) {
	for _, text := range []string{"plain", "*/ func injected() {}", "\nfunc injected() {}\n", "{{.Package}}", "\r\nfunc injected() {}"} {
		s := &schema.Schema{Package: "p", Targets: []schema.Target{{Name: "eino"}}, Grammar: instruction.Grammar{Brace: true}}
		s.Instructions = []*schema.Instruction{{Name: text, GoName: "A", Text: text}, {Name: "b", GoName: "B", Text: "{artifact.x}"}}
		p, problems := names.New(plan.New(s), "", text)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		f, err := forEino(p)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), "eino_gen.go", f.Content, 0)
		if err != nil || file.Scope.Lookup("injected") != nil {
			t.Errorf("%q: %v\n%s", text, err, f.Content)
		}
		if !strings.Contains(string(f.Content), "func AProvider(ctx context.Context") || !strings.Contains(string(f.Content), "func BProvider(load func(") {
			t.Errorf("providers are missing:\n%s", f.Content)
		}
	}
}
