package golang

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
)

// guard is the constant of runtime/typed that says which generated code it
// serves.
const guard = "GeneratedCodeVersion1"

func printState(f *jen.File, p *names.Package) {
	f.PackageComment(fmt.Sprintf("// Package %s gives typed access to the state keys that %s declares.", p.Name, plan.OneLine(baseName(p.Source))))
	section(f, "If the build fails here, this package and stategen's runtime have different versions. "+
		"Use the same version of stategen for both, and generate again.")
	f.Const().Id("_").Op("=").Add(typedID(guard))

	section(f, "Reader reads the declared keys of a state. It is safe for concurrent use if the state is.",
		"Its getters return exactly the declared type, or an error that names the key, the type wanted and the type found. "+
			"A required key that isn't set is an error too, for which errors.Is finds ErrMissing of stategen's runtime.")
	f.Type().Id("Reader").Struct(jen.Id("source"))

	section(f, "Read returns a Reader of a state.")
	f.Func().Id("Read").Params(jen.Id("state").Add(rt("ReadonlyState"))).Op("*").Id("Reader").
		Block(jen.Return(jen.Op("&").Id("Reader").Values(jen.Id("source").Values(jen.Id("state")))))

	printSource(f)

	section(f, "State reads and writes the declared keys of a state. It is safe for concurrent use if the state is.",
		"Its setters accept only values that JSON can represent, and reject what some store would change or refuse. "+
			"No value is shared with the state.")
	f.Type().Id("State").Struct(jen.Id("Reader"), jen.Id("to").Add(rt("State")))

	section(f, "Of returns a State that reads and writes state.")
	f.Func().Id("Of").Params(jen.Id("state").Add(rt("State"))).Op("*").Id("State").
		Block(jen.Return(jen.Op("&").Id("State").Values(jen.Id("Reader").Values(jen.Id("source").Values(jen.Id("state"))), jen.Id("state"))))

	printDelta(f)
}

func printDelta(f *jen.File) {
	section(f, "Delta collects changes for an event. Its methods return the Delta itself, and keep their errors for Build. "+
		"It is not safe for concurrent use.",
		"Create one with NewDelta.")
	f.Type().Id("Delta").Struct(
		jen.Id("changes"),
		jen.Id("errs").Add(typedID("Errors")),
	)

	section(f, "NewDelta returns a Delta without changes.")
	f.Func().Id("NewDelta").Params().Op("*").Id("Delta").Block(
		jen.Return(jen.Op("&").Id("Delta").Values(jen.Dict{jen.Id("changes"): jen.Id("changes").Values(typedID("NewChanges").Call())})),
	)

	section(f, "Build returns the changes, or every error of the calls that made them, joined. "+
		"The result shares nothing with the Delta.")
	f.Add(deltaMethod("Build").Params().Params(rt("Delta"), jen.Error()).Block(
		jen.If(jen.Err().Op(":=").Id("d").Dot("errs").Dot("Join").Call(), jen.Err().Op("!=").Nil()).
			Block(jen.Return(jen.Nil(), jen.Err())),
		jen.Return(jen.Id("d").Dot("to").Dot("Delta").Call(), jen.Nil()),
	))
	printChanges(f)
}

func baseName(path string) string {
	return path[strings.LastIndexByte(path, '/')+1:]
}
