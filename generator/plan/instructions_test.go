package plan

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
func render(t *Instruction, state runtime.ReadonlyState) (string, error) {
	text := typed.NewText(t.Name, state, t.Size())
	for _, p := range t.Pieces {
		switch {
		case p.Kind == instruction.Text:
			text.Add(p.Text)
		case p.Kind == instruction.Artifact:
			text.Artifact(p.Pos.Line, p.Pos.Column, p.Text, p.Optional, nil)
		case p.Stays:
			typed.InsertOrKeep(text, p.Pos.Line, p.Pos.Column, p.Text, typed.AsAny, *p.Absent)
		case p.Absent != nil:
			typed.InsertOr(text, p.Pos.Line, p.Pos.Column, p.Text, typed.AsAny, *p.Absent)
		default:
			typed.Insert(text, p.Pos.Line, p.Pos.Column, p.Text, typed.AsAny)
		}
	}
	return text.String()
}

// refused reports whether a text of eino's is not compiled.
func refused(text string, g instruction.Grammar) bool {
	for tok := range instruction.Tokens(text, g) {
		if tok.EinoProblem() != nil {
			return true
		}
	}
	return false
}

// TestCompiledIsInjected checks that a compiled instruction gives the text, or
// the error, that the same template gives when it is scanned at run time.
func TestCompiledIsInjected(t *testing.T) {
	parts := []string{
		"{a}", "{b?}", "{{a}}", "{user:c}", "{gone}", "{gone?}", "<a>", "<gone?>", "{", "}", "{{", "}}", "<", ">", "text ", "\n", "ä{a}ö",
		"{a b}", "{\"k\": {a}}", "{artifact.x}", "{ a }", "{a?}{b}", "{temp:}", "{nil}",
	}
	state := runtime.MapState{"a": "A{b}", "b": 5.0, "user:c": []any{1, "<x>", nil}, "nil": nil}
	r := rand.New(rand.NewPCG(1, 2))
	dialects := []instruction.Dialect{instruction.ADK, instruction.Stategen, instruction.TRPC, instruction.Eino}
	outcomes := map[bool]int{}
	for range 20000 {
		var text strings.Builder
		for range r.IntN(8) {
			text.WriteString(parts[r.IntN(len(parts))])
		}
		g := instruction.Grammar{Dialect: dialects[r.IntN(len(dialects))], Brace: r.IntN(4) > 0, Angle: r.IntN(2) == 0}
		if g.Dialect == instruction.Eino && refused(text.String(), g) {
			continue
		}
		s := &schema.Schema{Package: "p", Grammar: g, Instructions: []*schema.Instruction{{Name: "x", Text: text.String()}}}
		got, gotErr := render(New(s).Instructions[0], state)
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
