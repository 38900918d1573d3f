package schema

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
)

// keyRules reads what a key says beyond its type: how it is merged, encoded,
// renamed, and who writes it.
func (r *keyReader) keyRules(k *Key, body *node) {
	r.merge(k, body)
	r.encoding(k, body)
	k.Sensitive, _ = body.bool("sensitive")
	for _, item := range body.strings("written_by") {
		k.WrittenBy = append(k.WrittenBy, item.text)
	}
	for _, item := range body.strings("renamed_from") {
		r.renamed(k, item)
	}
}

func (r *keyReader) merge(k *Key, body *node) {
	word, at := body.str("merge")
	merge, ok := ParseMerge(word)
	if !ok || k.Type == nil {
		return
	}
	k.Merge = merge
	number := slices.Contains([]Kind{Int, Int64, Float}, k.Type.Kind)
	switch merge {
	case MergeSum, MergeMin, MergeMax:
		if !number {
			r.add(idBadMerge, at.span, "merge: %s is for int, int64 and float, and the type here is %s", word, k.Type).
				hint("remove merge, or change the type")
		}
	case MergeAppend, MergeUnion:
		if k.Type.Kind != List {
			r.add(idBadMerge, at.span, "merge: %s is for lists, and the type here is %s", word, k.Type).
				hint("remove merge, or change the type to %s", diag.Quote("[]"+k.Type.String()))
		} else if merge == MergeUnion && !scalar(k.Type.Elem) {
			r.add(idBadMerge, at.span, "merge: union is for lists of scalars, and the items here are %s", k.Type.Elem).
				hint("use merge: append")
		}
	}
}

// scalar reports whether equal values of a type are always written alike.
func scalar(t *Type) bool {
	return !slices.Contains([]Kind{List, Map, Object, JSON, Go}, t.Kind)
}

func (r *keyReader) encoding(k *Key, body *node) {
	word, at := body.str("encoding")
	if word != "json-string" {
		return
	}
	k.Encoding = JSONString
	if k.Merge != MergeLast {
		r.add(idBadMerge, at.span, "merge: %s can't work on a value that is kept as JSON text", k.Merge).
			hint("remove encoding or merge").related(body.at("merge"), "merge stands here")
	}
}
