package framework

import (
	"go/types"
	"strings"
)

// Is reports whether a package is one of a framework's, or of our runtime.
func Is(path string) bool {
	isOurs := path == RuntimePath || strings.HasPrefix(path, RuntimePath+"/")
	return isOurs || ADKPath.MatchString(path) || EinoPath.MatchString(path) || TRPCPath.MatchString(path)
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
