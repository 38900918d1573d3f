package generator

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// instructionsFile prints one function per instruction: the template's pieces,
// without the scanner.
func (m *model) instructionsFile(f *jen.File) {
	for _, t := range m.instructions {
		m.instruction(f, t)
	}
}

func (m *model) instruction(f *jen.File, t *template) {
	says := t.funcName() + " returns the text of the instruction " + quoted(t.Name) + t.origin() +
		" with its placeholders filled in. A key that is missing is an error that names its placeholder, unless the placeholder is optional."
	if t.artifacts {
		says += " Artifact returns the text of an artifact."
	}
	f.Line().Add(documented(says, t.Doc, ""))
	params := []jen.Code{jen.Id("state").Add(rt("ReadonlyState"))}
	if t.artifacts {
		params = append(params, jen.Id("artifact").Func().Params(jen.Id("name").String()).Params(jen.String(), jen.Error()))
	}
	f.Func().Id(t.funcName()).Params(params...).Params(jen.String(), jen.Error()).BlockFunc(func(g *jen.Group) {
		for _, p := range t.renamed() {
			g.Id("state").Op("=").Add(p.withOldNames())
		}
		g.Id("t").Op(":=").Add(typedID("NewText")).Call(jen.Lit(t.Name), jen.Id("state"), jen.Lit(t.size()))
		for _, p := range t.pieces {
			g.Add(m.piece(p))
		}
		g.Return(jen.Id("t").Dot("String").Call())
	})
}

func (t *template) origin() string {
	if t.File == "" {
		return ""
	}
	return " (" + printable(t.File) + ")"
}

// renamed lists the placeholders whose keys have old names, each key once.
func (t *template) renamed() []piece {
	var list []piece
	seen := map[string]bool{}
	for _, p := range t.pieces {
		if p.key != nil && len(p.key.RenamedFrom) > 0 && !seen[p.text] {
			seen[p.text] = true
			list = append(list, p)
		}
	}
	return list
}

// withOldNames is the state with a placeholder's key under its old names too.
func (p piece) withOldNames() *jen.Statement {
	if p.key.isFamily() {
		return jen.Id(p.key.familyVar()).Dot("Renamed").Call(jen.Id("state"), jen.Lit(p.text))
	}
	args := append([]jen.Code{jen.Id("state"), jen.Id(p.key.constant())}, literalsOf(p.key.RenamedFrom)...)
	return typedID("Renamed").Call(args...)
}

func (m *model) piece(p piece) *jen.Statement {
	line, column := jen.Lit(p.pos.Line), jen.Lit(p.pos.Column)
	switch p.kind {
	case instruction.Text:
		return jen.Id("t").Dot("Add").Call(textLiteral(p.text))
	case instruction.Artifact:
		return jen.Id("t").Dot("Artifact").Call(line, column, jen.Lit(p.text), jen.Lit(p.optional), jen.Id("artifact"))
	}
	key, as := jen.Lit(p.text), typedID("AsAny")
	if p.key != nil {
		as = m.decoder(p.key)
		if !p.key.isFamily() {
			key = jen.Id(p.key.constant())
		}
	}
	if fallback, ok := m.missingText(p); ok {
		return typedID("InsertOr").Call(jen.Id("t"), line, column, key, as, jen.Lit(fallback))
	}
	return typedID("Insert").Call(jen.Id("t"), line, column, key, as)
}

// missingText is what stands for a key that isn't set, if that is no error.
// ADK doesn't know of defaults, so its dialect doesn't either.
func (m *model) missingText(p piece) (string, bool) {
	if m.schema.Grammar.Dialect == instruction.Stategen && p.key != nil && p.key.Default != nil {
		text, err := instruction.Render(p.key.storedDefault())
		return text, err == nil
	}
	return "", p.optional
}

// storedDefault is the default as a setter would store it.
func (k *key) storedDefault() any {
	value := plain(k.Default.Data)
	if k.Encoding == schema.JSONString {
		if text, err := typed.FromText(value, typed.FromJSON); err == nil {
			return text
		}
	}
	return value
}

// textLiteral breaks a text of several lines where it does.
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
