package golang

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// printInstructions prints one function per instruction: the template's pieces,
// without the scanner.
func printInstructions(f *jen.File, p *names.Package) {
	for _, t := range p.Instructions {
		printInstruction(f, t)
	}
}

func printInstruction(f *jen.File, t *names.Instruction) {
	says := t.Func() + " returns the text of the instruction " + strconv.Quote(t.Name) + origin(t) +
		" with its placeholders filled in. A key that is missing is an error that names its placeholder, unless the placeholder is optional."
	if t.Stays {
		says = t.Func() + " returns the text of the instruction " + strconv.Quote(t.Name) + origin(t) +
			" with its placeholders filled in. Where a key is missing the placeholder stays as it is, unless it is optional."
	}
	if t.Artifacts {
		says += " Artifact returns the text of an artifact."
	}
	f.Line().Add(documented(says, t.Doc, ""))
	params := []jen.Code{jen.Id("state").Add(rt("ReadonlyState"))}
	if t.Artifacts {
		params = append(params, jen.Id("artifact").Func().Params(jen.Id("name").String()).Params(jen.String(), jen.Error()))
	}
	f.Func().Id(t.Func()).Params(params...).Params(jen.String(), jen.Error()).BlockFunc(func(g *jen.Group) {
		for _, p := range moved(t.Pieces) {
			asToday(p, g)
		}
		g.Id("t").Op(":=").Add(typedID("NewText")).Call(jen.Lit(t.Name), jen.Id("state"), jen.Lit(t.Size()))
		for _, p := range t.Pieces {
			g.Add(pieceCall(p))
		}
		g.Return(jen.Id("t").Dot("String").Call())
	})
}

func origin(t *names.Instruction) string {
	if t.File == "" {
		return ""
	}
	return " (" + plan.OneLine(t.File) + ")"
}

// moved lists the placeholders whose values may be elsewhere or in other forms,
// each key once.
func moved(pieces []names.Piece) []names.Piece {
	var list []names.Piece
	seen := map[string]bool{}
	for _, p := range pieces {
		if p.Key != nil && (p.Key.Moves.Moved() || plan.Rewritten(p.Key.Type)) && !seen[p.Text] {
			seen[p.Text] = true
			list = append(list, p)
		}
	}
	return list
}

// asToday makes of the state one that has a placeholder's key as it would be stored
// today.
func asToday(p names.Piece, g *jen.Group) {
	state, key := jen.Id("state"), jen.Id(p.Key.Constant())
	if p.Key.IsFamily() {
		key = jen.Lit(p.Text)
	}
	if p.Key.Moves.Moved() {
		moves := jen.Id(p.Key.MovesVar())
		if p.Key.IsFamily() {
			moves = jen.Id(p.Key.FamilyVar()).Dot("Moves").Call(key)
		}
		g.Add(state).Op("=").Add(moves).Dot("From").Call(state)
	}
	if plan.Rewritten(p.Key.Type) {
		g.Add(state).Op("=").Add(typedID("Rewritten")).Call(state, key, decoder(p.Key), encoder(p.Key))
	}
}

func pieceCall(p names.Piece) *jen.Statement {
	line, column := jen.Lit(p.Pos.Line), jen.Lit(p.Pos.Column)
	switch p.Kind {
	case instruction.Text:
		return jen.Id("t").Dot("Add").Call(textLiteral(p.Text))
	case instruction.Artifact:
		return jen.Id("t").Dot("Artifact").Call(line, column, jen.Lit(p.Text), jen.Lit(p.Optional), jen.Id("artifact"))
	}
	key, as := jen.Lit(p.Text), typedID("AsAny")
	if p.Key != nil {
		as = decoder(p.Key)
		if !p.Key.IsFamily() {
			key = jen.Id(p.Key.Constant())
		}
	}
	if p.Stays {
		return typedID("InsertOrKeep").Call(jen.Id("t"), line, column, key, as, jen.Lit(*p.Absent))
	}
	if p.Absent != nil {
		return typedID("InsertOr").Call(jen.Id("t"), line, column, key, as, jen.Lit(*p.Absent))
	}
	return typedID("Insert").Call(jen.Id("t"), line, column, key, as)
}

// textLiteral breaks a text of several lines at its line feeds.
func textLiteral(text string) *jen.Statement {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	lit := jen.Lit(lines[0])
	for _, line := range lines[1:] {
		lit.Op("+").Line().Lit(line)
	}
	return lit
}
