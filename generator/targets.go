package generator

import (
	"github.com/seed92179c4c/stategen/generator/golang/adapter"
	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
)

// adapters print what the targets of a schema add to the package, each a file.
var adapters = map[string]func(*names.Package) (plan.File, error){
	"adk":    adapter.ADK,
	"adk/v1": adapter.ADKv1,
	"eino":   adapter.Eino,
	"trpc":   adapter.TRPC,
}
