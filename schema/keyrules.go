package schema

import (
	"slices"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// keyRules reads what a key says beyond its type: how it is merged, encoded,
// renamed, and who writes it.
func (l *loader) keyRules(k *Key, body *node) {
	l.merge(k, body)
	l.encoding(k, body)
	k.Sensitive, _ = body.bool("sensitive")
	for _, item := range body.strings("written_by") {
		k.WrittenBy = append(k.WrittenBy, item.text)
	}
	for _, item := range body.strings("renamed_from") {
		l.renamed(k, item)
	}
}

var merges = map[string]Merge{
	"last": MergeLast, "sum": MergeSum, "min": MergeMin, "max": MergeMax,
	"append": MergeAppend, "union": MergeUnion,
}

// String returns the merge as a schema writes it.
func (m Merge) String() string {
	for name, merge := range merges {
		if merge == m {
			return name
		}
	}
	return ""
}

func (l *loader) merge(k *Key, body *node) {
	word, at := body.str("merge")
	merge, ok := merges[word]
	if !ok || k.Type == nil {
		return
	}
	k.Merge = merge
	number := slices.Contains([]Kind{Int, Int64, Float}, k.Type.Kind)
	switch merge {
	case MergeSum, MergeMin, MergeMax:
		if !number {
			l.add(idBadMerge, at.span, "merge: %s is for int, int64 and float, and the type here is %s", word, k.Type).
				hint("remove merge, or change the type")
		}
	case MergeAppend, MergeUnion:
		if k.Type.Kind != List {
			l.add(idBadMerge, at.span, "merge: %s is for lists, and the type here is %s", word, k.Type).
				hint("remove merge, or change the type to %s", quote("[]"+k.Type.String()))
		} else if merge == MergeUnion && !scalar(k.Type.Elem) {
			l.add(idBadMerge, at.span, "merge: union is for lists of scalars, and the items here are %s", k.Type.Elem).
				hint("use merge: append")
		}
	}
}

// scalar reports whether equal values of a type are always written alike.
func scalar(t *Type) bool {
	return !slices.Contains([]Kind{List, Map, Object, JSON, Go}, t.Kind)
}

func (l *loader) encoding(k *Key, body *node) {
	word, at := body.str("encoding")
	if word != "json-string" {
		return
	}
	k.Encoding = JSONString
	if k.Merge != MergeLast {
		l.add(idBadMerge, at.span, "merge: %s can't work on a value that is kept as JSON text", k.Merge).
			hint("remove encoding or merge").related(body.at("merge"), "merge stands here")
	}
}

// rename is an older name of a key, to be compared with all keys.
type rename struct {
	key  *Key
	text string
	span diag.Span
}

func (l *loader) renamed(k *Key, item *node) {
	scope, name := runtime.ParseKey(item.text)
	old := &Key{Scope: scope, Name: name}
	if name == "" || len(item.text) > maxKeyLength || strings.ContainsFunc(name, unicode.IsControl) {
		l.add(idBadRename, item.span, "%s is no key", quote(item.text)).hint("write the old key with its prefix, such as user:theme")
		return
	}
	if !l.family(old, item, len(item.text)-len(name)) {
		return
	}
	if !slices.Equal(paramNames(old), paramNames(k)) {
		l.add(idBadRename, item.span, "the old key %s has other parameters than %s", quote(item.text), quote(k.Wire())).
			hint("write the same parameters in the same order")
		return
	}
	if k.Merge != MergeLast && scope != k.Scope {
		l.add(idBadRename, item.span, "the old key %s is in another scope, and merge: %s works within one", quote(item.text), k.Merge).
			hint("remove it and move its value with one write, or remove merge").related(k.Span, "the key")
		return
	}
	k.RenamedFrom = append(k.RenamedFrom, item.text)
	l.renames = append(l.renames, rename{key: k, text: item.text, span: item.span})
}

func paramNames(k *Key) []string {
	var names []string
	for _, p := range k.Params {
		names = append(names, p.Name)
	}
	return names
}

// checkRenames reports older names that are declared, or that two keys claim.
func (l *loader) checkRenames(s *Schema) {
	declared := map[string]*Key{}
	for _, k := range s.Keys {
		declared[k.Wire()] = k
	}
	claimed := map[string]rename{}
	for _, r := range l.renames {
		if other, ok := declared[r.text]; ok {
			l.add(idBadRename, r.span, "%s is declared as a key still", quote(r.text)).
				hint("remove the old declaration, or take the name out here").related(other.Span, "declared here")
			l.gaps.declared[r.key], l.gaps.declared[other] = true, true
			continue
		}
		if other, ok := claimed[r.text]; ok {
			l.add(idBadRename, r.span, "%s is the old name of another key already", quote(r.text)).
				hint("an old value can move to one key only").related(other.span, "claimed here")
			l.gaps.declared[r.key], l.gaps.declared[other.key] = true, true
			continue
		}
		claimed[r.text] = r
	}
}
