package framework

import (
	"cmp"
	"go/types"
	"path"
	"reflect"
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// The frameworks are known by the paths of their packages. Our own is asked for its
// path, so that it is written down nowhere.
var (
	ADKPath         = regexp.MustCompile(`^google\.golang\.org/adk(?:/v\d+)?/(.+)$`)
	RuntimePath     = reflect.TypeFor[runtime.Service]().PkgPath()
	instructionPath = reflect.TypeFor[instruction.Grammar]().PkgPath()
)

// ADKName returns what follows ADK's module path, a dot and the name of the
// object: "session.EventActions". It is empty for objects of other packages.
func ADKName(obj types.Object) string {
	if obj == nil || obj.Pkg() == nil {
		return ""
	}
	if rest := adkPackage(obj.Pkg().Path()); rest != "" {
		return rest + "." + obj.Name()
	}
	return ""
}

// adkPackage returns what follows ADK's module path; empty for other packages.
func adkPackage(path string) string {
	if !strings.HasPrefix(path, "google.golang.org/") {
		return ""
	}
	if m := ADKPath.FindStringSubmatch(path); m != nil {
		return m[1]
	}
	return ""
}

// LocalName returns the name of a function of a framework behind the path of its package in the
// framework's module: "tool/functiontool.New". It is empty for other functions.
func LocalName(fn *types.Func) string {
	if fn == nil || fn.Pkg() == nil {
		return ""
	}
	in := fn.Pkg().Path()
	folder, isEino := strings.CutPrefix(in, "github.com/cloudwego/eino/")
	if !isEino {
		folder = cmp.Or(adkPackage(in), trpcPackage(in))
	}
	if folder == "" {
		return ""
	}
	return folder + "." + fn.Name()
}

// Is reports whether a package is one of a framework's, or of our runtime.
func Is(path string) bool {
	return ADKPath.MatchString(path) || EinoPath.MatchString(path) || TRPCPath.MatchString(path) ||
		path == RuntimePath || strings.HasPrefix(path, RuntimePath+"/")
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

// TypeName returns the object of a named type or of a pointer to one.
func TypeName(t types.Type) types.Object {
	if t == nil {
		return nil
	}
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return named.Obj()
	}
	return nil
}

// TypedPath is the package of the helpers that generated code calls.
var TypedPath = path.Join(RuntimePath, "typed")

// ReceiverName is the name of the type that a method belongs to; empty for a
// function.
func ReceiverName(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		if obj := TypeName(recv.Type()); obj != nil {
			return obj.Name()
		}
	}
	return ""
}

// IsFamily reports whether a type is a family of keys in generated code.
func IsFamily(t types.Type) bool {
	obj := TypeName(t)
	return obj != nil && obj.Name() == "Family" && obj.Pkg() != nil && obj.Pkg().Path() == TypedPath
}
