package golang

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/runtime"
)

// Files prints the package's own files, in the order in which they are best read, and those of the schema's targets.
func Files(p *names.Package) ([]plan.File, error) {
	var files []plan.File
	for _, part := range parts(p) {
		content, err := printFile(newFile(p), part.fills)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", part.name, err)
		}
		files = append(files, plan.File{Name: part.name, Content: content})
	}
	for _, target := range p.Plan.Schema.Targets {
		adapter, ok := adapters[target.Name]
		if !ok {
			continue
		}
		file, err := adapter(p)
		if err != nil {
			return nil, fmt.Errorf("target %s: %w", target.Name, err)
		}
		files = append(files, file)
	}
	return files, nil
}

// part is a file, and what fills it with declarations, in its order.
type part struct {
	name  string
	fills []fill
}

func parts(p *names.Package) []part {
	list := []part{whole("state_gen.go", p, printState)}
	for _, scope := range runtime.Scopes() {
		if keys := inScope(p.Keys, scope); len(keys) > 0 {
			list = append(list, part{"keys_" + scope.String() + "_gen.go", keysFills(keys)})
		}
	}
	if needsTypesFile(p) {
		list = append(list, whole("types_gen.go", p, printTypes))
	}
	list = append(list,
		whole("snapshot_gen.go", p, printSnapshot),
		whole("initial_gen.go", p, printInitial),
	)
	if len(p.Instructions) > 0 {
		list = append(list, whole("instructions_gen.go", p, printInstructions))
	}
	if p.Plan.Migrates() {
		list = append(list, whole("migrate_gen.go", p, printMigrate))
	}
	if p.Plan.Schema.HasClients() {
		list = append(list, whole("clients_gen.go", p, printClients))
	}
	return list
}

// whole is a file that is printed at once.
func whole(name string, p *names.Package, declare func(*jen.File, *names.Package)) part {
	return part{name, []fill{func(f *jen.File) { declare(f, p) }}}
}

// keysFills divides a file of keys, because a large file in one piece takes
// much memory.
func keysFills(keys []*names.Key) []fill {
	const together = 50
	var fills []fill
	for some := range slices.Chunk(keys, together) {
		fills = append(fills, func(f *jen.File) { printKeys(f, some) })
	}
	return fills
}

func inScope(all []*names.Key, s runtime.Scope) []*names.Key {
	var keys []*names.Key
	for _, k := range all {
		if k.Scope == s {
			keys = append(keys, k)
		}
	}
	return keys
}

func newFile(p *names.Package) *jen.File {
	f := jen.NewFile(p.Name)
	for _, line := range plan.Lines(p.Source) {
		f.HeaderComment(line)
	}
	f.ImportAlias(names.RuntimePath, names.RuntimeAlias)
	f.ImportName(names.TypedPath, "typed")
	f.ImportName(names.MovesPath, "moves")
	f.ImportName(names.MigratePath, "migrate")
	f.ImportName(names.ClientPath, "client")
	return f
}
