package names

import (
	"reflect"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/client"
	"github.com/seed92179c4c/stategen/runtime/migrate"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/runtime/typed/moves"
)

// The paths of our packages that generated code imports.
var (
	RuntimePath = reflect.TypeFor[runtime.Service]().PkgPath()
	TypedPath   = reflect.TypeFor[typed.Error]().PkgPath()
	MovesPath   = reflect.TypeFor[moves.Forms]().PkgPath()
	ClientPath  = reflect.TypeFor[client.Contract]().PkgPath()
	MigratePath = reflect.TypeFor[migrate.Report]().PkgPath()
)

// RuntimeAlias is what generated code calls our runtime, to tell it from Go's.
const RuntimeAlias = "stategen"
