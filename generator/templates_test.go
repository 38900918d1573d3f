package generator

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// render does what the code of a compiled instruction does.
func render(m *model, t *template, state runtime.ReadonlyState) (string, error) {
	text := typed.NewText(t.Name, state, t.size())
	for _, p := range t.pieces {
		fallback, ok := m.missingText(p)
		switch {
		case p.kind == instruction.Text:
			text.Add(p.text)
		case p.kind == instruction.Artifact:
			text.Artifact(p.pos.Line, p.pos.Column, p.text, p.optional, nil)
		case ok:
			typed.InsertOr(text, p.pos.Line, p.pos.Column, p.text, typed.AsAny, fallback)
		default:
			typed.Insert(text, p.pos.Line, p.pos.Column, p.text, typed.AsAny)
		}
	}
	return text.String()
}

// TestCompiledIsInjected holds that a compiled instruction gives the text, or
// the error, that the same template gives when it is scanned at run time.
func TestCompiledIsInjected(t *testing.T) {
	parts := []string{
		"{a}", "{b?}", "{{a}}", "{user:c}", "{gone}", "{gone?}", "<a>", "<gone?>", "{", "}", "{{", "}}", "<", ">", "text ", "\n", "ä{a}ö",
		"{a b}", "{\"k\": {a}}", "{artifact.x}", "{ a }", "{a?}{b}", "{temp:}", "{nil}",
	}
	state := runtime.MapState{"a": "A{b}", "b": 5.0, "user:c": []any{1, "<x>", nil}, "nil": nil}
	r := rand.New(rand.NewPCG(1, 2))
	outcomes := map[bool]int{}
	for range 20000 {
		var text strings.Builder
		for range r.IntN(8) {
			text.WriteString(parts[r.IntN(len(parts))])
		}
		g := instruction.Grammar{Dialect: instruction.Dialect(r.IntN(2)), Brace: r.IntN(4) > 0, Angle: r.IntN(2) == 0}
		s := &schema.Schema{Package: "p", Grammar: g, Instructions: []*schema.Instruction{{Name: "x", Text: text.String()}}}
		m, problems := newModel(s, Options{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		got, gotErr := render(m, m.instructions[0], state)
		want, wantErr := instruction.Inject(text.String(), state, instruction.Options{Grammar: g, Name: "x"})
		if got != want || (gotErr == nil) != (wantErr == nil) || gotErr != nil && gotErr.Error() != wantErr.Error() {
			t.Fatalf("%q (%+v):\ncompiled %q, %v\ninjected %q, %v", text.String(), g, got, gotErr, want, wantErr)
		}
		outcomes[gotErr == nil]++
	}
	if outcomes[true] < 1000 || outcomes[false] < 1000 {
		t.Errorf("one-sided: %v", outcomes)
	}
}
