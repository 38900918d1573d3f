package framework

import (
	"go/types"
	"regexp"
	"strings"
)

// Kit is a framework: where its packages are, and what is known of them by the folder of a package, a dot, and the
// name of a function, or of a type with that of a method or field.
type Kit struct {
	module string // its path, but for the major version
	takes  map[string]Taken
	makes  map[string]Made
	// as is the folder and the type that the tables have for those of a package; nil: the same.
	as func(folder, owner string) (string, string)
}

// The frameworks that are known, apart from our runtime.
var (
	ADK  = &Kit{module: "google.golang.org/adk", takes: adkTakes, makes: adkMakes}
	Eino = &Kit{module: "github.com/cloudwego/eino", takes: einoTakes, makes: einoMakes, as: asEino}
	TRPC = &Kit{module: "trpc.group/trpc-go/trpc-agent-go", takes: trpcTakes, makes: trpcMakes, as: asTRPCService}
)

var major = regexp.MustCompile(`^v\d+$`)

// folder is what follows the path of the module in that of a package; empty for packages of others, and for
// the module's own folder.
func (k *Kit) folder(path string) string {
	rest, _ := strings.CutPrefix(path, k.module+"/")
	if rest == path {
		return ""
	}
	if version, below, _ := strings.Cut(rest, "/"); major.MatchString(version) {
		return below
	}
	return rest
}

// Has reports whether a package is one of the framework's: of eino, those for agents.
func (k *Kit) Has(path string) bool {
	top, _, _ := strings.Cut(k.folder(path), "/")
	return top != "" && (k != Eino || top == "adk")
}

// kitOf is the framework of a package, and the folder there; nil: it is of none.
func kitOf(path string) (*Kit, string) {
	for _, k := range []*Kit{ADK, Eino, TRPC} {
		if folder := k.folder(path); folder != "" {
			return k, folder
		}
	}
	return nil, ""
}

// folderOf is the folder of an object's package in a framework; empty for objects of others.
func (k *Kit) folderOf(obj types.Object) string {
	if obj == nil || obj.Pkg() == nil {
		return ""
	}
	return k.folder(obj.Pkg().Path())
}

// Is reports whether a package is one of a framework's, or of our runtime.
func Is(path string) bool {
	isOurs := path == RuntimePath || strings.HasPrefix(path, RuntimePath+"/")
	return isOurs || ADK.Has(path) || Eino.Has(path) || TRPC.Has(path)
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
