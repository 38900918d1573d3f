package generator

import (
	"github.com/seed92179c4c/stategen/generator/golang/adk"
	"github.com/seed92179c4c/stategen/generator/golang/eino"
	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/golang/trpc"
	"github.com/seed92179c4c/stategen/generator/plan"
)

// adapters print what the targets of a schema add to the package, each a file.
var adapters = map[string]func(*names.Package) (plan.File, error){
	"adk":    adk.V2.File,
	"adk/v1": adk.V1.File,
	"eino":   eino.File,
	"trpc":   trpc.File,
}
