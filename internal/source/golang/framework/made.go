package framework

import (
	"go/types"
	"reflect"

	"github.com/seed92179c4c/stategen/internal/source"
)

// Made is what a function of a framework makes. Its numbers are those of arguments, from 1; 0: there is
// no such argument. Options may come after the last one.
type Made struct {
	What      Thing
	Runs      source.Runs // of an agent: how it runs its parts
	Config    int         // what it is configured by, or wraps
	Name, Run int
}

// Thing is a kind of what is made.
type Thing uint8

// What functions make.
const (
	Nothing Thing = iota
	Agent
	Tool
	Plugin
	Node
	StateNode // whose function is given a struct that is filled from the state
	Workflow
	Wrapper // what stays what it is
)

// Field is what a field of an agent's configuration holds.
type Field uint8

// What fields hold.
const (
	NoField Field = iota
	Inner         // another configuration
	Parts
	Text
	TextFunction
	Output
	Body
	Callback
	Edges
)

// Makes is what a function makes.
func Makes(fn *types.Func) Made {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return Made{}
	}
	k, folder := kitOf(fn.Pkg().Path())
	if k == nil {
		return Made{}
	}
	return k.makes[folder+"."+fn.Name()]
}

// StateParam is a field that ADK fills with the value of a key.
type StateParam struct {
	Key   string
	Field *types.Var
}

// StateParams are the fields of the struct that ADK fills from the state for the function of a node.
func StateParams(fn *types.Signature) (list []StateParam) {
	if fn == nil || fn.Params().Len() != 2 {
		return nil
	}
	t := fn.Params().At(1).Type().Underlying()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem().Underlying()
	}
	st, ok := t.(*types.Struct)
	if !ok {
		return nil
	}
	for i := range st.NumFields() {
		key := reflect.StructTag(st.Tag(i)).Get("state")
		if field := st.Field(i); key == "" && field.Name() != "NodeInput" {
			key = field.Name()
		}
		if st.Field(i).Exported() && key != "" && key != "node_input" {
			list = append(list, StateParam{key, st.Field(i)})
		}
	}
	return list
}
