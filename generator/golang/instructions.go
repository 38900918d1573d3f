package golang

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/comments"
	"github.com/seed92179c4c/stategen/generator/golang/names"
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
	if t.Artifacts {
		says += " Artifact returns the text of an artifact."
	}
	f.Line().Add(documented(says, t.Doc, ""))
	params := []jen.Code{jen.Id("state").Add(rt("ReadonlyState"))}
	if t.Artifacts {
		params = append(params, jen.Id("artifact").Func().Params(jen.Id("name").String()).Params(jen.String(), jen.Error()))
	}
	f.Func().Id(t.Func()).Params(params...).Params(jen.String(), jen.Error()).BlockFunc(func(g *jen.Group) {
		for _, p := range renamed(t.Pieces) {
			g.Id("state").Op("=").Add(withOldNames(p))
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
	return " (" + comments.OneLine(t.File) + ")"
}

// renamed lists the placeholders whose keys have old names, each key once.
func renamed(pieces []names.Piece) []names.Piece {
	var list []names.Piece
	seen := map[string]bool{}
	for _, p := range pieces {
		if p.Key != nil && len(p.Key.RenamedFrom) > 0 && !seen[p.Text] {
			seen[p.Text] = true
			list = append(list, p)
		}
	}
	return list
}

// withOldNames is the state with a placeholder's key under its old names too.
func withOldNames(p names.Piece) *jen.Statement {
	if p.Key.IsFamily() {
		return jen.Id(p.Key.FamilyVar()).Dot("Renamed").Call(jen.Id("state"), jen.Lit(p.Text))
	}
	args := append([]jen.Code{jen.Id("state"), jen.Id(p.Key.Constant())}, literalsOf(p.Key.RenamedFrom)...)
	return typedID("Renamed").Call(args...)
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
