package schema

import (
	"slices"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// rename is an older name of a key, to be compared with all keys.
type rename struct {
	key  *Key
	text string
	span diag.Span
}

func (r *keyReader) renamed(k *Key, item *node) {
	scope, name := runtime.ParseKey(item.text)
	old := &Key{Scope: scope, Name: name}
	if name == "" || len(item.text) > maxKeyLength || strings.ContainsFunc(name, unicode.IsControl) {
		r.add(idBadRename, item.span, "%s is no key", diag.Quote(item.text)).hint("write the old key with its prefix, such as user:theme")
		return
	}
	if !r.family(old, item, len(item.text)-len(name)) {
		return
	}
	if !slices.Equal(paramNames(old), paramNames(k)) {
		r.add(idBadRename, item.span, "the old key %s has other parameters than %s", diag.Quote(item.text), diag.Quote(k.Wire())).
			hint("write the same parameters in the same order")
		return
	}
	if k.Merge != MergeLast && scope != k.Scope {
		r.add(idBadRename, item.span, "the old key %s is in another scope, and merge: %s works within one", diag.Quote(item.text), k.Merge).
			hint("remove it and move its value with one write, or remove merge").related(k.Span, "the key")
		return
	}
	k.RenamedFrom = append(k.RenamedFrom, item.text)
	r.renames = append(r.renames, rename{key: k, text: item.text, span: item.span})
}

func paramNames(k *Key) []string {
	var names []string
	for _, p := range k.Params {
		names = append(names, p.Name)
	}
	return names
}

// checkRenames reports older names that are declared, or that two keys claim.
func checkRenames(renames []rename, keys []*Key, r *report, gaps *gaps) {
	declared := map[string]*Key{}
	for _, k := range keys {
		declared[k.Wire()] = k
	}
	claimed := map[string]rename{}
	for _, old := range renames {
		if other, ok := declared[old.text]; ok {
			r.add(idBadRename, old.span, "%s is declared as a key still", diag.Quote(old.text)).
				hint("remove the old declaration, or take the name out here").related(other.Span, "declared here")
			gaps.declared[old.key], gaps.declared[other] = true, true
			continue
		}
		if other, ok := claimed[old.text]; ok {
			r.add(idBadRename, old.span, "%s is the old name of another key already", diag.Quote(old.text)).
				hint("an old value can move to one key only").related(other.span, "claimed here")
			gaps.declared[old.key], gaps.declared[other.key] = true, true
			continue
		}
		claimed[old.text] = old
	}
}
