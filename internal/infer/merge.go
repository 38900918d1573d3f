package infer

import "slices"

// merge finds the one type that all sources may mean, and whether two of them
// contradict each other.
func merge(a, b typ) (typ, bool) {
	switch {
	case a.base == unknown:
		return b, true
	case b.base == unknown:
		return a, true
	case a.base == b.base:
		return mergeAlike(a, b)
	}
	if a.base > b.base {
		a, b = b, a
	}
	for _, rule := range mergers {
		if slices.Contains(rule.from, a.base) && slices.Contains(rule.from, b.base) {
			return typ{base: rule.to}, rule.sure
		}
	}
	switch {
	case a.base == mapping && b.base == goType, a.base == mapping && b.base == opaque:
		return b, true // a struct that has been through a database
	case a.base == list && b.base == opaque:
		return b, true
	}
	return typ{base: unknown}, false
}

// mergers say what two different types mean together; the first that has both
// counts.
var mergers = []struct {
	from []base
	to   base
	sure bool
}{
	{[]base{integer, jsonNumber}, integer, true},
	{[]base{integer, integer64}, integer, true},
	{[]base{integer64, jsonNumber}, integer64, true},
	{[]base{integer, whole}, integer, true},
	{[]base{integer64, whole}, integer64, true},
	{[]base{whole, jsonNumber}, jsonNumber, true},
	{[]base{whole, real}, real, true},
	{[]base{jsonNumber, real}, real, true},
	{[]base{integer, real}, real, false},
	{[]base{integer64, real}, real, false},
	{[]base{text, momentText}, text, true},
	{[]base{text, moment}, moment, true},
	{[]base{moment, momentText}, moment, true},
	{[]base{text, span}, span, true},
	{[]base{text, binary}, binary, true},
}

func mergeAlike(a, b typ) (typ, bool) {
	if a.elem != nil && b.elem != nil {
		elem, ok := merge(*a.elem, *b.elem)
		return typ{base: a.base, elem: &elem}, ok
	}
	if a.path != b.path || a.name != b.name {
		return typ{base: opaque, name: a.name + " and " + b.name, why: "they are different"}, false
	}
	return a, true
}

// mergeAll merges several types in order.
func mergeAll(list []typ) (typ, bool) {
	var t typ
	sure := true
	for _, next := range list {
		merged, ok := merge(t, next)
		if !ok && merged.base == unknown {
			return merged, false
		}
		t, sure = merged, sure && ok
	}
	return t, sure
}

// String writes a type as a schema does, but for Go types.
func (t typ) String() string {
	names := map[base]string{
		text: "string", momentText: "time", boolean: "bool", integer: "int", integer64: "int64", whole: "int", jsonNumber: "float",
		real: "float", moment: "time", span: "duration", binary: "bytes",
	}
	switch t.base {
	case list:
		return "[]" + t.elem.String()
	case mapping:
		return "map[string]" + t.elem.String()
	}
	if name, ok := names[t.base]; ok {
		return name
	}
	return "json"
}

// shown is how a doubt names a type.
func (t typ) shown() string {
	switch {
	case t.base == opaque || t.base == goType:
		return t.name
	case t.base == list:
		return "[]" + t.elem.shown()
	case t.base == mapping:
		return "map[string]" + t.elem.shown()
	case t.base == jsonNumber:
		return "float64"
	}
	return t.String()
}

// hidden returns the part of a type that a schema can't name; nil if it can
// name all.
func (t typ) hidden() *typ {
	switch {
	case t.base == opaque:
		return &t
	case t.elem != nil:
		return t.elem.hidden()
	}
	return nil
}
