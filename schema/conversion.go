package schema

import "slices"

// Coverage says of which older values the built-in conversion has a result.
type Coverage uint8

// CoversNone is where there is no built-in conversion. CoversMost is where only
// values that hardly occur have no result: integers beyond 2^53 that a float would
// round, texts that values doesn't list. Else may be given there; for CoversSome
// it must be, and for CoversAll it can't.
const (
	CoversNone Coverage = iota
	CoversSome
	CoversMost
	CoversAll
)

// Form returns how the older values are stored, where today is the form of the
// declaration that the entry belongs to.
func (w *Was) Form(today Form) Form {
	older := Form{Type: w.Type, Encoding: w.Encoding}
	if older.Type == nil {
		older.Type = today.Type
	}
	return older
}

// Coverage returns of which older values the built-in conversion has a result.
func (w *Was) Coverage(today *Type) Coverage {
	older := w.Form(Form{Type: today}).Type
	if len(w.Values) > 0 && (!isWord(older) || !isWord(today)) {
		return CoversNone
	}
	switch {
	case older.Kind == String && today.Kind == Enum && len(w.Values) > 0:
		return CoversMost
	case older.Kind == Enum && today.Kind == Enum:
		return w.enumCoverage(older.Named, today.Named)
	case older.Equal(today), today.Kind == JSON, today.Kind == List && older.Equal(today.Elem):
		return CoversAll
	}
	return scalarCoverage[[2]Kind{textClass(older), textClass(today)}]
}

// isWord reports whether a type's values are words, which values can replace.
func isWord(t *Type) bool { return t.Kind == String || t.Kind == Enum }

// Words returns what words have become that are stored as an older type. Those that
// an older enum reads as others have become what these have, unless Values says what
// they have become.
func (w *Was) Words(older *Type) []ValueMove {
	if older.Kind != Enum {
		return w.Values
	}
	list, now := slices.Clone(w.Values), make(map[string]string, len(w.Values))
	for _, v := range w.Values {
		now[v.From] = v.To
	}
	for _, v := range older.Named.Values {
		to, said := now[v.Value]
		if !said {
			to = v.Value
		}
		for _, old := range v.RenamedFrom {
			if _, said := now[old]; !said {
				list = append(list, ValueMove{From: old, To: to})
			}
		}
	}
	return list
}

func (w *Was) enumCoverage(older, today *Named) Coverage {
	moved, known := make(map[string]string, len(w.Values)), today.readValues()
	for _, v := range w.Words(&Type{Kind: Enum, Named: older}) {
		moved[v.From] = v.To
	}
	lost := func(v string) bool {
		if to, ok := moved[v]; ok {
			v = to
		}
		return !known[v]
	}
	if anyOf(older.readValues(), lost) {
		return CoversSome
	}
	return CoversAll
}

// scalarCoverage has the conversions between scalars, older kinds first; Int
// stands for both integers.
var scalarCoverage = map[[2]Kind]Coverage{
	{Int, Int}: CoversAll, {Int, Float}: CoversMost, {Float, Int}: CoversSome,
	{Bool, String}: CoversAll, {Int, String}: CoversAll, {Float, String}: CoversAll, {Time, String}: CoversAll,
	{Duration, String}: CoversAll, {Bytes, String}: CoversAll, {Enum, String}: CoversAll,
	{String, Bool}: CoversSome, {String, Int}: CoversSome, {String, Float}: CoversSome, {String, Time}: CoversSome,
	{String, Duration}: CoversSome, {String, Enum}: CoversSome,
}

// Ambiguous reports whether a value that is stored under today's name could be
// one of today as well as an older one that means something else. Then the older
// values must be under another name. Where a value could be both and means the
// same, as 5 does for an int that becomes a float, it is false.
func (w *Was) Ambiguous(today Form) bool {
	older := w.Form(today)
	switch {
	case w.Key != "":
		return false
	case w.Convert == ConvertGo || !readsAlike(today, older):
		return today.MayRead(older)
	}
	return slices.ContainsFunc(w.Values, w.takenToday(today))
}

// takenToday returns a function that reports whether an older value that has
// become another is also one of today.
func (w *Was) takenToday(today Form) func(ValueMove) bool {
	if today.Type.Kind != Enum {
		return func(v ValueMove) bool { return v.From != v.To }
	}
	read := today.Type.Named.readValues()
	return func(v ValueMove) bool { return v.From != v.To && read[v.From] }
}

// readsAlike reports whether each value of the older form that reading takes as
// one of today is what the built-in conversion makes of it.
func readsAlike(today, older Form) bool {
	t, o := today.Type, older.Type
	if today.Encoding != older.Encoding {
		return textClass(t) == Int && textClass(o) == Int
	}
	switch {
	case t.Equal(o) || t.Kind == JSON || t.Kind == String:
		return true
	case t.Kind == Enum:
		return isWord(o)
	}
	return t.stored()&numbers != 0 && o.stored()&numbers != 0 && o.Kind != JSON && o.Kind != Go
}

// Mergeable reports whether a merge can go on from an older value: a number, or
// the list or one item of it.
func (w *Was) Mergeable(k *Key) bool {
	older := w.Form(Form{Type: k.Type, Encoding: k.Encoding})
	if w.Convert == ConvertGo || len(w.Values) > 0 || older.Encoding != k.Encoding {
		return false
	}
	if k.Type.Kind == List {
		return older.Type.Equal(k.Type) || older.Type.Equal(k.Type.Elem)
	}
	return older.Type.stored()&numbers != 0 && older.Type.stored() != anyKind
}

// Equal reports whether two types are the same.
func (t *Type) Equal(u *Type) bool {
	switch {
	case t == nil || u == nil:
		return t == u
	case t.Kind != u.Kind || t.Named != u.Named || t.Go != u.Go:
		return false
	}
	return t.Elem.Equal(u.Elem)
}
