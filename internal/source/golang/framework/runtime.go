package framework

import (
	"go/types"
	"path"
	"reflect"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// Our runtime is asked for its path, so that it is written down nowhere.
var (
	RuntimePath     = reflect.TypeFor[runtime.Service]().PkgPath()
	instructionPath = reflect.TypeFor[instruction.Grammar]().PkgPath()
)

// runtimeTakes is what our runtime takes: by the name of a function, method or field.
var runtimeTakes = map[string]Taken{
	"runtime.Actions.StateDelta":  {Kind: MapSink, Op: OpSet},
	"runtime.CreateRequest.State": {Kind: MapSink, Op: OpCreate},
	"runtime.Delta.Set":           {Arg: 1, Kind: KeySink, Op: OpSet, Value: 2},
	"runtime.Delta.Merge":         {Arg: 1, Kind: KeySink, Op: OpSet, Value: 2},
	"runtime.Merger.Merge":        {Arg: 1, Kind: KeySink, Op: OpSet, Value: 2},
	"runtime.Context.SaveOutput":  {Arg: 1, Kind: KeySink, Op: OpOutput, Value: 2},
	"instruction.Inject":          {Arg: 1, Kind: TextSink, Op: OpRender},
}

// runtimePackage shortens the path of one of our packages; empty for any other.
func runtimePackage(path string) string {
	switch {
	case IsRuntime(path):
		return "runtime"
	case path == instructionPath:
		return "instruction"
	}
	return ""
}

// IsRuntime reports whether a package is our runtime, or one of those that define
// the types behind its aliases.
func IsRuntime(path string) bool {
	return path == RuntimePath || path == RuntimePath+"/value" || path == RuntimePath+"/store"
}

// RuntimeName is the same for our runtime: "Delta".
func RuntimeName(obj types.Object) string {
	if obj == nil || obj.Pkg() == nil || !IsRuntime(obj.Pkg().Path()) {
		return ""
	}
	return obj.Name()
}

// TypedPath is the package of the helpers that generated code calls.
var TypedPath = path.Join(RuntimePath, "typed")

// IsFamily reports whether a type is a family of keys in generated code.
func IsFamily(t types.Type) bool {
	obj := TypeName(t)
	return obj != nil && obj.Name() == "Family" && obj.Pkg() != nil && obj.Pkg().Path() == TypedPath
}

// IsRuntimeMap reports whether a type is one of our runtime's maps of state.
func IsRuntimeMap(t types.Type) bool {
	name := RuntimeName(TypeName(t))
	return name == "Delta" || name == "MapState"
}

// IsADKSession reports whether a package is the one that runs ADK on our stores.
func IsADKSession(path string) bool {
	return path == RuntimePath+"/adksession" || path == RuntimePath+"/adksession/v1"
}
