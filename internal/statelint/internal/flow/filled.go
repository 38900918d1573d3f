package flow

import "go/types"

// FilledByCode reports whether a variable is a field that only code fills: other packages
// can, and no decoder knows the struct by tags.
func (p *Package) FilledByCode(v *types.Var) bool {
	if !v.IsField() || !v.Exported() {
		return false
	}
	scope := p.Pkg.Scope()
	for _, name := range scope.Names() {
		if obj, ok := scope.Lookup(name).(*types.TypeName); ok {
			if st, ok := obj.Type().Underlying().(*types.Struct); ok && hasField(st, v) {
				return !hasTags(st)
			}
		}
	}
	return false
}

func hasField(st *types.Struct, v *types.Var) bool {
	for f := range st.Fields() {
		if f == v {
			return true
		}
	}
	return false
}

func hasTags(st *types.Struct) bool {
	for i := range st.NumFields() {
		if st.Tag(i) != "" {
			return true
		}
	}
	return false
}
