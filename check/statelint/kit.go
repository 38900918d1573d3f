package statelint

import (
	"go/types"
	"reflect"
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// The kits are known by the paths of their packages. Our own is asked for its
// path, so that it is written down nowhere.
var (
	adkPath         = regexp.MustCompile(`^google\.golang\.org/adk(?:/v\d+)?/(.+)$`)
	runtimePath     = reflect.TypeFor[runtime.MapState]().PkgPath()
	instructionPath = reflect.TypeFor[instruction.Grammar]().PkgPath()
)

// adkName returns what follows ADK's module path, a dot and the name of the
// object: "session.EventActions". It is empty for objects of other packages.
func adkName(obj types.Object) string {
	if obj == nil || obj.Pkg() == nil || !strings.HasPrefix(obj.Pkg().Path(), "google.golang.org/") {
		return ""
	}
	if m := adkPath.FindStringSubmatch(obj.Pkg().Path()); m != nil {
		return m[1] + "." + obj.Name()
	}
	return ""
}

// ownName is the same for our runtime: "Delta".
func ownName(obj types.Object) string {
	if obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != runtimePath {
		return ""
	}
	return obj.Name()
}

// typeName returns the object of a named type or of a pointer to one.
func typeName(t types.Type) types.Object {
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

// isState reports whether a type is a state that can be read: one of the kits'
// interfaces or anything with the same methods. The sequence of keys and
// values that All returns tells states from other things with a Get.
func isState(t types.Type) bool {
	get := methodOf(t, "Get")
	all := methodOf(t, "All")
	return get != nil && all != nil && isGet(get) && isAll(all)
}

func methodOf(t types.Type, name string) *types.Signature {
	if t == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	if fn, ok := obj.(*types.Func); ok {
		return fn.Signature()
	}
	return nil
}

func isGet(sig *types.Signature) bool {
	return sig.Params().Len() == 1 && sig.Results().Len() == 2 &&
		isString(sig.Params().At(0).Type()) && isAny(sig.Results().At(0).Type()) && isError(sig.Results().At(1).Type())
}

func isSet(sig *types.Signature) bool {
	return sig.Params().Len() == 2 && sig.Results().Len() == 1 &&
		isString(sig.Params().At(0).Type()) && isAny(sig.Params().At(1).Type()) && isError(sig.Results().At(0).Type())
}

func isAll(sig *types.Signature) bool {
	if sig.Params().Len() != 0 || sig.Results().Len() != 1 {
		return false
	}
	named, ok := types.Unalias(sig.Results().At(0).Type()).(*types.Named)
	if !ok || named.Obj().Name() != "Seq2" || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "iter" {
		return false
	}
	args := named.TypeArgs()
	return args.Len() == 2 && isString(args.At(0)) && isAny(args.At(1))
}

func isString(t types.Type) bool {
	b, ok := types.Unalias(t).(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isStringKind(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := s.Elem().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Byte
}

func isAny(t types.Type) bool {
	i, ok := types.Unalias(t).(*types.Interface)
	return ok && i.Empty()
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// isStateMap reports whether a type can hold state: a map from strings.
func isStateMap(t types.Type) bool {
	if t == nil {
		return false
	}
	m, ok := t.Underlying().(*types.Map)
	return ok && isStringKind(m.Key())
}

// sinkOfField says what a kit does with a field of one of its structs.
func sinkOfField(owner types.Object, field string) (sinkKind, op) {
	switch name := adkName(owner); {
	case name == "session.EventActions" && field == "StateDelta":
		return mapSink, opSet
	case name == "session.CreateRequest" && field == "State":
		return mapSink, opCreate
	case name == "agent/llmagent.Config":
		switch field {
		case "Instruction", "GlobalInstruction":
			return textSink, 0
		case "OutputKey":
			return keySink, opOutput
		}
	}
	switch name := ownName(owner); {
	case name == "Actions" && field == "StateDelta":
		return mapSink, opSet
	case name == "CreateRequest" && field == "State":
		return mapSink, opCreate
	}
	return noSink, 0
}

// sinkOfCall says what a kit does with an argument of one of its functions.
func sinkOfCall(fn *types.Func, arg int) (sinkKind, op) {
	if fn.Signature().Recv() == nil {
		switch name := adkName(fn); {
		case name == "util/instructionutil.InjectSessionState" && arg == 1:
			return textSink, 0
		case name == "runner.WithStateDelta" && arg == 0:
			return mapSink, opSet
		}
		if fn.Pkg() != nil && fn.Pkg().Path() == instructionPath && fn.Name() == "Inject" && arg == 0 {
			return textSink, opRender
		}
		return noSink, 0
	}
	recv := fn.Signature().Recv().Type()
	switch {
	case arg != 0:
	case ownName(typeName(recv)) == "Delta" && (fn.Name() == "Set" || fn.Name() == "Merge"):
		return keySink, opSet
	case ownName(typeName(recv)) == "Merger" && fn.Name() == "Merge":
		return keySink, opSet
	case ownName(typeName(recv)) == "Context" && fn.Name() == "SaveOutput":
		return keySink, opOutput
	}
	return noSink, 0
}
