package framework

import (
	"go/types"
	"reflect"
)

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
