package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
)

// Fragments that many declarations share.

func rt(name string) *jen.Statement      { return jen.Qual(names.RuntimePath, name) }
func typedID(name string) *jen.Statement { return jen.Qual(names.TypedPath, name) }

// section begins a declaration: an empty line and its doc comment.
func section(f *jen.File, texts ...string) {
	f.Line()
	f.Add(jen.Comment(paragraphs(texts...)))
}

// documented is the doc comment of a declaration that a schema says more about.
func documented(says, doc, deprecated string) *jen.Statement {
	return jen.Comment(docComment(says, doc, deprecated)) // printed as it is, because it begins with //
}

func readerMethod(name string) *jen.Statement { return jen.Func().Add(readerReceiver).Id(name) }
func stateMethod(name string) *jen.Statement  { return jen.Func().Add(stateReceiver).Id(name) }
func deltaMethod(name string) *jen.Statement  { return jen.Func().Add(deltaReceiver).Id(name) }

// Printing doesn't change a statement, so that all methods share these.
var (
	readerReceiver = jen.Params(jen.Id("r").Op("*").Id("Reader"))
	stateReceiver  = jen.Params(jen.Id("s").Op("*").Id("State"))
	deltaReceiver  = jen.Params(jen.Id("d").Op("*").Id("Delta"))
)

func literalsOf(texts []string) []jen.Code {
	list := make([]jen.Code, len(texts))
	for i, text := range texts {
		list[i] = jen.Lit(text)
	}
	return list
}
