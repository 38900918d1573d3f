package framework_test

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/snippet"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"golang.org/x/tools/txtar"
)

// TestFrameworks holds what is known of the functions, methods and fields of a snippet and of the
// packages that it imports, and of the types of its variables. Sinks that a schema adds are in
// the archive's comment: kind, name, argument and value.
func TestFrameworks(t *testing.T) {
	snippet.Golden(t, "testdata", func(t *testing.T, a *txtar.Archive, p *snippet.Program) string {
		sinks := added(string(a.Comment))
		text := ""
		pkg := p.Passes[len(p.Passes)-1].Pkg
		for _, from := range append(pkg.Imports(), pkg) {
			for _, name := range from.Scope().Names() {
				text += ofObject(sinks, from.Scope().Lookup(name), pkg)
			}
		}
		for _, number := range slices.Sorted(maps.Keys(sinks.Seen())) {
			text += fmt.Sprintf("sink %d takes something\n", number)
		}
		return text
	})
}

func added(comment string) *framework.Sinks {
	if comment == "" {
		return nil
	}
	s := &framework.Sinks{}
	for i, l := range strings.Split(strings.TrimSpace(comment), "\n") {
		f := strings.Fields(l)
		arg, _ := strconv.Atoi(f[2])
		value, _ := strconv.Atoi(f[3])
		s.Add(i, f[1], framework.Taken{Kind: framework.SinkKind(slices.Index(kinds, f[0])), Arg: arg, Value: value})
	}
	return s
}

var (
	kinds  = []string{"", "key", "text", "map"}
	ops    = []string{"get", "set", "create", "clear", "output", "assert", "render"}
	shapes = []string{
		"unknown", "nil", "string", "named string", "bool", "int", "integer", "float64", "float32", "number", "time", "duration", "bytes",
		"any list", "list", "any map", "map", "struct", "pointer", "op", "bad", "object",
	}
)

// ofObject says what is known of an object, if that is anything.
func ofObject(s *framework.Sinks, obj types.Object, user *types.Package) string {
	text := ""
	switch obj := obj.(type) {
	case *types.Func:
		text += ofFunc(s, obj)
	case *types.Const:
		if framework.OwnKey(obj, user) {
			text += obj.Name() + " is the framework's own key\n"
		}
	case *types.Var:
		if obj.Pkg() == user {
			text += obj.Name() + " is" + ofType(obj.Type()) + "\n"
		}
	case *types.TypeName:
		for _, selected := range members(obj.Type()) {
			switch selected := selected.(type) {
			case *types.Func:
				text += ofFunc(s, selected)
			case *types.Var:
				text += ofTaken(obj.Name()+"."+selected.Name(), obj.Pkg(), s.OfField(obj, selected))
			}
		}
	}
	return text
}

func members(t types.Type) (list []types.Object) {
	if named, ok := types.Unalias(t).(*types.Named); ok {
		for m := range named.Origin().Methods() {
			list = append(list, m)
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			list = append(list, f)
		}
	case *types.Interface:
		for m := range u.ExplicitMethods() {
			list = append(list, m)
		}
	}
	return list
}

func ofFunc(s *framework.Sinks, fn *types.Func) string {
	name, text := strings.TrimPrefix(framework.ReceiverName(fn)+"."+fn.Name(), "."), ""
	for _, t := range s.OfFunc(fn) {
		text += ofTaken(name, fn.Pkg(), t)
		call := &ast.CallExpr{Args: []ast.Expr{ast.NewIdent("a"), ast.NewIdent("b"), ast.NewIdent("c")}}
		if args := t.Args(fn, call); len(args) != 1 {
			text += fmt.Sprintf("\t%d arguments\n", len(args))
		}
		if s.TakesParam(fn, t.Arg) {
			text += "\tas the schema says\n"
		}
	}
	if t, ok := framework.ToolDelta(fn); ok {
		text += ofTaken("what "+name+" returns", fn.Pkg(), t)
	}
	for is, known := range map[string]bool{"takes a key": framework.IsEino(fn), "returns all values": framework.ReturnsValues(fn)} {
		if known {
			text += "\t" + is + "\n"
		}
	}
	return text
}

func ofTaken(name string, pkg *types.Package, t framework.Taken) string {
	if t.Kind == framework.NoSink {
		return ""
	}
	text := fmt.Sprintf("%s.%s takes a %s to %s", pkg.Name(), name, kinds[t.Kind], ops[t.Op])
	if t.Arg > 0 {
		text += fmt.Sprintf(", argument %d", t.Arg)
	}
	if t.Value > 0 {
		text += fmt.Sprintf(", value %d", t.Value)
	}
	if t.Manner != (framework.Manner{}) {
		text += fmt.Sprintf(", %+v", t.Manner)
	}
	return text + "\n"
}

// ofType is the shape of a type, and what else it is.
func ofType(t types.Type) string {
	shape := framework.ShapeOf(t, func(p *types.Package) string { return p.Name() })
	text := fmt.Sprintf(" %s %q", shapes[shape.Kind], shape.Name)
	if shape.Elem != nil {
		text += fmt.Sprintf(" of %s %q", shapes[shape.Elem.Kind], shape.Elem.Name)
	}
	for _, is := range []struct {
		so   bool
		text string
	}{
		{framework.IsState(t), "state"}, {framework.IsStateMap(t), "state map"}, {framework.HasTextMethod(t), "has a text method"},
		{framework.IsFamily(t), "family"}, {framework.IsList(t), "list"}, {framework.IsStringKind(t), "of string"}, {framework.IsString(t), "a string"},
		{framework.IsBytes(t), "bytes"}, {framework.IsFloat(t), "float"}, {framework.IsInteger(t), "integer"}, {framework.IsAny(t), "any"}, {framework.IsError(t), "error"},
		{framework.ADKName(framework.TypeName(t)) != "", "ADK's " + framework.ADKName(framework.TypeName(t))},
		{framework.RuntimeName(framework.TypeName(t)) != "", "our " + framework.RuntimeName(framework.TypeName(t))},
	} {
		if is.so {
			text += ", " + is.text
		}
	}
	return text
}

// TestIs holds which packages are a framework's.
func TestIs(t *testing.T) {
	for path, want := range map[string]bool{
		"google.golang.org/adk/session": true, "google.golang.org/adk/v2/session": true, "google.golang.org/adk": false, "google.golang.org/adkx/session": false,
		"github.com/cloudwego/eino/adk": true, "github.com/cloudwego/eino/v2/adk/prebuilt/deep": true, "github.com/cloudwego/eino/compose": false,
		"trpc.group/trpc-go/trpc-agent-go/session": true, "trpc.group/trpc-go/trpc-go": false,
		framework.RuntimePath: true, framework.RuntimePath + "/typed": true, framework.RuntimePath + "x": false, "": false,
	} {
		if got := framework.Is(path); got != want {
			t.Errorf("%q is one: %v", path, got)
		}
	}
	for path, want := range map[string]bool{framework.RuntimePath: true, framework.RuntimePath + "/value": true, framework.RuntimePath + "/typed": false} {
		if got := framework.IsRuntime(path); got != want {
			t.Errorf("%q is the runtime: %v", path, got)
		}
	}
	if framework.ADKName(nil) != "" || framework.RuntimeName(types.Universe.Lookup("error")) != "" || framework.TypeName(nil) != nil {
		t.Error("what has no name has one")
	}
	if got := framework.ShapeOf(nil, nil); got != (framework.Shape{}) {
		t.Errorf("nothing has the shape %v", got)
	}
}
