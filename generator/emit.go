package generator

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// The paths of the packages that generated code imports.
var (
	runtimePath = reflect.TypeFor[runtime.Scope]().PkgPath()
	typedPath   = reflect.TypeFor[typed.Error]().PkgPath()
)

// runtimeAlias keeps our runtime apart from Go's.
const runtimeAlias = "stategen"

// emit prints the model's files, in the order in which they are best read.
func emit(m *model) ([]File, error) {
	var files []File
	for _, part := range parts(m) {
		content, err := printFile(newFile(m), part.fills)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", part.name, err)
		}
		files = append(files, File{Name: part.name, Content: content})
	}
	return files, nil
}

// part is a file, and what fills it with declarations, in its order.
type part struct {
	name  string
	fills []fill
}

type fill func(*jen.File)

func parts(m *model) []part {
	list := []part{{"state_gen.go", []fill{m.stateFile}}}
	for _, scope := range runtime.Scopes() {
		if keys := m.inScope(scope); len(keys) > 0 {
			list = append(list, part{"keys_" + scope.String() + "_gen.go", m.keysFills(keys)})
		}
	}
	if m.hasTypesFile() {
		list = append(list, part{"types_gen.go", []fill{m.typesFile}})
	}
	list = append(list,
		part{"snapshot_gen.go", []fill{m.snapshotFile}},
		part{"initial_gen.go", []fill{m.initialFile}},
	)
	if len(m.instructions) > 0 {
		list = append(list, part{"instructions_gen.go", []fill{m.instructionsFile}})
	}
	for _, target := range m.schema.Targets {
		if a, ok := adks[target.Name]; ok {
			list = append(list, part{"adk_gen.go", []fill{func(f *jen.File) { m.adkFile(f, a) }}})
		}
	}
	return list
}

// keysFills divides a file of keys, which would be large at once.
func (m *model) keysFills(keys []*key) []fill {
	const together = 50
	var fills []fill
	for some := range slices.Chunk(keys, together) {
		fills = append(fills, func(f *jen.File) { m.keysFile(f, some) })
	}
	return fills
}

func (m *model) inScope(s runtime.Scope) []*key {
	var keys []*key
	for _, k := range m.keys {
		if k.Scope == s {
			keys = append(keys, k)
		}
	}
	return keys
}

func newFile(m *model) *jen.File {
	f := jen.NewFile(m.pkg)
	f.HeaderComment("// " + header)
	f.HeaderComment("// " + sourceHeader + printable(m.source))
	f.ImportAlias(runtimePath, runtimeAlias)
	f.ImportName(typedPath, "typed")
	return f
}

// section begins a declaration: an empty line and its doc comment.
func section(f *jen.File, texts ...string) {
	f.Line()
	f.Add(paragraphs(texts...))
}

// Fragments that many declarations share.

func readerMethod(name string) *jen.Statement { return jen.Func().Add(readerReceiver).Id(name) }
func stateMethod(name string) *jen.Statement  { return jen.Func().Add(stateReceiver).Id(name) }
func deltaMethod(name string) *jen.Statement  { return jen.Func().Add(deltaReceiver).Id(name) }

// Printing doesn't change a statement, so that all methods share these.
var (
	readerReceiver = jen.Params(jen.Id("r").Op("*").Id("Reader"))
	stateReceiver  = jen.Params(jen.Id("s").Op("*").Id("State"))
	deltaReceiver  = jen.Params(jen.Id("d").Op("*").Id("Delta"))
)

func rt(name string) *jen.Statement      { return jen.Qual(runtimePath, name) }
func typedID(name string) *jen.Statement { return jen.Qual(typedPath, name) }
