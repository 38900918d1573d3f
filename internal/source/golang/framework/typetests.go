package framework

import "go/types"

// IsState reports whether a type is a state that can be read: one of the frameworks'
// interfaces or anything with the same methods. The sequence of keys and
// values that All returns tells states from other things with a Get.
func IsState(t types.Type) bool {
	get := MethodOf(t, "Get")
	all := MethodOf(t, "All")
	return get != nil && all != nil && IsGet(get) && isAll(all)
}

// MethodOf is the signature of a type's method; nil if it has none of the name.
func MethodOf(t types.Type, name string) *types.Signature {
	if t == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	if fn, ok := obj.(*types.Func); ok {
		return fn.Signature()
	}
	return nil
}

// Fits reports whether the types of a signature are such.
func Fits(sig *types.Signature, params, results []func(types.Type) bool) bool {
	return areSuch(sig.Params(), params) && areSuch(sig.Results(), results)
}

func areSuch(list *types.Tuple, such []func(types.Type) bool) bool {
	if list.Len() != len(such) {
		return false
	}
	for i, is := range such {
		if !is(list.At(i).Type()) {
			return false
		}
	}
	return true
}

type tests = []func(types.Type) bool

// IsGet reports whether a signature is that of a state's Get.
func IsGet(sig *types.Signature) bool { return Fits(sig, tests{IsString}, tests{IsAny, IsError}) }

// IsSet reports whether a signature is that of a state's Set.
func IsSet(sig *types.Signature) bool { return Fits(sig, tests{IsString, IsAny}, tests{IsError}) }

func isAll(sig *types.Signature) bool {
	if sig.Params().Len() != 0 || sig.Results().Len() != 1 {
		return false
	}
	named, ok := types.Unalias(sig.Results().At(0).Type()).(*types.Named)
	if !ok || named.Obj().Name() != "Seq2" || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "iter" {
		return false
	}
	args := named.TypeArgs()
	return args.Len() == 2 && IsString(args.At(0)) && IsAny(args.At(1))
}

// IsString reports whether a type is string itself, or an untyped constant of it.
func IsString(t types.Type) bool {
	b, ok := types.Unalias(t).(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// IsStringKind reports whether a type is string or is made of it.
func IsStringKind(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// IsBytes reports whether a type is []byte or is made of it.
func IsBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := s.Elem().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Byte
}

// IsAny reports whether a type is the empty interface.
func IsAny(t types.Type) bool {
	i, ok := types.Unalias(t).(*types.Interface)
	return ok && i.Empty()
}

// IsError reports whether a type is error.
func IsError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// IsStateMap reports whether a type can hold state: a map from strings.
func IsStateMap(t types.Type) bool {
	if t == nil {
		return false
	}
	m, ok := t.Underlying().(*types.Map)
	return ok && IsStringKind(m.Key())
}

// HasTextMethod reports whether fmt prints a value by a method of its own.
func HasTextMethod(t types.Type) bool {
	return MethodOf(t, "String") != nil || MethodOf(t, "Error") != nil || MethodOf(t, "Format") != nil
}

// IsList reports whether a type is a slice or an array.
func IsList(t types.Type) bool {
	if t == nil {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Slice, *types.Array:
		return true
	}
	return false
}

// IsFloat reports whether a type is a float or is made of one.
func IsFloat(t types.Type) bool { return IsBasic(t, types.IsFloat) }

// IsInteger reports whether a type is an integer or is made of one.
func IsInteger(t types.Type) bool { return IsBasic(t, types.IsInteger) }

// IsBasic reports whether a type is made of a basic one of a kind.
func IsBasic(t types.Type, info types.BasicInfo) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}
